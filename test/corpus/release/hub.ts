import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  readonly bytes: Buffer
  readonly lfs: boolean
}

/** A dataset hub on loopback that speaks the part of Hugging Face's protocol that uploading needs. */
export interface Hub {
  readonly url: string
  /** What the repository holds. */
  readonly files: Map<string, Stored>
  readonly commits: string[]
  /** Paths and sizes of large files that were sent. */
  readonly uploads: string[]
  /** Fails every commit from this one on, counted from 1. */
  failFrom: number
  close(): Promise<void>
}

const LARGE = /\.(parquet|png|tsv|jsonl)$/

export async function startHub(repo: string, token: string): Promise<Hub> {
  const objects = new Map<string, Buffer>()
  let exists = false
  const hub: Omit<Hub, 'url' | 'close'> = { files: new Map(), commits: [], uploads: [], failFrom: Number.POSITIVE_INFINITY }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await bodyOf(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'PUT' && path.startsWith('/objects/')) {
      const oid = path.slice('/objects/'.length)
      if (createHash('sha256').update(body).digest('hex') !== oid) return json({ error: 'wrong checksum' }, 400)
      objects.set(oid, body)
      hub.uploads.push(oid)
      return response.writeHead(200).end()
    }
    if (request.headers.authorization !== `Bearer ${token}`) return json({ error: 'Who are you?' }, 401)
    if (path === '/api/repos/create') {
      exists = true
      return json({ url: repo, id: repo })
    }
    if (path === `/api/datasets/${repo}`) return exists ? json({ id: repo }) : json({ error: 'not found' }, 404)
    if (path === `/api/datasets/${repo}/tree/main`) return json([...hub.files].map(([name, stored]) => treeEntry(name, stored)))
    if (path === `/api/datasets/${repo}/preupload/main`) {
      const { files } = JSON.parse(body.toString())
      return json({
        files: files.map((file: { path: string }) => ({ path: file.path, uploadMode: LARGE.test(file.path) ? 'lfs' : 'regular' })),
      })
    }
    if (path === `/datasets/${repo}.git/info/lfs/objects/batch`) {
      const wanted: { oid: string; size: number }[] = JSON.parse(body.toString()).objects
      const upload = (oid: string) => ({ upload: { href: `${address()}/objects/${oid}` } })
      return json({
        transfer: 'basic',
        objects: wanted.map(({ oid, size }) => ({ oid, size, ...(objects.has(oid) ? {} : { actions: upload(oid) }) })),
      })
    }
    if (path === `/api/datasets/${repo}/commit/main`) return commit(body.toString(), json)
    const file = hub.files.get(decodeURIComponent(path.slice(`/datasets/${repo}/resolve/main/`.length)))
    return file ? response.writeHead(200).end(file.bytes) : json({ error: 'not found' }, 404)
  }

  function commit(body: string, json: (value: unknown, status?: number) => unknown): unknown {
    if (hub.commits.length + 1 >= hub.failFrom) return json({ error: 'The hub is tired.' }, 503)
    for (const line of body.trim().split('\n')) {
      const { key, value } = JSON.parse(line)
      if (key === 'header') hub.commits.push(value.summary)
      if (key === 'file') hub.files.set(value.path, { bytes: Buffer.from(value.content, 'base64'), lfs: false })
      if (key === 'lfsFile') hub.files.set(value.path, { bytes: objects.get(value.oid) ?? Buffer.alloc(0), lfs: true })
      if (key === 'deletedFile') hub.files.delete(value.path)
    }
    return json({ success: true, commitOid: 'c', commitUrl: 'u', hookOutput: '' })
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port, not on a pipe
  return Object.assign(hub, { url: address(), close: () => new Promise<void>((done) => server.close(() => done())) })
}

function treeEntry(path: string, { bytes, lfs }: Stored): unknown {
  const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  const pointer = { oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, pointerSize: 130 }
  return { type: 'file', path, size: bytes.length, oid, ...(lfs ? { lfs: pointer } : {}) }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set, so chunks are buffers
  return Buffer.concat(chunks)
}
