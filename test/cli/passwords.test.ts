import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Passwords } from '../../cli/passwords.ts'
import { engvqa } from './run-cli.ts'

const thermo = { id: 'thermo', file: '../books/thermo-2nd.pdf' }
const manual = { file: 'manual.pdf' }
const passwords = (given: string[], lines = '') => new Passwords({ env: { ENGVQA_PDF_PASSWORD: lines } }, given, [thermo, manual])

describe('the password of a PDF', () => {
  it('is the one said for all, unless one is said for it by id, by file or by the file’s name', () => {
    const said = passwords(['all', 'thermo=a', 'manual.pdf=b=c'])
    expect([said.of(thermo), said.of(manual), said.of({ file: 'other.pdf' })]).toEqual(['a', 'b=c', 'all'])
    expect(passwords(['thermo-2nd=x']).of(thermo)).toBe('x')
    expect(passwords(['thermo-2nd.pdf=y']).of(thermo)).toBe('y')
  })

  it('may hold an equals sign itself where what stands before it is nobody’s name', () => {
    expect(passwords(['1+1=2']).of(thermo)).toBe('1+1=2')
    expect(passwords(['=x']).of(thermo)).toBe('=x')
  })

  it('stands in documents.yaml, which goes before one for all and after one by name', () => {
    expect(passwords(['all']).of(thermo, 'own')).toBe('own')
    expect(passwords(['thermo=named']).of(thermo, 'own')).toBe('named')
  })

  it('comes from the environment, a line each, and the command line goes before it', () => {
    const said = passwords(['thermo=b'], 'all\nthermo=a\nmanual=c\n')
    expect([said.of(thermo), said.of(manual), said.of({ file: 'x.pdf' })]).toEqual(['b', 'c', 'all'])
    expect(passwords([]).of(thermo)).toBeUndefined()
  })
})

describe('two encrypted PDFs in one command', () => {
  it('each get their own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passwords-'))
    const locked = fileURLToPath(new URL('../fixtures/asks-for-password.pdf', import.meta.url))
    for (const name of ['a', 'b']) await copyFile(locked, join(folder, `${name}.pdf`))
    const pages = async (...args: string[]) => {
      const { out } = await engvqa(folder, ['extract', ...args, '--json'])
      return JSON.parse(out).documents.map((one: { pages: number }) => one.pages)
    }
    expect(await pages('a.pdf', 'b.pdf', '--out', 'r', '--password', 'a=secret', '--password', 'b=wrong')).toEqual([1, 0])
    await engvqa(folder, ['init', 'w'])
    const documents = ['a', 'b'].map((id) => `  - id: ${id}\n    file: ../${id}.pdf\n    subject: dynamics\n`)
    await writeFile(join(folder, 'w', 'documents.yaml'), `documents:\n${documents.join('    password: wrong\n')}    password: secret\n`)
    const inside = async (...args: string[]) =>
      JSON.parse((await engvqa(join(folder, 'w'), ['extract', ...args, '--json'])).out).documents.map((one: { pages: number }) => one.pages)
    expect(await inside()).toEqual([0, 1])
    expect(await inside('--password', 'a=secret')).toEqual([1, 1])
    await rm(folder, { recursive: true })
  })
})
