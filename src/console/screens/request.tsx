import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useAppName } from '../apps.ts'
import { useRead } from '../reads.ts'
import { type Fault, Refusal } from '../refusal.ts'
import { curlOf } from '../frame/strip.tsx'
import { clockOf, type FaultGroup, type Header, type LoggedWhole, logPaths, shortPath } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { decimalShown } from '../money.ts'
import { hrefOf, route } from '../route.ts'
import { session } from '../session.ts'
import { format } from '../settings.ts'
import { counted, numbered, t } from '../words.ts'
import { Body } from './request-body.tsx'

/** Faults as the answer told them; only their codes where the log keeps no bodies. */
function faultsOf({ answerBody, faults }: LoggedWhole, groups: readonly FaultGroup[]): Fault[] {
  try {
    const { errors } = JSON.parse(answerBody ?? '') as { errors?: Fault[] }
    if (errors) return errors
  } catch {
    // Bodies are not kept, or were cut off: the codes are there still.
  }
  return faults.map(({ code, property }) => ({
    errorCode: code,
    property,
    message: groups.find(({ errorCode }) => errorCode === code)?.message ?? code,
  }))
}

/** The log's request as curl sends it. */
const callOf = ({ method, path, query, requestBody, requestHeaders }: LoggedWhole) =>
  curlOf({
    method,
    path: query === null ? path : `${path}?${query}`,
    body: requestBody === null || requestBody === '' ? undefined : requestBody,
    isDry: (requestHeaders ?? []).some(({ name, value }) => name === 'daybook-dry-run' && value === 'true'),
  })

/** One request in a pane. */
export function RequestPane({ id, groups }: { id: string; groups: readonly FaultGroup[] }) {
  const reading = useRead<LoggedWhole>(logPaths.one(id))
  const one = reading.data
  const query = Object.fromEntries(route.value.query)
  return (
    <section class="pane" aria-label={`${t('trace')} ${id}`}>
      <div class="ph">
        <h2 class="tr grow mono">
          {one && (
            <>
              <span class={one.status >= 400 ? 'neg' : 'm3'}>{one.status}</span> {one.method} {shortPath(one.path)}
            </>
          )}
        </h2>
        {one && session.value?.current?.isSandbox && <SendAgain id={id} />}
        <a class="btn quiet only-wide" href={hrefOf('/requests', query)}>
          {t('close')} <kbd>Esc</kbd>
        </a>
      </div>
      {stateOf(reading, 8, 2) ?? <Whole one={one!} groups={groups} />}
    </section>
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

function Whole({ one, groups }: { one: LoggedWhole; groups: readonly FaultGroup[] }) {
  const faults = faultsOf(one, groups)
  return (
    <div class="pb rqd" tabIndex={0}>
      <Facts one={one} />
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
      <Call one={one} />
      <h3>{t('answer')}</h3>
      {one.answerBody ? <Body text={one.answerBody} /> : <p class="m3 s">{t('noBody')}</p>}
      <Headers title={t('requestHeaders')} headers={one.requestHeaders} />
      <Headers title={t('answerHeaders')} headers={one.answerHeaders} />
    </div>
  )
}

function Facts({ one }: { one: LoggedWhole }) {
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
              <a class="l" href={hrefOf('/requests', { code: errorCode })}>
                {t('alike', { n: count })}
              </a>
            )}
          </p>
        )
      })}
    </>
  )
}

function Call({ one }: { one: LoggedWhole }) {
  const call = callOf(one)
  const copy = (): void => void navigator.clipboard.writeText(call)
  useKeys({ c: copy })
  return (
    <>
      <h3>
        {t('sameCall')}
        <span class="grow" />
        <button type="button" class="btn" onClick={copy}>
          <Icon name="copy" />
          {t('copyCurl')} <kbd>C</kbd>
        </button>
      </h3>
      <pre class="code curl" tabIndex={0}>
        {call}
      </pre>
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
