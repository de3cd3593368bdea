import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useAppName } from '../apps.ts'
import { type Reading, useRead } from '../reads.ts'
import { Page } from '../frame/page.tsx'
import { clockOf, type FaultGroup, type Logged, logPaths, type Narrowed, shortPath } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { usePoll } from '../poll.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import { t } from '../words.ts'
import { RequestPane } from './request.tsx'

/** How many requests the list holds at most. */
const SHOWN_MAX = 500
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

const narrowed = (query: URLSearchParams): Narrowed => ({
  code: query.get('code'),
  method: query.get('method'),
  path: query.get('path'),
  app: query.get('app'),
  touches: query.get('touches'),
  isFaultsOnly: query.get('faults') === '1',
})

/** The newest requests, and those that come, for as long as the tab shows and nothing is paused. */
function useLive(by: Narrowed, isPaused: boolean): { reading: Reading<Logged[]>; items: Logged[] } {
  const path = logPaths.newest(by)
  const reading = useRead<Logged[]>(path)
  const [later, setLater] = useState<{ path: string; items: Logged[] }>({ path, items: [] })
  const first = reading.data ?? []
  const newer = later.path === path ? later.items.filter(({ number }) => number > (first[0]?.number ?? 0)) : []
  const items = [...newer, ...first].slice(0, SHOWN_MAX)
  const last = items[0]?.number ?? 0
  const isRead = reading.data !== undefined
  usePoll<Logged>(isPaused || !isRead ? undefined : logPaths.since(by, last), (found) => {
    setLater((before) => ({ path, items: [...found.toReversed(), ...(before.path === path ? before.items : [])] }))
    if (found.some(({ status }) => status >= 400)) api.generation.value++
  })
  return { reading, items }
}

/** What programs asked: groups of faults, the list, and one request beside it. */
export function RequestsScreen({ id }: { id: string | undefined }) {
  const { query } = route.value
  const by = narrowed(query)
  const [isPaused, pause] = useState(false)
  const { reading, items } = useLive(by, isPaused)
  const groups = useRead<{ items: FaultGroup[] }>(logPaths.faults).data?.items ?? []
  const turn = (): void => pause(!isPaused)
  useKeys({
    p: turn,
    f: () => setQuery({ faults: by.isFaultsOnly ? undefined : '1' }),
    Escape: () => (id === undefined ? false : go(hrefOf('/requests', Object.fromEntries(query)))),
  })
  return (
    <Page
      title={t('requests')}
      sub={t('requestsSub')}
      isFlush
      actions={
        <>
          <span class="lv" data-paused={isPaused} role="status">
            <i class="dot" />
            {t(isPaused ? 'paused' : 'live')}
          </span>
          <button type="button" class="btn quiet" onClick={turn}>
            {t(isPaused ? 'goOn' : 'pause')} <kbd>P</kbd>
          </button>
        </>
      }
    >
      <div class={id === undefined ? '' : 'only-wide'}>
        {groups.length > 0 && <Groups groups={groups.slice(0, 4)} code={by.code} />}
        <Filters by={by} />
      </div>
      <div class="split rq" data-chosen={id !== undefined}>
        <section class="pane" aria-label={t('requests')}>
          {stateOf(reading, 14, HEADED) ?? (items.length === 0 ? <None by={by} /> : <List items={items} id={id} />)}
        </section>
        {id === undefined ? (
          <section class="pane only-wide" aria-label={t('pickRequest')}>
            <Nothing title={t('pickRequest')} />
          </section>
        ) : (
          <RequestPane key={id} id={id} groups={groups} />
        )}
      </div>
    </Page>
  )
}

const isAll = ({ isFaultsOnly, ...rest }: Narrowed): boolean =>
  !isFaultsOnly && Object.values(rest).every((one) => one === null)

function None({ by }: { by: Narrowed }) {
  if (isAll(by)) return <Nothing title={t('noLoggedYet')} text={t('noLoggedYetText')} />
  return (
    <Nothing title={t('noLogged')} text={t('noLoggedText')}>
      <a class="btn" href={hrefOf('/requests')}>
        {t('clearFilters')}
      </a>
    </Nothing>
  )
}

/** How often in each part of the day, as columns. */
function Counts({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts, 1)
  return (
    <svg viewBox={`0 0 ${counts.length * 4} 22`} aria-hidden="true">
      {counts.map((count, at) => {
        const height = count === 0 ? 1 : Math.max(2, (22 * count) / most)
        return (
          <rect key={at} class={count === 0 ? 'z' : ''} x={at * 4} y={22 - height} width="3" height={height} rx="0.5" />
        )
      })}
    </svg>
  )
}

function Groups({ groups, code }: { groups: readonly FaultGroup[]; code: string | null }) {
  const nameOf = useAppName()
  return (
    <nav class="fgs" aria-label={t('faultsTitle')}>
      {groups.map((group) => (
        <a
          key={`${group.operation} ${group.errorCode} ${group.property} ${group.app}`}
          class={group.errorCode === code ? 'on' : ''}
          href={hrefOf(`/requests/${group.latestRequestId}`, { code: group.errorCode })}
        >
          <span class="cnt">{group.count}</span>
          <Counts counts={group.counts} />
          <span class="cd">{group.errorCode}</span>
          <span class="m3">
            {shortPath(group.operation ?? '—')} · {nameOf(group.app)}
          </span>
          <span title={group.message ?? ''}>
            {group.property}: {group.message}
          </span>
        </a>
      ))}
    </nav>
  )
}

const typed = (event: Event): string | undefined => {
  const value = (event.target as HTMLInputElement | HTMLSelectElement).value.trim()
  return value === '' ? undefined : value
}

function Filters({ by }: { by: Narrowed }) {
  return (
    <div class="tool fl">
      <button
        type="button"
        class="btn"
        aria-pressed={by.isFaultsOnly}
        onClick={() => setQuery({ faults: by.isFaultsOnly ? undefined : '1' })}
      >
        {t('onlyFaults')} <kbd>F</kbd>
      </button>
      <select class="chip" aria-label={t('allMethods')} onChange={(event) => setQuery({ method: typed(event) })}>
        <option value="">{t('allMethods')}</option>
        {METHODS.map((method) => (
          <option key={method} selected={by.method === method}>
            {method}
          </option>
        ))}
      </select>
      <input
        class="in-t"
        aria-label={t('pathHas')}
        placeholder={t('pathHas')}
        value={by.path ?? ''}
        onChange={(event) => setQuery({ path: typed(event) })}
      />
      <input
        class="in-t"
        aria-label={t('touches')}
        placeholder={`${t('touches')} ${t('touchesHint')}`}
        value={by.touches ?? ''}
        onChange={(event) => setQuery({ touches: typed(event) })}
      />
      {by.code && <span class="tag neg">{by.code}</span>}
      {!isAll(by) && (
        <button
          type="button"
          class="l"
          onClick={() =>
            setQuery(
              Object.fromEntries(['code', 'method', 'path', 'app', 'touches', 'faults'].map((one) => [one, undefined])),
            )
          }
        >
          {t('clearFilters')}
        </button>
      )}
    </div>
  )
}

const classOf = (status: number): string => (status === 429 || status === 503 ? 'late' : status >= 400 ? 'bad' : 'm3')

const Head = () => (
  <thead>
    <tr>
      <th>{t('time')}</th>
      <th>{t('status')}</th>
      <th class="w" colSpan={2}>
        {t('path')}
      </th>
      <th class="only-wide">{t('app')}</th>
      <th class="n only-wide">ms</th>
    </tr>
  </thead>
)

const HEADED: Headed = {
  table: 'dense rqt',
  head: <Head />,
  cells: ['', '', '', 'w', 'only-wide', 'n only-wide'],
}

function List({ items, id }: { items: readonly Logged[]; id: string | undefined }) {
  const query = Object.fromEntries(route.value.query)
  const nameOf = useAppName()
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense rqt" data-grid="main">
        <Head />
        <tbody>
          {items.map((one) => (
            <tr key={one.requestId} class={one.requestId === id ? 'on' : ''}>
              <td class="mono m3">{clockOf(one.time)}</td>
              <td class={`mono ${classOf(one.status)}`}>{one.status}</td>
              <td class="me" data-read={one.method === 'GET'}>
                {one.method}
              </td>
              <td class="w">
                <a data-stop="path" href={hrefOf(`/requests/${one.requestId}`, query)} title={one.path}>
                  {shortPath(one.path)} {one.errorCode && <span class="neg">{one.errorCode}</span>} <Tags one={one} />
                </a>
              </td>
              <td class="only-wide m2">{nameOf(one.app)}</td>
              <td class="n only-wide m2">{Math.round(Number(one.milliseconds))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Tags = ({ one }: { one: Logged }) => (
  <>
    {one.isReplayed && <span class="tag acc">{t('replayed')}</span>}
    {one.orderedFault && <span class="tag warn">{t('onOrder')}</span>}
    {one.replayOf && <span class="tag">{t('sentAgainTag')}</span>}
    {one.idempotencyKey && !one.replayOf && <span class="tag">{one.idempotencyKey}</span>}
  </>
)
