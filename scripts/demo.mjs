// Takes the sample workspace through every stage, without key, network or service, and says where to look.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, '.work', 'demo')
const started = performance.now()

/** Runs engvqa in the copied workspace. Problems with single pages are part of the show; anything worse ends it. */
function engvqa(...args) {
  console.log(`\n$ engvqa ${args.join(' ')}`)
  const { status, error } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: target, stdio: 'inherit' })
  if (error) throw error
  if (status === null || status > 1) process.exit(status ?? 3)
}

rmSync(target, { recursive: true, force: true })
cpSync(join(root, 'sample'), target, { recursive: true, filter: (path) => !path.endsWith('.gold.json') })
engvqa('extract')
engvqa('stats')
engvqa('release', '--include-unreviewed')
engvqa('verify', 'releases/1.0.0')
const release = relative(process.cwd(), join(target, 'releases/1.0.0'))
console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
console.log(`Release: ${release}`)
console.log(`Preview: ${join(release, 'preview.html')}`)
console.log(`Review:  cd ${relative(process.cwd(), target)} && npx engvqa review`)
