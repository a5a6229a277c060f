import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CommitOperation, commitIter, createRepo, listFiles, type RepoDesignation, repoExists } from '@huggingface/hub'
import { ProblemError } from '../../schemas/problem.ts'
import { ReleaseManifest } from '../../schemas/release.ts'
import { errorCode, writeProblem, writing } from '../atomic.ts'
import { digestOf } from './folder.ts'
import { upgradeManifest } from './migrations.ts'
import { parseJson, readManifest } from './read.ts'

/** Files a commit. An interrupted upload loses one commit's worth of calls, and none of the files that have arrived. */
const COMMIT_FILES = 200

/** What goes in last, so that a half-finished upload does not claim to be the new version. */
const LAST = ['README.md', 'manifest.json']

/** What publishing did. */
export interface Published {
  readonly version: string
  /** Folder, or address of the repository. */
  readonly where: string
  readonly sent: number
  /** Were there already. */
  readonly kept: number
  /** Belonged to the last version and not to this one. */
  readonly removed: number
}

/** Where `--to` points: a dataset repository (`hf:owner/name`, or its address on the hub), else a folder. */
export function publishTarget(to: string): { kind: 'hub'; repo: string; hubUrl?: string } | { kind: 'folder'; path: string } {
  const short = /^hf:([\w.-]+\/[\w.-]+)$/.exec(to)?.[1]
  if (short !== undefined) return { kind: 'hub', repo: short }
  const [, hubUrl, repo] = /^(https?:\/\/[^/]+)\/datasets\/([\w.-]+\/[\w.-]+)\/?$/.exec(to) ?? []
  return hubUrl === undefined || repo === undefined ? { kind: 'folder', path: to } : { kind: 'hub', repo, hubUrl }
}

type Progress = ((done: number, total: number) => void) | undefined

/**
 * Makes a folder, for example a checkout of a dataset repository, hold just this release, ready to commit and push. Files that the last
 * published version had and this one has not are taken away; anything else in the folder is left alone. Running it again after an
 * interruption copies only what is missing. Throws ProblemError `release-invalid`, `disk-full` or `store-unwritable`.
 */
export async function publishToFolder(release: string, target: string, progress?: Progress): Promise<Published> {
  const manifest = await readManifest(release)
  const before = await writing(target, () => oldFiles(() => readFile(join(target, 'manifest.json'), 'utf8')))
  const files = inOrder(manifest)
  let sent = 0
  for (const [index, path] of files.entries()) {
    if (!(await writing(target, () => sameFile(join(release, path), join(target, path))))) {
      await copyWhole(join(release, path), join(target, path))
      sent += 1
    }
    progress?.(index + 1, files.length)
  }
  const gone = before.filter((path) => !files.includes(path))
  for (const path of gone) {
    await writing(join(target, path), () => rm(join(target, path), { force: true }))
    await rmdir(dirname(join(target, path))).catch(() => undefined) // not empty, or the target itself: then it stays
  }
  return { version: manifest.version, where: target, sent, kept: files.length - sent, removed: gone.length }
}

/** Every file of a release, those that announce it last. */
const inOrder = ({ files }: ReleaseManifest): string[] => [
  ...files.map(({ path }) => path).filter((path) => !LAST.includes(path)),
  ...LAST.filter((path) => path === 'manifest.json' || files.some((file) => file.path === path)),
]

/** Files that the manifest already there lists; none where there is no manifest that can be read. */
async function oldFiles(read: () => Promise<string | undefined>): Promise<string[]> {
  const text = await read().catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return []
  const parsed = ReleaseManifest.safeParse(upgradeManifest(parseJson(text, 'the manifest of the last version')))
  return parsed.success ? parsed.data.files.map(({ path }) => path).filter(isInside) : []
}

/** A path that stays below its folder: a manifest from elsewhere is not to be trusted with what to delete. */
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')

async function sameFile(a: string, b: string): Promise<boolean> {
  const found = await digestOf(b).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  return found !== undefined && found.sha256 === (await digestOf(a)).sha256
}

async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  } catch (cause) {
    await rm(`${to}.part`, { force: true }).catch(() => undefined) // it may never have come to be
    throw writeProblem(to, cause)
  }
}

export interface HubTarget {
  /** `owner/name` of the dataset repository; made, private, where there is none. */
  readonly repo: string
  readonly token: string
  /** Address of the hub; by default Hugging Face’s. */
  readonly hubUrl?: string | undefined
  readonly branch?: string | undefined
  readonly progress?: Progress
  readonly signal?: AbortSignal | undefined
}

/**
 * Uploads a release to a dataset repository. What is there already, by checksum, is not sent again, so a second run after an interruption
 * goes on where the first one stopped. Throws ProblemError `release-invalid` or `publish-failed`.
 */
export async function publishToHub(release: string, target: HubTarget): Promise<Published> {
  const manifest = await readManifest(release)
  const repo: RepoDesignation = { type: 'dataset', name: target.repo }
  const access = { repo, accessToken: target.token, ...(target.hubUrl === undefined ? {} : { hubUrl: target.hubUrl }) }
  try {
    if (!(await repoExists(access))) await createRepo({ ...access, visibility: 'private' })
    const remote = await remoteFiles(access, target.branch)
    const files = inOrder(manifest)
    const digests = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]))
    const missing: string[] = []
    for (const path of files) if (!(await isRemote(join(release, path), digests.get(path), remote.get(path)))) missing.push(path)
    const listed = await oldFiles(() => remoteManifest(access, target.branch, remote))
    const gone = listed.filter((path) => !files.includes(path) && remote.has(path))
    await commitAll(release, access, target, manifest.version, missing, gone)
    return {
      version: manifest.version,
      where: `${target.hubUrl ?? 'https://huggingface.co'}/datasets/${target.repo}`,
      sent: missing.length,
      kept: files.length - missing.length,
      removed: gone.length,
    }
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw failed(target.repo, cause)
  }
}

interface Access {
  readonly repo: RepoDesignation
  readonly accessToken: string
  readonly hubUrl?: string
}

interface Remote {
  /** Git's name of the content: of the file itself, or of its pointer where `sha256` is known. */
  readonly oid: string | undefined
  readonly sha256: string | undefined
}

async function remoteFiles(access: Access, branch: string | undefined): Promise<Map<string, Remote>> {
  const files = new Map<string, Remote>()
  for await (const { type, path, oid, lfs } of listFiles({
    ...access,
    recursive: true,
    ...(branch === undefined ? {} : { revision: branch }),
  })) {
    if (type === 'file') files.set(path, { oid, sha256: lfs?.oid })
  }
  return files
}

/** Large files are known to the hub by sha256, small ones by Git's own checksum. */
async function isRemote(path: string, sha256: string | undefined, remote: Remote | undefined): Promise<boolean> {
  if (remote === undefined) return false
  if (remote.sha256 !== undefined) return remote.sha256 === (sha256 ?? (await digestOf(path)).sha256)
  const bytes = await readFile(path)
  return remote.oid === createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** The manifest of what is published now. */
async function remoteManifest(
  { repo, accessToken, hubUrl }: Access,
  branch: string | undefined,
  remote: ReadonlyMap<string, Remote>,
): Promise<string | undefined> {
  if (!remote.has('manifest.json')) return undefined
  const name = typeof repo === 'string' ? repo : repo.name
  const response = await fetch(`${hubUrl ?? 'https://huggingface.co'}/datasets/${name}/resolve/${branch ?? 'main'}/manifest.json`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return response.ok ? response.text() : undefined
}

async function commitAll(
  release: string,
  access: Access,
  { branch, progress, signal }: HubTarget,
  version: string,
  missing: readonly string[],
  gone: readonly string[],
): Promise<void> {
  const add = (path: string): CommitOperation => ({ operation: 'addOrUpdate', path, content: pathToFileURL(join(release, path)) })
  const operations: CommitOperation[] = [
    ...missing.filter((path) => !LAST.includes(path)).map(add),
    ...gone.map((path): CommitOperation => ({ operation: 'delete', path })),
    ...missing.filter((path) => LAST.includes(path)).map(add),
  ]
  for (let at = 0; at < operations.length; at += COMMIT_FILES) {
    const batch = operations.slice(at, at + COMMIT_FILES)
    const of = Math.ceil(operations.length / COMMIT_FILES)
    const title = `Release ${version}${of > 1 ? ` (${at / COMMIT_FILES + 1} of ${of})` : ''}`
    const steps = commitIter({
      ...access,
      operations: batch,
      title,
      useXet: false, // the plain protocol is understood by every hub, and nothing here is edited in place
      ...(branch === undefined ? {} : { branch }),
      ...(signal === undefined ? {} : { abortSignal: signal }),
    })
    for await (const _ of steps) if (signal?.aborted === true) throw signal.reason
    progress?.(Math.min(operations.length, at + COMMIT_FILES), operations.length)
  }
}

function failed(repo: string, cause: unknown): ProblemError {
  const what = cause instanceof Error ? cause.message : String(cause)
  return new ProblemError(
    {
      code: 'publish-failed',
      message: `The release could not be uploaded to ${repo}: ${what}`,
      hint: 'Check the name and the token, and run it again: what has arrived is not sent a second time.',
      place: { stage: 'publish' },
    },
    { cause },
  )
}
