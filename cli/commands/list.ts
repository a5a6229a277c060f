import type { DefineCommand } from '../define.ts'
import { documentRows, whatIsNext } from '../documents.ts'
import { show } from '../session.ts'
import { figures, table, words } from '../table.ts'
import { currentWorkspace } from '../workspace.ts'

export const listCommand: DefineCommand = (parent, does) => {
  parent
    .command('list')
    .description('list the documents of the workspace and how far each is')
    .addHelpText('after', '\nExample:\n  engvqa list')
    .action(
      does<[]>(async (session) => {
        const rows = await documentRows(await currentWorkspace(session))
        const cells = rows.map(({ id, subject, pages, items, state, licence, file }) => [
          id,
          subject,
          pages === null ? '–' : String(pages),
          items === null ? '–' : String(items),
          state,
          licence,
          file,
        ])
        const next = whatIsNext(rows)
        const text = [...(rows.length > 0 ? [table(COLUMNS, cells)] : []), ...(next === undefined ? [] : [next])]
        show(session, text.join('\n\n'), { documents: rows })
        return 0
      }),
    )
}

const COLUMNS = [words('document'), words('subject'), figures('pages'), figures('items'), words('state'), words('licence'), words('file')]
