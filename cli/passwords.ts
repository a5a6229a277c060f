import { basename } from 'node:path'
import { documentIdOf } from '../corpus/documents.ts'
import type { Session } from './session.ts'

/** What --password says, for the help. */
export const PASSWORD_HELP =
  'user password of the PDFs, or NAME=PASSWORD for one document or solution manual; may be repeated (or lines of ENGVQA_PDF_PASSWORD, which other users cannot see)'

/** Gathers an option that may be repeated. */
export const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** A PDF that may ask for a password: its document's id if it has one, and its file. */
export interface Locked {
  readonly id?: string | undefined
  readonly file: string
}

/** Finds the password of each PDF of a command. */
export class Passwords {
  private readonly named = new Map<string, string>()
  private readonly general: string | undefined

  /** `given` are the values of --password; what stands before an "=" counts as a name only if one of `files` has that name. */
  constructor({ env }: Pick<Session, 'env'>, given: readonly string[] | undefined, files: readonly Locked[]) {
    const known = new Set(files.flatMap(namesOf))
    let general: string | undefined
    const lines = (env.ENGVQA_PDF_PASSWORD ?? '').split(/\r?\n/).filter((line) => line !== '')
    for (const entry of [...lines, ...(given ?? [])]) {
      const at = entry.indexOf('=')
      const name = entry.slice(0, Math.max(at, 0))
      if (known.has(name)) this.named.set(name, entry.slice(at + 1))
      else general = entry
    }
    this.general = general
  }

  /** The password said for this PDF by name, else `own`, which stands in documents.yaml, else the one said for all. */
  of(file: Locked, own?: string): string | undefined {
    const named = namesOf(file).find((name) => this.named.has(name))
    return named === undefined ? (own ?? this.general) : this.named.get(named)
  }
}

/** What people may call a PDF. */
const namesOf = ({ id, file }: Locked): string[] => [...(id === undefined ? [] : [id]), file, basename(file), documentIdOf(file)]
