import type { Command } from 'commander'
import type { ExitCode, Session } from './session.ts'

/** A command as its file describes it: sets itself up on `parent` and hands what it does to `does`. */
export type DefineCommand = (parent: Command, does: Runs) => void

/** What a command does with its arguments and options. */
export type Work<Args extends readonly unknown[]> = (session: Session, ...args: Args) => Promise<ExitCode>

/** Turns work into what commander calls. */
export type Runs = <Args extends readonly unknown[]>(work: Work<Args>) => (...args: unknown[]) => Promise<void>
