import { createHash } from 'node:crypto'
import { createPartFromBase64, createPartFromUri, type GoogleGenAI, type Part } from '@google/genai'
import { LRUCache } from 'lru-cache'
import type { ModelImage } from '../../schemas/model.ts'
import { CallFailure } from './failure.ts'

/** Bytes of base64. The API takes 20 MB a request inline; beyond this the pictures are uploaded first. */
export const MOST_INLINE = 14_000_000

/** Milliseconds. The Files API keeps a file for 48 hours; a batch that refers to it may run for one day. */
const UPLOAD_LIFE = 20 * 3_600_000

/** Uploads remembered. */
const MOST_UPLOADS = 10_000

export const bytesOf = (images: readonly ModelImage[]): number => images.reduce((sum, { base64 }) => sum + base64.length, 0)

/** How a picture goes into a request. */
export type ToPart = (image: ModelImage, signal: AbortSignal) => Part | Promise<Part>

export const inlinePart: ToPart = ({ base64, mime }) => createPartFromBase64(base64, mime)

/** Uploads pictures and refers to them; the same picture goes up once. Throws `CallFailure`. */
export function uploads(client: GoogleGenAI): ToPart {
  const known = new LRUCache<string, Part, { image: ModelImage; signal: AbortSignal }>({
    max: MOST_UPLOADS,
    ttl: UPLOAD_LIFE,
    fetchMethod: (_key, _old, { context: { image, signal } }) => upload(image, client, signal),
  })
  return (image, signal) =>
    known.forceFetch(createHash('sha256').update(image.mime).update(image.base64).digest('hex'), { context: { image, signal } })
}

/** Texts, then pictures. */
export const partsOf = async (
  texts: readonly string[],
  images: readonly ModelImage[],
  toPart: (image: ModelImage) => Part | Promise<Part>,
): Promise<Part[]> => [...texts.map((text) => ({ text })), ...(await Promise.all(images.map(toPart)))]

async function upload({ base64, mime }: ModelImage, client: GoogleGenAI, signal: AbortSignal): Promise<Part> {
  const file = await client.files.upload({
    file: new Blob([Buffer.from(base64, 'base64')], { type: mime }),
    config: { mimeType: mime, abortSignal: signal },
  })
  if (file.uri === undefined) throw new CallFailure({ kind: 'server', detail: 'an upload without an address' })
  return createPartFromUri(file.uri, file.mimeType ?? mime)
}
