import { stringify } from 'yaml'
import type { AgreementFigure, ReleaseManifest } from '../../schemas/release.ts'
import { canarySentence } from './canary.ts'
import { COLUMNS, cardFeature } from './columns.ts'
import { withoutRight } from './facts.ts'
import { cardLicence } from './licences.ts'

/** A Parquet file of the release and what is in it. */
export interface Table {
  readonly path: string
  readonly subject: string
  readonly split: string
  readonly rows: number
  /** Bytes of text and pictures, before Parquet packs them. */
  readonly content: number
}

type CardFacts = Omit<ReleaseManifest, 'files'>

/** Upper ends of the size classes that dataset hosts use. */
const SIZES: readonly [number, string][] = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
]

/** README.md: the dataset card, with the metadata that Hugging Face reads and the sections that a reviewer asks for. */
export function card(facts: CardFacts, tables: readonly Table[], packed: ReadonlyMap<string, number>): string {
  return `---\n${stringify(metadata(facts, tables, packed), { lineWidth: 0 })}---\n\n${body(facts)}`
}

function metadata(facts: CardFacts, tables: readonly Table[], packed: ReadonlyMap<string, number>): Record<string, unknown> {
  const subjects = Object.keys(facts.subjects)
  return {
    pretty_name: facts.title || facts.name,
    language: ['en'],
    ...cardLicence(facts.licence),
    annotations_creators: facts.unreviewed === facts.items ? ['machine-generated'] : ['expert-generated', 'machine-generated'],
    language_creators: ['found'],
    multilinguality: ['monolingual'],
    size_categories: [SIZES.find(([end]) => facts.items < end)?.[1] ?? '1M<n<10M'],
    source_datasets: ['original'],
    task_categories: ['visual-question-answering', 'question-answering'],
    tags: ['engineering', 'physics', 'mathematics', 'benchmark', 'multimodal', ...subjects],
    configs: subjects.map((subject, index) => ({
      config_name: subject,
      ...(index === 0 ? { default: true } : {}),
      data_files: splitsOf(tables, subject).map((split) => ({ split, path: `data/${subject}/${split}-*.parquet` })),
    })),
    dataset_info: subjects.map((subject) => configInfo(subject, tables, packed)),
  }
}

function configInfo(subject: string, tables: readonly Table[], packed: ReadonlyMap<string, number>): Record<string, unknown> {
  const mine = tables.filter((table) => table.subject === subject)
  const sum = (all: readonly Table[], of: (table: Table) => number) => all.reduce((total, table) => total + of(table), 0)
  return {
    config_name: subject,
    features: COLUMNS.map(({ name, type }) => cardFeature(name, type)),
    splits: splitsOf(tables, subject).map((split) => {
      const rows = mine.filter((table) => table.split === split)
      return { name: split, num_bytes: sum(rows, ({ content }) => content), num_examples: sum(rows, (table) => table.rows) }
    }),
    download_size: sum(mine, ({ path }) => packed.get(path) ?? 0),
    dataset_size: sum(mine, ({ content }) => content),
  }
}

const splitsOf = (tables: readonly Table[], subject: string): string[] => [
  ...new Set(tables.filter((table) => table.subject === subject).map(({ split }) => split)),
]

function body(facts: CardFacts): string {
  const sections = [
    `# ${facts.title || facts.name} ${facts.version}`,
    warning(facts),
    `${facts.items} engineering problems from university textbooks, each with its diagrams, its formulas as LaTeX${facts.solutions.kind === 'included' ? ' and its reference solution' : ''}, and each traceable to a box on a page of its source. Open \`preview.html\` to see every item beside the page that it came from.`,
    `> ${canarySentence(facts.canary)}`,
    `## Motivation\n\nSolving such a problem takes reading a technical figure, choosing a model and equations, and computing in several dependent steps. The set measures whether a model can do that, rather than recall an answer, and lets every score be traced to a printed page.`,
    `## Contents\n\n${contents(facts)}`,
    `## Collection\n\n${collection(facts)}`,
    `## Annotation protocol\n\n${annotation(facts)}`,
    `## Agreement\n\n${agreement(facts)}`,
    `## Licences by source\n\n${licences(facts)}`,
    `## Limits\n\n${limits(facts)}`,
    `## Contamination\n\n${contamination(facts)}`,
    `## Take-down\n\n${facts.contact === '' ? 'No contact was given for this release; ask the publisher of the repository that you got it from.' : `Holders of rights who object to a source or an item write to ${facts.contact}. The item is taken out in the next version, and the change log and ERRATA.md say so.`}`,
    `## Citation\n\n${citation(facts)}`,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const warning = (facts: CardFacts): string => [unreviewedWarning(facts), rightsWarning(facts)].filter((text) => text !== '').join('\n\n')

const rightsWarning = (facts: CardFacts): string => {
  const closed = withoutRight(facts)
  return closed === 0
    ? ''
    : `> **Warning: ${closed} of ${facts.items} items come from sources that nobody has said may be given away.** Their pictures are not part of this release; the text of their questions${facts.solutions.kind === 'included' ? ' and solutions' : ''} is. Settle it with the holders of the rights before you pass it on. The table under “Licences by source” says which.`
}

const unreviewedWarning = ({ unreviewed, items }: CardFacts): string =>
  unreviewed === 0
    ? ''
    : `> **Warning: ${unreviewed} of ${items} items have not been approved by a person.** They may hold wrong text, wrong figures or wrong solutions. Do not report scores on this release.`

function contents(facts: CardFacts): string {
  const rows = Object.entries(facts.subjects).map(([subject, count]) => `| ${subject} | ${count} | ${facts.topicsListed[subject] ?? '–'} |`)
  const splits = Object.entries(facts.splits).map(([split, count]) => `${split} (${count})`)
  return `| subject | questions | topics in the list |\n| --- | --- | --- |\n${rows.join('\n')}\n
Splits: ${splits.join(', ')}. An item’s split follows from its id, so adding items moves none.

| file | holds |
| --- | --- |
| \`data/<subject>/<split>-*.parquet\` | one configuration a subject, images inside |
| \`items.jsonl\`, \`images/\` | everything that is known of every item; pictures named by their sha256 |
| \`harness/vlmevalkit.tsv\`, \`inspect.jsonl\` | for VLMEvalKit and for Inspect |
| \`manifest.json\` | sha256 and size of every file, counts, versions, held-back items, duplicates |
| \`croissant.json\` | Croissant 1.1 metadata |
| \`preview.html\` | every item beside its page |`
}

function collection(facts: CardFacts): string {
  const stages = Object.entries(facts.stages).map(([stage, versions]) => `${stage} ${versions.join('/')}`)
  const held = Object.entries(facts.heldBack).map(([reason, count]) => `${count} ${reason}`)
  const groups = facts.duplicates.filter(({ dropped }) => dropped.length > 0).length
  return `Problems were cut out of PDF files by engvqa ${facts.code} (stages: ${stages.join(', ') || 'not recorded'}). ${facts.models.length > 0 ? `Models with a hand in the items: ${facts.models.join(', ')}; each item says which and where.` : 'No language model had a hand in the items.'}

Held back: ${held.length > 0 ? held.join(', ') : 'nothing'}. Duplicates across sources (same words with numerals masked, and the same figures): ${facts.duplicates.length} groups found, ${groups} of them reduced to one source’s items.`
}

function annotation({ review, items, unreviewed }: CardFacts): string {
  const who = review.reviewers.map(({ name, qualification }) => `- ${name}${qualification === '' ? '' : `: ${qualification}`}`)
  const parts = [
    `${items - unreviewed} of ${items} items were approved or corrected by a person who had the source page beside the item.`,
    review.protocol.trim() === '' ? 'No written protocol was recorded for this release.' : demoted(review.protocol.trim()),
    who.length > 0 ? `Reviewers:\n\n${who.join('\n')}` : '',
    review.disagreements === '' ? '' : `Disagreements: ${review.disagreements}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The protocol's headings below ours. */
const demoted = (markdown: string): string => markdown.replaceAll(/^(#{1,4}) /gm, '##$1 ')

function agreement({ review }: CardFacts): string {
  if (review.agreement.length === 0) return 'No items were read twice, so no agreement can be stated.'
  const rows = review.agreement.map((figure) => `| ${figure.what} | ${figure.measure} | ${withInterval(figure)} | ${figure.n} |`)
  return `${review.readTwice} items were read by a second person who did not see the first reading.\n\n| judged | measure | value [95 % interval] | n |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}

function withInterval({ value, low, high }: AgreementFigure): string {
  if (value === null) return 'not enough data'
  return low === null || high === null ? value.toFixed(2) : `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}

function licences(facts: CardFacts): string {
  const cell = (text: string | null) => (text ?? '–').replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = facts.sources.map(
    ({ document, title, authors, origin, licence, mayRedistribute, items }) =>
      `| ${cell(document)} | ${cell([title, authors.join(', ')].filter((part) => part !== null && part !== '').join(', ') || null)} | ${cell(origin)} | ${cell(licence)} | ${mayRedistribute ? 'yes' : '**no**: coordinates and checksums; the text is shipped'} | ${items} |`,
  )
  const hydrate =
    facts.withheldImages === 0
      ? ''
      : `\n\n${facts.withheldImages} pictures are not shipped. \`withheld-images.jsonl\` says where each stands and what its sha256 is; \`engvqa hydrate\` cuts them from your own copy of the source.`
  return `The dataset as a whole: ${facts.licence}. Each item names the licence of its source.\n\n| source | title | origin | licence | pictures shipped | items |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}${hydrate}`
}

function limits({ doubts }: CardFacts): string {
  const found = Object.entries(doubts).map(([code, count]) => `${code} (${count})`)
  return `English, printed sources, undergraduate level. Formulas read by software may differ from print in spacing and style. Automatic checks that found something to look at: ${found.length > 0 ? found.join(', ') : 'none'}. Known faults of released items are in ERRATA.md.`
}

function contamination({ solutions, canary }: CardFacts): string {
  const withheld =
    solutions.kind === 'included'
      ? 'Solutions are part of this release.'
      : `Reference solutions are withheld: they are in \`${solutions.archive}\` (sha256 \`${solutions.sha256}\`), which is given out on request. Each item holds the sha256 of its solution.`
  return `The sources are published books, so models may have seen problems and solutions; scores are an upper bound of what a model can do with new ones. ${withheld} Every text file of this release carries the canary GUID \`${canary}\`; \`engvqa canary\` looks for it in any folder.`
}

const citation = ({ citation: given, name, title, version, creators, url, date }: CardFacts): string =>
  `\`\`\`bibtex\n${
    given.trim() === ''
      ? `@misc{${name.replaceAll('-', '_')}_${version.replaceAll('.', '_')},\n  title = {${title || name}},\n  author = {${creators.join(' and ') || `The curators of ${name}`}},\n  version = {${version}},\n  year = {${date.slice(0, 4)}}${url === '' ? '' : `,\n  url = {${url}}`}\n}`
      : given.trim()
  }\n\`\`\``
