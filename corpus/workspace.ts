import { access, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type DocumentEntry, ENGVQA_SUBJECTS } from '../schemas/document.ts'
import { ProblemError } from '../schemas/problem.ts'
import { WorkspaceConfig } from '../schemas/workspace.ts'
import { diskProblem, errorCode, makeFolder, writeAtomically } from './atomic.ts'
import { DOCUMENTS_FILE, readDocuments } from './documents.ts'
import { parseManifest } from './manifest.ts'

export const CONFIG_FILE = 'engvqa.yaml'

/** A folder with engvqa.yaml in it, read and checked. Paths are absolute. */
export interface Workspace {
  readonly folder: string
  readonly config: WorkspaceConfig
  readonly documents: readonly DocumentEntry[]
  readonly storeFolder: string
  readonly reviewFile: string
  readonly topicsFolder: string
  readonly releasesFolder: string
}

/** The workspace around a folder: that folder or the nearest one above with engvqa.yaml; undefined when there is none. */
export async function findWorkspace(from: string): Promise<string | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = await access(join(folder, CONFIG_FILE)).then(
      () => true,
      () => false,
    )
    if (found) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** Reads and checks a workspace. Throws ProblemError `workspace-missing`, `manifest-invalid` or, where they cannot be opened, `store-unwritable`. */
export async function readWorkspace(folder: string): Promise<Workspace> {
  const text = await readFile(join(folder, CONFIG_FILE), 'utf8').catch((cause: unknown) => {
    throw errorCode(cause) === 'ENOENT' ? noWorkspace(folder) : (diskProblem(cause, join(folder, CONFIG_FILE)) ?? cause)
  })
  const { value: config } = parseManifest(WorkspaceConfig, text, CONFIG_FILE)
  const documents = await readDocuments(folder).catch((cause: unknown) => {
    throw diskProblem(cause, join(folder, DOCUMENTS_FILE)) ?? cause
  })
  for (const { id, subject } of documents) {
    if (!config.subjects.includes(subject)) throw unknownSubject(id, subject, config.subjects)
  }
  return {
    folder,
    config,
    documents,
    storeFolder: join(folder, '.engvqa', 'store'),
    reviewFile: join(folder, '.engvqa', 'review.db'),
    topicsFolder: join(folder, 'topics'),
    releasesFolder: join(folder, 'releases'),
  }
}

export const noWorkspace = (folder: string): ProblemError =>
  new ProblemError({
    code: 'workspace-missing',
    message: `There is no ${CONFIG_FILE} in ${folder} or above it.`,
    hint: 'Make a workspace with `engvqa init DIR`, or extract a single PDF with `engvqa extract FILE --out DIR`.',
    place: {},
  })

const unknownSubject = (document: string, subject: string, subjects: readonly string[]): ProblemError =>
  new ProblemError({
    code: 'manifest-invalid',
    message: `${DOCUMENTS_FILE}: the subject “${subject}” is not listed in ${CONFIG_FILE}.`,
    hint: `Use one of ${subjects.join(', ')}, or add it under \`subjects:\` in ${CONFIG_FILE}.`,
    place: { document },
  })

/** Makes a new workspace. Throws ProblemError `workspace-exists`, `disk-full` or `store-unwritable`. */
export async function createWorkspace(folder: string, name: string): Promise<string[]> {
  if ((await findWorkspace(folder)) === resolve(folder)) {
    throw new ProblemError({
      code: 'workspace-exists',
      message: `${folder} is a workspace already.`,
      hint: `Edit its ${CONFIG_FILE}, or name another folder.`,
      place: {},
    })
  }
  const files = { [CONFIG_FILE]: configText(name), [DOCUMENTS_FILE]: DOCUMENTS_TEXT, '.gitignore': '.engvqa/\n' }
  for (const [file, text] of Object.entries(files)) await writeAtomically(join(folder, file), text)
  await makeFolder(join(folder, 'topics'))
  return Object.keys(files)
}

const configText = (
  name: string,
): string => `# What the dataset is called and how it is made. Every setting below "subjects" may be left out.
name: ${name}
title: ""
subjects:
${ENGVQA_SUBJECTS.map((subject) => `  - ${subject}`).join('\n')}
extraction:
  dpi: 200 # resolution of crops, dots an inch
  # jobs: 2 # worker threads; one a core when left out
topics:
  model: embedded # no key, no network; or the name of a model
  cutoff: 0.85 # least similarity of a label to a listed topic
release:
  licence: unknown # of the dataset as a whole
  contact: "" # where to ask for take-down
`

const DOCUMENTS_TEXT = `# One entry a source: \`engvqa add FILE --subject S\` writes them, people edit them. Comments are kept.
#
#   - id: thermo-a
#     file: thermo-a.pdf          # relative to this file
#     subject: thermodynamics
#     solutions: thermo-a-sol.pdf # a separate solution manual, if there is one
#     licence: CC-BY-4.0
#     mayRedistribute: true       # whether its text and pictures may be given away in a release
documents: []
`
