import type { Problem, ProblemCode } from '../../schemas/problem.ts'
import type { ReleasedItem, ReleaseManifest, ReleaseSource } from '../../schemas/release.ts'
import { doubtsAbout } from './checks.ts'
import { digestOfImage, imagesOf } from './images.ts'
import { formulas, latexFault } from './markdown.ts'

/** What is known about the pictures of a release before its items are read. */
export interface Pictures {
  /** Shipped pictures with their size in pixels, by path. */
  readonly shipped: ReadonlyMap<string, { readonly width: number; readonly height: number }>
  /** Paths of pictures that are described instead. */
  readonly withheld: ReadonlySet<string>
}

/** Notes a fault or doubt; where it is, is filled in, and for a fault what to do. */
export type Report = (code: ProblemCode, severity: Problem['severity'], message: string, hint?: string) => void

/** Checks items one after another. Remembers the formulas it has seen, because books repeat them. */
export function itemChecker(manifest: ReleaseManifest, pictures: Pictures): (item: ReleasedItem, report: Report) => void {
  const sources = new Map(manifest.sources.map((source) => [source.document, source]))
  const faults = new Map<string, string | undefined>()
  const faultOf = (latex: string, display: boolean) => {
    const key = `${display ? 'display' : 'inline'} ${latex}`
    if (!faults.has(key)) faults.set(key, latexFault(latex, display))
    return faults.get(key)
  }
  return (item, report) => {
    const source = sources.get(item.source.document)
    if (source === undefined) report('release-invalid', 'error', `The manifest knows no source called ${item.source.document}.`)
    else {
      checkSource(item, source, report)
      checkPages(item, source, report)
      checkRights(item, source, pictures, report)
    }
    if (item.canary !== manifest.canary) report('release-invalid', 'error', 'The canary is not the one of this release.')
    checkPictures(item, pictures, report)
    checkFormulas(item, faultOf, report)
    for (const { code, severity, message, hint } of doubtsAbout(item)) {
      if (item.withheldSolution === null || code !== 'solution-missing') report(code, severity, message, hint)
    }
  }
}

function checkSource({ source }: ReleasedItem, known: ReleaseSource, report: Report): void {
  if (source.sha256 !== known.sha256)
    report('file-changed', 'error', `The item is from another file than the manifest says ${known.document} is.`)
  if (source.solutionsSha256 !== known.solutionsSha256)
    report('file-changed', 'error', 'Its solution is from another file than the manifest says.')
  if (source.licence !== known.licence)
    report('licence-unclear', 'error', `Its licence is ${source.licence}, its source’s ${known.licence}.`)
}

function checkPages(item: ReleasedItem, { pages, solutionsPages, solutionsSha256 }: ReleaseSource, report: Report): void {
  const asked = [...item.source.pages, ...[...item.question.spans, ...item.diagrams, ...item.equations].map(({ page }) => page)]
  const solved = [...(item.solution?.pages ?? []), ...(item.solution?.spans ?? []).map(({ page }) => page)]
  const beyond = (all: readonly number[], limit: number | null) => [...new Set(all)].filter((page) => limit !== null && page > limit)
  for (const page of beyond(asked, pages)) report('page-out-of-range', 'error', `It names page ${page} of a source with ${pages} pages.`)
  const limit = solutionsSha256 === null ? pages : solutionsPages
  for (const page of beyond(solved, limit))
    report('page-out-of-range', 'error', `Its solution names page ${page} of a file with ${limit} pages.`)
}

/** A source without the right to be given away may not have pictures in the release, unless another source shares them. */
function checkRights(
  item: ReleasedItem,
  { mayRedistribute, licence }: ReleaseSource,
  { shipped, withheld }: Pictures,
  report: Report,
): void {
  for (const file of imagesOf(item)) {
    if (!mayRedistribute && shipped.has(file) && withheld.has(file))
      report('licence-unclear', 'error', `${file} is shipped although it is withheld.`)
  }
  if (mayRedistribute && ['', 'unknown'].includes(licence)) {
    report('licence-unclear', 'warning', 'Its pictures are shipped, but nobody has said under what licence.', 'Say it in documents.yaml.')
  }
}

function checkPictures(item: ReleasedItem, { shipped, withheld }: Pictures, report: Report): void {
  for (const file of imagesOf(item)) {
    if (!shipped.has(file) && !withheld.has(file)) report('release-invalid', 'error', `${file} is used but not in the release.`)
  }
  for (const { file, sha256, width, height } of item.diagrams) {
    if (digestOfImage(file) !== sha256) report('release-invalid', 'error', `${file} is said to have the sha256 ${sha256}.`)
    const size = shipped.get(file)
    if (size !== undefined && (size.width !== width || size.height !== height)) {
      report('image-differs', 'error', `${file} is ${size.width} × ${size.height} pixels, not ${width} × ${height}.`)
    }
  }
}

function checkFormulas(item: ReleasedItem, faultOf: (latex: string, display: boolean) => string | undefined, report: Report): void {
  const texts = { question: item.question.text, solution: item.solution?.text ?? '' }
  for (const [where, text] of Object.entries(texts)) {
    for (const { latex, display } of formulas(text)) {
      const fault = faultOf(latex, display)
      if (fault !== undefined) report('equation-unparsable', 'error', `A formula of its ${where} does not typeset: ${fault}`)
    }
  }
  for (const { latex, display } of item.equations) {
    const fault = latex === null ? undefined : faultOf(latex, display)
    if (fault !== undefined) report('equation-unparsable', 'error', `One of its equations does not typeset: ${fault}`)
  }
}
