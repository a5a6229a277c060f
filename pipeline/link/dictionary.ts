import { readFileSync } from 'node:fs'
import wordListPath from 'word-list'

let english: ReadonlySet<string> | undefined

/** Whether English has this word. The list (2.8 MB) is read when the first word is asked for. */
export function isEnglish(word: string): boolean {
  english ??= new Set(readFileSync(wordListPath, 'utf8').split('\n'))
  return english.has(word.toLowerCase())
}
