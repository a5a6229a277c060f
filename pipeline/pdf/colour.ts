import type * as mupdf from 'mupdf'

/** `#rrggbb` of a device colour, or undefined for black. Spot colours count as their first component's darkness. */
export function hexColour(space: mupdf.ColorSpace, color: readonly number[]): string | undefined {
  const [r, g, b] = toRgb(space, color)
  const hex = [r, g, b]
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return hex === '000000' ? undefined : `#${hex}`
}

function toRgb(space: mupdf.ColorSpace, color: readonly number[]): readonly [number, number, number] {
  const [c = 0, m = 0, y = 0, k = 0] = color
  if (color.length === 4) return [(1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)]
  if (color.length === 3) return space.isLab() ? [c / 100, c / 100, c / 100] : [c, m, y]
  // Separation and DeviceN inks darken as they grow, grey lightens.
  const light = space.isSubtractive() || space.isDeviceN() ? 1 - Math.max(...color, 0) : c
  return [light, light, light]
}

/** Whether ink of this colour cannot be seen on white paper. Threshold: 2 % grey is below what print or screen shows. */
export const isPaperWhite = (colour: string | undefined): boolean => {
  if (colour === undefined) return false
  return [1, 3, 5].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) >= 250)
}
