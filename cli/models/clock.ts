import { setTimeout as pause } from 'node:timers/promises'

/** Time as the client sees it; tests hand in one that does not wait. */
export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
}
