import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'

/** Whether an answer has the shape that was asked for. */
export type Fit =
  | { readonly fits: true; readonly text: string; readonly mended: boolean }
  | { readonly fits: false; readonly fault: string }

/**
 * Judges an answer against a JSON Schema, and mends its JSON once if that is all that is wrong (a fence around it, a trailing comma, a
 * missing quote). Never for an answer that was cut off: mending that would make a shorter truth of it.
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

function repaired(text: string): string | undefined {
  try {
    return jsonrepair(text)
  } catch {
    return undefined // beyond repair; the fault of the text as it came is reported
  }
}
