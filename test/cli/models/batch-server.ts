import { json, type Reply, type Seen } from './server.ts'

/** The part of Gemini's batch API that we use, with jobs that end after being looked at once. */
export function batchServer(answer: (key: string, request: unknown) => Record<string, unknown>): {
  reply: Reply
  jobs: Record<string, unknown>[]
} {
  const jobs: Record<string, unknown>[] = []
  const looks = new Map<string, number>()
  const job = (name: string, title: string, keys: string[], requests: readonly unknown[]): Record<string, unknown> => {
    const count = (looks.get(name) ?? 0) + 1
    looks.set(name, count)
    const done = count > 1
    return {
      name,
      metadata: {
        '@type': 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch',
        name,
        displayName: title,
        model: 'models/gemini-2.5-flash',
        state: done ? 'BATCH_STATE_SUCCEEDED' : 'BATCH_STATE_RUNNING',
        ...(done
          ? {
              output: {
                inlinedResponses: { inlinedResponses: keys.map((key, at) => ({ metadata: { key }, ...answer(key, requests[at]) })) },
              },
            }
          : {}),
      },
      done,
    }
  }
  const known: { name: string; title: string; keys: string[]; requests: readonly unknown[] }[] = []
  const create = ({ json: body }: Seen): Record<string, unknown> => {
    const { batch } = body as { batch: { displayName: string; inputConfig: { requests: { requests: { metadata: { key: string } }[] } } } } // what the SDK sends
    const one = {
      name: `batches/${known.length + 1}`,
      title: batch.displayName,
      keys: batch.inputConfig.requests.requests.map(({ metadata }) => metadata.key),
      requests: batch.inputConfig.requests.requests,
    }
    known.push(one)
    jobs.push(body ?? {})
    return job(one.name, one.title, one.keys, one.requests)
  }
  const reply: Reply = (response, seen) => {
    if (seen.method === 'POST') return json(create(seen))(response, seen)
    const one = known.find(({ name }) => seen.path.split('?')[0]?.endsWith(name))
    if (one) return json(job(one.name, one.title, one.keys, one.requests))(response, seen)
    return json({
      operations: known.map(({ name, title }) => ({ name, metadata: { name, displayName: title, state: 'BATCH_STATE_RUNNING' } })),
    })(response, seen)
  }
  return { reply, jobs }
}
