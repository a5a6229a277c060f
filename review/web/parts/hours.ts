/** Hours as people say them: minutes below one, no decimals from ten on. */
export const inHours = (hours: number): string =>
  hours < 1 ? `${Math.max(1, Math.round(hours * 60))} min` : `${hours.toFixed(hours < 10 ? 1 : 0)} h`
