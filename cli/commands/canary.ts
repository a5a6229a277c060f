import { resolve } from 'node:path'
import { findCanary } from '../../corpus/release/canary.ts'
import { readManifest } from '../../corpus/release/read.ts'
import type { DefineCommand } from '../define.ts'
import { show } from '../session.ts'
import { releaseFolder } from './verify.ts'

export const canaryCommand: DefineCommand = (parent, does) => {
  parent
    .command('canary')
    .description('print the GUID that marks a release, or look for it in files that may have been trained on')
    .argument('<release>', 'folder or version of a release')
    .argument('[path...]', 'files and folders to search')
    .addHelpText('after', '\nExample:\n  engvqa canary 1.0.0 ~/corpora')
    .action(
      does<[string, string[]]>(async (session, release, paths) => {
        const { canary } = await readManifest(await releaseFolder(session, release))
        const hits = await findCanary(
          paths.map((path) => resolve(session.cwd, path)),
          canary,
        )
        const text =
          paths.length === 0
            ? canary
            : hits.length === 0
              ? `${canary} is in none of them.`
              : hits.map(({ file, offset, unpacked }) => `${file}: at byte ${offset}${unpacked ? ' of what it unpacks to' : ''}`).join('\n')
        show(session, text, { canary, hits })
        return hits.length === 0 ? 0 : 1
      }),
    )
}
