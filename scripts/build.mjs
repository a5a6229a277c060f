// Compiles the package into dist/: code, the files it reads, and the browser page. Stops at the first failure.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function run(command, ...args) {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/** `npm install --omit=dev` of a checkout has no compiler: what is built already stays. */
const compiler = join(root, 'node_modules/typescript/bin/tsc')
if (!existsSync(compiler)) process.exit(0)

if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true })
run(compiler, '-p', 'tsconfig.build.json')
run('scripts/copy-assets.mjs')
for (const config of ['review/web/vite.config.ts', 'judge/study/web/vite.config.ts'].filter((path) => existsSync(join(root, path)))) {
  run('node_modules/vite/bin/vite.js', 'build', dirname(config), '--config', config, '--logLevel', 'warn')
}
chmodSync(join(root, 'dist/cli/main.js'), 0o755)
