import { basename, relative, resolve } from 'node:path'
import { createWorkspace } from '../../corpus/workspace.ts'
import type { DefineCommand } from '../define.ts'
import { show } from '../session.ts'

/** A dataset's name from a folder's: lower-case words joined by "-". */
const toName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'dataset'

export const initCommand: DefineCommand = (parent, does) => {
  parent
    .command('init')
    .description('make a new workspace: engvqa.yaml, documents.yaml, the five subjects')
    .argument('<dir>', 'folder of the workspace; made if it is not there')
    .option('--name <name>', 'name of the dataset; the folder’s name when left out')
    .addHelpText('after', '\nExample:\n  engvqa init my-dataset')
    .action(
      does<[string, { name?: string }]>(async (session, dir, { name }) => {
        const folder = resolve(session.cwd, dir)
        const files = await createWorkspace(folder, name ?? toName(folder))
        const shown = relative(session.cwd, folder) || '.'
        show(
          session,
          `Made a workspace in ${shown}: ${files.join(', ')}.\nNext: ${shown === '.' ? '' : `cd ${shown} && `}engvqa add FILE --subject dynamics`,
          {
            folder,
            files,
          },
        )
        return 0
      }),
    )
}
