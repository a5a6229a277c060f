/** The value in the middle; of two the greater. Undefined for none. */
export const median = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
