import type { Formula } from '../../schemas/equation.ts'
import type { ItemPart } from '../../schemas/item.ts'
import type { Line } from '../../schemas/layout.ts'
import { glyphAt } from '../../schemas/layout.ts'
import type { Fragment, PartMark, Passage, Table } from '../../schemas/segment.ts'
import { isBullet } from '../bullets.ts'
import { type Option, optionsOf } from './answers/options.ts'
import type { Book, Sheet } from './book.ts'
import { linePieces } from './line-text.ts'
import { PartPlaces } from './part-places.ts'
import { Writer } from './writer.ts'

/** Leadings of white that end a paragraph where the sentence has ended too. */
const PARAGRAPH_GAP = 1.35
/** Em. A first line is indented by about one em; deeper is a display or another column. */
const INDENT = { from: 0.8, to: 3.5 } as const
const OPTION = /^(?:[A-H][.)]|\([A-H]\))$/
const SENTENCE_END = /[.?!:;)»”"’$|\]]$/

/** Text made of passages, with what was used for it. */
export interface Assembled {
  readonly text: string
  readonly parts: readonly ItemPart[]
  /** In reading order. */
  readonly formulas: readonly Formula[]
  readonly options: readonly Option[]
}

export interface Source {
  readonly passage: Passage
  readonly parts: readonly PartMark[]
  /** Printed marks of footnotes that belong here. */
  readonly notes: ReadonlyMap<string, Passage>
}

/** A character that no text holds, around the number of a part, while text is under way. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKER = new RegExp(`${OPEN}(\\d+)${CLOSE} ?`, 'g')

/** Writes a passage as a careful typist would. */
export async function assemble(source: Source, book: Book): Promise<Assembled> {
  const notes = [...source.notes]
  const pages = [...source.passage, ...notes.flatMap(([, passage]) => passage)].map(({ page }) => page)
  const typist = new Typist(await book.sheets(pages), book, source)
  typist.passage(source.passage)
  for (const [mark, passage] of notes) typist.note(mark, passage)
  return typist.result()
}

class Typist {
  private readonly writer: Writer
  private readonly sheets: ReadonlyMap<number, Sheet>
  private readonly book: Book
  private readonly source: Source
  private readonly written = new Set<Formula>()
  private readonly tables = new Set<Table>()
  private readonly places = new PartPlaces()
  private readonly listed: boolean
  private previous: { fragment: Fragment; line: Line; left: number } | undefined

  constructor(sheets: ReadonlyMap<number, Sheet>, book: Book, source: Source) {
    this.sheets = sheets
    this.book = book
    this.source = source
    this.writer = new Writer(book.vocabulary, book.isEnglish)
    const outer = source.parts.filter(({ depth }) => depth === 0)
    this.listed = outer.length > 0 && outer.filter((part) => this.opensLine(part)).length >= 0.8 * outer.length
  }

  passage(passage: Passage): void {
    for (const fragment of passage) this.fragment(fragment)
    this.writer.paragraph()
  }

  note(mark: string, passage: Passage): void {
    this.writer.paragraph()
    this.previous = undefined
    const note = new Typist(this.sheets, this.book, { passage, parts: [], notes: new Map() })
    note.passage(passage)
    this.writer.block(`[^${mark}]: ${note.writer.toString()}`)
  }

  result(): Assembled {
    const marked = this.writer.toString()
    return {
      text: marked.replace(MARKER, ''),
      parts: this.parts(marked),
      formulas: [...this.written],
      options: optionsOf(marked.replace(MARKER, '')),
    }
  }

  /** Each part from its label to the next one's; a label in a table or figure was not written, and is none. */
  private parts(marked: string): ItemPart[] {
    const pieces = marked.split(MARKER)
    const found = new Map<number, string>()
    for (let at = 1; at < pieces.length; at += 2) found.set(Number(pieces[at]), (pieces[at + 1] ?? '').trim())
    return this.source.parts.flatMap(({ label, depth }, index) => {
      const text = found.get(index)
      const bare = depth > 0 ? (label.split('.').at(-1) ?? label) : label
      return text === undefined ? [] : [{ label: bare, text: withoutLabel(text), spans: this.places.of(index) }]
    })
  }

  private fragment(fragment: Fragment): void {
    const sheet = this.sheets.get(fragment.page)
    const line = sheet?.page.lines[fragment.line]
    if (!sheet || !line || sheet.drawn.has(fragment.line)) return
    const table = sheet.tables.find((one) => one.lines.includes(fragment.line))
    if (table) {
      this.table(table, sheet, line)
      return
    }
    const marks = this.source.parts
      .map((part, index) => ({ part, index }))
      .filter(
        ({ part }) => part.page === fragment.page && part.line === fragment.line && part.from >= fragment.from && part.from < fragment.to,
      )
    this.breakBefore(
      fragment,
      line,
      sheet,
      marks.some(({ part }) => part.from === fragment.from),
    )
    let from = fragment.from
    for (const { part, index } of marks) {
      this.pieces(sheet, line, from, part.from)
      this.writer.line(`${OPEN}${index}${CLOSE}`)
      this.places.begin(index)
      if (part.to - part.from === 1) {
        this.writer.line(`(${part.label})`) // printed bare: "1a"
        this.places.line(sheet, line, part.from, part.to)
      } else this.label(sheet, line, part.from, part.to)
      this.writer.gap()
      from = part.to
    }
    this.pieces(sheet, line, from, fragment.to)
    this.previous = { fragment, line, left: leftOf(sheet, line, fragment.from) }
  }

  /** A label in italics, "a)", reads like a formula and is none. */
  private label(sheet: Sheet, line: Line, from: number, to: number): void {
    const formulaAt = (at: number): Formula | undefined => sheet.formulas.get(line.glyphs[at] ?? -1)
    const own = line.glyphs.slice(from, to).filter((_, at) => formulaAt(from + at) !== formulaAt(to))
    this.pieces(sheet, line, from, to, new Map([...sheet.formulas].filter(([glyph]) => !own.includes(glyph))))
  }

  private pieces(sheet: Sheet, line: Line, from: number, to: number, formulas: Sheet['formulas'] = sheet.formulas): void {
    if (to <= from) return
    this.places.line(sheet, line, from, to)
    const math = {
      formulas,
      written: this.written,
      notes: new Set(this.source.notes.keys()),
      ligatures: this.book.ligatures,
    }
    for (const piece of linePieces(sheet.page, line, from, to, math)) {
      if (piece.display) this.writer.block(piece.text)
      else this.writer.line(piece.text)
    }
  }

  private table(table: Table, sheet: Sheet, line: Line): void {
    if (this.tables.has(table)) return
    this.tables.add(table)
    this.places.block(sheet, line, table.box)
    this.previous = undefined
    const rows = table.rows.map((row) => row.map((cell) => this.cell(cell, sheet)))
    this.writer.block(markdownTable(rows))
  }

  private cell(cell: Passage, sheet: Sheet): string {
    const math = { formulas: sheet.formulas, written: this.written, notes: new Set<string>(), ligatures: this.book.ligatures }
    const texts = cell.flatMap(({ line, from, to }) => {
      const own = sheet.page.lines[line]
      return own ? linePieces(sheet.page, own, from, to, math).map(({ text, display }) => (display ? text.slice(1, -1) : text)) : []
    })
    return texts
      .join(' ')
      .replace(/(?<!\\)\|/g, '\\|')
      .trim()
  }

  private breakBefore(fragment: Fragment, line: Line, sheet: Sheet, isPart: boolean): void {
    const kind = this.breakKind(fragment, line, sheet, isPart)
    if (kind === 'paragraph') this.writer.paragraph()
    else if (kind === 'line') this.writer.newLine()
  }

  /** Whether a new paragraph, list item or line begins here. */
  private breakKind(fragment: Fragment, line: Line, sheet: Sheet, isPart: boolean): 'paragraph' | 'line' | undefined {
    const opening = firstWord(sheet, line, fragment.from)
    const last = this.writer.last.replace(MARKER, '')
    if (isPart && (this.listed || this.writer.isEmpty)) return 'paragraph'
    if (isBullet(opening) && fragment.from === 0) return 'paragraph'
    if (OPTION.test(opening) && fragment.from === 0) return 'line'
    const { previous } = this
    if (!previous || this.writer.isEmpty || !SENTENCE_END.test(last)) return undefined
    if (previous.fragment.page !== fragment.page || previous.line.column !== line.column || previous.line.band !== line.band)
      return undefined
    const step = line.baseline - previous.line.baseline
    const indent = (leftOf(sheet, line, fragment.from) - previous.left) / Math.max(line.size, 1)
    if (step > PARAGRAPH_GAP * Math.max(this.book.leading, line.size) && !this.isFigureBetween(sheet, previous.line, line))
      return 'paragraph'
    return indent > INDENT.from && indent < INDENT.to && /[.?!$]$/.test(last) ? 'paragraph' : undefined
  }

  private isFigureBetween(sheet: Sheet, above: Line, below: Line): boolean {
    return sheet.figures.some(({ box }) => box.top > above.box.top && box.bottom < below.box.bottom)
  }

  private opensLine(part: PartMark): boolean {
    return this.source.passage.some(({ page, line, from }) => page === part.page && line === part.line && from === part.from)
  }
}

const leftOf = (sheet: Sheet, line: Line, from: number): number => {
  const index = line.glyphs[from]
  return index === undefined ? line.box.left : glyphAt(sheet.page, index).ink.left
}

function firstWord(sheet: Sheet, line: Line, from: number): string {
  let word = ''
  for (let at = from; at < line.glyphs.length && at < from + 4; at++) {
    const glyph = glyphAt(sheet.page, line.glyphs[at] ?? -1)
    if (at > from && (glyph.space || glyph.gap > 0.3 * line.size)) break
    word += glyph.text
  }
  return word
}

const withoutLabel = (text: string): string =>
  text.replace(/^(?:\p{L}+\s+)?[([]?[a-z\d]{1,4}(?:\.\d{1,2})?[\])]?[.:)]{0,2}\s+/iu, '').trim()

const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...body.map(row)].join('\n')
}
