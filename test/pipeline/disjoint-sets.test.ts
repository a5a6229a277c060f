import { expect, test } from 'vitest'
import { DisjointSets } from '../../pipeline/disjoint-sets.ts'

test('things that were joined, directly or through others, are one group, in the order of their first', () => {
  const sets = new DisjointSets(5)
  sets.join(4, 1)
  sets.join(3, 0)
  sets.join(1, 3)
  expect(sets.groups()).toEqual([[0, 1, 3, 4], [2]])
})

test('a chain of a hundred thousand is one group', () => {
  const sets = new DisjointSets(100_000)
  for (let index = 1; index < 100_000; index++) sets.join(index - 1, index)
  expect(sets.find(0)).toBe(99_999)
  expect(sets.groups()).toHaveLength(1)
})
