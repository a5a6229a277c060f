import { Hono } from 'hono'
import { z } from 'zod'
import { QueueFilter, Reading, Restructure } from '../../schemas/review.ts'
import type { LeaseAnswer, QueueAnswer } from '../../schemas/review-api.ts'
import { claim, claimNext, seesAll, unclaim } from '../claims.ts'
import { dropDraft, saveDraft } from '../drafts.ts'
import { dependsOn, readingOf } from '../filter.ts'
import { countQueue, listQueue, neighbours } from '../queue.ts'
import { restructure } from '../restructure.ts'
import { flag, Submission, submit, undo } from '../submit.ts'
import { itemView } from '../view.ts'
import type { ServerParts, Signed, SignedContext } from './context.ts'
import { Remembered } from './remembered.ts'

/** Characters of a draft as JSON. Twenty times the longest problem that we have seen. */
const MAX_DRAFT = 400_000

const PageQuery = z.object({
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  around: z.string().max(300).optional(),
})
const Named = z.strictObject({ item: z.string().max(300), reading: Reading.default('first') })
const Next = z.strictObject({ filter: z.record(z.string(), z.string()), skip: z.array(z.string()).max(2000).default([]) })
const Flag = z.strictObject({ item: z.string().max(300), on: z.boolean(), note: z.string().max(4000).default('') })
const Draft = z.strictObject({ item: z.string().max(300), content: z.json() })

const viewerOf = (context: SignedContext) => ({ name: context.var.session.name, seesAll: seesAll(context.var.session) })

/** The queue and the work on its items. */
export function work({ review }: ServerParts): Hono<Signed> {
  const app = new Hono<Signed>()
  const totals = new Remembered<number>()

  app.get('/queue', async (context) => {
    const { after, limit, around, ...rest } = context.req.query()
    const page = PageQuery.parse({ after, limit, around })
    const filter = QueueFilter.parse(rest)
    const viewer = viewerOf(context)
    if (page.around !== undefined) {
      const rows = await neighbours(review, page.around, viewer, page.limit)
      return context.json({ rows: [...rows], next: null, total: rows.length } satisfies QueueAnswer)
    }
    const found = await listQueue(review, filter, viewer, { after: page.after ?? null, limit: page.limit })
    const total = await totals.get(JSON.stringify([filter, dependsOn(filter, viewer)]), () => countQueue(review, filter, viewer))
    return context.json({ rows: [...found.rows], next: found.next, total } satisfies QueueAnswer)
  })

  app.get('/item', async (context) => {
    const { id, reading } = z.object({ id: z.string().max(300), reading: Reading.optional() }).parse(context.req.query())
    return context.json(await itemView(review, id, reading, context.var.session))
  })

  app.post('/claim', async (context) => {
    const { item, reading } = Named.parse(await context.req.json())
    const lease: LeaseAnswer = await claim(review, item, reading, context.var.session)
    return context.json(lease)
  })

  app.post('/claim-next', async (context) => {
    const { filter, skip } = Next.parse(await context.req.json())
    const asked = QueueFilter.parse(filter)
    return context.json((await claimNext(review, asked, readingOf(asked), context.var.session, new Set(skip))) ?? null)
  })

  app.post('/unclaim', async (context) => {
    const { item, reading } = Named.parse(await context.req.json())
    await unclaim(review, item, reading, context.var.session)
    return context.json({ ok: true })
  })

  app.post('/submit', async (context) =>
    context.json(await submit(review, Submission.parse(await context.req.json()), context.var.session)),
  )

  app.post('/undo', async (context) => {
    const { item } = Named.parse(await context.req.json())
    return context.json({ items: await undo(review, item, context.var.session) })
  })

  app.post('/flag', async (context) => {
    const { item, on, note } = Flag.parse(await context.req.json())
    await flag(review, item, on, note, context.var.session)
    return context.json({ ok: true })
  })

  app.post('/restructure', async (context) =>
    context.json({ items: await restructure(review, Restructure.parse(await context.req.json()), context.var.session) }),
  )

  app.put('/draft', async (context) => {
    const { item, content } = Draft.parse(await context.req.json())
    if (JSON.stringify(content).length > MAX_DRAFT) return context.json({ tooLong: MAX_DRAFT }, 413)
    await saveDraft(review, { item, reader: context.var.session.name, content })
    return context.json({ ok: true })
  })

  app.delete('/draft', async (context) => {
    const { item } = Named.parse(context.req.query())
    await dropDraft(review.db, item, context.var.session.name)
    return context.json({ ok: true })
  })

  return app
}
