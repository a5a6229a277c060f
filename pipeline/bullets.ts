/** Signs that open the items of a list, among them the circles of multiple-choice questions. At a line's start they are no formula. */
const BULLETS = new Set(['•', '◦', '▪', '▫', '■', '□', '●', '○', '⃝', '\u20DD', '◯', '∙', '‣', '►', '▸', '➢', '✓', '❍', '☐', '⚪', '◻'])

export const isBullet = (text: string): boolean => BULLETS.has(text)
