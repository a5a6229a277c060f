import { useCallback, useEffect, useState } from 'react'
import { type Me, type ProgressAnswer, ProgressAnswer as ProgressShape } from '../../schemas/review-api.ts'
import { Anything, get, readMe, SignedOut, send, toldOf, watchConnection } from './api.ts'
import { deliverAll, outbox } from './keep.ts'
import { People } from './pages/people.tsx'
import { Progress } from './pages/progress.tsx'
import { Protocol } from './pages/protocol.tsx'
import { ReviewPage } from './pages/review.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { inHours } from './parts/hours.ts'
import { Notices, notify } from './parts/notices.tsx'
import { ThemeButton } from './parts/theme.tsx'
import { go, PAGES, type PageName, usePlace } from './place.ts'

/** Milliseconds between looks at how far everyone is, and between tries to reach a server that did not answer. */
const PROGRESS_EVERY = 15_000
const RETRY_EVERY = 4_000

/** Everything: the way in, or the work. */
export function App() {
  const [me, setMe] = useState<Me | 'out' | undefined>()
  const enter = useCallback(() => {
    readMe().then(setMe, (error: unknown) => {
      if (error instanceof SignedOut) setMe('out')
      else notify(toldOf(error), 'error')
    })
  }, [])
  useEffect(enter, [enter])
  if (me === undefined) return <Notices />
  if (me === 'out') return <SignIn onSignedIn={enter} />
  return <Desk me={me} onSignedOut={() => setMe('out')} onChanged={enter} />
}

function Desk({ me, onSignedOut, onChanged }: { me: Me; onSignedOut: () => void; onChanged: () => void }) {
  const { page } = usePlace()
  const { progress, look } = useProgress(onSignedOut)
  const waiting = useOutbox(me.name, look, onSignedOut)
  return (
    <div className="desk">
      <header className="bar">
        <h1>EngVQA review</h1>
        <nav aria-label="Pages">
          {PAGES.filter((name) => name !== 'people' || me.role === 'admin').map((name) => (
            <button key={name} type="button" aria-current={name === page ? 'page' : undefined} onClick={() => go({ page: name })}>
              {TITLES[name]}
            </button>
          ))}
        </nav>
        <HowFar progress={progress} />
        {waiting.count > 0 && (
          <span className="offline" role="status">
            {waiting.count} decision{waiting.count === 1 ? '' : 's'} kept here until the server answers
          </span>
        )}
        {!waiting.online && waiting.count === 0 && (
          <span className="offline" role="status">
            No connection. What you type is kept.
          </span>
        )}
        <span className="who" title={me.role}>
          {me.name}
        </span>
        <ThemeButton />
        {me.team && (
          <button
            type="button"
            className="quiet"
            onClick={() =>
              send('POST', '/api/sign-out', {}, Anything).then(onSignedOut, (error: unknown) => notify(toldOf(error), 'error'))
            }
          >
            Sign out
          </button>
        )}
      </header>
      {page === 'review' && <ReviewPage me={me} progress={progress} onDecided={look} onSignedOut={onSignedOut} />}
      {page === 'progress' && <Progress me={me} progress={progress} />}
      {page === 'protocol' && <Protocol me={me} onChanged={onChanged} />}
      {page === 'people' && <People />}
      <Notices />
    </div>
  )
}

const TITLES: Readonly<Record<PageName, string>> = { review: 'Review', progress: 'Progress', protocol: 'Protocol', people: 'People' }

function HowFar({ progress }: { progress: ProgressAnswer | undefined }) {
  if (!progress) return <span className="how-far" />
  const done = progress.total - (progress.statuses.pending ?? 0)
  return (
    <span className="how-far">
      <progress max={Math.max(1, progress.total)} value={done} aria-label="Items decided" />
      <span>
        {done.toLocaleString('en')} / {progress.total.toLocaleString('en')}
      </span>
      {progress.hoursLeft !== null && progress.hoursLeft > 0 && <span className="dim">{inHours(progress.hoursLeft)} left</span>}
    </span>
  )
}

function useProgress(onSignedOut: () => void) {
  const [progress, setProgress] = useState<ProgressAnswer | undefined>()
  const look = useCallback(() => {
    get('/api/progress', ProgressShape).then(setProgress, (error: unknown) => {
      if (error instanceof SignedOut) onSignedOut()
    })
  }, [onSignedOut])
  useEffect(() => {
    look()
    const timer = setInterval(look, PROGRESS_EVERY)
    return () => clearInterval(timer)
  }, [look])
  return { progress, look }
}

/** Sends what waits in the outbox as soon as the server answers again. */
function useOutbox(person: string, onDelivered: () => void, onSignedOut: () => void): { count: number; online: boolean } {
  const [online, setOnline] = useState(true)
  const [count, setCount] = useState(() => outbox(person).length)
  useEffect(() => watchConnection(setOnline), [])
  useEffect(() => {
    const attempt = async () => {
      if (outbox(person).length > 0) {
        const fates = await deliverAll(person)
        for (const [item, fate] of fates) {
          if (fate.kind === 'refused') notify(`${item}: ${fate.error.message}`, 'error')
          if (fate.kind === 'signed-out') onSignedOut()
        }
        if ([...fates.values()].some(({ kind }) => kind === 'done')) onDelivered()
      }
      setCount(outbox(person).length)
    }
    const run = () => void attempt().catch((error: unknown) => notify(toldOf(error), 'error'))
    run()
    const timer = setInterval(run, RETRY_EVERY)
    addEventListener('online', run)
    return () => {
      clearInterval(timer)
      removeEventListener('online', run)
    }
  }, [person, onDelivered, onSignedOut])
  return { count, online }
}
