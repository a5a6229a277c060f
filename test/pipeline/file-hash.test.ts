import { describe, expect, it } from 'vitest'
import { unreadable } from '../../pipeline/file-hash.ts'

const refused = (code: string): Error => Object.assign(new Error(code), { code })

describe('a PDF that cannot be had', () => {
  it('is said to be there but closed to us, and how to open it, where the system denies it', () => {
    for (const code of ['EACCES', 'EPERM']) {
      expect(unreadable('/books/a.pdf', refused(code)).problem).toMatchObject({
        code: 'file-unreadable',
        message: `You may not read /books/a.pdf (${code}).`,
        hint: expect.stringContaining('chmod u+r /books/a.pdf'),
      })
    }
  })

  it('is said to be missing otherwise', () => {
    expect(unreadable('/books/a.pdf', refused('ENOENT')).problem.code).toBe('file-missing')
    expect(unreadable('/books/a.pdf', undefined).problem.code).toBe('file-missing')
  })
})
