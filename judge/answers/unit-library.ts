import { createRequire } from 'node:module'
import type { MathJsInstance } from 'mathjs'

type UnitLibrary = Pick<MathJsInstance, 'unit' | 'createUnit'>

/** Units of engineering textbooks that the library lacks; definitions: NIST SP 811, appendix B.8. */
const OWN_UNITS = {
  psf: '0.006944444444444444 psi',
  ksi: '1000 psi',
  slug: '14.59390 kg',
  cal: { definition: '4.1868 J', prefixes: 'short' },
  therm: '1.055056e8 J',
  poise: { definition: '0.1 Pa s', prefixes: 'short' },
  stokes: { definition: '1e-4 m^2 / s', prefixes: 'short' },
  gpm: '6.309020e-5 m^3 / s',
  cfm: '4.719474e-4 m^3 / s',
  cfs: '0.028316846592 m^3 / s',
  mph: '0.44704 m / s',
  kph: '0.2777777777777778 m / s',
  knot: '0.5144444444444445 m / s',
  inHg: '3386.389 Pa',
  inHtwoO: '249.0889 Pa',
  mHtwoO: { definition: '9806.65 Pa', prefixes: 'short' },
  pcf: '16.01846 kg / m^3',
} as const

let loaded: UnitLibrary | undefined

/** mathjs with our units. Loaded when the first unit is read: it takes half a second, which no other command should pay. */
export function unitLibrary(): UnitLibrary {
  loaded ??= load()
  return loaded
}

function load(): UnitLibrary {
  const { create, createUnitDependencies, unitDependencies } = createRequire(import.meta.url)('mathjs') as typeof import('mathjs') // require() knows no types
  const library = create({ ...unitDependencies, ...createUnitDependencies }) as UnitLibrary // create() types every function as possibly absent
  library.createUnit(OWN_UNITS)
  return library
}
