import { toPatterns } from '../segment/language/patterns.ts'

/** What is asked about a line near the edge of a page. */
interface NumberLine {
  /** The page, or the small page of a sheet that holds several, counted over the document. */
  readonly sheet: number
  /** Counted from the outermost. */
  readonly row: number
  readonly edge: 'head' | 'foot'
  /** White between its row and the text. */
  readonly white: number
  readonly text: string
}

/** Leadings of white that set a lone page number apart from the text. */
export const APART = 1.4
/** The same at the foot, where labels of a figure may come closer, and where text goes on to a line of its own leading. */
const FOOT_APART = 1.02

/** A page's number at the end of a head: "1/2", "page 3", or behind so many letters that it counts no problems. */
const COUNTED_HEAD = /^(.*?)(\d{1,4})(\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?$/iu
const HEAD_LETTERS = 12

/** A head without the page's number, where it ends in one: two pages of a sheet have the rest in common. */
export function sayingOf({ text, sheet }: Pick<NumberLine, 'text' | 'sheet'>): string {
  const [, before = '', number, total = ''] = COUNTED_HEAD.exec(text) ?? []
  const isSaying = (before.match(/\p{L}/gu)?.length ?? 0) >= HEAD_LETTERS && !countsProblems(before)
  const isPage = Number(number) === sheet && (total !== '' || isSaying)
  return isPage ? `${before}#${total}` : text
}

/** "Short answer question", before a number that is not the page's. */
const countsProblems = (before: string): boolean =>
  toPatterns('und').words.problem.includes(/\p{L}+\s*$/u.exec(before)?.[0].trim().toLowerCase() ?? '')

/** A page's number and nothing else. */
export const PAGE_NUMBER = /^(?:page|p\.|seite|página|pagina|s\.)?\s*[-–—|·]?\s*(\d{1,4})\s*(?:[-–—|·]|(?:\/|of|von|de|sur)\s*\d{1,4})?$/i

/** Says itself that it is a page's number. */
const WORDED = /^(?:page|seite|página|pagina)\s+\d{1,4}(?:\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?$/i

/** Lone numbers, set apart from the text, that grow by one a page; on a single page, one that stands outermost. */
export function pageNumbers<Line extends NumberLine>(candidates: readonly Line[], leading: number): Line[] {
  const numbers = candidates.flatMap((candidate) => {
    const value = PAGE_NUMBER.exec(candidate.text)?.[1]
    return value !== undefined && candidate.row === 0 && candidate.white > (candidate.edge === 'foot' ? FOOT_APART : APART) * leading
      ? [{ candidate, offset: Number(value) - candidate.sheet }]
      : []
  })
  const pages = new Set(candidates.map(({ sheet }) => sheet)).size
  const counts = new Map<number, number>()
  for (const { offset } of numbers) counts.set(offset, (counts.get(offset) ?? 0) + 1)
  const needed = Math.min(2, pages)
  return numbers
    .filter(({ offset, candidate }) => WORDED.test(candidate.text) || (counts.get(offset) ?? 0) >= needed)
    .map(({ candidate }) => candidate)
}
