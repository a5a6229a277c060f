import { useEffect, useState } from 'react'
import { z } from 'zod'
import { Agreement } from '../../../schemas/review.ts'
import type { Me, ProgressAnswer } from '../../../schemas/review-api.ts'
import { get, toldOf } from '../api.ts'
import { inHours } from '../parts/hours.ts'
import { notify } from '../parts/notices.tsx'
import { spoken } from '../parts/queue.tsx'
import { go } from '../place.ts'

/** How far the work is, who does it, and how far readers agree. */
export function Progress({ me, progress }: { me: Me; progress: ProgressAnswer | undefined }) {
  if (!progress) return <main className="page" />
  const { statuses, total, secondsEach, perHour, hoursLeft, second } = progress
  return (
    <main className="page">
      <ul className="figures">
        <Figure name="items" value={total} />
        {['pending', 'approved', 'corrected', 'rejected', 'discuss'].map((status) => (
          <Figure
            key={status}
            name={status}
            value={statuses[status] ?? 0}
            onOpen={() => go({ page: 'review', filter: { status }, item: null })}
          />
        ))}
        <Figure name="seconds each" value={secondsEach === null ? '–' : Math.round(secondsEach)} />
        <Figure name="an hour" value={perHour === null ? '–' : Math.round(perHour)} />
        <Figure name="left at this pace" value={hoursLeft === null ? '–' : inHours(hoursLeft)} />
      </ul>
      <div className="columns">
        <Groups
          title="Documents"
          groups={progress.documents}
          onOpen={(document) => go({ page: 'review', filter: { document, order: 'document' }, item: null })}
        />
        <Groups title="Subjects" groups={progress.subjects} onOpen={(subject) => go({ page: 'review', filter: { subject }, item: null })} />
        <section>
          <h2>People</h2>
          <table>
            <tbody>
              {progress.people.map(({ name, decisions }) => (
                <tr key={name}>
                  <th scope="row">
                    <button type="button" className="quiet" onClick={() => go({ page: 'review', filter: { reviewer: name }, item: null })}>
                      {name}
                    </button>
                  </th>
                  <td className="number">{decisions.toLocaleString('en')} decisions</td>
                </tr>
              ))}
              {progress.people.length === 0 && (
                <tr>
                  <td className="dim">Nobody has decided anything yet.</td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
        <section>
          <h2>Reasons to look</h2>
          <table>
            <tbody>
              {progress.reasons.map(({ code, count }) => (
                <tr key={code}>
                  <th scope="row">
                    <button type="button" className="quiet" onClick={() => go({ page: 'review', filter: { reason: code }, item: null })}>
                      {spoken(code)}
                    </button>
                  </th>
                  <td className="number">{count.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      <section>
        <h2>Second readings</h2>
        <p>
          {(second.wanted ?? 0).toLocaleString('en')} wanted, {second.agreed ?? 0} agreed, {second.differs ?? 0} differ and wait to be
          settled, {second.settled ?? 0} settled.
        </p>
        {me.role !== 'reviewer' && <AgreementTable />}
      </section>
    </main>
  )
}

function Figure({ name, value, onOpen }: { name: string; value: number | string; onOpen?: () => void }) {
  const shown = typeof value === 'number' ? value.toLocaleString('en') : value
  return (
    <li>
      {onOpen ? (
        <button type="button" onClick={onOpen}>
          <strong>{shown}</strong> <span>{name}</span>
        </button>
      ) : (
        <>
          <strong>{shown}</strong> <span>{name}</span>
        </>
      )}
    </li>
  )
}

function Groups({ title, groups, onOpen }: { title: string; groups: ProgressAnswer['documents']; onOpen: (name: string) => void }) {
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <tbody>
          {groups.map(({ name, total, done }) => (
            <tr key={name}>
              <th scope="row">
                <button type="button" className="quiet" onClick={() => onOpen(name)}>
                  {name}
                </button>
              </th>
              <td>
                <progress max={total} value={done} aria-label={`${name}: decided`} />
              </td>
              <td className="number">
                {done.toLocaleString('en')} / {total.toLocaleString('en')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function AgreementTable() {
  const [rows, setRows] = useState<readonly Agreement[]>([])
  useEffect(() => {
    get('/api/agreement', z.array(Agreement)).then(setRows, (error: unknown) => notify(toldOf(error), 'error'))
  }, [])
  const two = (value: number | null) => (value === null ? '–' : value.toFixed(2))
  return (
    <table className="agreement">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Measure</th>
          <th scope="col">Value</th>
          <th scope="col">95 % interval</th>
          <th scope="col">Items</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, measure, value, low, high, items }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{measure === 'kappa' ? 'Cohen’s kappa' : measure}</td>
            <td className="number">{two(value)}</td>
            <td className="number">{low === null ? '–' : `${two(low)} to ${two(high)}`}</td>
            <td className="number">{items}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
