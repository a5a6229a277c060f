import { useEffect, useState } from 'react'
import { z } from 'zod'
import { BulkAnswer } from '../../../schemas/review-api.ts'
import { get, send, toldOf } from '../api.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

/** Approving a whole filter, after a sample has been read. */
export function BulkDialog({
  filter,
  onClose,
  onOpen,
  onDone,
}: {
  filter: Readonly<Record<string, string>>
  onClose: () => void
  onOpen: (id: string) => void
  onDone: () => void
}) {
  const [plan, setPlan] = useState<BulkAnswer | undefined>(keptPlan(filter))
  const told = (error: unknown) => notify(toldOf(error), 'error')
  const key = planKey(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (plan) get(`/api/bulk/${plan.id}`, BulkAnswer).then(setPlan, () => setPlan(undefined))
  }, [])
  const draw = () =>
    send('POST', '/api/bulk', { filter }, BulkAnswer).then((drawn) => {
      sessionStorage.setItem(key, JSON.stringify(drawn))
      setPlan(drawn)
    }, told)
  const approve = () =>
    plan &&
    send('POST', `/api/bulk/${plan.id}`, {}, z.object({ approved: z.int() })).then(({ approved }) => {
      sessionStorage.removeItem(key)
      notify(`${approved} item${approved === 1 ? '' : 's'} approved.`)
      onDone()
    }, told)
  const passed = plan?.sample.filter((one) => one.passed).length ?? 0
  return (
    <Dialog title="Approve everything that this filter shows" onClose={onClose}>
      {!plan && (
        <div className="stack">
          <p>
            First read a sample, drawn at random. Only if all of it can be approved as it is may the rest be approved unread. Flagged items,
            and those that somebody else is reading, are left out.
          </p>
          <button type="button" className="primary" onClick={draw}>
            Draw the sample
          </button>
        </div>
      )}
      {plan && (
        <div className="stack">
          <p>
            {passed} of {plan.sample.length} read and approved as they are; {plan.total} items in all.
          </p>
          <ul className="choices">
            {plan.sample.map(({ id, passed: fine }) => (
              <li key={id}>
                <button type="button" className="row" onClick={() => onOpen(id)}>
                  {fine === null ? '○' : fine ? '✓' : '✗'} {id}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="primary" disabled={passed < plan.sample.length} onClick={approve}>
            Approve the rest
          </button>
          <button type="button" className="quiet" onClick={draw}>
            Draw another sample
          </button>
        </div>
      )}
    </Dialog>
  )
}

const planKey = (filter: Readonly<Record<string, string>>): string => `engvqa-review:bulk:${new URLSearchParams(filter)}`

function keptPlan(filter: Readonly<Record<string, string>>): BulkAnswer | undefined {
  const kept = sessionStorage.getItem(planKey(filter))
  return kept === null ? undefined : BulkAnswer.safeParse(JSON.parse(kept)).data
}
