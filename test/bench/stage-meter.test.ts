import { expect, it } from 'vitest'
import { StageMeter } from '../../bench/stage-meter.ts'

const meterOf = (...readings: readonly (readonly [cpu: number, memory: number])[]): StageMeter => {
  let next = 0
  return new StageMeter(() => {
    const [cpu, memory] = readings[Math.min(next++, readings.length - 1)] ?? [0, 0]
    return { cpu, memory }
  })
}

it('gives each stage the CPU time from its beginning to the next one’s, and the peak of its memory', () => {
  const meter = meterOf([1, 10], [2, 20], [5, 90], [6, 40], [9, 50])
  meter.begin('layout')
  meter.look()
  meter.begin('equations')
  meter.look()
  expect(meter.of('layout')).toEqual({ cpu: 4, memory: 90 })
  expect(meter.of('equations')).toEqual({ cpu: 3, memory: 50 })
  expect(meter.all).toEqual({ cpu: 8, memory: 90 })
})

it('gives nothing to a stage that did not run', () => {
  const meter = meterOf([1, 10], [2, 20], [3, 30])
  meter.begin('layout')
  meter.look()
  expect(meter.of('equations')).toEqual({ cpu: 0, memory: 0 })
})
