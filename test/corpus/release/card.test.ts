import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { cardLicence } from '../../../corpus/release/licences.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { AnnotationFacts } from '../../../schemas/release.ts'
import { item, releaseInput } from './sample.ts'

/** Fields of a dataset card and their values, after https://github.com/huggingface/hub-docs/blob/main/datasetcard.md. */
const Feature: z.ZodType = z.lazy(() =>
  z
    .strictObject({
      name: z.string(),
      dtype: z.string().optional(),
      struct: z.array(Feature).optional(),
      list: z.union([z.string(), z.array(Feature), z.looseObject({})]).optional(),
    })
    .refine(({ dtype, struct, list }) => [dtype, struct, list].filter((one) => one !== undefined).length === 1),
)
const Split = z.strictObject({ name: z.string(), num_bytes: z.int().min(0), num_examples: z.int().min(1) })
const CardMetadata = z.strictObject({
  pretty_name: z.string(),
  language: z.array(z.string().regex(/^[a-z]{2,3}$/)),
  license: z.string(),
  license_name: z.string().optional(),
  license_link: z.string().optional(),
  annotations_creators: z.array(z.enum(['found', 'crowdsourced', 'expert-generated', 'machine-generated', 'no-annotation', 'other'])),
  language_creators: z.array(z.enum(['found', 'crowdsourced', 'expert-generated', 'machine-generated', 'other'])),
  multilinguality: z.array(z.enum(['monolingual', 'multilingual', 'translation', 'other'])),
  size_categories: z.array(z.enum(['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M'])),
  source_datasets: z.array(z.string()),
  task_categories: z.array(z.enum(['visual-question-answering', 'question-answering'])),
  tags: z.array(z.string()),
  configs: z.array(
    z.strictObject({
      config_name: z.string(),
      default: z.boolean().optional(),
      data_files: z.array(z.strictObject({ split: z.string(), path: z.string() })),
    }),
  ),
  dataset_info: z.array(
    z.strictObject({
      config_name: z.string(),
      features: z.array(Feature),
      splits: z.array(Split),
      download_size: z.int(),
      dataset_size: z.int(),
    }),
  ),
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'card-'))
})
afterAll(() => rm(folder, { recursive: true }))

let runs = 0
async function cardOf(...args: Parameters<typeof releaseInput> extends [string, ...infer Rest] ? Rest : never) {
  const { folder: release, manifest } = await writeRelease(releaseInput(join(folder, String(++runs)), ...args))
  const text = await readFile(join(release, 'README.md'), 'utf8')
  const [, yaml = '', body = ''] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? []
  return { metadata: CardMetadata.parse(parse(yaml)), body, manifest }
}

describe('the dataset card', () => {
  it('has metadata that pass the list of fields, one configuration a subject, with files and sizes that are there', async () => {
    const { metadata, manifest } = await cardOf([item('1'), item('2'), item('1', { subject: 'dynamics' })], { keepDuplicates: true })
    expect(metadata.license).toBe('cc-by-4.0')
    expect(metadata.configs.map(({ config_name }) => config_name)).toEqual(['dynamics', 'fluid-mechanics'])
    expect(metadata.configs.filter((config) => config.default)).toHaveLength(1)
    for (const { data_files } of metadata.configs) {
      for (const { path } of data_files) {
        const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '.*')}$`)
        expect(
          manifest.files.some((file) => pattern.test(file.path)),
          path,
        ).toBe(true)
      }
    }
    const info = metadata.dataset_info[1]
    expect(info?.splits).toMatchObject([{ name: 'test', num_examples: 2 }])
    expect(info?.download_size).toBe(manifest.files.find(({ path }) => path.startsWith('data/fluid'))?.bytes)
    expect(info?.dataset_size).toBe(info?.splits[0]?.num_bytes)
  })

  it('has the sections that a reviewer asks for', async () => {
    const { body } = await cardOf([item('1')])
    const sections = [...body.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
    expect(sections).toEqual([
      'Motivation',
      'Contents',
      'Collection',
      'Annotation protocol',
      'Agreement',
      'Licences by source',
      'Limits',
      'Contamination',
      'Take-down',
      'Citation',
    ])
    expect(body).toContain('data@example.org')
    expect(body).not.toContain('Warning')
  })

  it('says loudly that items are not reviewed', async () => {
    const pending = item('2', { review: { status: 'pending', by: [], at: null, changed: [] } })
    const { body, metadata } = await cardOf([item('1'), pending], { includeUnreviewed: true })
    expect(body).toContain('**Warning: 1 of 2 items have not been approved by a person.**')
    expect(metadata.annotations_creators).toContain('expert-generated')
    const none = await cardOf([pending], { includeUnreviewed: true })
    expect(none.metadata.annotations_creators).toEqual(['machine-generated'])
  })

  it('publishes the protocol and the agreement with intervals', async () => {
    const review = AnnotationFacts.parse({
      protocol: '# How\n\nRead the page first.',
      reviewers: [{ name: 'r1', qualification: 'MSc in mechanical engineering' }],
      readTwice: 40,
      agreement: [{ what: 'problem or not', measure: 'Cohen’s kappa', value: 0.912, low: 0.83, high: 0.97, n: 40 }],
      disagreements: 'settled by a third reader',
    })
    const { body } = await cardOf([item('1')], { review })
    expect(body).toContain('### How')
    expect(body).toContain('r1: MSc in mechanical engineering')
    expect(body).toContain('| problem or not | Cohen’s kappa | 0.91 [0.83, 0.97] | 40 |')
    expect(body).toContain('settled by a third reader')
  })
})

describe('cardLicence', () => {
  it('uses the ids that hosts know, and names what they do not know', () => {
    expect(cardLicence('CC0-1.0')).toEqual({ license: 'cc0-1.0' })
    expect(cardLicence('GPL-3.0-or-later')).toEqual({ license: 'gpl-3.0' })
    expect(cardLicence('unknown')).toEqual({ license: 'unknown' })
    expect(cardLicence('CERN-OHL-P-2.0')).toEqual({
      license: 'other',
      license_name: 'cern-ohl-p-2.0',
      license_link: 'https://spdx.org/licenses/CERN-OHL-P-2.0',
    })
  })
})
