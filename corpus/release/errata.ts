import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ErrataFile, type Erratum } from '../../schemas/release.ts'
import { errorCode } from '../atomic.ts'
import { parseManifest } from '../manifest.ts'

const ERRATA_FILE = 'errata.yaml'

/** Faults that people have reported, from a workspace’s errata.yaml; none where there is no such file. Throws ProblemError `manifest-invalid`. */
export async function readErrata(workspace: string): Promise<Erratum[]> {
  const text = await readFile(join(workspace, ERRATA_FILE), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? [] : parseManifest(ErrataFile, text, ERRATA_FILE).value.errata
}
