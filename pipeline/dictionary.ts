import { readFileSync } from 'node:fs'
import wordListPath from 'word-list'

let english: string | undefined

/** Whether English has this word. The list (2.8 MB, in order) is read when the first word is asked for, and searched in place. */
export function isEnglish(word: string): boolean {
  english ??= readFileSync(wordListPath, 'latin1')
  const wanted = word.toLowerCase()
  let low = 0
  let high = english.length
  while (low < high) {
    const start = english.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1
    const stop = english.indexOf('\n', start)
    const end = stop < 0 ? english.length : stop
    const entry = english.slice(start, end)
    if (entry === wanted) return true
    if (entry < wanted) low = end + 1
    else high = start
  }
  return false
}
