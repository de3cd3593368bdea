import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useAppName } from '../apps.ts'
import { faultInWords } from '../faults/said.ts'
import { useRead } from '../reads.ts'
import { type Fault, Refusal } from '../refusal.ts'
import {
  type AlikeRequests,
  clockOf,
  type FaultGroup,
  type Header,
  type LoggedWhole,
  logPaths,
  pathParts,
} from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { decimalShown } from '../money.ts'
import { hrefOf, route } from '../route.ts'
import { session } from '../session.ts'
import { format } from '../settings.ts'
import { counted, numbered, t } from '../words.ts'
import { Body } from './request-body.tsx'
import { SameCall } from './request-call.tsx'

/** Faults as the answer told them; only their codes where the log keeps no bodies. */
function faultsOf({ answerBody, faults }: LoggedWhole, groups: readonly FaultGroup[]): Fault[] {
  try {
    const { errors } = JSON.parse(answerBody ?? '') as { errors?: Fault[] }
    if (errors) return errors.map(faultInWords)
  } catch {
    // Bodies are not kept, or were cut off: the codes are there still.
  }
  return faults.map(({ code, property }) => {
    const message = groups.find(({ errorCode }) => errorCode === code)?.message ?? code
    return faultInWords({ errorCode: code, property, message })
  })
}

/** One request in a pane. */
export function RequestPane({
  id,
  groups,
  from,
}: {
  id: string
  groups: readonly FaultGroup[]
  from: string | undefined
}) {
  const reading = useRead<LoggedWhole>(logPaths.one(id))
  const one = reading.data
  const query = Object.fromEntries(route.value.query)
  return (
    <section class="pane" aria-label={`${t('trace')} ${id}`}>
      <div class="ph">
        <h2 class="tr grow mono">
          {one && (
            <>
              <span class={one.status >= 400 ? 'neg' : 'm3'}>{one.status}</span> {one.method} {pathParts(one.path).rest}
            </>
          )}
        </h2>
        {one && <AlikeOnes id={id} from={from} />}
        {one && session.value?.current?.isSandbox && <SendAgain id={id} />}
        <a
          class="btn quiet only-wide"
          title={t('close')}
          aria-label={`${t('close')} Esc`}
          href={hrefOf('/requests', query)}
        >
          <kbd>Esc</kbd>
        </a>
      </div>
      {stateOf(reading, 8, 2) ?? <Whole one={one!} groups={groups} from={from} />}
    </section>
  )
}

/** Which of those alike it is, and the way to the ones before and after it. */
function AlikeOnes({ id, from }: { id: string; from: string | undefined }) {
  const { data } = useRead<AlikeRequests>(logPaths.alike(id, from))
  if (data === undefined || data.count < 2) return null
  const { place, count, earlierRequestId, laterRequestId } = data
  return (
    <span class="row alk">
      <span class="s m3 nowrap">{t('placeAlike', { n: numbered(place), of: numbered(count) })}</span>
      <Way to={earlierRequestId} word="earlierAlike" sign="‹" />
      <Way to={laterRequestId} word="laterAlike" sign="›" />
    </span>
  )
}

function Way({ to, word, sign }: { to: string | null; word: 'earlierAlike' | 'laterAlike'; sign: string }) {
  const says = t(word)
  if (to === null) {
    return (
      <button type="button" class="btn quiet sq" title={says} aria-label={says} disabled>
        {sign}
      </button>
    )
  }
  const href = hrefOf(`/requests/${to}`, Object.fromEntries(route.value.query))
  return (
    <a class="btn quiet sq" title={says} aria-label={says} href={href}>
      {sign}
    </a>
  )
}

type Repeat = { requestId: string; status: number } | Refusal | undefined

function SendAgain({ id }: { id: string }) {
  const [isUnderWay, setUnderWay] = useState(false)
  const [repeat, setRepeat] = useState<Repeat>(undefined)
  async function send(): Promise<void> {
    if (isUnderWay) return
    setUnderWay(true)
    try {
      setRepeat(await api.write<{ requestId: string; status: number }>('POST', logPaths.replay(id)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRepeat(error)
    }
    setUnderWay(false)
  }
  useKeys({ e: () => void send() })
  return (
    <>
      {repeat && (
        <span class="s" role="status">
          {repeat instanceof Refusal ? (
            <span class="neg">{repeat.told[0]!.message}</span>
          ) : (
            <>
              {t('sentAgain', { status: repeat.status })}{' '}
              <a class="l" href={hrefOf(`/requests/${repeat.requestId}`)}>
                {t('openRepeat')}
              </a>
            </>
          )}
        </span>
      )}
      <button type="button" class="btn" disabled={isUnderWay} onClick={() => void send()}>
        <Icon name="undo" />
        {t('sendAgain')} <kbd>E</kbd>
      </button>
    </>
  )
}

interface WholeProps {
  one: LoggedWhole
  groups: readonly FaultGroup[]
  from: string | undefined
}

function Whole({ one, groups, from }: WholeProps) {
  const faults = faultsOf(one, groups)
  return (
    <div class="pb rqd" tabIndex={0}>
      <Facts one={one} from={from} />
      <h3>
        {t('body')}
        {faults.length > 0 && <span class="neg">{counted('faultOne', 'faultMany', faults.length)}</span>}
        <span class="grow" />
        <span class="m3 s thin">
          {t('bytes', { n: numbered(one.requestBytes) })}
          {one.isCut && ` · ${t('cut')}`}
        </span>
      </h3>
      {one.requestBody ? <Body text={one.requestBody} faults={faults} /> : <p class="m3 s">{t('noBody')}</p>}
      {faults.length > 0 && <Cure faults={faults} groups={groups} />}
      <SameCall one={one} />
      <h3>{t('answer')}</h3>
      {one.answerBody ? <Body text={one.answerBody} /> : <p class="m3 s">{t('noBody')}</p>}
      <Headers title={t('requestHeaders')} headers={one.requestHeaders} />
      <Headers title={t('answerHeaders')} headers={one.answerHeaders} />
    </div>
  )
}

/** Of one that failed: since when its like do, and whether the same was sent again, and what came of it. */
function Failing({ id, from }: { id: string; from: string | undefined }) {
  const { data } = useRead<AlikeRequests>(logPaths.alike(id, from))
  if (data === undefined) return null
  const { count, firstAt, sentAgain, sentAgainRequestId, sentAgainStatus, sentAgainAt } = data
  return (
    <>
      {count > 1 && (
        <>
          <dt>{t('failsSince')}</dt>
          <dd>{clockOf(firstAt)}</dd>
        </>
      )}
      <dt>{t('sentOnceMore')}</dt>
      <dd>
        {sentAgainRequestId === null ? (
          <span class="m3">{t('notSentAgain')}</span>
        ) : (
          <>
            {sentAgain > 1 && `${t('timesSent', { n: numbered(sentAgain) })} `}
            <a class="l" href={hrefOf(`/requests/${sentAgainRequestId}`)}>
              {clockOf(sentAgainAt!)}
            </a>
            , <span class={sentAgainStatus! >= 400 ? 'neg' : ''}>{sentAgainStatus}</span>{' '}
            {t(sentAgainStatus! >= 400 ? 'failedToo' : 'succeeded')}
          </>
        )}
      </dd>
    </>
  )
}

function Facts({ one, from }: Pick<WholeProps, 'one' | 'from'>) {
  const nameOf = useAppName()
  const rows: [string, string | null][] = [
    [t('when'), t('clock', { time: clockOf(one.time, true), ms: decimalShown(one.milliseconds, format.value) })],
    [t('trace'), one.requestId],
    [t('app'), nameOf(one.app)],
    [t('person'), one.person],
    ['Idempotency-Key', one.idempotencyKey],
    [t('onOrder'), one.orderedFault],
    [t('notice'), one.notice],
  ]
  return (
    <dl class="kv s">
      {rows
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd class={name === t('trace') ? 'mono' : ''}>{value}</dd>
          </>
        ))}
      {one.status >= 400 && <Failing id={one.requestId} from={from} />}
      {one.replayOf && (
        <>
          <dt>{t('repeats')}</dt>
          <dd class="mono">
            <a class="l" href={hrefOf(`/requests/${one.replayOf}`)}>
              {one.replayOf}
            </a>
          </dd>
        </>
      )}
      {one.touched.length > 0 && (
        <>
          <dt>{t('touched')}</dt>
          <dd>
            {one.touched.map(({ resource, key }) => (
              <a key={`${resource}:${key}`} class="l" href={hrefOf('/requests', { touches: `${resource}:${key}` })}>
                {resource}:{key}{' '}
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

/** Every fault once: what it is, what to do, where its code is explained, and how many are alike. */
function Cure({ faults, groups }: { faults: readonly Fault[]; groups: readonly FaultGroup[] }) {
  return (
    <>
      <h3>{t('whatToDo')}</h3>
      {faults.map(({ errorCode, property, message }) => {
        const alike = groups.filter((group) => group.errorCode === errorCode)
        const count = alike.reduce((sum, group) => sum + group.count, 0)
        return (
          <p key={`${errorCode} ${property}`} class="m2">
            <span class="neg">{message}</span> {alike[0]?.hint}{' '}
            <a class="l" href={`/errors/${errorCode}`} target="_blank" rel="noreferrer">
              {errorCode}
            </a>{' '}
            {count > 1 && (
              <a
                class="l"
                href={hrefOf('/requests', { code: errorCode, last: route.value.query.get('last') ?? undefined })}
              >
                {t('alike', { n: count })}
              </a>
            )}
          </p>
        )
      })}
    </>
  )
}

function Headers({ title, headers }: { title: string; headers: readonly Header[] | null }) {
  if (!headers || headers.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <dl class="kv s mono">
        {headers.map(({ name, value }) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </details>
  )
}
