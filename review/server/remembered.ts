import { LRUCache } from 'lru-cache'

/** An answer is kept for so many times as long as it took: asked again and again, it costs one part in so many of the server's time. */
const TIMES = 50

/** Milliseconds that an answer is kept at least, and at most: people wonder about a count that stands still. */
const AGE = { least: 2000, most: 15_000 } as const

/** Answers that may be a little old, each worked out once however many ask for it at a time. */
export class Remembered<Answer> {
  private readonly answers = new LRUCache<string, { readonly answer: Promise<Answer> }>({ max: 500 })

  async get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.answers.get(key)
    if (known) return known.answer
    const began = performance.now()
    const answer = make()
    this.answers.set(key, { answer })
    try {
      const value = await answer
      const ttl = Math.min(AGE.most, Math.max(AGE.least, TIMES * (performance.now() - began)))
      this.answers.set(key, { answer }, { ttl })
      return value
    } catch (error) {
      this.answers.delete(key) // an error is not worth remembering; whoever asked gets it
      throw error
    }
  }
}
