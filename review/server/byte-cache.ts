/** Keeps the most recently used pictures up to a number of bytes; two who ask for the same at once wait for one rendering. */
export class ByteCache {
  readonly #kept = new Map<string, Uint8Array>()
  readonly #coming = new Map<string, Promise<Uint8Array>>()
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  async get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const coming = this.#coming.get(key) ?? make().finally(() => this.#coming.delete(key))
    this.#coming.set(key, coming)
    const bytes = await coming
    this.#keep(key, bytes)
    return bytes
  }

  #keep(key: string, bytes: Uint8Array): void {
    if (this.#kept.has(key)) return
    this.#kept.set(key, bytes)
    this.#size += bytes.byteLength
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#size <= this.#limit) return
      this.#kept.delete(oldest)
      this.#size -= byteLength
    }
  }
}
