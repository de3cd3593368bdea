import { useEffect, useState } from 'preact/hooks'
import { CONSOLE_APP } from '../apps.ts'
import { type Reading, useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { clockOf } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { usePoll, useRecount } from '../poll.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import {
  type Delivery,
  type Hook,
  hookPaths,
  isAmong,
  isBehind,
  type DeliveryStatus,
  type NarrowedDeliveries,
  statusOf,
  STATUSES,
} from '../webhooks.ts'
import { counted, numbered, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { DeliveryPane } from './delivery.tsx'
import { HookSecret, NewWebhook, SendAllFailed } from './webhook-dialogs.tsx'

/** Cells of a webhook's line of deliveries. */
const CELLS = 29

const NOTHING: NarrowedDeliveries = { eventType: null, status: null }

/** Deliveries by their number, each as it was said last. */
const byNumber = (deliveries: readonly Delivery[]): Map<number, Delivery> =>
  new Map(deliveries.map((one) => [one.number, one]))

/** The newest deliveries, and what becomes of them, for as long as the tab shows: all, and those of a narrowed list. */
function useDeliveries(by: NarrowedDeliveries): { all: Delivery[]; listed: Reading<Delivery[]> } {
  const isNarrowed = by.eventType !== null || by.status !== null
  const newest = useRead<Delivery[]>(hookPaths.newest(NOTHING))
  const narrowed = useRead<Delivery[]>(isNarrowed ? hookPaths.newest(by) : undefined)
  const reading = isNarrowed ? narrowed : newest
  const [later, setLater] = useState<Delivery[]>([])
  const read = [...(newest.data ?? []), ...(narrowed.data ?? [])]
  const all = [...byNumber([...read, ...later]).values()].toSorted((one, other) => other.number - one.number)
  const open = all.findLast(({ state }) => state === 'pending')?.number
  usePoll<Delivery>(reading.data && newest.data && hookPaths.from(open ?? (all[0]?.number ?? 0) + 1), (found) => {
    setLater((before) => [...byNumber([...before, ...found]).values()])
  })
  useRecount(all.map(({ number, state, attempts }) => `${number} ${state} ${attempts.length}`).join())
  useEffect(() => {
    const again = byNumber(read)
    setLater((before) => before.filter(({ number }) => !again.has(number)))
  }, [newest.data, narrowed.data])
  const listed = reading.data && { ...reading, data: all.filter((one) => isAmong(one, by)) }
  return { all, listed: listed ?? reading }
}

const narrowedBy = (query: URLSearchParams): NarrowedDeliveries => ({
  eventType: query.get('event'),
  status: STATUSES.find((one) => one === query.get('state')) ?? null,
})

/** Who is told of what: the webhooks, their deliveries, and one delivery beside them. */
export function WebhooksScreen({ number }: { number: number | undefined }) {
  const { query } = route.value
  const by = narrowedBy(query)
  const { eventType } = by
  const hooks = useRead<Listed<Hook>>(hookPaths.hooks)
  const { all: items, listed } = useDeliveries(by)
  const chosen = items.find((one) => one.number === number)
  // The oldest: others wait behind it.
  const failing = listed.data?.findLast((one) => statusOf(one) === 'failing')
  const [asked, ask] = useState<'new' | 'again' | undefined>(undefined)
  useKeys({
    n: () => ask('new'),
    Escape: () => (number === undefined ? false : go(hrefOf('/webhooks', Object.fromEntries(query)))),
  })
  const all = hooks.data?.items ?? []
  return (
    <Page
      title={t('webhooks')}
      isFlush
      actions={
        <>
          {all.length > 0 && (
            <button type="button" class="btn only-wide" onClick={() => ask('again')}>
              {t('sendAllFailed')}
            </button>
          )}
          <button type="button" class="btn pri" onClick={() => ask('new')}>
            <Icon name="plus" /> {t('webhook')} <kbd>N</kbd>
          </button>
        </>
      }
    >
      <div class="split wh" data-chosen={number !== undefined}>
        <section class="pane hooks" aria-label={t('webhooks')}>
          <div class="ph">
            <h2>{counted('webhookOne', 'webhookMany', all.length)}</h2>
            <span class="grow" />
            <span class="m3 xs">{t('lastDay')}</span>
          </div>
          {stateOf(hooks, 3, 1) ?? <Hooks hooks={all} items={items} chosen={eventType} />}
        </section>
        <section class="pane dls" aria-label={t('deliveries')}>
          <Head by={by} />
          {stateOf(listed, 14, HEADED) ??
            (listed.data!.length === 0 ? <None by={by} /> : <List items={listed.data!} all={items} number={number} />)}
        </section>
        {number === undefined ? (
          <section class="pane only-wide" aria-label={t('pickDelivery')}>
            <Nothing title={t('pickDelivery')}>
              {failing && (
                <a class="btn" href={hrefOf(`/webhooks/${failing.number}`, Object.fromEntries(query))}>
                  {t('pickFailing', { n: failing.number })}
                </a>
              )}
            </Nothing>
          </section>
        ) : (
          <DeliveryPane key={number} number={number} listed={chosen} hooks={all} />
        )}
      </div>
      {asked === 'new' && <NewWebhook taken={all} close={() => ask(undefined)} />}
      {asked === 'again' && <SendAllFailed hooks={all} eventType={eventType} close={() => ask(undefined)} />}
    </Page>
  )
}

function None({ by: { eventType, status } }: { by: NarrowedDeliveries }) {
  if (eventType === null && status === null) return <Nothing title={t('noDeliveries')} text={t('noDeliveriesText')} />
  return (
    <Nothing title={t('noDeliveriesSo')}>
      <a class="btn" href={hrefOf('/webhooks')}>
        {t('clearFilters')}
      </a>
    </Nothing>
  )
}

function Head({ by: { eventType, status } }: { by: NarrowedDeliveries }) {
  const failing = useRead<number>(hookPaths.count({ eventType, status: 'failing' })).data ?? 0
  const waiting = useRead<number>(hookPaths.count({ eventType, status: 'waits' })).data ?? 0
  return (
    <div class="ph">
      <h2>{t('deliveries')}</h2>
      {failing > 0 && <span class="tag neg">{t('countFailing', { n: numbered(failing) })}</span>}
      {waiting > 0 && <span class="tag warn">{t('countWait', { n: numbered(waiting) })}</span>}
      <span class="grow" />
      {(eventType ?? status) && (
        <a class="l s" href={hrefOf('/webhooks')}>
          {t('clearFilters')}
        </a>
      )}
      <select
        class="chip"
        aria-label={t('state')}
        onChange={({ currentTarget: { value } }) => setQuery({ state: value === '' ? undefined : value })}
      >
        <option value="">{t('allStates')}</option>
        {STATUSES.map((one) => (
          <option key={one} value={one} selected={one === status}>
            {t(WORDS[one])}
          </option>
        ))}
      </select>
    </div>
  )
}

const CLASSES: Readonly<Record<DeliveryStatus, string>> = {
  delivered: 'ok',
  waits: 'wait',
  failing: 'bad',
  failed: 'bad',
  skipped: 'off',
}

function Hooks({
  hooks,
  items,
  chosen,
}: {
  hooks: readonly Hook[]
  items: readonly Delivery[]
  chosen: string | null
}) {
  return (
    <div class="scroll" tabIndex={-1}>
      {hooks.map((hook) => (
        <HookItem key={hook.eventType} hook={hook} items={items} isChosen={hook.eventType === chosen} />
      ))}
      {hooks.length === 0 && <Nothing title={t('noWebhooks')} text={t('noWebhooksText')} />}
      <div class="lap s m3">
        <b class="b m2">{t('onLaptop')}</b>
        <pre class="code" tabIndex={0}>
          {'daybook webhooks forward \\\n  --to \\\n  http://127.0.0.1:3000'}
        </pre>
      </div>
    </div>
  )
}

/** How a webhook stands: a colour only where it needs somebody. */
function statusOfHook(hook: Hook, own: readonly Delivery[]): [string, string] {
  const { isDisabled, failingSince, pendingCount, lastDayEvents, lastDayDelivered } = hook
  if (isDisabled) return ['neg', t('hookDisabled')]
  if (failingSince !== null || own.some((one) => statusOf(one) === 'failing')) return ['neg', t('hookFailing')]
  if (pendingCount > 0) return ['warn', t('countWait', { n: numbered(pendingCount) })]
  if (lastDayEvents === 0) return ['m3', t('hookIdle')]
  return ['m3', t('deliveredOf', { n: numbered(lastDayDelivered), of: numbered(lastDayEvents) })]
}

function HookItem({ hook, items, isChosen }: { hook: Hook; items: readonly Delivery[]; isChosen: boolean }) {
  const own = items.filter(({ eventType }) => eventType === hook.eventType)
  const cells = own.slice(0, CELLS).toReversed()
  const [color, says] = statusOfHook(hook, own)
  const writing = useWriting()
  const [isAsked, ask] = useState(false)
  const test = (): void => void writing.send('POST', hookPaths.test(hook.eventType))
  return (
    <div class={isChosen ? 'hook on' : 'hook'}>
      <a href={hrefOf('/webhooks', isChosen ? {} : { event: hook.eventType })} aria-current={isChosen || undefined}>
        <span class="row">
          <b class="b mono tr grow">{hook.eventType}</b>
          <span class={`s ${color}`}>
            <i class="dot" /> {says}
          </span>
        </span>
        <span class="mono m3 tr url">{hook.url}</span>
        <span class="cells" aria-hidden="true">
          {Array.from({ length: CELLS }, (_, at) => {
            const one = cells[at - (CELLS - cells.length)]
            return <i key={at} class={one ? CLASSES[statusOf(one)] : ''} />
          })}
        </span>
      </a>
      <span class="row s m3">
        <span class="grow tr">{hook.appName}</span>
        {/* Secrets are shown to who made the webhook alone. */}
        {hook.appName === CONSOLE_APP && (
          <button type="button" class="l" data-secret={hook.eventType} onClick={() => ask(true)}>
            {t('hookSecret')}
          </button>
        )}
        {!hook.isDisabled && (
          <button type="button" class="l" disabled={writing.isSending} onClick={test}>
            {t('sendTest')}
          </button>
        )}
      </span>
      <Faults messages={writing.messages} />
      {isAsked && <HookSecret eventType={hook.eventType} close={() => ask(false)} />}
    </div>
  )
}

/** What the last column says: how often it was tried, and how, or when it will be. */
function Tried({ one, items }: { one: Delivery; items: readonly Delivery[] }) {
  const { attempts, dueAt } = one
  const last = attempts.at(-1)
  const before = attempts.at(-2)
  const behind = isBehind(one, items)
  const at = behind?.dueAt ?? dueAt
  if (!last) {
    return (
      <>
        {at && clockOf(at)} {behind && <span class="m3">{t('behind', { n: behind.number })}</span>}
      </>
    )
  }
  const result = last.statusCode ?? last.error
  if (one.state === 'pending')
    return (
      <>
        {t('attemptOf', { n: attempts.length, of: attempts.length <= 10 ? 10 : attempts.length })},{' '}
        <span class="m3">{result}</span>
      </>
    )
  return (
    <>
      {attempts.length}, {last.durationMilliseconds} ms{' '}
      <span class="m3">
        {one.isTest && t('aTest')}
        {one.state === 'delivered' && before && t('afterStatus', { status: before.statusCode ?? '—' })}
        {one.state !== 'delivered' && result}
      </span>
    </>
  )
}

const DeliveryHead = () => (
  <thead>
    <tr>
      <th>{t('no')}</th>
      <th>{t('eventAt')}</th>
      <th class="only-wide ev">{t('event')}</th>
      <th>{t('state')}</th>
      <th class="w">{t('attempts')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = { table: 'dense dlt', head: <DeliveryHead />, cells: ['', '', 'only-wide ev', '', 'w'] }

interface ListProps {
  items: readonly Delivery[]
  all: readonly Delivery[]
  number: number | undefined
}

function List({ items, all, number }: ListProps) {
  const query = Object.fromEntries(route.value.query)
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense dlt" data-grid="main">
        <DeliveryHead />
        <tbody>
          {items.map((one) => (
            <tr key={one.number} class={one.number === number ? 'on' : ''}>
              <td class="mono m3">
                <a data-stop="number" href={hrefOf(`/webhooks/${one.number}`, query)}>
                  {one.number}
                </a>
              </td>
              <td class="mono m3">{clockOf(one.occurredAt)}</td>
              <td class="mono only-wide ev" title={one.eventType}>
                {one.eventType}
              </td>
              <td>
                <State one={one} />
              </td>
              <td class="w s m2">
                <Tried one={one} items={all} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const WORDS = {
  delivered: 'stateDelivered',
  waits: 'stateWaits',
  failing: 'stateFailing',
  failed: 'stateFailed',
  skipped: 'stateSkipped',
} as const
const TAGS: Readonly<Record<DeliveryStatus, string>> = {
  delivered: 'okq',
  waits: 'tag warn',
  failing: 'tag neg',
  failed: 'tag neg',
  skipped: 'tag',
}

/** How a delivery stands, in a word; what arrived is quiet. */
export function State({ one }: { one: Delivery }) {
  const how = statusOf(one)
  return (
    <span class={TAGS[how]}>
      <i class={how === 'delivered' ? 'dot pos' : 'dot'} />
      {t(WORDS[how])}
    </span>
  )
}
