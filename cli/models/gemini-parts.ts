import { createPartFromBase64, createPartFromUri, type GoogleGenAI, type Part } from '@google/genai'
import type { ModelImage } from '../../schemas/model.ts'
import { CallFailure } from './failure.ts'

/** Bytes of base64. The API takes 20 MB a request inline; beyond this the pictures are uploaded first. */
export const MOST_INLINE = 14_000_000

export const bytesOf = (images: readonly ModelImage[]): number => images.reduce((sum, { base64 }) => sum + base64.length, 0)

/** Texts, then pictures: inline, or uploaded where they are too many for that. Throws `CallFailure`. */
export async function partsOf(
  texts: readonly string[],
  images: readonly ModelImage[],
  client: GoogleGenAI,
  signal: AbortSignal,
  inline = bytesOf(images) <= MOST_INLINE,
): Promise<Part[]> {
  const toPart = (image: ModelImage): Part | Promise<Part> =>
    inline ? createPartFromBase64(image.base64, image.mime) : upload(image, client, signal)
  return [...texts.map((text) => ({ text })), ...(await Promise.all(images.map(toPart)))]
}

async function upload({ base64, mime }: ModelImage, client: GoogleGenAI, signal: AbortSignal): Promise<Part> {
  const file = await client.files.upload({
    file: new Blob([Buffer.from(base64, 'base64')], { type: mime }),
    config: { mimeType: mime, abortSignal: signal },
  })
  if (file.uri === undefined) throw new CallFailure({ kind: 'server', detail: 'an upload without an address' })
  return createPartFromUri(file.uri, file.mimeType ?? mime)
}
