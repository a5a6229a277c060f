import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { verifyRelease } from '../../corpus/release/verify.ts'
import { findWorkspace } from '../../corpus/workspace.ts'
import { counted } from '../counted.ts'
import type { DefineCommand } from '../define.ts'
import { type Session, show, tell } from '../session.ts'

export const verifyCommand: DefineCommand = (parent, does) => {
  parent
    .command('verify')
    .description('check a release: every file, hash and item')
    .argument('<release>', 'folder of a release, or a version in this workspace')
    .addHelpText('after', '\nExample:\n  engvqa verify releases/1.0.0')
    .action(
      does<[string]>(async (session, name) => {
        const folder = await releaseFolder(session, name)
        const { manifest, items, images, faults, doubts } = await verifyRelease(folder)
        tell(session, [...faults, ...doubts], 'the answer to --json')
        const verdict = faults.length === 0 ? 'sound' : counted(faults.length, 'fault')
        const toLookAt = doubts.length === 0 ? '' : `, ${counted(doubts.length, 'doubt')}`
        show(
          session,
          `${manifest.name} ${manifest.version}: ${counted(items, 'item')}, ${counted(images, 'image')}, ${verdict}${toLookAt}.`,
          {
            folder,
            items,
            images,
            faults,
            doubts,
          },
        )
        return faults.length === 0 ? 0 : 1
      }),
    )
}

/** A folder as given, or a version under releases/ of the workspace. */
export async function releaseFolder(session: Session, name: string): Promise<string> {
  const given = resolve(session.cwd, name)
  if (existsSync(given) || basename(name) !== name) return given // a path, not a version: the one who typed it sees that very path
  const workspace = await findWorkspace(session.cwd)
  return workspace === undefined ? given : join(workspace, 'releases', name)
}
