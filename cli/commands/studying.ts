import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { agreement } from '../../judge/analysis/agreement.ts'
import { errors } from '../../judge/analysis/errors.ts'
import { createStudy } from '../../judge/study/plan.ts'
import { studyResults } from '../../judge/study/results.ts'
import { serveStudy } from '../../judge/study/serve.ts'
import type { DefineCommand } from '../define.ts'
import { toNatural } from '../option-values.ts'
import { type ExitCode, type Session, show } from '../session.ts'
import { releaseFolder } from './verify.ts'

interface AnalysisOptions {
  readonly out: string
  readonly seed?: string
}

interface StudyChoice {
  readonly out: string
  readonly title: string
  readonly consent: string
  readonly contact: string
  readonly casesEach: number
  readonly cases?: number
  readonly seed: string
}

export const errorsCommand: DefineCommand = (parent, does) => {
  parent
    .command('errors')
    .description('which mistakes solvers make, where, and together with which')
    .argument('<release>', 'folder or version of the release')
    .argument('<run...>', 'folders that `judge` wrote')
    .requiredOption('--out <dir>', 'where errors.html, errors.json and the tables go')
    .option('--seed <text>', 'seed of the bootstrap')
    .addHelpText('after', '\nExample:\n  engvqa errors 1.0.0 runs/flash-judged --out errors')
    .action(
      does<[string, string[], AnalysisOptions]>(async (session, release, runs, options) =>
        written(session, await errors({ release: await releaseFolder(session, release), ...paths(session, runs, options) })),
      ),
    )
}

export const agreementCommand: DefineCommand = (parent, does) => {
  parent
    .command('agreement')
    .description('how far the judge is from people’s grades of the same solutions')
    .argument('<release>', 'folder or version of the release')
    .argument('<run...>', 'folders that `judge` wrote')
    .requiredOption('--grades <file>', 'grades.jsonl: what people gave')
    .requiredOption('--out <dir>', 'where the page and the tables go')
    .option('--seed <text>', 'seed of the bootstrap')
    .addHelpText('after', '\nExample:\n  engvqa agreement 1.0.0 runs/flash-judged --grades grades.jsonl --out agreement')
    .action(
      does<[string, string[], AnalysisOptions & { grades: string }]>(async (session, release, runs, options) =>
        written(
          session,
          await agreement({
            release: await releaseFolder(session, release),
            grades: resolve(session.cwd, options.grades),
            ...paths(session, runs, options),
          }),
        ),
      ),
    )
}

const paths = (session: Session, runs: readonly string[], { out, seed }: AnalysisOptions) => ({
  runs: runs.map((run) => resolve(session.cwd, run)),
  out: resolve(session.cwd, out),
  ...(seed === undefined ? {} : { seed }),
})

function written(session: Session, made: { readonly tables: readonly unknown[]; readonly files: readonly string[] }): ExitCode {
  show(session, `${made.tables.length} tables: ${made.files.join(', ')}`, made)
  return 0
}

export const studyCommand: DefineCommand = (parent, does) => {
  const study = parent.command('study').description('a study with people: what they make of the judge’s scores')
  study
    .command('create')
    .description('set a study up from judged solutions')
    .argument('<release>', 'folder or version of the release')
    .argument('<run...>', 'folders that `judge` wrote')
    .requiredOption('--out <dir>', 'folder of the study')
    .requiredOption('--title <text>', 'what participants read first')
    .requiredOption('--consent <file>', 'Markdown file with what participants agree to')
    .requiredOption('--contact <text>', 'whom participants may ask')
    .option('--cases-each <n>', 'solutions that each participant sees', toNatural, 10)
    .option('--cases <n>', 'solutions in the study; all when left out', toNatural)
    .option('--seed <text>', 'seed of the choice', 'engvqa')
    .addHelpText(
      'after',
      '\nExample:\n  engvqa study create 1.0.0 runs/judged --out study --title "Grading" --consent consent.md --contact me@example.org',
    )
    .action(does<[string, string[], StudyChoice]>((session, release, runs, options) => create(session, release, runs, options)))
  study
    .command('serve')
    .description('open the study to participants')
    .argument('<study>', 'folder of the study')
    .requiredOption('--release <release>', 'folder or version of the release, for its pictures')
    .option('--host <address>', 'address to listen on; this machine only when left out')
    .option('--port <n>', 'port; a free one when left out', toNatural)
    .option('--public-url <url>', 'address under which participants reach it')
    .addHelpText('after', '\nExample:\n  engvqa study serve study --release 1.0.0 --port 8080')
    .action(
      does<[string, { release: string; host?: string; port?: number; publicUrl?: string }]>(
        async (session, folder, { release, ...where }) => {
          const server = await serveStudy({
            study: resolve(session.cwd, folder),
            release: await releaseFolder(session, release),
            now: () => new Date(),
            ...where,
          })
          show(session, `The study is open: ${server.url}\nCtrl-C ends it; everything is saved as it comes.`, { url: server.url })
          await new Promise((resolve) => session.signal.addEventListener('abort', resolve, { once: true }))
          await server.close()
          return 0
        },
      ),
    )
  study
    .command('results')
    .description('analyse a study, finished or not')
    .argument('<study>', 'folder of the study')
    .requiredOption('--out <dir>', 'where the page and the tables go')
    .addHelpText('after', '\nExample:\n  engvqa study results study --out study-results')
    .action(
      does<[string, { out: string }]>(async (session, folder, { out }) =>
        written(session, await studyResults({ study: resolve(session.cwd, folder), out: resolve(session.cwd, out) })),
      ),
    )
}

async function create(session: Session, release: string, runs: readonly string[], options: StudyChoice): Promise<ExitCode> {
  const { cases, casesEach, contact, seed, title } = options
  const { plan, cases: chosen } = await createStudy({
    release: await releaseFolder(session, release),
    runs: runs.map((run) => resolve(session.cwd, run)),
    out: resolve(session.cwd, options.out),
    consent: await readFile(resolve(session.cwd, options.consent), 'utf8'),
    title,
    contact,
    casesEach,
    seed,
    ...(cases === undefined ? {} : { cases }),
  })
  show(
    session,
    `${chosen.length} solutions in ${options.out}, ${plan.casesEach} for each participant.\nNext: engvqa study serve ${options.out} --release ${release}`,
    { plan },
  )
  return 0
}
