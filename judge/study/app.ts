import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import type { StageTag } from '../../schemas/judge.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { Mark } from '../../schemas/study.ts'
import { KEEP_JS, STUDY_CSS } from './assets.ts'
import { type Desk, markable, rateable, ratingOf } from './desk.ts'
import { casePage, consentPage, messagePage } from './pages.ts'

/** Bytes. A form of ratings is far smaller. */
const MAX_FORM = 64 * 1024
/** Codes given out by one server, so that a script cannot fill the disk. */
const MAX_PARTICIPANTS = 10_000

const CODE = '/p/:code{[A-Za-z0-9_-]{16}}'
const LEFT_OUT = 'Something was left out, or this page was sent before. Please answer what is open.'

export interface StudyParts {
  readonly desk: Desk
  readonly image: ReadImage
  /** Where participants come in from outside, behind a proxy; absent for this machine alone. */
  readonly publicUrl?: string | undefined
}

/** The study as a web application: consent, then for each case blinded marks, then ratings. A participant’s link is all that is needed to go on later. */
export function studyApp({ desk, image, publicUrl }: StudyParts): Hono {
  const app = new Hono()
  const { plan, cases } = desk.study
  const shown = new Set([...cases.values()].flatMap(({ diagrams, reference }) => [...diagrams, ...(reference?.images ?? [])]))
  let joined = 0
  app.use(secured(publicUrl))
  app.use((context, next) =>
    allowed(context, publicUrl) ? next() : Promise.resolve(context.text('This page answers only to its own address.', 403)),
  )
  app.use(bodyLimit({ maxSize: MAX_FORM }))
  app.get('/', (context) => context.html(consentPage(plan)))
  app.post('/join', async (context) => {
    const { consent } = await context.req.parseBody()
    if (consent !== 'yes' || ++joined > MAX_PARTICIPANTS) return context.redirect('/', 303)
    return context.redirect(`/p/${await desk.join()}`, 303)
  })
  app.get(CODE, (context) => stepPage(context, desk, context.req.param('code')))
  app.post(`${CODE}/cases/:id/marks`, async (context) => {
    const { code, id } = context.req.param()
    const stored = await desk.mark(code, id, marksIn(await context.req.parseBody(), desk, id))
    return stored ? context.redirect(`/p/${code}`, 303) : stepPage(context, desk, code, LEFT_OUT)
  })
  app.post(`${CODE}/cases/:id/ratings`, async (context) => {
    const { code, id } = context.req.param()
    const stored = await storeRatings(desk, code, id, await context.req.parseBody())
    return stored ? context.redirect(`/p/${code}`, 303) : stepPage(context, desk, code, LEFT_OUT)
  })
  app.post(`${CODE}/withdraw`, async (context) => {
    await desk.withdraw(context.req.param('code'))
    return context.redirect(`/p/${context.req.param('code')}`, 303)
  })
  app.get('/image/:sha256{[0-9a-f]{64}}', async (context) => {
    const sha256 = context.req.param('sha256')
    const bytes = shown.has(sha256) ? await image(sha256) : undefined
    return bytes ? context.body(new Uint8Array(bytes), 200, { 'content-type': 'image/png' }) : context.notFound()
  })
  app.get('/study.css', (context) => context.body(STUDY_CSS, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/keep.js', (context) => context.body(KEEP_JS, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/katex/katex.min.css', async (context) =>
    context.body(await readFile(join(KATEX, 'katex.min.css'), 'utf8'), 200, { 'content-type': 'text/css' }),
  )
  app.get('/katex/fonts/:font{[A-Za-z0-9_-]+\\.woff2}', async (context) => {
    const font = await readFile(join(KATEX, 'fonts', context.req.param('font'))).catch(() => undefined) // an unknown font is not found
    return font ? context.body(new Uint8Array(font), 200, { 'content-type': 'font/woff2' }) : context.notFound()
  })
  return app
}

const KATEX = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'))

const secured = (publicUrl: string | undefined) =>
  secureHeaders({
    // KaTeX places its glyphs by style attributes; nothing inline may run.
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? 'max-age=31536000' : false,
    referrerPolicy: 'no-referrer',
  })

/** Requests to another host name, and forms sent from another page, are turned away. */
function allowed({ req }: Context, publicUrl: string | undefined): boolean {
  const host = req.header('host') ?? ''
  const known = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host) || (publicUrl !== undefined && host === new URL(publicUrl).host)
  if (!known) return false
  if (req.method === 'GET' || req.method === 'HEAD') return true
  // A form of our own page under no-referrer may say "null"; one from elsewhere is told by Sec-Fetch-Site.
  const origin = req.header('origin')
  const site = req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || origin === 'null' || new URL(origin).host === host
}

function stepPage(context: Context, desk: Desk, code: string, fault?: string): Response | Promise<Response> {
  const { plan } = desk.study
  const step = desk.step(code)
  if (!step)
    return context.html(messagePage(plan, 'Nothing here', 'This link belongs to no participant. Please begin at the first page.'), 404)
  if (step.kind === 'finished') return context.html(messagePage(plan, 'Thank you', 'All your answers are stored. You can close this page.'))
  if (step.kind === 'withdrawn')
    return context.html(messagePage(plan, 'Stopped', 'Your answers will be left out. Thank you for your time.'))
  return context.html(casePage(plan, code, step, fault), fault === undefined ? 200 : 409)
}

type Form = Record<string, unknown>

function marksIn(form: Form, desk: Desk, id: string): Partial<Record<StageTag, Mark>> {
  const studyCase = desk.study.cases.get(id)
  if (!studyCase) return {}
  const marks: Partial<Record<StageTag, Mark>> = {}
  for (const tag of markable(studyCase)) {
    const mark = Mark.safeParse(form[tag])
    if (mark.success) marks[tag] = mark.data
  }
  return marks
}

async function storeRatings(desk: Desk, code: string, id: string, form: Form): Promise<boolean> {
  const studyCase = desk.study.cases.get(id)
  const final = ratingOf(form.final)
  const preferred = (['A', 'B', 'neither'] as const).find((choice) => choice === form.preferred)
  if (!studyCase || final === undefined || preferred === undefined) return false
  const { stages, meta } = rateable(studyCase)
  const rated = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (ratingOf(form[name]) === undefined ? [] : [[name, ratingOf(form[name])]])))
  const comment = typeof form.comment === 'string' ? form.comment.slice(0, 2000) : ''
  return desk.rate(code, id, { stages: rated(stages), meta: rated(meta), final, preferred, comment })
}
