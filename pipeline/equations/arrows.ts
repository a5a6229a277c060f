/** Arrows that are longer than the font’s own have been stretched to what stands over or under them. */
export const STRETCHED: Readonly<Record<string, string>> = {
  '⟶': '\\xrightarrow',
  '⟵': '\\xleftarrow',
  '⟷': '\\xleftrightarrow',
  '⟹': '\\xRightarrow',
  '⟸': '\\xLeftarrow',
}
