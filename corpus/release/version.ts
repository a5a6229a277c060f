import { readdir } from 'node:fs/promises'
import type { Bump } from '../../schemas/release.ts'
import { Version } from '../../schemas/release.ts'
import { errorCode } from '../atomic.ts'

/** What the first release is called. */
export const FIRST_VERSION = '1.0.0'

/** Negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

export function nextVersion(version: string, bump: Bump): string {
  const [major, minor, patch] = numbers(version)
  if (bump === 'major') return `${major + 1}.0.0`
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Versions that lie in a folder of releases, oldest first; none where there is no folder. */
export async function versionsIn(releases: string): Promise<string[]> {
  const names = await readdir(releases).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => Version.safeParse(name).success).toSorted(compareVersions)
}

function numbers(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = Version.parse(version).split('.').map(Number)
  return [major, minor, patch]
}
