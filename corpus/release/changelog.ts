import type { Bump, Erratum, ItemChange, ReleaseManifest } from '../../schemas/release.ts'
import { canarySentence } from './canary.ts'
import { compareVersions } from './version.ts'

/** Begins the section of a version; what stands before the first one is the head. */
const SECTION = /^## /m

const WHY: Readonly<Record<Bump, string>> = {
  patch: 'The data is as it was; scores stay comparable.',
  minor: 'Data was added and nothing else changed; scores on the items of the last version stay comparable.',
  major: 'Items that were there before have changed, moved or gone; scores are not comparable with the last version.',
}

/** CHANGELOG.md with the new version on top of what the last release's said. */
export function changelog(
  manifest: Pick<ReleaseManifest, 'title' | 'name' | 'version' | 'date' | 'bump' | 'items' | 'canary'>,
  changes: readonly ItemChange[],
  before: string | undefined,
): string {
  const head = `# Changes to ${manifest.title || manifest.name}\n\n${canarySentence(manifest.canary)}\n`
  const older = before === undefined ? '' : `\n${before.slice(Math.max(0, before.search(SECTION)))}`
  return `${head}\n${section(manifest, changes)}${older}`
}

function section(
  { version, date, bump, items }: Pick<ReleaseManifest, 'version' | 'date' | 'bump' | 'items'>,
  changes: readonly ItemChange[],
): string {
  const title = `## ${version} (${date})\n\n`
  if (bump === null) return `${title}First release: ${items} items.\n`
  const lines = changes.map((change) => `- ${describe(change)}`)
  return `${title}${WHY[bump]} ${items} items.\n${lines.length > 0 ? `\n${lines.join('\n')}\n` : ''}`
}

/** One line about one item. */
export function describe(change: ItemChange): string {
  switch (change.kind) {
    case 'added':
      return `added \`${change.item}\``
    case 'removed':
      return `removed \`${change.item}\``
    case 'moved':
      return `moved \`${change.item}\` from ${change.from} to ${change.to}`
    case 'extended':
      return `extended \`${change.item}\`: ${change.fields.join(', ')}`
    case 'edited':
      return `edited \`${change.item}\`: ${change.fields.join(', ')}`
  }
}

/**
 * Known faults of released items: what the last release knew, what people have reported since, and every item that this version corrects
 * or takes back. An open fault counts as fixed once its item has changed or gone.
 */
export function errataAfter(
  known: readonly Erratum[],
  reported: readonly Erratum[],
  changes: readonly ItemChange[],
  versions: { readonly from: string; readonly to: string },
): Erratum[] {
  const touched = new Map(changes.filter(({ kind }) => kind === 'edited' || kind === 'removed').map((change) => [change.item, change]))
  const all = [...known, ...reported.filter((one) => !known.some((other) => other.item === one.item && other.what === one.what))]
  const settled = all.map((erratum) => (erratum.fixed === null && touched.has(erratum.item) ? { ...erratum, fixed: versions.to } : erratum))
  const told = new Set(settled.filter(({ fixed }) => fixed === versions.to).map(({ item }) => item))
  const fresh = [...touched.values()]
    .filter(({ item }) => !told.has(item))
    .map((change): Erratum => ({ item: change.item, found: versions.from, fixed: versions.to, what: whatWasWrong(change) }))
  return [...settled, ...fresh].toSorted((a, b) => (a.item === b.item ? compareVersions(a.found, b.found) : a.item < b.item ? -1 : 1))
}

const whatWasWrong = (change: ItemChange): string =>
  change.kind === 'edited' ? `Corrected: ${change.fields.join(', ')}.` : 'Taken out of the dataset.'

/** ERRATA.md. */
export function errataPage({ title, name, canary, errata }: Pick<ReleaseManifest, 'title' | 'name' | 'canary' | 'errata'>): string {
  const rows = errata.map(
    ({ item, found, fixed, what }) => `| \`${item}\` | ${found} | ${fixed ?? 'open'} | ${what.replaceAll('|', '\\|')} |`,
  )
  const body =
    rows.length === 0
      ? 'No fault of a released item is known.\n'
      : `| item | last version with it | fixed in | what |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  return `# Errata of ${title || name}\n\n${canarySentence(canary)}\n\n${body}`
}
