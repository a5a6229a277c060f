import { type FormEvent, useState } from 'react'
import { ReviewPolicy } from '../../../schemas/review.ts'
import type { Me } from '../../../schemas/review-api.ts'
import { Anything, send, toldOf } from '../api.ts'
import { notify } from '../parts/notices.tsx'
import { RichText } from '../rich-text.tsx'

/** The annotation protocol, which goes into the dataset card, and what one says about oneself. */
export function Protocol({ me, onChanged }: { me: Me; onChanged: () => void }) {
  const [editing, setEditing] = useState(false)
  const curates = me.role === 'curator' || me.role === 'admin'
  return (
    <main className="page">
      <section>
        <h2>Protocol</h2>
        {editing ? (
          <PolicyForm
            policy={me.policy}
            onDone={() => {
              setEditing(false)
              onChanged()
            }}
          />
        ) : (
          <>
            {me.policy.protocol.trim() === '' ? (
              <p className="dim">No protocol has been written yet. What stands here is published with the dataset.</p>
            ) : (
              <RichText text={me.policy.protocol} />
            )}
            <p>
              {Math.round(me.policy.secondShare * 100)} % of all items, and every item of confidence below {me.policy.unsureBelow}, get a
              second, blind reading. A claim lasts {me.policy.leaseMinutes} minutes.
            </p>
            {curates && (
              <button type="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
          </>
        )}
      </section>
      <Qualification me={me} onChanged={onChanged} />
      {curates && (
        <section>
          <h2>The log</h2>
          <p>
            <a href="/api/export" download="review.jsonl">
              Every event as JSONL
            </a>
            , for git or another database.
          </p>
        </section>
      )}
    </main>
  )
}

function PolicyForm({ policy, onDone }: { policy: ReviewPolicy; onDone: () => void }) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const number = (name: string) => Number(fields.get(name))
    const changed = ReviewPolicy.safeParse({
      secondShare: number('secondShare') / 100,
      seed: fields.get('seed'),
      unsureBelow: number('unsureBelow'),
      leaseMinutes: number('leaseMinutes'),
      protocol: fields.get('protocol'),
    })
    if (!changed.success) return notify('Something in the protocol does not fit.', 'error')
    send('PUT', '/api/policy', changed.data, Anything).then(onDone, (error: unknown) => notify(toldOf(error), 'error'))
  }
  return (
    <form className="stack" onSubmit={save}>
      <label className="input">
        Text (Markdown)
        <textarea name="protocol" rows={14} defaultValue={policy.protocol} maxLength={50_000} />
      </label>
      <div className="row-of">
        <label className="input">
          Second readings, %
          <input name="secondShare" type="number" min={0} max={100} step="any" defaultValue={policy.secondShare * 100} />
        </label>
        <label className="input">
          Always when confidence is below
          <input name="unsureBelow" type="number" min={0} max={1} step="any" defaultValue={policy.unsureBelow} />
        </label>
        <label className="input">
          Seed
          <input name="seed" defaultValue={policy.seed} required />
        </label>
        <label className="input">
          A claim lasts, minutes
          <input name="leaseMinutes" type="number" min={1} max={1440} step="any" defaultValue={policy.leaseMinutes} />
        </label>
      </div>
      <button type="submit" className="primary">
        Save
      </button>
    </form>
  )
}

function Qualification({ me, onChanged }: { me: Me; onChanged: () => void }) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const qualification = String(new FormData(event.currentTarget).get('qualification') ?? '')
    send('PUT', '/api/me', { qualification }, Anything).then(
      () => {
        notify('Kept.')
        onChanged()
      },
      (error: unknown) => notify(toldOf(error), 'error'),
    )
  }
  return (
    <section>
      <h2>You</h2>
      <form className="row-of" onSubmit={save}>
        <label className="input wide">
          Your qualification, as the dataset card will state it
          <input name="qualification" defaultValue={me.qualification} maxLength={500} />
        </label>
        <button type="submit">Save</button>
      </form>
    </section>
  )
}
