import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../corpus/atomic.ts'
import type { Accounts } from './ledger.ts'
import type { AdobeAccount, AdobeAccounts } from './transactions.ts'

/** What one command has asked and paid for. */
export interface RunRecord {
  readonly at: string
  /** Batches cost half. */
  readonly batch?: boolean
  /** Of models, by document and item among others. */
  readonly models?: Accounts
  /** Of Adobe's PDF Extract. What a document cost is shared evenly among the items that were found in it. */
  readonly adobe?: AdobeAccounts & { readonly byItem: Readonly<Record<string, AdobeAccount>> }
}

/** Adds a line to the record of all runs, which lies beside the answers that they paid for. Nothing for a run that asked nobody. */
export async function keepRunRecord(workspace: string, { models, adobe, batch }: Omit<RunRecord, 'at'>): Promise<void> {
  const asked = models && models.total.calls + models.total.stored > 0
  const sent = adobe && adobe.total.transactions > 0
  if (!asked && !sent) return
  const record: RunRecord = {
    at: new Date().toISOString(),
    ...(asked ? { models, batch: batch ?? false } : {}),
    ...(sent ? { adobe } : {}),
  }
  const folder = path.join(workspace, '.engvqa', 'models')
  await makeFolder(folder)
  await appendFile(path.join(folder, 'runs.jsonl'), `${JSON.stringify(record)}\n`)
}
