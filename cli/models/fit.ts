import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'

/** Whether an answer has the shape that was asked for. */
export type Fit =
  | { readonly fits: true; readonly text: string; readonly mended: boolean }
  | { readonly fits: false; readonly fault: string }

/**
 * Judges an answer against a JSON Schema, and mends its JSON once if that is all that is wrong (a fence around it, a trailing comma, a
 * missing quote). Never for an answer that was cut off, nor for one that ends in the middle though the server called it complete, nor where
 * mending would leave something out: any of these would make a shorter truth of it.
 */
export function fitTo(schema: Record<string, unknown>, text: string): Fit {
  const shape = z.fromJSONSchema(schema)
  const direct = check(shape, text)
  if (direct.fits) return direct
  const mended = repaired(text)
  if (mended === undefined || mended === text) return direct
  const again = check(shape, mended)
  return again.fits ? { ...again, mended: true } : again
}

function check(shape: z.ZodType, text: string): Fit {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { fits: false, fault: error instanceof Error ? error.message : String(error) }
  }
  const parsed = shape.safeParse(json)
  return parsed.success ? { fits: true, text, mended: false } : { fits: false, fault: z.prettifyError(parsed.error) }
}

/** The text with its JSON mended; undefined where that is impossible or would lose something. */
function repaired(text: string): string | undefined {
  try {
    const bare = withoutFence(text)
    const mended = jsonrepair(bare)
    return endsAlike(bare, mended) && holdsAll(mended, bare) ? mended : undefined
  } catch {
    return undefined // beyond repair; the fault of the text as it came is reported
  }
}

const withoutFence = (text: string): string =>
  text
    .trim()
    .replace(/^```[a-z]*\s*\n/i, '')
    .replace(/\n?\s*```$/, '')
    .trim()

/** What closes at the very end of a JSON text: its brackets, and whether a string ends before them. */
function ending(text: string): { brackets: string; quoted: boolean } {
  const bare = text.replace(/[\s,]+/g, '')
  const brackets = /[\]}]*$/.exec(bare)?.[0] ?? ''
  return { brackets, quoted: /["'`“”‘’´]$/u.test(bare.slice(0, bare.length - brackets.length)) }
}

/** Whether nothing had to be closed at the end: what was open there may have gone on. */
function endsAlike(before: string, after: string): boolean {
  const [was, is] = [ending(before), ending(after)]
  return was.brackets === is.brackets && was.quoted === is.quoted
}

/** Whether every letter, digit, sign and backslash is still there, in order: a comment, an ellipsis or a LaTeX command must not vanish. */
function holdsAll(mended: string, before: string): boolean {
  const wanted = substanceOf(before)
  let found = 0
  for (const character of substanceOf(mended)) if (character === wanted[found]) found++
  return found === wanted.length
}

const substanceOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\bnone\b/g, 'null')
    .match(/[\p{L}\p{N}.+\-\\]/gu) ?? []
