import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DocumentId, Sha256, SubjectId } from '../../schemas/document.ts'
import { BBox, fromBBox } from '../../schemas/geometry.ts'
import type { SourceFile } from '../../schemas/review.ts'
import { invalid } from '../refusals.ts'
import type { ServerParts, Signed } from './context.ts'

/** Resolutions that may be asked for; a closed list keeps the cache useful and a stranger from asking for gigapixels. */
const DPI = [72, 110, 160, 220] as const

/** Bytes of rendered pages kept in memory. */
const PAGE_CACHE = 96 * 2 ** 20

/** Milliseconds for which a file's page sizes are not asked for again: opening a PDF to count its pages takes longer than drawing one. */
const SIZES_AGE = 60_000

/** Seconds. Pictures are named by content or by a version in the address, so a browser may keep them. */
const KEEP = 86_400

const File = z.enum(['document', 'solutions'])
const PageAsked = z.object({
  document: DocumentId,
  file: File,
  page: z.coerce.number().int().min(1).max(100_000),
  dpi: z.coerce
    .number()
    .pipe(z.union(DPI.map((value) => z.literal(value))))
    .default(110),
})
const BoxAsked = z.strictObject({ document: DocumentId, file: File.default('document'), page: z.int().min(1), bbox: BBox })

/** Pages, crops and topic lists. */
export function pictures({ review, sources }: ServerParts): Hono<Signed> {
  const app = new Hono<Signed>()
  const cache = new LRUCache<string, Uint8Array, z.infer<typeof PageAsked>>({
    maxSize: PAGE_CACHE,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _old, { context: { document, page, dpi, file } }) => sources.renderPage(document, page, dpi, file),
  })
  const sizes = new LRUCache<string, Awaited<ReturnType<typeof sources.pages>>, Pick<z.infer<typeof PageAsked>, 'document' | 'file'>>({
    max: 500,
    ttl: SIZES_AGE,
    fetchMethod: (_key, _old, { context: { document, file } }) => sources.pages(document, file),
  })
  const sizesOf = (document: string, file: SourceFile) => sizes.forceFetch(`${document} ${file}`, { context: { document, file } })
  const known = async (document: string) => {
    const row = await review.db.selectFrom('items').select('id').where('document', '=', document).limit(1).executeTakeFirst()
    if (!row) throw invalid('There is no such document in the queue.', 'Extract it first.')
  }

  app.get('/pages/:document/:file', async (context) => {
    const { document, file } = PageAsked.pick({ document: true, file: true }).parse(context.req.param())
    await known(document)
    const pages = await sizesOf(document, file)
    return context.json(pages.map(({ width, height }) => ({ width, height })))
  })

  app.get('/page/:document/:file/:page', async (context) => {
    const asked = PageAsked.parse({ ...context.req.param(), dpi: context.req.query('dpi') })
    const { document, file, page, dpi } = asked
    await known(document)
    await inRange(document, file, page)
    return png(context, await cache.forceFetch(`${document} ${file} ${page} ${dpi}`, { context: asked }))
  })

  app.get('/image/:sha256', async (context) => {
    const bytes = await sources.image(Sha256.parse(context.req.param('sha256')))
    return bytes ? png(context, bytes) : context.notFound()
  })

  app.post('/crop', async (context) => {
    const { document, file, page, bbox } = BoxAsked.parse(await context.req.json())
    await known(document)
    await inRange(document, file, page)
    const { crop } = await sources.cutCrop(document, page, fromBBox(bbox), file)
    return context.json(crop)
  })

  app.post('/read', async (context) => {
    const { document, file, page, bbox } = BoxAsked.parse(await context.req.json())
    await known(document)
    await inRange(document, file, page)
    return context.json({ text: (await sources.readText?.(document, page, fromBBox(bbox), file)) ?? '' })
  })

  app.get('/topics/:subject', async (context) => {
    const topics = await sources.topics(SubjectId.parse(context.req.param('subject')))
    return context.json(topics.map(({ id, name }) => ({ id, name })))
  })

  async function inRange(document: string, file: SourceFile, page: number): Promise<void> {
    const { length } = await sizesOf(document, file)
    if (page > length) throw invalid(`The file has ${length} pages.`, 'Ask for one of them.')
  }

  return app
}

function png(context: Context, bytes: Uint8Array): Response {
  context.header('Cache-Control', `private, max-age=${KEEP}`)
  context.header('Content-Type', 'image/png')
  return context.body(new Uint8Array(bytes))
}
