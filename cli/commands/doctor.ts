import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, totalmem } from 'node:os'
import { findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { DefineCommand } from '../define.ts'
import { packageVersion } from '../package.ts'
import { type Session, show } from '../session.ts'

/** One thing that was looked at. `hint` says how to get what is missing. */
interface Finding {
  readonly name: string
  readonly state: 'ok' | 'optional' | 'missing'
  readonly found: string
  readonly hint?: string
}

/** Libraries that the default engine cannot do without, and what each is for. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['mupdf', 'reads and draws PDFs'],
  ['sharp', 'writes pictures'],
  ['better-sqlite3', 'keeps the review queue'],
  ['tesseract.js', 'reads scans'],
  ['@tesseract.js-data/eng', 'English for scans'],
]

/** Settings that make something usable, what, and where to get them. Values are never shown. */
const SETTINGS: readonly (readonly [string, string, string])[] = [
  [
    'GEMINI_API_KEY',
    'Gemini models for topics, corrections and judging',
    'Get a key at aistudio.google.com and set it in the environment.',
  ],
  ['OPENAI_API_KEY', 'models of an OpenAI-compatible server', 'Set it, and OPENAI_BASE_URL for a server of your own.'],
  ['PDF_SERVICES_CLIENT_ID', 'the adobe layout engine', 'Get credentials for PDF Services, and install @adobe/pdfservices-node-sdk.'],
  [
    'DATABASE_URL',
    'a review database shared by a team',
    'Set it to postgres://user@host/database; without it a file in the workspace is used.',
  ],
  ['ENGVQA_REVIEW_URL', 'the same, where DATABASE_URL belongs to something else', 'Set it if DATABASE_URL is not for the review.'],
]

export const doctorCommand: DefineCommand = (parent, does) => {
  parent
    .command('doctor')
    .description('say what is installed, which engines and models are usable, what is missing and how to get it')
    .addHelpText('after', '\nExample:\n  engvqa doctor')
    .action(
      does<[]>(async (session) => {
        const findings = [
          runtime(),
          ...(await Promise.all(NEEDED.map(library))),
          ...SETTINGS.map((setting) => settingOf(session, setting)),
          await workspaceOf(session),
        ]
        show(session, `engvqa ${packageVersion()}\n${findings.map(line).join('\n')}`, { version: packageVersion(), findings })
        return findings.some(({ state }) => state === 'missing') ? 1 : 0
      }),
    )
}

const MARKS = { ok: '✓', optional: '–', missing: '✗' }

const line = ({ name, state, found, hint }: Finding): string =>
  `${MARKS[state]} ${name.padEnd(24)} ${found}${hint ? `\n    → ${hint}` : ''}`

function runtime(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number)
  const found = `${process.versions.node}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory`
  return major >= 20 ? { name: 'Node', state: 'ok', found } : { name: 'Node', state: 'missing', found, hint: 'Install Node 20 or newer.' }
}

/** Looks for a library without loading it, but for those that come as machine code: they may be there and yet not load. */
async function library([name, purpose]: readonly [string, string]): Promise<Finding> {
  const require = createRequire(import.meta.url)
  try {
    if (name === 'better-sqlite3')
      new (require(name) as new (file: string) => { close(): void })(':memory:').close() // its documented constructor
    else if (name === 'sharp') require(name)
    else require.resolve(`${name}/package.json`)
    return { name, state: 'ok', found: purpose }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
      return { name, state: 'ok', found: purpose }
    return {
      name,
      state: 'missing',
      found: `${purpose}, but does not load`,
      hint: `Run npm install again; see what npm says about ${name}.`,
    }
  }
}

const settingOf = (session: Session, [name, purpose, hint]: readonly [string, string, string]): Finding =>
  session.env[name] ? { name, state: 'ok', found: `set: ${purpose}` } : { name, state: 'optional', found: `not set: ${purpose}`, hint }

async function workspaceOf({ cwd }: Session): Promise<Finding> {
  const name = 'workspace'
  const folder = await findWorkspace(cwd)
  if (folder === undefined) return { name, state: 'optional', found: 'none here', hint: 'Make one with `engvqa init DIR`.' }
  try {
    const { config, documents } = await readWorkspace(folder)
    await access(folder, constants.W_OK)
    return { name, state: 'ok', found: `${config.name} in ${folder}, ${documents.length} documents` }
  } catch (error) {
    const { message, hint } =
      error instanceof ProblemError ? error.problem : { message: `${folder} is not writable.`, hint: 'Make it writable for you.' }
    return { name, state: 'missing', found: message, hint }
  }
}
