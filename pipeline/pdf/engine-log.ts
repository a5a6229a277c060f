import * as mupdf from 'mupdf'

/** Warnings after which part of a page is missing; others (odd fonts, wrong lengths) change nothing that we read. */
const LOSS = /read error|not a stream|ignoring|syntax error|too many|premature|truncated|cannot find/i

let heard: string[] = []

// mupdf throws only when nothing can be read; a stream that breaks off in the middle it merely mentions. On sound files it says nothing.
mupdf.setLog({
  error: (message: string) => void heard.push(message),
  warning: (message: string) => {
    if (LOSS.test(message)) heard.push(message)
  },
})

/** What the engine complained of while some work was done: reasons to believe that not all of it was read. */
export function complaintsDuring<T>(work: () => T): { result: T; complaints: readonly string[] } {
  heard = []
  const result = work()
  const complaints = heard
  heard = []
  return { result, complaints }
}
