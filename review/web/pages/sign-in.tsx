import { type FormEvent, useState } from 'react'
import { Anything, send, toldOf } from '../api.ts'
import { Notices } from '../parts/notices.tsx'

const invitation = (): string | null => new URLSearchParams(location.hash.replace(/^#/, '')).get('join')

/** Name and password, or the taking up of an invitation. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [token] = useState(invitation)
  const [trouble, setTrouble] = useState<string | undefined>()
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const path = token ? '/api/accept' : '/api/sign-in'
    send('POST', path, { ...fields, ...(token && { token }) }, Anything).then(
      () => {
        if (token) history.replaceState(null, '', '#review')
        onSignedIn()
      },
      (error: unknown) => setTrouble(toldOf(error)),
    )
  }
  return (
    <main className="sign-in">
      <form onSubmit={enter}>
        <h1>EngVQA review</h1>
        <p className="dim">
          {token
            ? 'You have been invited. Choose a name that others will see with your work; nothing else about you is kept.'
            : 'Sign in, or open the link that you were given.'}
        </p>
        <label>
          Name
          <input name="name" autoComplete="username" required maxLength={40} />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autoComplete={token ? 'new-password' : 'current-password'}
            required
            minLength={token ? 10 : 1}
          />
        </label>
        {token && (
          <label>
            Qualification, as the dataset card will state it
            <input name="qualification" maxLength={500} placeholder="MSc mechanical engineering, five years of teaching" />
          </label>
        )}
        {trouble && (
          <p role="alert" className="trouble">
            {trouble}
          </p>
        )}
        <button type="submit" className="primary">
          {token ? 'Join' : 'Sign in'}
        </button>
      </form>
      <Notices />
    </main>
  )
}
