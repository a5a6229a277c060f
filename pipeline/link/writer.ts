import { restoreLigatures } from './ligatures.ts'
import { joinHyphen, type Vocabulary } from './words.ts'

/** Letters and punctuation of scripts that put no white between words, nor between lines. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3011\uFF01-\uFF5E]`
const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u')
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u')

/** Builds Markdown, paragraph by paragraph, from what a typist reads line by line. */
export class Writer {
  private readonly blocks: string[] = []
  private current = ''
  private isApart = false
  private readonly vocabulary: Vocabulary
  private readonly isEnglish: boolean

  constructor(vocabulary: Vocabulary, isEnglish: boolean) {
    this.vocabulary = vocabulary
    this.isEnglish = isEnglish
  }

  /** Ends the paragraph. */
  paragraph(): void {
    this.isApart = false
    const text = this.current.trim()
    if (text !== '') this.blocks.push(restoreLigatures(text, this.vocabulary))
    this.current = ''
  }

  /** Ends the line but not the paragraph: options, items of a tight list. */
  newLine(): void {
    if (this.current.trim() !== '') this.current = `${this.current.trimEnd()}\n`
  }

  /** Text of a line that goes on with the paragraph; a hyphen at the end of what is there is undone where that is right. */
  line(text: string): void {
    if (text === '') return
    const isApart = this.isApart
    this.isApart = false
    if (isApart && !/\s$/.test(this.current)) this.current += ` ${text}`
    else if (/\p{L}[-‐\u00AD]$/u.test(this.current) && /^\p{L}/u.test(text))
      this.current = joinHyphen(this.current, text, this.vocabulary, this.isEnglish)
    else if (this.current === '' || this.current.endsWith('\n')) this.current += text
    else if (UNSPACED_END.test(this.current) && UNSPACED_START.test(text)) this.current += text
    else if (/[—–/]$/.test(this.current) && /\p{L}[—–/]$/u.test(this.current)) this.current += text
    else this.current += ` ${text}`
  }

  /** White goes before what comes next, whatever stands before it: the slash of "a/" joins nothing. */
  gap(): void {
    this.isApart = /[—–/]$/.test(this.current)
  }

  /** A block of its own: a display, a table. */
  block(text: string): void {
    this.paragraph()
    this.blocks.push(text)
  }

  get last(): string {
    return this.current === '' ? (this.blocks.at(-1) ?? '') : this.current
  }

  get isEmpty(): boolean {
    return this.blocks.length === 0 && this.current.trim() === ''
  }

  toString(): string {
    this.paragraph()
    return this.blocks.join('\n\n')
  }
}
