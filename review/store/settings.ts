import { createHash } from 'node:crypto'
import { ReviewPolicy } from '../../schemas/review.ts'
import type { Queries } from './tables.ts'

const POLICY = 'policy'

/** The annotation protocol in force; defaults where nobody has set one. */
export async function readPolicy(db: Queries): Promise<ReviewPolicy> {
  const row = await db.selectFrom('settings').select('json').where('key', '=', POLICY).executeTakeFirst()
  return ReviewPolicy.parse(row ? JSON.parse(row.json) : {})
}

export async function writePolicy(db: Queries, policy: ReviewPolicy): Promise<void> {
  const row = { key: POLICY, json: JSON.stringify(policy) }
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ json: row.json }))
    .execute()
}

/** Whether an item gets a second blind reading: chosen by seed, or because the machine was unsure. Does not depend on the order of work. */
export const wantsSecondReading = (item: { readonly id: string; readonly confidence: number }, policy: ReviewPolicy): boolean =>
  item.confidence < policy.unsureBelow || lot(policy.seed, item.id) < policy.secondShare

/** A number from 0 up to 1 that seed and id decide. */
function lot(seed: string, id: string): number {
  const digest = createHash('sha256').update(`${seed}\n${id}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32
}
