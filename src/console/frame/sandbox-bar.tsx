import { useRead } from '../reads.ts'
import { Icon } from '../parts/icon.tsx'
import { dayName } from '../period.ts'
import { hrefOf } from '../route.ts'
import { type Clock, type FaultRule, isLaboratory, labPaths, ORDERS, type Snapshot } from '../sandbox.ts'
import { session } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** How long snapshots and faults on order are taken as read, in milliseconds. */
const RECENT_MILLISECONDS = 60_000

/**
 * Says on every page that these are no real books: which sandbox, what its clock shows, and what was ordered to go
 * wrong.
 */
export function SandboxBar() {
  const { agreement } = session.value!.current!
  return (
    <div class="sbx">
      <b class="row">
        <Icon name="flask" /> {t('sandboxOf', { n: agreement })}
      </b>
      <Shown />
      {isLaboratory() && <Laboratory />}
    </div>
  )
}

/** What the clock shows, which every grant of the sandbox may know. */
function Shown() {
  const clock = useRead<Clock>(labPaths.clock).data
  if (!clock) return null
  return (
    <>
      <i class="sep" />
      <span class="row nowrap">
        <Icon name="trail" />
        <b class="n" data-clock={clock.today}>
          {dayName(clock.today)} {clock.now.slice(11, 16)}
        </b>{' '}
        <span class="only-wide">{t(clock.frozen ? 'barFrozen' : 'barRuns')}</span>
      </span>
    </>
  )
}

function Laboratory() {
  const snapshots = useRead<{ items: Snapshot[] }>(labPaths.snapshots, RECENT_MILLISECONDS).data?.items
  const rules = useRead<{ rules: FaultRule[] }>(labPaths.faultPlan, RECENT_MILLISECONDS).data?.rules ?? []
  const writing = useWriting()
  const advance = (body: object): void => void writing.send('POST', labPaths.advance, { body })
  const first = ORDERS.find(({ rule }) => rule.kind === rules[0]?.kind)
  return (
    <>
      <span class="row only-wide">
        <button type="button" class="btn" disabled={writing.isSending} onClick={() => advance({ days: 1 })}>
          {t('plusDay')}
        </button>
        <button type="button" class="btn" disabled={writing.isSending} onClick={() => advance({ months: 1 })}>
          {t('plusMonth')}
        </button>
        <a class="btn" href={hrefOf('/sandbox', { do: 'set' })}>
          {t('setTo')}
        </a>
      </span>
      {writing.messages.length > 0 && (
        <span class="neg tr" role="alert">
          {writing.messages[0]}
        </span>
      )}
      <i class="sep only-wide" />
      <span class="nowrap only-wide">{counted('snapshotOne', 'snapshotMany', snapshots?.length ?? 0)}</span>
      <a class="btn only-wide" href={hrefOf('/sandbox', { do: 'take' })}>
        {t('barTake')}
      </a>
      <a class="btn only-wide" href={hrefOf('/sandbox', { do: 'reset' })}>
        {t('barReset')}
      </a>
      {rules.length > 0 && (
        <>
          <i class="sep only-wide" />
          <span class="row neg nowrap">
            <Icon name="bolt" /> <b>{counted('barFaultOne', 'barFaultMany', rules.length)}</b>
          </span>
          {first && <span class="m2 tr only-wide">{`${t(first.word)}, ${t(first.how)}`}</span>}
        </>
      )}
      <span class="grow" />
      <a class="btn" href={hrefOf('/sandbox')}>
        {t('barManage')}
      </a>
    </>
  )
}
