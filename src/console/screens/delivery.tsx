import { useAppName } from '../apps.ts'
import { useRead } from '../reads.ts'
import { clockOf, type LoggedWhole, logPaths, shortPath } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayInWords } from '../period.ts'
import { hrefOf } from '../route.ts'
import { language } from '../settings.ts'
import { type Attempt, type Delivery, type Hook, hookPaths } from '../webhooks.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { Body } from './request-body.tsx'

/** Attempts of a round, the first among them. */
const ATTEMPTS_MAX = 10

/** One delivery in a pane: its attempts, what was sent, what made it. */
export function DeliveryPane({
  number,
  listed,
  hooks,
}: {
  number: number
  listed: Delivery | undefined
  hooks: readonly Hook[]
}) {
  const reading = useRead<Delivery>(listed ? undefined : hookPaths.one(number))
  const one = listed ?? reading.data
  const writing = useWriting()
  const isDisabled = hooks.find(({ eventType }) => eventType === one?.eventType)?.isDisabled ?? false
  const again = (): unknown => one && !isDisabled && void writing.send('POST', hookPaths.redeliver(number))
  const skip = (): unknown => one?.state === 'pending' && void writing.send('POST', hookPaths.skip(number))
  useKeys({ e: again, x: skip })
  return (
    <section class="pane" aria-label={t('deliveryOf', { n: number })}>
      <div class="ph">
        <h2>{t('deliveryOf', { n: number })}</h2>
        <span class="mono m3 tr grow xs only-wide">{one?.webhookId}</span>
        {one?.state === 'pending' && (
          <button type="button" class="btn" disabled={writing.isSending} onClick={() => skip()}>
            {t('skipDelivery')} <kbd>X</kbd>
          </button>
        )}
        {one && (
          <button type="button" class="btn pri" disabled={writing.isSending || isDisabled} onClick={() => again()}>
            {t('sendAgain')} <kbd>E</kbd>
          </button>
        )}
      </div>
      {one ? (
        <div class="pb rqd" tabIndex={0}>
          <Faults messages={writing.messages} />
          <Attempts one={one} isDisabled={isDisabled} />
          <Sent
            one={one}
            changedAt={hooks.find(({ eventType }) => eventType === one.eventType)?.secretChangedAt ?? null}
          />
          <Origin one={one} />
        </div>
      ) : (
        stateOf(reading, 8, 2)
      )}
    </section>
  )
}

const resultOf = ({ statusCode, error, answer }: Attempt): string =>
  statusCode === null ? (error ?? '') : (answer ?? '')

const ENDED = {
  attempts: 'endedAttempts',
  gone: 'endedGone',
  request: 'endedRequest',
  disabled: 'endedDisabled',
} as const

function Attempts({ one, isDisabled }: { one: Delivery; isDisabled: boolean }) {
  const { attempts, dueAt, state, endedBy, orderedFault } = one
  return (
    <>
      <h3>{t('attempts')}</h3>
      {attempts.length === 0 && state !== 'pending' && <p class="m3 s">{t('nothingSent')}</p>}
      <ol class="att">
        {attempts.map((attempt, at) => {
          const isTaken = attempt.statusCode !== null && attempt.statusCode >= 200 && attempt.statusCode < 300
          const before = attempts[at - 1]
          const isSame = before !== undefined && resultOf(attempt) !== '' && resultOf(attempt) === resultOf(before)
          return (
            <li key={attempt.startedAt} data-kind={isTaken ? 'ok' : 'bad'}>
              <span class="mono m2">{clockOf(attempt.startedAt)}</span>
              <span class={`mono st ${isTaken ? 'm3' : 'neg'}`}>{attempt.statusCode ?? '—'}</span>
              <span class="m2 any">
                {isSame ? t('theSame') : resultOf(attempt).slice(0, 300)}{' '}
                <span class="m3">{attempt.durationMilliseconds} ms</span>
              </span>
            </li>
          )
        })}
        {state === 'pending' && dueAt && (
          <li data-kind="due">
            <span class="mono m2">{clockOf(dueAt)}</span>
            <span />
            <span class="m3">
              {isDisabled ? t('waitsForHook') : t('nextAttempt', { n: Math.min(attempts.length + 1, ATTEMPTS_MAX) })}
            </span>
          </li>
        )}
      </ol>
      {endedBy && <p class="m2 s">{t(ENDED[endedBy])}</p>}
      {orderedFault && (
        <p class="s">
          <span class="tag warn">{t('onOrder')}</span> <span class="mono">{orderedFault}</span>
        </p>
      )}
    </>
  )
}

/** The path and query of an address. */
function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url)
    return pathname + search
  } catch {
    return url
  }
}

const SIGNED = {
  present: 'signedPresent',
  previous: 'signedPrevious',
  former: 'signedFormer',
} as const

/** Which secret the signature is right for. */
function Signature({ by, changedAt }: { by: NonNullable<Delivery['signedBy']>; changedAt: string | null }) {
  const isRight = by === 'present'
  const day = changedAt && dayInWords(changedAt, language.value)
  return (
    <p class={isRight ? 's sgn' : 's sgn warn'}>
      <Icon name={isRight ? 'check' : 'warn'} />
      <span>{day ? t(SIGNED[by], { day }) : t('signedFirst')}</span>
    </p>
  )
}

function Sent({ one, changedAt }: { one: Delivery; changedAt: string | null }) {
  if (one.sentUrl === null) return null
  const headers = (one.sentHeaders ?? []).filter(({ name }) => name !== 'user-agent')
  return (
    <>
      <h3>{t('whatWasSent')}</h3>
      <p class="mono m3 xs any">{one.sentUrl}</p>
      <pre class="code curl" tabIndex={0}>
        <span class="c">
          POST {pathOf(one.sentUrl)}
          {headers.map(({ name, value }) => `\n${name}: ${value}`)}
        </span>
      </pre>
      {one.sentBody ? <Body text={one.sentBody} /> : <p class="m3 s">{t('noBody')}</p>}
      {one.isSentBodyCut && <p class="m3 s">{t('cut')}</p>}
      {one.signedBy && <Signature by={one.signedBy} changedAt={changedAt} />}
      <p class="m3 s">{t('maskedNote')}</p>
    </>
  )
}

/** The request that caused the event, where the log still has it. */
function Origin({ one }: { one: Delivery }) {
  const { requestId } = one
  const nameOf = useAppName()
  const made = useRead<LoggedWhole>(requestId === null ? undefined : logPaths.one(requestId)).data
  return (
    <>
      <h3>{t('whatMadeIt')}</h3>
      {requestId === null ? (
        <p class="s m3">{t('madeByService')}</p>
      ) : (
        <p class="s m2">
          <a class="l mono" href={hrefOf(`/requests/${requestId}`)}>
            {made ? `${made.method} ${shortPath(made.path)} ${made.status}` : requestId}
          </a>{' '}
          {made && t('byApp', { app: nameOf(made.app), time: clockOf(made.time) })}
        </p>
      )}
    </>
  )
}
