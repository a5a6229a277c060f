import type { ModelCall, ModelUsage } from '../../schemas/model.ts'

/** What a server sent back to one attempt. */
export interface Sent {
  readonly text: string
  readonly finish: 'complete' | 'cut-off'
  /** null when the server does not say. */
  readonly usage: ModelUsage | null
}

/** One kind of server. `send` throws `CallFailure` for what the server or the network did. */
export interface Provider {
  readonly name: 'gemini' | 'openai'
  send(call: ModelCall, signal: AbortSignal): Promise<Sent>
}
