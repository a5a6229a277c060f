import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** A PostgreSQL of our own on a free port of the loopback, or why there is none. */
export type Cluster = { readonly url: string; stop(): void } | { readonly missing: string }

/** Starts a cluster in a temporary folder. As root it runs as Debian’s `postgres`, because PostgreSQL refuses to run as root. */
export async function startPostgres(): Promise<Cluster> {
  const bin = newestBin()
  if (!bin) return { missing: 'PostgreSQL is not installed (Debian: apt-get install -y postgresql)' }
  const owner = process.getuid?.() === 0 ? idOf('postgres') : undefined
  if (process.getuid?.() === 0 && !owner) return { missing: 'PostgreSQL will not run as root and there is no user "postgres"' }
  const folder = mkdtempSync(join(tmpdir(), 'review-pg-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (command: string, args: string[]) =>
    execFileSync(join(bin, command), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'])
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newestBin(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function idOf(user: string): { uid: number; gid: number } | undefined {
  const ask = (what: '-u' | '-g') => spawnSync('id', [what, user], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
