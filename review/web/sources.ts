import { z } from 'zod'
import type { Item } from '../../schemas/item.ts'
import type { SourceFile } from '../../schemas/review.ts'
import { CropAnswer, PagesAnswer, TopicsAnswer } from '../../schemas/review-api.ts'
import { get, send } from './api.ts'

/** Dots an inch of a page at rest, and of one that is looked at closely. */
export const RESOLUTIONS = { rest: 110, close: 220 } as const

/** Where a page’s picture is; the version makes a changed file a new address. */
export const pageAddress = ({ source }: Item, file: SourceFile, page: number, dpi: number = RESOLUTIONS.rest): string => {
  const version = (file === 'solutions' ? source.solutionsSha256 : source.sha256) ?? source.sha256
  return `/api/page/${encodeURIComponent(source.document)}/${file}/${page}?dpi=${dpi}&v=${version.slice(0, 12)}`
}

export const imageAddress = (sha256: string): string => `/api/image/${sha256}`

export const solutionFile = ({ source }: Item): SourceFile => (source.solutionsSha256 === null ? 'document' : 'solutions')

const sizes = new Map<string, Promise<z.infer<typeof PagesAnswer>>>()

/** Sizes of a file’s pages, in points. */
export function pageSizes(document: string, file: SourceFile): Promise<z.infer<typeof PagesAnswer>> {
  const key = `${document}/${file}`
  const known = sizes.get(key) ?? get(`/api/pages/${encodeURIComponent(document)}/${file}`, PagesAnswer)
  sizes.set(key, known)
  known.catch(() => sizes.delete(key)) // asked again the next time
  return known
}

const topics = new Map<string, Promise<TopicsAnswer>>()

/** The master topics of a subject. */
export function topicsOf(subject: string): Promise<TopicsAnswer> {
  const known = topics.get(subject) ?? get(`/api/topics/${encodeURIComponent(subject)}`, TopicsAnswer)
  topics.set(subject, known)
  known.catch(() => topics.delete(subject)) // asked again the next time
  return known
}

export interface Spot {
  readonly page: number
  readonly bbox: [number, number, number, number]
}

/** Cuts a picture anew on the server. */
export const cutCrop = (document: string, { page, bbox }: Spot, file: SourceFile = 'document') =>
  send('POST', '/api/crop', { document, file, page, bbox }, CropAnswer)

/** What stands in a box, as far as it can be read. */
export const readBox = async (document: string, { page, bbox }: Spot, file: SourceFile = 'document'): Promise<string> =>
  (await send('POST', '/api/read', { document, file, page, bbox }, z.object({ text: z.string() }))).text.trim()
