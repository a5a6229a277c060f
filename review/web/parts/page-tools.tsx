import { useEffect, useState } from 'react'
import type { Item } from '../../../schemas/item.ts'
import { pageSizes, solutionFile } from '../sources.ts'
import type { Shown } from '../use-page.ts'
import type { Drawing } from './mark.ts'

interface Props {
  readonly item: Item
  readonly view: Shown
  readonly drawing: Drawing
  readonly onAdd: () => void
  readonly onCancel: () => void
}

/** Pages, zoom, and which file is shown. */
export function PageTools({ item, view, drawing, onAdd, onCancel }: Props) {
  const { file, page, zoom, turn, zoomBy, show } = view
  const [last, setLast] = useState<number | undefined>()
  useEffect(() => {
    let current = true
    pageSizes(item.source.document, file).then(
      ({ length }) => current && setLast(length),
      () => undefined, // the page beside says what is wrong
    )
    return () => {
      current = false
    }
  }, [item.source.document, file])
  const separate = solutionFile(item) === 'solutions'
  return (
    <div className="tools" role="toolbar" aria-label="Page">
      <button type="button" onClick={() => turn(-1)} disabled={page <= 1} aria-label="Previous page">
        ‹
      </button>
      <label>
        <span className="hidden">Page</span>
        <input
          key={`${file} ${page}`}
          className="page-number"
          defaultValue={page}
          inputMode="numeric"
          onKeyDown={({ key, currentTarget }) => {
            const wanted = Number(currentTarget.value)
            if (key === 'Enter' && Number.isInteger(wanted) && wanted >= 1 && wanted <= (last ?? wanted)) show(file, wanted)
          }}
        />
      </label>
      <span className="dim">of {last ?? '…'}</span>
      <button type="button" onClick={() => turn(1)} disabled={last !== undefined && page >= last} aria-label="Next page">
        ›
      </button>
      {separate && (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            file === 'document' ? show('solutions', item.solution?.pages[0] ?? 1) : show('document', item.source.pages[0] ?? 1)
          }
        >
          {file === 'document' ? 'show solutions' : 'show question'}
        </button>
      )}
      <span className="spring" />
      {!drawing && (
        <button type="button" className="quiet" onClick={onAdd} title="Draw a problem that was missed">
          + problem
        </button>
      )}
      {drawing && (
        <span className="hint" role="status">
          Draw {drawing.what}
          {drawing.file !== file && ` in the ${drawing.file === 'solutions' ? 'solutions' : 'document'}`}
          <button type="button" className="quiet" onClick={onCancel}>
            cancel
          </button>
        </span>
      )}
      <button type="button" onClick={() => zoomBy(-1)} aria-label="Zoom out">
        −
      </button>
      <button type="button" className="quiet" onClick={() => zoomBy(0)} title="Fit the page">
        {Math.round(zoom * 100)}%<span className="hidden">, fit the page</span>
      </button>
      <button type="button" onClick={() => zoomBy(1)} aria-label="Zoom in">
        +
      </button>
    </div>
  )
}
