import { describe, expect, it } from 'vitest'
import { Remembered } from '../../../review/server/remembered.ts'

describe('a remembered answer', () => {
  it('is worked out once for all who ask at a time, and for those who ask a little later', async () => {
    const remembered = new Remembered<number>()
    let count = 0
    const ask = () => remembered.get('all', async () => ++count)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    expect(await ask()).toBe(1)
    expect(await remembered.get('others', async () => ++count)).toBe(2)
  })

  it('is not an error: the next one asks anew', async () => {
    const remembered = new Remembered<string>()
    await expect(remembered.get('all', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await remembered.get('all', async () => 'here')).toBe('here')
  })
})
