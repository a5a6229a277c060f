import { join } from 'node:path'
import type { Pool } from '../pipeline/pool.ts'
import type { LayoutEngine } from '../schemas/workspace.ts'
import type { AdobeEngine } from './models/adobe-engine.ts'
import type { Session } from './session.ts'

/** The engine that reads text in place of the local one; undefined for that. What it sends is kept in `folder`, which is not to be deleted. */
export async function engineOf(
  session: Session,
  folder: string,
  pool: Pool,
  { name, transactions }: { readonly name: LayoutEngine; readonly transactions?: number | undefined },
): Promise<AdobeEngine | undefined> {
  if (name === 'local') return undefined
  const [{ adobeEngine }, { systemClock }] = await Promise.all([import('./models/adobe-engine.ts'), import('./models/clock.ts')])
  return adobeEngine({
    environment: session.env,
    folder: join(folder, '.engvqa', 'models', 'adobe'),
    pool,
    clock: systemClock,
    transactions,
  })
}

/** What an engine has cost, in one line; nothing where none was paid. */
export const engineLine = (engine: AdobeEngine | undefined): string[] =>
  engine && engine.transactions() > 0 ? [`${engine.transactions()} document transactions of Adobe PDF Services.`] : []
