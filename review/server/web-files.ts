import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Hono } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
}

/** Serves the built page out of memory. Only files that were there at the start exist, so no path can lead anywhere else. */
export async function builtPage(folder: string): Promise<Hono> {
  const files = await readAll(folder)
  const app = new Hono()
  app.get('*', (context) => {
    const path = context.req.path === '/' ? '/index.html' : context.req.path
    const file = files.get(path)
    if (!file) return files.size === 0 ? context.text('The review page has not been built; run `npm run build`.', 503) : context.notFound()
    context.header('Content-Type', file.type)
    if (path.startsWith('/assets/')) context.header('Cache-Control', 'public, max-age=31536000, immutable')
    return context.body(file.bytes)
  })
  return app
}

async function readAll(folder: string): Promise<Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] // a checkout that was not built: the server says so
    throw error
  })
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { bytes: new Uint8Array(await readFile(path)), type })
  }
  return files
}
