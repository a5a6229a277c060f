import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { engvqa } from './run-cli.ts'

export const SUBJECT = 'mechanics-of-materials'

/** Two problems without a drawing. */
export const sheet = tinyPdf([
  [
    show('1. A shaft of 40 mm diameter carries a torque of 2.5 kN m. Find the largest shear stress.', 20, 180, { size: 4 }),
    show('2. Find the reactions of the beam. The load is 12 kN.', 20, 150, { size: 4 }),
  ].join('\n'),
])

/** An empty workspace in a folder of its own. */
export async function emptySet(): Promise<{ readonly folder: string; drop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-set-'))
  await engvqa(folder, ['init', '.', '--name', 'tiny'])
  return { folder, drop: () => rm(folder, { recursive: true, force: true }) }
}

/** Adds the sheet as a document of the workspace. */
export async function addSheet(folder: string, name = 'sheet'): Promise<void> {
  await writeFile(join(folder, `${name}.pdf`), sheet)
  await engvqa(folder, ['add', `${name}.pdf`, '--subject', SUBJECT, '--licence', 'CC0-1.0', '--may-redistribute'])
}

/** A workspace with the sheet extracted. */
export async function tinySet(): Promise<Awaited<ReturnType<typeof emptySet>>> {
  const set = await emptySet()
  await addSheet(set.folder)
  await engvqa(set.folder, ['extract'])
  return set
}
