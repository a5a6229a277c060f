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
