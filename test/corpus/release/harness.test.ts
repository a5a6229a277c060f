import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TSV_COLUMNS, tsvLine } from '../../../corpus/release/harness.ts'
import { type Release, readRelease } from '../../../corpus/release/read.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

/** Reads tab-separated text as pandas does by default: quotes may enclose tabs and line ends, and are doubled inside. */
function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted] = [[] as string[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quoted && character === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"' && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && character === '\t') {
      row.push(cell)
      cell = ''
    } else if (!quoted && character === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += character
  }
  return rows
}

/** How the harness tells one value from several: a bracketed list of quoted strings. */
const toList = (text: string): string[] =>
  text.startsWith('[') && text.endsWith(']')
    ? text
        .slice(1, -1)
        .split(',')
        .map((part) => part.slice(1, -1))
    : [text]

let folder: string
let release: Release
const pictures = new Pictures()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harness-'))
  const items = [
    item('1', { diagrams: [diagram(await pictures.add(1))] }),
    item('2', {
      diagrams: [diagram(await pictures.add(2)), diagram(await pictures.add(3))],
      question: { text: 'A "quoted"\tword.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |', parts: [], spans: [] },
    }),
    item('3', {
      question: {
        text: 'Which one is it?',
        parts: [],
        options: [
          { label: 'A', text: 'this' },
          { label: 'B', text: 'that' },
        ],
        spans: [],
      },
    }),
  ]
  const written = await writeRelease(releaseInput(folder, items, { image: pictures.read }))
  release = await readRelease(written.folder)
})
afterAll(() => rm(folder, { recursive: true }))

describe('the TSV for VLMEvalKit', () => {
  it('comes back with texts, answers and pictures as they went in, without items that have no picture', async () => {
    const [head, ...rows] = parseTsv(await readFile(join(release.folder, 'harness/vlmevalkit.tsv'), 'utf8'))
    expect(head).toEqual([...TSV_COLUMNS])
    const records = rows.map((row) => Object.fromEntries(TSV_COLUMNS.map((name, index) => [name, row[index] ?? ''])))
    expect(records.map(({ id }) => id)).toEqual(['fluid-mechanics/book/1', 'fluid-mechanics/book/2'])
    for (const [index, record] of records.entries()) {
      const source = release.items[index]
      expect(record.question).toBe(source?.question.text)
      expect(record.answer).toBe('12.4 kPa')
      expect(toList(record.image ?? '').map((base64) => Buffer.from(base64, 'base64'))).toEqual(
        source?.diagrams.map(({ sha256 }) => Buffer.from(pictures.bytes.get(sha256) ?? [])),
      )
      expect(toList(record.image_path ?? '')).toEqual(source?.diagrams.map(({ sha256 }) => `${sha256}.png`))
      expect(record.canary).toBe(release.manifest.canary)
    }
    expect(new Set(records.map(({ index }) => index)).size).toBe(records.length)
  })

  it('keeps any text through the round trip', () => {
    const [first] = release.items
    if (!first) throw new Error('There is no item.')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\t', '\n', '\\', "'", '[', ']', 'a', ' ', 'é') }), (text) => {
        const line = tsvLine({ ...first, question: { ...first.question, text } }, 0, () => new Uint8Array([1])) ?? ''
        expect(parseTsv(line)).toHaveLength(1)
        expect(parseTsv(line)[0]?.[2]).toBe(text)
      }),
    )
  })

  it('leaves an item out whose pictures are not all shipped', () => {
    const [first] = release.items
    if (!first) throw new Error('There is no item.')
    expect(tsvLine(first, 0, () => null)).toBeUndefined()
  })
})

describe('the dataset for Inspect', () => {
  it('has a sample an item, with pictures by path beside it, target, and choices where there are any', async () => {
    const lines = (await readFile(join(release.folder, 'inspect.jsonl'), 'utf8')).trim().split('\n')
    const samples = lines.map((line) => JSON.parse(line))
    expect(samples.map(({ id }) => id)).toEqual(release.items.map(({ id }) => id))
    for (const [index, sample] of samples.entries()) {
      const [message] = sample.input
      const source = release.items[index]
      expect(message.role).toBe('user')
      expect(message.content[0]).toEqual({ type: 'text', text: source?.question.text })
      expect(message.content.slice(1)).toEqual(source?.diagrams.map(({ file }) => ({ type: 'image', image: file })))
      for (const { image } of message.content.slice(1)) expect(await readFile(join(release.folder, image))).toBeDefined()
      expect(sample.metadata.canary).toBe(release.manifest.canary)
    }
    expect(samples[2].choices).toEqual(['this', 'that'])
    expect(samples[0].choices).toBeUndefined()
  })
})
