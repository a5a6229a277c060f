import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, type KnownUnit, readUnit } from '../../../judge/answers/unit.ts'

function known(text: string): KnownUnit {
  const unit = readUnit(text)
  if (unit.kind !== 'known') throw new Error(`${text} reads as ${unit.kind}`)
  return unit
}
const inUnit = (value: number, from: string, to: string): number | undefined => {
  const converted = convert(value, known(from), known(to))
  return converted.kind === 'value' ? converted.value : undefined
}

describe('convert', () => {
  it.each([
    [25, '°C', 'K', 298.15],
    [77, '°F', '°C', 25],
    [537, '°R', 'K', 298.3333],
    [30, 'degrees C', 'K', 303.15],
    [1, 'kJ/kg·K', 'J/(kg K)', 1000],
    [1, 'kJ/(kg·°C)', 'kJ/kg·K', 1],
    [1, '\\frac{kJ}{kg\\cdot K}', 'J/kg/K', 1000],
    [1, 'Btu/lbm·°R', 'kJ/kg·K', 4.1868],
    [1, 'W/m²·K', 'Btu/(h·ft²·°F)', 0.17611],
    [5, 'ft-lbf', 'N·m', 6.77909],
    [1, 'lb/in²', 'kPa', 6.894757],
    [200, 'lb', 'N', 889.6443],
    [10, 'lb', 'kg', 4.535924],
    [60, 'rpm', 'rad/s', 2 * Math.PI],
    [1, 'Hz', 'rad/s', 2 * Math.PI],
    [180, '°', 'rad', Math.PI],
    [35, '%', 'percent', 35],
    [1, 'm s^{-2}', 'ft/s²', 3.28084],
    [1, '\\mathrm{kJ/kg}', 'J/g', 1],
    [1, 'μm', 'm', 1e-6],
    [1, 'm³/s', 'L/min', 60000],
    [100, 'gpm', 'm^3/h', 22.71247],
    [1, 'mm Hg', 'Pa', 133.322],
    [1, 'slug/ft^3', 'kg/m^3', 515.3788],
    [1, 'N·s/m²', 'cP', 1000],
    [1, 'kW·h', 'MJ', 3.6],
    [1, '(N·m)/s', 'W', 1],
    [1, 'kips', 'kN', 4.448222],
    [1, 'MPa√m', 'ksi√in', 0.910048],
    [1, 'kilograms per cubic meter', 'kg/m^3', 1],
    [60, 'mph', 'km/h', 96.56064],
  ])('makes of %d %s in %s %d', (value, from, to, expected) => {
    expect(inUnit(value, from, to)).toBeCloseTo(expected, 3)
  })

  it.each([
    ['kg', 'm'],
    ['J', 'W'],
    ['m/s', 'm/s²'],
    ['Pa', 'N'],
    ['%', 'm'],
  ])('refuses %s in %s', (from, to) => {
    expect(inUnit(1, from, to)).toBeUndefined()
  })

  it('goes there and back again', () => {
    const pairs = [
      ['°C', '°F'],
      ['kPa', 'psi'],
      ['Btu/h', 'kW'],
      ['rpm', 'rad/s'],
      ['kJ/kg·K', 'Btu/lbm·R'],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([from, to], value) => {
        const back = inUnit(inUnit(value, from, to) ?? Number.NaN, to, from) ?? Number.NaN
        expect(Math.abs(back - value)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(value)))
      }),
    )
  })
})

describe('readUnit', () => {
  it.each(['', ' ', '-', 'none', 'dimensionless', undefined, null])('takes %j for no unit', (text) => {
    expect(readUnit(text).kind).toBe('none')
  })

  it.each(['blah', 'furlongs per fortnight squared of', 'to the left', '3 m', 'constructor'])('does not guess at “%s”', (text) => {
    expect(readUnit(text).kind).toBe('unknown')
  })
})
