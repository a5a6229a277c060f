import { Option } from 'commander'
import { invite, people } from '../../review/people.ts'
import type { Review } from '../../review/store/open.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { Role } from '../../schemas/review.ts'
import type { DefineCommand } from '../define.ts'
import { withReview } from '../review-queue.ts'
import { type ExitCode, type Session, show } from '../session.ts'
import { currentWorkspace } from '../workspace.ts'

interface InviteOptions {
  readonly role?: Role
  readonly person?: string
  readonly publicUrl?: string
}

/** Who the record of admin acts names: whoever can start the server may invite. */
const BY = 'the command line'

export const inviteCommand: DefineCommand = (parent, does) => {
  parent
    .command('invite')
    .description('make an invitation for one person, good for three days')
    .addOption(new Option('--role <role>', 'what the person may do').choices(Role.options))
    .option('--person <name>', 'somebody who is known already and needs a new password')
    .option('--public-url <url>', 'address under which the team reaches the review, for a whole link')
    .addHelpText('after', '\nExample:\n  engvqa review invite --role reviewer --public-url https://review.example.org')
    .action(does<[InviteOptions]>((session, options) => invitation(session, options)))
}

async function invitation(session: Session, { role, person, publicUrl }: InviteOptions): Promise<ExitCode> {
  const address = publicUrl === undefined ? undefined : addressOf(publicUrl)
  if (role === undefined && person === undefined)
    throw wrongUse('An invitation needs a role.', 'Add --role reviewer, or --person NAME for a new password.')
  await withReview(session, await currentWorkspace(session), async (database) => {
    const granted = person === undefined ? role : await roleOf(database, person, role)
    if (granted === undefined) throw new Error('The role was asked for above.')
    const token = await invite(database, granted, BY, person ?? null)
    const path = `/#join=${token}`
    const link = address === undefined ? null : new URL(path, address).href
    const text = link ?? `${path}\nPut it behind the address of the review, or give --public-url for a whole link.`
    show(session, text, { link, path, role: granted, person: person ?? null })
  })
  return 0
}

/** The role that somebody has. A new password changes none: that is done on the page “People”. */
async function roleOf(database: Review, name: string, wanted: Role | undefined): Promise<Role> {
  const known = (await people(database.db)).find((person) => person.name === name)
  if (!known) throw wrongUse(`There is nobody called ${name}.`, 'Leave --person away to invite somebody new: they choose their name.')
  if (wanted !== undefined && wanted !== known.role)
    throw wrongUse(`${name} is ${known.role}, not ${wanted}.`, 'Leave --role away; roles of known people change on the page “People”.')
  return known.role
}

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw wrongUse(`“${text}” is no web address.`, 'Write it like https://review.example.org.')
}

const wrongUse = (message: string, hint: string): ProblemError => new ProblemError({ code: 'usage', message, hint, place: {} })
