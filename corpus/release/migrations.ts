import { RELEASE_FORMAT } from '../../schemas/release.ts'
import { canaryOf } from './canary.ts'

/** JSON of an old release, before we know its shape. */
export type Stored = Readonly<Record<string, unknown>>

export interface Migration {
  /** The format that it leads to. */
  readonly to: number
  readonly why: string
  readonly manifest: (manifest: Stored) => Stored
  /** `manifest` is the release's own, brought to the same format. */
  readonly item: (item: Stored, manifest: Stored) => Stored
}

/** Oldest first. Add at the end, never edit: released files already went through these. */
export const migrations: readonly Migration[] = [
  {
    to: 2,
    why: 'items got a split, a canary and the possibility that their solution is withheld; the manifest says what it was compared with',
    manifest: (manifest) => ({
      ...manifest,
      previous: null,
      bump: null,
      canary: canaryOf(String(manifest.name)),
      url: '',
      creators: [],
      citation: '',
      splits: { test: manifest.items },
      topicsListed: {},
      solutions: { kind: 'included' },
      withheldImages: 0,
      review: { protocol: '', reviewers: [], readTwice: 0, agreement: [], disagreements: '' },
      sources: Array.isArray(manifest.sources) ? manifest.sources.map((source: Stored) => ({ ...source, authors: [] })) : manifest.sources,
      duplicates: [],
      doubts: {},
      errata: [],
    }),
    item: (item, manifest) => ({ ...item, split: 'test', canary: manifest.canary, withheldSolution: null }),
  },
]

/** The manifest in today's format. One that is newer than we are comes back as it is, for the reader to refuse. */
export function upgradeManifest(stored: Stored): Stored {
  const done = pending(stored.format).reduce((manifest, migration) => ({ ...migration.manifest(manifest), format: migration.to }), stored)
  return done
}

/** Brings items of a release of `format` to today's; `manifest` is the upgraded one. */
export function itemUpgrade(format: unknown, manifest: Stored): (item: Stored) => Stored {
  const steps = pending(format)
  return (item) => steps.reduce((current, step) => step.item(current, manifest), item)
}

const pending = (format: unknown): readonly Migration[] => {
  const from = typeof format === 'number' ? format : RELEASE_FORMAT
  return migrations.filter(({ to }) => to > from)
}
