/** Units of engineering texts, without prefixes. Case counts. */
const UNITS = new Set(
  `m g s A K mol cd N Pa J W V C F H Ω Hz T Wb S lm lx Bq Gy Sv kat L l t bar atm h min d rad sr deg rev rpm eV Da u B dB var VA Wh Ah cal
  in ft yd mi mil lb lbf lbm kip kips ksi psi psia psig psf pcf slug slugs oz gal qt pt hp Btu BTU mph fps ton tons R knot kn kt ac acre
  kg poise P St Np cm mm km in. ft. lb. sec hr yr day ppm mmHg inHg torr Torr °C °F Nm Nms Js kgm kgms`.split(/\s+/),
)
/** Words that would pass for a prefixed unit. */
const WORDS = new Set([
  'at',
  'pin',
  'fin',
  'gin',
  'am',
  'as',
  'my',
  'am',
  'an',
  'pad',
  'mad',
  'had',
  'dad',
  'map',
  'cat',
  'hat',
  'pat',
  'fat',
  'mat',
  'ah',
  'ph',
  'ft.',
  'yd.',
])
const PREFIXES = ['da', 'Y', 'Z', 'E', 'P', 'T', 'G', 'M', 'k', 'h', 'd', 'c', 'm', 'µ', 'μ', 'n', 'p', 'f', 'a', 'z', 'y']

/** Whether these letters are a unit as printed, with or without a prefix. */
export function isUnit(text: string): boolean {
  if (WORDS.has(text)) return false
  if (UNITS.has(text)) return true
  return PREFIXES.some((prefix) => text.startsWith(prefix) && text.length > prefix.length && UNITS.has(text.slice(prefix.length)))
}

/** English units that are printed with a point, which no symbol of the SI has. */
const POINTED = /(?<!\p{L})(?:in|ft|yd|mi|lbs?|oz|gal|sec|min|hr)$/u

/** Whether a point behind these letters may be part of the unit: "in." */
export const takesPoint = (text: string): boolean => POINTED.test(text)
