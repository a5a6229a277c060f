import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDocument, chooseDocuments, distinctIdsOf, documentIdOf, readDocuments, toPageList } from '../../corpus/documents.ts'
import { nearest } from '../../corpus/manifest.ts'
import { createWorkspace, findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { DocumentEntry, ENGVQA_SUBJECTS } from '../../schemas/document.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const entry = (id: string) => DocumentEntry.parse({ id, file: `${id}.pdf`, subject: 'dynamics' })

describe('a new workspace', () => {
  it('is readable at once and knows the five subjects', async () => {
    await createWorkspace(folder, 'my-set')
    const workspace = await readWorkspace(folder)
    expect(workspace.config).toMatchObject({ name: 'my-set', subjects: [...ENGVQA_SUBJECTS], extraction: { dpi: 200 } })
    expect(workspace.documents).toEqual([])
  })

  it('is found from a folder inside it', async () => {
    await createWorkspace(folder, 'my-set')
    await mkdir(join(folder, 'a', 'b'), { recursive: true })
    expect(await findWorkspace(join(folder, 'a', 'b'))).toBe(folder)
  })

  it('does not overwrite one that is there', async () => {
    await createWorkspace(folder, 'my-set')
    await expect(createWorkspace(folder, 'other')).rejects.toMatchObject({ problem: { code: 'workspace-exists' } })
  })

  it('is missed with advice where there is none', async () => {
    await expect(readWorkspace(folder)).rejects.toMatchObject({ problem: { code: 'workspace-missing' } })
  })
})

describe('documents.yaml', () => {
  it('keeps people’s comments when an entry is added', async () => {
    await writeFile(
      join(folder, 'documents.yaml'),
      '# mine\ndocuments:\n  - id: a # first\n    file: a.pdf\n    subject: dynamics\n# the end\n',
    )
    await addDocument(folder, entry('b'))
    const text = await readFile(join(folder, 'documents.yaml'), 'utf8')
    for (const comment of ['# mine', '# first', '# the end']) expect(text).toContain(comment)
    expect((await readDocuments(folder)).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('refuses a second document of the same name', async () => {
    await addDocument(folder, entry('a'))
    await expect(addDocument(folder, entry('a'))).rejects.toMatchObject({ problem: { code: 'document-exists' } })
    await writeFile(join(folder, 'documents.yaml'), JSON.stringify({ documents: [entry('a'), entry('a')] }))
    await expect(readDocuments(folder)).rejects.toMatchObject({ problem: { code: 'manifest-invalid' } })
  })

  it.each([
    ['a mistyped setting', 'documents:\n  - id: a\n    file: a.pdf\n    subjct: dynamics\n    subject: dynamics\n', 'line 4', 'subject'],
    ['a mistyped setting that must be there', 'documents:\n  - id: a\n    file: a.pdf\n    subjct: dynamics\n', 'line 4', '“subject”'],
    ['a mistyped setting at the top', 'document: []\n', 'line 1', 'documents'],
    ['a missing setting', 'documents:\n  - id: a\n    subject: dynamics\n', 'line 2', 'docs/quickstart.md'],
    ['a value of the wrong kind', 'documents:\n  - id: a\n    file: a.pdf\n    subject: [x]\n', 'line 4', 'docs/quickstart.md'],
    [
      'a value that breaks a rule',
      'documents:\n  - id: a\n    file: a.pdf\n    subject: Fluid Mechanics\n',
      'line 4',
      'docs/quickstart.md',
    ],
    ['broken YAML', 'documents:\n  - id: a\n   file: "a.pdf\n', 'line ', 'YAML'],
  ])('names the line and what to do for %s', async (_, text, line, hint) => {
    await writeFile(join(folder, 'documents.yaml'), text)
    await expect(readDocuments(folder)).rejects.toMatchObject({
      problem: { code: 'manifest-invalid', message: expect.stringContaining(line), hint: expect.stringContaining(hint) },
    })
  })

  it('calls a value missing only where there is none', async () => {
    const said = async (line: string): Promise<unknown> => {
      await writeFile(join(folder, 'documents.yaml'), `documents:\n  - id: a\n    subject: dynamics\n${line}`)
      return readDocuments(folder).catch((error: unknown) => (error instanceof Error ? error.message : error))
    }
    expect(await said('')).toMatch(/line 2: “documents\.0\.file” is missing\./)
    expect(await said('    file: 7\n')).toMatch(/line 4: “documents\.0\.file” must be a text, not 7\./)
    expect(await said('    file:\n')).toMatch(/line 4: “documents\.0\.file” is empty\./)
  })

  it('refuses a subject that the workspace does not have', async () => {
    await createWorkspace(folder, 'my-set')
    await addDocument(folder, DocumentEntry.parse({ id: 'a', file: 'a.pdf', subject: 'astrology' }))
    await expect(readWorkspace(folder)).rejects.toMatchObject({ problem: { code: 'manifest-invalid', place: { document: 'a' } } })
  })
})

describe('choosing documents', () => {
  it('takes ids or files, all when none is named, in the order of the file', () => {
    const documents = [entry('a'), entry('b')]
    expect(chooseDocuments(documents, []).length).toBe(2)
    expect(chooseDocuments(documents, ['b.pdf', 'a']).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('suggests the name that was meant', () => {
    expect(() => chooseDocuments([entry('thermo-a')], ['termo-a.pdf'])).toThrowError(/Did you mean “thermo-a”/)
    expect(nearest('zzz', ['thermo-a'])).toBeUndefined()
  })

  it('names a document after its file', () => {
    expect(documentIdOf('/x/thermo-a.pdf')).toBe('thermo-a')
    expect(documentIdOf('Çengel (8th ed).PDF')).toBe('engel-8th-ed-')
    expect(documentIdOf('5.pdf')).toBe('5')
    expect(documentIdOf('???.pdf')).toMatch(/^document-[0-9a-f]{8}$/)
    expect(documentIdOf('???.pdf')).not.toBe(documentIdOf('?.pdf'))
  })

  it('names several documents apart, whatever their files are called', () => {
    expect(distinctIdsOf(['a/y.pdf', 'b/y.pdf', 'y-2.pdf', 'c/y.pdf'])).toEqual(['y', 'y-3', 'y-2', 'y-4'])
  })
})

describe('a list of pages', () => {
  it('is read, sorted and made unique', () => {
    expect(toPageList('5,1-3,2')).toEqual([1, 2, 3, 5])
  })

  it.each(['', '0', '4-2', 'a', '1-'])('is refused when it says “%s”', (text) => {
    expect(() => toPageList(text)).toThrowError(/not a list of pages/)
  })

  it('is refused for its size when it goes on for longer than any PDF', () => {
    expect(() => toPageList('1-4000000000')).toThrowError(/no PDF has that many pages/)
  })
})
