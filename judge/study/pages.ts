import { escapeHtml, toHtml } from '../../corpus/release/markdown.ts'
import { META_CHECKS, type MetaResult, type StageResult, type StageTag } from '../../schemas/judge.ts'
import { Mark, type StudyCase, type StudyPlan } from '../../schemas/study.ts'
import { stageRule } from '../stages.ts'
import { markable, rateable, type Step } from './desk.ts'

/** A page of the study; everything of ours on it is escaped, everything else went through the Markdown of items. */
const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/katex/katex.min.css">
<link rel="stylesheet" href="/study.css">
<script src="/keep.js" defer></script>
</head>
<body>${body}</body>
</html>
`

export const consentPage = ({ title, consent, contact, casesEach }: StudyPlan): string =>
  page(
    title,
    `<main class="narrow"><h1>${escapeHtml(title)}</h1>
${toHtml(consent)}
<ul><li>You will look at ${casesEach} worked solutions, each in two steps.</li>
<li>Nobody asks who you are: your answers are kept under a random code. You can stop at any time, and have your answers left out.</li>
<li>Questions: ${escapeHtml(contact)}</li></ul>
<form method="post" action="/join"><label class="check"><input type="checkbox" name="consent" value="yes" required> I have read this and agree to take part.</label>
<button>Begin</button></form></main>`,
  )

export const messagePage = (plan: StudyPlan, heading: string, text: string): string =>
  page(plan.title, `<main class="narrow"><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p></main>`)

type CaseStep = Extract<Step, { kind: 'mark' | 'rate' }>

export function casePage(plan: StudyPlan, participant: string, step: CaseStep, fault?: string): string {
  const { studyCase, done, total, kind } = step
  const share = Math.round((100 * (2 * done + (kind === 'rate' ? 1 : 0))) / (2 * total))
  return page(
    plan.title,
    `<header><strong>${escapeHtml(plan.title)}</strong><span>Solution ${done + 1} of ${total} · step ${kind === 'mark' ? '1' : '2'} of 2</span>
<progress max="100" value="${share}" aria-label="progress">${share} %</progress>
<form method="post" action="/p/${participant}/withdraw"><button class="plain">Stop and leave my answers out</button></form></header>
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<div class="columns"><section class="task" aria-label="Problem and reference">${problemHtml(studyCase)}</section>
<section aria-label="Solution">${kind === 'mark' ? markForm(participant, studyCase) : rateForm(participant, step)}</section></div>`,
  )
}

const picture = (sha256: string, alt: string): string => `<img src="/image/${sha256}" alt="${escapeHtml(alt)}">`

const problemHtml = ({ question, diagrams, reference }: StudyCase): string =>
  `<h2>Problem</h2>${toHtml(question)}${diagrams.map((sha256, index) => picture(sha256, `Diagram ${index + 1} of the problem`)).join('')}
<h2>Reference solution</h2>${reference ? `${toHtml(reference.text)}${reference.images.map((sha256, index) => picture(sha256, `Page ${index + 1} of the reference solution`)).join('')}` : '<p>None is available.</p>'}`

const nameOf = (tag: string): string => tag.toLowerCase().replaceAll('_', ' ')

const choices = (name: string, legend: string, options: readonly (readonly [string, string])[]): string =>
  `<fieldset><legend>${escapeHtml(legend)}</legend>${options
    .map(
      ([value, label]) =>
        `<label><input type="radio" name="${escapeHtml(name)}" value="${escapeHtml(value)}" required> ${escapeHtml(label)}</label>`,
    )
    .join('')}</fieldset>`

const MARK_LABELS: Readonly<Record<Mark, string>> = { right: 'right', wrong: 'wrong', 'cannot-tell': 'cannot tell' }

function markForm(participant: string, studyCase: StudyCase): string {
  const stages = markable(studyCase).map(
    (tag) =>
      `<article><h3>${escapeHtml(nameOf(tag))}</h3><p class="asks">${escapeHtml(stageRule(tag).asks)}</p><div class="text">${toHtml(studyCase.stages[tag] ?? '')}</div>${choices(
        tag,
        'This stage is',
        Mark.options.map((mark) => [mark, MARK_LABELS[mark]] as const),
      )}</article>`,
  )
  return `<h2>Is each stage right?</h2><p>Judge by the problem and the reference. Another correct way is right; an error that only follows from an earlier stage counts there, not here.</p>
<form method="post" action="/p/${participant}/cases/${studyCase.id}/marks" data-keep>${stages.join('')}<button>Store marks and go on</button></form>`
}

const RATINGS = [
  ['2', 'much too low'],
  ['1', 'too low'],
  ['0', 'right'],
  ['-1', 'too high'],
  ['-2', 'much too high'],
] as const

function rateForm(participant: string, { studyCase, propagatedIsA }: CaseStep): string {
  const { stages, meta } = rateable(studyCase)
  const [a, b] = propagatedIsA ? [studyCase.propagated, studyCase.plain] : [studyCase.plain, studyCase.propagated]
  return `<h2>Are these scores right?</h2><p>An automatic judge gave the scores below, out of 10, with its reasons.</p>
<form method="post" action="/p/${participant}/cases/${studyCase.id}/ratings" data-keep>
${stages.map((tag) => `<article><h3>${escapeHtml(nameOf(tag))}: ${scoreOf(studyCase.results[tag])}</h3>${stageReasons(tag, studyCase)}${choices(tag, 'This score is', RATINGS)}</article>`).join('')}
${META_CHECKS.filter((check) => meta.includes(check))
  .map(
    (check) =>
      `<article><h3>${escapeHtml(nameOf(check))}: ${metaScore(studyCase.meta[check])}</h3>${metaReasons(studyCase.meta[check])}${choices(check, 'This score is', RATINGS)}</article>`,
  )
  .join('')}
<article><h3>Total: ${studyCase.final.toFixed(1)}</h3>${choices('final', 'This total is', RATINGS)}</article>
<article><h3>Two ways to add the stages up</h3><p><b>A</b> gives ${a.toFixed(1)}, <b>B</b> gives ${b.toFixed(1)}.</p>${choices(
    'preferred',
    'Closer to what the solution is worth is',
    [
      ['A', 'A'],
      ['B', 'B'],
      ['neither', 'neither, or no difference'],
    ],
  )}</article>
<label class="comment">Anything to add? Please nothing that says who you are.<textarea name="comment" rows="3" maxlength="2000"></textarea></label>
<button>Store ratings and go on</button></form>`
}

const scoreOf = (result: StageResult): string => (result.state === 'scored' ? result.raw.toFixed(1) : result.state)
const metaScore = (result: MetaResult): string => (result.state === 'scored' ? result.score.toFixed(1) : 'unscored')

function stageReasons(tag: StageTag, { results, stages }: StudyCase): string {
  const result = results[tag]
  if (result.state !== 'scored') return ''
  const reasons = [
    ...result.errors.map(({ severity, description }) => `<li><b>${severity}</b> ${toHtml(description)}</li>`),
    ...result.fatal.map(({ type, description }) => `<li><b>${escapeHtml(nameOf(type))}</b> ${toHtml(description)}</li>`),
  ]
  return `<details><summary>What the solution says</summary><div class="text">${toHtml(stages[tag] ?? '')}</div></details>
${reasons.length > 0 ? `<ul class="reasons">${reasons.join('')}</ul>` : '<p>No errors found.</p>'}<div class="why">${toHtml(result.justification)}</div>`
}

function metaReasons(result: MetaResult): string {
  if (result.state !== 'scored') return ''
  const found = result.found.length > 0 ? `<ul class="reasons">${result.found.map((one) => `<li>${toHtml(one)}</li>`).join('')}</ul>` : ''
  return `${found}<div class="why">${toHtml(result.justification)}</div>`
}
