import type { ModelCall, ModelImage } from '../../schemas/model.ts'

/** Characters. English runs at about four to a token, formulas nearer to three; estimates should err upwards. */
const CHARACTERS_PER_TOKEN = 3

/** Pixels. Gemini counts 258 tokens for every tile of this edge, and for a picture that fits half a tile both ways just one. */
const TILE = 768
const TOKENS_PER_TILE = 258
const SMALL = 384

/** Tiles assumed where the size cannot be read from the bytes: a page at 150 dpi. */
const UNKNOWN_TILES = 6

/** Tokens of an answer without a limit of its own. */
const USUAL_MAX_TOKENS = 8192

/** Input tokens of a call, estimated upwards. */
export function estimateInput({ system = '', shared, prompt, images = [], answer }: ModelCall): number {
  const characters = system.length + (shared?.text.length ?? 0) + prompt.length + (answer === undefined ? 0 : JSON.stringify(answer).length)
  const pictures = [...(shared?.images ?? []), ...images].reduce((sum, image) => sum + pictureTokens(image), 0)
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + pictures
}

/** Calls of a series from which on an explicit cache costs less than sending the shared part each time. */
const CACHED_FROM = 3

/** Tokens. No model makes a cache of less. */
const SMALLEST_CACHE = 1024

/** Seconds that a cache is kept at most, if its series does not end it earlier; storage is billed by time. Prices reckon with all of it. */
export const CACHE_SECONDS = 300

/** Input tokens of what a call shares with its series. */
const sharedTokens = ({ model, system, shared }: ModelCall): number =>
  estimateInput({ model, prompt: '', ...(system === undefined ? {} : { system }), ...(shared ? { shared } : {}) })

/** Whether a server that has explicit context caches is asked for one. */
export const isCached = (call: ModelCall): boolean => (call.shared?.calls ?? 0) >= CACHED_FROM && sharedTokens(call) >= SMALLEST_CACHE

/** Tokens that a call may write into an explicit cache, at most. */
export const mostCacheWrites = (call: ModelCall): number => (isCached(call) ? sharedTokens(call) : 0)

/** Output tokens that a call can cost at most. */
export const mostOutput = ({ maxTokens = USUAL_MAX_TOKENS }: ModelCall): number => maxTokens

function pictureTokens(image: ModelImage): number {
  const size = pngSize(image)
  if (!size) return UNKNOWN_TILES * TOKENS_PER_TILE
  const { width, height } = size
  if (width <= SMALL && height <= SMALL) return TOKENS_PER_TILE
  return Math.ceil(width / TILE) * Math.ceil(height / TILE) * TOKENS_PER_TILE
}

/** Bytes of a PNG up to the end of its size, as base64 characters. */
const PNG_HEAD = 32

function pngSize({ mime, base64 }: ModelImage): { width: number; height: number } | undefined {
  const head = Buffer.from(base64.slice(0, PNG_HEAD), 'base64')
  if (mime !== 'image/png' || head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}
