import pLimit from 'p-limit'
import type { Crop } from '../schemas/figure.ts'
import { asShown, type Righted } from '../schemas/geometry.ts'
import { type Note, type Problem, ProblemError, sentenceOf } from '../schemas/problem.ts'
import type { FileSetup } from './file-setup.ts'
import { grouped } from './grouped.ts'
import { endsRun, isAboutFile, type Keep, keepJson, recallJson } from './keep.ts'
import type { CropRequest } from './stage.ts'
import type { Cut } from './tasks.ts'

/** Raise when the same box gives a different picture. */
const CROP_VERSION = 3

/** What is kept of one box's cut. */
type KeptCut = Crop | 'blank' | { readonly problem: Problem }

/** Whether and how a page was righted; requests are of the righted page. */
export type RightedOf = (page: number) => Promise<Righted>

/** Cuts boxes out of the pages, in parallel by page; null where one came out blank or failed, which is noted. */
export async function crop(
  setup: FileSetup,
  requests: readonly CropRequest[],
  note: Note,
  unsettled: () => void,
  rightedOf: RightedOf,
): Promise<(Crop | null)[]> {
  const cuts = new Map<CropRequest, KeptCut>()
  const inParallel = pLimit(setup.ahead) // bounds the pictures that wait to be written
  const pages = grouped(requests, ({ page }) => page)
  await Promise.all(
    [...pages].map(([page, wanted]) =>
      inParallel(async () => {
        const kept = await cutsOf(setup, page, wanted, unsettled, rightedOf)
        wanted.forEach((request, index) => {
          const cut = kept[index]
          if (cut) cuts.set(request, cut)
        })
      }),
    ),
  )
  return requests.map((request) => cropOrNote(cuts.get(request) ?? 'blank', request, note))
}

function cropOrNote(cut: KeptCut, { page, box }: CropRequest, note: Note): Crop | null {
  if (cut === 'blank') {
    note({
      code: 'crop-blank',
      severity: 'warning',
      message: 'A region that should hold a drawing comes out blank.',
      hint: 'Look at the page: the picture may be in a format that cannot be drawn, or hidden.',
      place: { page, box },
    })
    return null
  }
  if ('problem' in cut) {
    note({ ...cut.problem, place: { ...cut.problem.place, page, box } })
    return null
  }
  return cut
}

/** Cuts all boxes of a page in one go, or recalls them; the same boxes are never cut twice. */
async function cutsOf(
  setup: FileSetup,
  page: number,
  wanted: readonly CropRequest[],
  unsettled: () => void,
  rightedOf: RightedOf,
): Promise<readonly KeptCut[]> {
  const { keep, sha256, dpi, file, pool, signal } = setup
  const boxes = wanted.map(({ box }) => box)
  const key = keep.key({ crops: boxes, page, sha256, dpi, version: CROP_VERSION })
  const known = await recallJson<KeptCut[]>(keep, key)
  if (known && (await allThere(keep, known))) return known
  try {
    const righted = await rightedOf(page)
    const request = { file, page, boxes: boxes.map((box) => asShown(box, righted)), dpi, turned: righted.turned }
    const cuts = await Promise.all((await pool.run('cutPage', request, signal)).map((cut) => keepCut(keep, cut)))
    await keepJson(keep, key, cuts)
    return cuts
  } catch (error) {
    if (endsRun(error) || isAboutFile(error)) throw error
    unsettled()
    return wanted.map(() => ({ problem: cropProblem(error) }))
  }
}

async function keepCut(keep: Keep, cut: Cut): Promise<KeptCut> {
  if (cut === 'blank' || 'problem' in cut) return cut
  return { sha256: await keep.putBlob(cut.png), width: cut.width, height: cut.height }
}

const allThere = async (keep: Keep, cuts: readonly KeptCut[]): Promise<boolean> => {
  for (const cut of cuts) if (typeof cut === 'object' && 'sha256' in cut && !(await keep.hasBlob(cut.sha256))) return false
  return true
}

const cropProblem = (error: unknown): Problem => ({
  code: 'crop-failed',
  severity: 'error',
  message: `The picture could not be cut: ${sentenceOf(error)}`,
  hint:
    error instanceof ProblemError
      ? error.problem.hint
      : 'Run the command again; if it keeps failing, look at the page and report the file.',
  place: {},
})
