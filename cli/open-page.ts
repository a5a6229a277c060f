import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { FOR_OWNER, writeAtomically } from '../corpus/atomic.ts'
import type { Session } from './session.ts'

/** How each system opens a file in the browser. */
const OPENERS: Partial<Readonly<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
  linux: ['xdg-open'],
  freebsd: ['xdg-open'],
}

/** The program that opens a page here; undefined where nobody would see it: no terminal, no screen, another system. */
export function openerOf({ terminal, env }: Pick<Session, 'terminal' | 'env'>, platform: NodeJS.Platform): readonly string[] | undefined {
  const opener = OPENERS[platform]
  const needsScreen = opener?.[0] === 'xdg-open'
  const hasScreen = [env.DISPLAY, env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '')
  return terminal && (!needsScreen || hasScreen) ? opener : undefined
}

/**
 * Opens a link that carries a secret in the browser. The browser is handed a file that only its owner can read, because everybody on the
 * machine can see what programs are started with. Returns what takes the file away again. A browser that does not come is no failure: the
 * link is printed as well.
 */
export async function openPage(link: string, file: string, opener: readonly string[]): Promise<() => Promise<void>> {
  await writeAtomically(file, redirect(link), undefined, FOR_OWNER)
  const [program = '', ...args] = opener
  const started = spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
  started.on('error', () => undefined) // see above
  started.unref()
  return () => rm(file, { force: true })
}

const redirect = (link: string): string => {
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${address}"><title>EngVQA review</title><a href="${address}">Open the review</a>\n`
}
