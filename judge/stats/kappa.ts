/** Cohen’s kappa of two raters’ categories; null without pairs or where chance alone would agree always. */
export function kappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null
  const categories = new Set(pairs.flat())
  const share = (side: 0 | 1, category: string): number => pairs.filter((pair) => pair[side] === category).length / pairs.length
  const observed = pairs.filter(([one, other]) => one === other).length / pairs.length
  const chance = [...categories].reduce((sum, category) => sum + share(0, category) * share(1, category), 0)
  return chance === 1 ? null : (observed - chance) / (1 - chance)
}
