import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { Role } from '../../../schemas/review.ts'
import { AuditAnswer, PersonAnswer } from '../../../schemas/review-api.ts'
import { Anything, get, send, toldOf } from '../api.ts'
import { notify } from '../parts/notices.tsx'

type Person = z.infer<typeof PersonAnswer>

/** Who may do what, invitations, and the record of what admins did. */
export function People() {
  const [people, setPeople] = useState<readonly Person[]>([])
  const [audit, setAudit] = useState<z.infer<typeof AuditAnswer>>([])
  const [link, setLink] = useState<string | undefined>()
  const [role, setRole] = useState<Role>('reviewer')
  const told = useCallback((error: unknown) => notify(toldOf(error), 'error'), [])
  const load = useCallback(() => {
    get('/api/people', z.array(PersonAnswer)).then(setPeople, told)
    get('/api/audit', AuditAnswer).then(setAudit, told)
  }, [told])
  useEffect(load, [load])
  const change = (name: string, what: { role?: Role; disabled?: boolean }) =>
    send('PATCH', '/api/people', { name, ...what }, Anything).then(load, told)
  const invite = (who: { role: Role; person?: string }) =>
    send('POST', '/api/invitations', who, z.object({ link: z.string() })).then((answer) => {
      setLink(answer.link)
      load()
    }, told)
  return (
    <main className="page">
      <section>
        <h2>People</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Qualification</th>
              <th scope="col">Access</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.name}>
                <th scope="row">{person.name}</th>
                <td>
                  <RoleChoice
                    label={`Role of ${person.name}`}
                    role={person.role}
                    onChoose={(chosen) => void change(person.name, { role: chosen })}
                  />
                </td>
                <td>{person.qualification || <span className="dim">not stated</span>}</td>
                <td>
                  <button type="button" className="quiet" onClick={() => void change(person.name, { disabled: !person.disabled })}>
                    {person.disabled ? 'let in again' : 'shut out'}
                  </button>
                  <button type="button" className="quiet" onClick={() => void invite({ role: person.role, person: person.name })}>
                    new password link
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h2>Invite</h2>
        <div className="row-of">
          <RoleChoice label="Role" role={role} onChoose={setRole} />
          <button type="button" className="primary" onClick={() => void invite({ role })}>
            Make a link
          </button>
        </div>
        {link && (
          <p>
            Good for one person and three days: <code className="link">{link}</code>
          </p>
        )}
      </section>
      <section>
        <h2>Record</h2>
        <table>
          <tbody>
            {audit.map(({ at, by, act, detail }) => (
              <tr key={`${at} ${act} ${detail}`}>
                <td>
                  <time dateTime={at}>{new Date(at).toLocaleString('en')}</time>
                </td>
                <th scope="row">{by}</th>
                <td>{act}</td>
                <td className="dim">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  )
}

function RoleChoice({ label, role, onChoose }: { label: string; role: Role; onChoose: (role: Role) => void }) {
  return (
    <select aria-label={label} value={role} onChange={({ target }) => onChoose(Role.parse(target.value))}>
      {Role.options.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}
