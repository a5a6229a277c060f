import { describe } from '../../corpus/release/changelog.ts'
import { diffReleases } from '../../corpus/release/diff.ts'
import type { DefineCommand } from '../define.ts'
import { show } from '../session.ts'
import { releaseFolder } from './verify.ts'

export const diffCommand: DefineCommand = (parent, does) => {
  parent
    .command('diff')
    .description('say what changed between two releases, item by item, and which version part that asks for')
    .argument('<from>', 'folder or version of the older release')
    .argument('<to>', 'folder or version of the newer one')
    .addHelpText('after', '\nExample:\n  engvqa diff 1.0.0 1.1.0')
    .action(
      does<[string, string]>(async (session, from, to) => {
        const diff = await diffReleases(await releaseFolder(session, from), await releaseFolder(session, to))
        const lines = diff.changes.map((change) => `  ${describe(change)}`)
        show(session, [`${diff.from} → ${diff.to}: ${diff.changes.length} changes, ${diff.bump}.`, ...lines].join('\n'), diff)
        return 0
      }),
    )
}
