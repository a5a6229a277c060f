import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { documentIdOf } from '../../corpus/documents.ts'
import { copiesWanted, hydrateRelease, type OwnFiles } from '../../corpus/release/hydrate.ts'
import { type Published, publishTarget, publishToFolder, publishToHub } from '../../corpus/release/publish.ts'
import type { Pool } from '../../pipeline/pool.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { CutFromFile } from '../../schemas/render.ts'
import type { DefineCommand } from '../define.ts'
import { withPool } from '../extraction.ts'
import { type ExitCode, type Session, show, tell } from '../session.ts'
import { releaseFolder } from './verify.ts'

interface HydrateOptions {
  readonly file: readonly string[]
  readonly solutions: readonly string[]
}

export const hydrateCommand: DefineCommand = (parent, does) => {
  const collect = (text: string, before: readonly string[]): string[] => {
    if (!/^[^=]+=.+$/.test(text)) throw new InvalidArgumentError('Write DOCUMENT=FILE.')
    return [...before, text]
  }
  parent
    .command('hydrate')
    .description('cut the pictures that a licence keeps out of a release from your own PDFs')
    .argument('<release>', 'folder or version of a release')
    .option('--file <document=pdf>', 'your copy of a source; may be given several times', collect, [])
    .option('--solutions <document=pdf>', 'your copy of its solution manual', collect, [])
    .addHelpText('after', '\nExample:\n  engvqa hydrate releases/1.0.0 --file thermo-a=books/thermo.pdf')
    .action(does<[string, HydrateOptions]>((session, release, options) => hydrate(session, release, options)))
}

async function hydrate(session: Session, release: string, options: HydrateOptions): Promise<ExitCode> {
  const folder = await releaseFolder(session, release)
  const problems: Problem[] = []
  const files = ownFiles(session, options)
  const done = await withPool(undefined, (pool) =>
    hydrateRelease({ folder, files, cut: cutter(session, pool), note: (problem) => problems.push(problem) }),
  )
  tell(session, problems, folder)
  const wanted = copiesWanted(done.missing, files)
  const next = wanted.length === 0 ? '' : `\nThe missing ones are cut from your own copies: ${wanted.join(' ')}`
  const text = `${done.cut} pictures cut, ${done.present} were there already, ${done.missing.length} missing.${next}`
  show(session, text, { ...done, problems })
  return done.missing.length > 0 ? 1 : 0
}

function ownFiles(session: Session, { file, solutions }: HydrateOptions): Map<string, OwnFiles> {
  const files = new Map<string, OwnFiles>()
  const put = (kind: keyof OwnFiles) => (text: string) => {
    const at = text.indexOf('=')
    const id = text.slice(0, at)
    files.set(id, { ...files.get(id), [kind]: resolve(session.cwd, text.slice(at + 1)) })
  }
  file.forEach(put('document'))
  solutions.forEach(put('solutions'))
  return files
}

const cutter =
  (session: Session, pool: Pool): CutFromFile =>
  async ({ file, page, box, dpi, turned }) => {
    const request = { file: { path: file, name: documentIdOf(file) }, page, boxes: [box], dpi, turned }
    const [cut] = await pool.run('cutPage', request, session.signal)
    if (cut === undefined || cut === 'blank') return 'blank'
    if ('problem' in cut) throw new ProblemError(cut.problem)
    return cut.png
  }

interface PublishOptions {
  readonly to: string
  readonly branch?: string
}

export const publishCommand: DefineCommand = (parent, does) => {
  const command: Command = parent
    .command('publish')
    .description('send a release to a dataset repository or a folder; what is there already is not sent again')
    .argument('<release>', 'folder or version of a release')
    .requiredOption('--to <where>', 'hf:OWNER/NAME, the address of a dataset repository, or a folder')
    .option('--branch <name>', 'branch of the repository')
    .addHelpText('after', '\nExample, with the token in HF_TOKEN:\n  engvqa publish 1.0.0 --to hf:me/my-set')
  command.action(
    does<[string, PublishOptions]>(async (session, release, options) => {
      const done = await publish(session, await releaseFolder(session, release), options)
      show(session, `${done.version} at ${done.where}: ${done.sent} files sent, ${done.kept} there already, ${done.removed} removed.`, done)
      return 0
    }),
  )
}

async function publish(session: Session, folder: string, { to, branch }: PublishOptions): Promise<Published> {
  const target = publishTarget(to)
  if (target.kind === 'folder') return publishToFolder(folder, resolve(session.cwd, target.path))
  const token = session.env.HF_TOKEN
  if (!token) {
    throw new ProblemError({
      code: 'usage',
      message: 'There is no token for the hub.',
      hint: 'Set HF_TOKEN in the environment.',
      place: { stage: 'publish' },
    })
  }
  return publishToHub(folder, { repo: target.repo, hubUrl: target.hubUrl, token, branch, signal: session.signal })
}
