import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { QueueFilter, ReviewPolicy, Role } from '../../schemas/review.ts'
import type { Me } from '../../schemas/review-api.ts'
import { agreement } from '../agreement.ts'
import { approveBulk, bulkPlan, planBulk } from '../bulk.ts'
import { exportEvents } from '../exchange.ts'
import { changePerson, invite, people, recordAct, stateQualification } from '../people.ts'
import { type Progress, progress } from '../progress.ts'
import { refresh } from '../store/items.ts'
import { CHUNK } from '../store/log.ts'
import type { Review } from '../store/open.ts'
import { readPolicy, writePolicy } from '../store/settings.ts'
import { atLeast, type ServerParts, type Signed } from './context.ts'
import { Remembered } from './remembered.ts'

/** Acts shown at a time. */
const AUDIT_LINES = 200

const Filtered = z.strictObject({ filter: z.record(z.string(), z.string()) })
const View = z.strictObject({ name: z.string().trim().min(1).max(60), query: z.string().max(1000) })
const Invitation = z.strictObject({ role: Role, person: z.string().max(100).optional() })
const Change = z.strictObject({ name: z.string().max(100), role: Role.optional(), disabled: z.boolean().optional() })

/** Progress, protocol, people and what curators do. */
export function manage(parts: ServerParts): Hono<Signed> {
  const { review } = parts
  const app = new Hono<Signed>()
  const counts = new Remembered<Progress>()

  app.get('/me', async (context) => {
    const { name, role, csrf } = context.var.session
    const person = await review.db.selectFrom('people').select('qualification').where('name', '=', name).executeTakeFirst()
    const me: Me = { name, role, csrf, team: parts.team, qualification: person?.qualification ?? '', policy: await readPolicy(review.db) }
    return context.json(me)
  })

  app.put('/me', async (context) => {
    const { qualification } = z.strictObject({ qualification: z.string().max(500) }).parse(await context.req.json())
    await stateQualification(review, context.var.session.name, qualification)
    return context.json({ ok: true })
  })

  app.get('/progress', async (context) => context.json(await counts.get('', () => progress(review))))

  app.get('/views', async (context) => {
    const rows = await review.db
      .selectFrom('views')
      .select(['name', 'query'])
      .where('person', '=', context.var.session.name)
      .orderBy('name')
      .execute()
    return context.json(rows)
  })

  app.put('/views', async (context) => {
    const { name, query } = View.parse(await context.req.json())
    const row = { person: context.var.session.name, name, query }
    await review.db
      .insertInto('views')
      .values(row)
      .onConflict((conflict) => conflict.columns(['person', 'name']).doUpdateSet({ query }))
      .execute()
    return context.json({ ok: true })
  })

  app.delete('/views', async (context) => {
    const { name } = z.object({ name: z.string().max(60) }).parse(context.req.query())
    await review.db.deleteFrom('views').where('person', '=', context.var.session.name).where('name', '=', name).execute()
    return context.json({ ok: true })
  })

  curating(app, parts)
  administering(app, parts)
  return app
}

function curating(app: Hono<Signed>, { review }: ServerParts): void {
  app.get('/agreement', atLeast('adjudicator'), async (context) => context.json(await agreement(review.db)))

  app.put('/policy', atLeast('curator'), async (context) => {
    const policy = ReviewPolicy.parse(await context.req.json())
    await writePolicy(review.db, policy)
    await recordAct(review, context.var.session.name, 'policy', { ...policy, protocol: `${policy.protocol.length} characters` })
    await refreshAll(review)
    return context.json({ ok: true })
  })

  app.post('/bulk', atLeast('curator'), async (context) => {
    const { filter } = Filtered.parse(await context.req.json())
    return context.json(await planBulk(review, QueueFilter.parse(filter), context.var.session))
  })

  app.get('/bulk/:id', atLeast('curator'), async (context) => context.json(await bulkPlan(review, context.req.param('id') ?? '')))

  app.post('/bulk/:id', atLeast('curator'), async (context) =>
    context.json(await approveBulk(review, context.req.param('id') ?? '', context.var.session)),
  )

  app.get('/export', atLeast('curator'), async (context) => {
    context.header('Content-Type', 'application/jsonl; charset=utf-8')
    context.header('Content-Disposition', 'attachment; filename="review.jsonl"')
    return stream(context, async (out) => {
      for await (const line of exportEvents(review)) await out.write(line)
    })
  })
}

function administering(app: Hono<Signed>, { review, publicUrl }: ServerParts): void {
  app.get('/people', atLeast('admin'), async (context) => context.json(await people(review.db)))

  app.post('/invitations', atLeast('admin'), async (context) => {
    const { role, person } = Invitation.parse(await context.req.json())
    const token = await invite(review, role, context.var.session.name, person)
    const base = publicUrl ?? `http://${context.req.header('host')}`
    return context.json({ link: new URL(`/#join=${token}`, base).href })
  })

  app.patch('/people', atLeast('admin'), async (context) => {
    const { name, ...change } = Change.parse(await context.req.json())
    await changePerson(review, name, change, context.var.session.name)
    return context.json({ ok: true })
  })

  app.get('/audit', atLeast('admin'), async (context) => {
    const rows = await review.db
      .selectFrom('audit')
      .select(['at', 'by', 'act', 'detail'])
      .orderBy('seq', 'desc')
      .limit(AUDIT_LINES)
      .execute()
    return context.json(rows)
  })
}

/** A new share of second readings changes which items want one. */
async function refreshAll(review: Review): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await review.db.selectFrom('items').select('id').where('id', '>', after).orderBy('id').limit(CHUNK).execute()
    const last = rows.at(-1)
    if (!last) return
    await review.db.transaction().execute((tx) =>
      refresh(
        tx,
        rows.map(({ id }) => id),
      ),
    )
    after = last.id
  }
}
