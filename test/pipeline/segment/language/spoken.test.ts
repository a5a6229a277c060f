import { describe, expect, it } from 'vitest'
import { othersSpoken } from '../../../../pipeline/segment/language/spoken.ts'

describe('Other languages of which words stand in a text', () => {
  it('are none where an English book has English words only', () => {
    expect(othersSpoken('en', ['1. Determine the force in the rod.', 'Show that the entropy grows.'])).toEqual([])
  })

  it('are those of labels set before a text of another language', () => {
    expect(othersSpoken('en', ['Aufgabe 3', 'A block of mass 3 kg rests on a plane.'])).toContain('de')
  })

  it('are not those that share a piece of a word', () => {
    expect(othersSpoken('en', ['The Aufgabenblatt is long.'])).not.toContain('de')
  })

  it('are found where nothing parts words', () => {
    expect(othersSpoken('en', ['Table of steel grades', '习题3', '求梁的挠度'])).toContain('zh')
  })

  it('do not count by a word that the own language has too', () => {
    expect(othersSpoken('fr', ['Question 4 : la poutre'])).not.toContain('en')
  })
})
