import { useEffect, useRef, useState } from 'preact/hooks'
import { CONSOLE_APP, useAppName, useApps } from '../apps.ts'
import { type Reading, useRead } from '../reads.ts'
import { Page } from '../frame/page.tsx'
import {
  clockOf,
  type FaultGroup,
  type Faulty,
  type Logged,
  logPaths,
  type Narrowed,
  pathParts,
  shortPath,
  STATUSES,
} from '../integration.ts'
import { faultInWords } from '../faults/said.ts'
import { useKeys } from '../keys.ts'
import { useLast } from '../last.ts'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { usePoll, useRecount } from '../poll.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import { t } from '../words.ts'
import { ALL, Filters, isAll } from './request-filters.tsx'
import { RequestPane } from './request.tsx'

/** How many requests the list holds at most. */
const SHOWN_MAX = 500

/** What is shown of the log: of the last hour or day, or all that is kept. */
const LASTS = {
  hour: { hours: 1, word: 'lastHour' },
  day: { hours: 24, word: 'lastDay' },
  all: { hours: 72, word: 'lastAll' },
} as const

const lastOf = (query: URLSearchParams): keyof typeof LASTS => {
  const name = query.get('last') ?? ''
  return name in LASTS ? (name as keyof typeof LASTS) : 'all'
}

/** A moment so many hours ago, which moves on in sixty steps. */
function useAgo(hours: number): string {
  const [, turn] = useState(0)
  const step = hours * 60_000
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && turn((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return new Date(Math.floor(Date.now() / step) * step - hours * 3_600_000).toISOString()
}

const narrowed = (query: URLSearchParams): Narrowed => ({
  code: query.get('code'),
  method: query.get('method'),
  status: STATUSES.find((one) => one === query.get('status')) ?? null,
  path: query.get('path'),
  app: query.get('app') === ALL ? null : query.get('app'),
  touches: query.get('touches'),
  isFaultsOnly: query.get('faults') === '1',
})

/** What was read last under a name stands while the same is asked of a later time. */
function useStanding<T>(reading: Reading<T>, name: string): Reading<T> {
  const last = useRef<{ name: string; data: T } | undefined>(undefined)
  if (reading.data !== undefined) last.current = { name, data: reading.data }
  return last.current?.name === name ? { ...reading, data: last.current.data } : reading
}

/** The newest requests, and those that come, for as long as the tab shows and nothing is paused. */
function useLive(by: Narrowed | undefined, isPaused: boolean): { reading: Reading<Logged[]>; items: Logged[] } {
  const path = by && logPaths.newest(by)
  const reading = useStanding(useRead<Logged[]>(path), by ? logPaths.newest({ ...by, from: undefined }) : '')
  const [later, setLater] = useState<{ path: string | undefined; items: Logged[] }>({ path, items: [] })
  const first = reading.data ?? []
  const newer = later.path === path ? later.items.filter(({ number }) => number > (first[0]?.number ?? 0)) : []
  const items = [...newer, ...first].slice(0, SHOWN_MAX)
  const last = items[0]?.number ?? 0
  const isRead = reading.data !== undefined
  usePoll<Logged>(isPaused || !isRead || !by ? undefined : logPaths.since(by, last), (found) => {
    setLater((before) => {
      const known = before.path === path ? before.items : []
      return { path, items: [...found.toReversed(), ...known].slice(0, SHOWN_MAX) }
    })
  })
  // A narrowed list says nothing new.
  const refused = useRef(0)
  refused.current = Math.max(refused.current, items.find(({ status }) => status >= 400)?.number ?? 0)
  useRecount(refused.current === 0 ? '' : String(refused.current))
  return { reading, items }
}

/** What programs asked: groups of faults, the list, and one request beside it. */
export function RequestsScreen({ id }: { id: string | undefined }) {
  const { query } = route.value
  const last = lastOf(query)
  const ago = useAgo(LASTS[last].hours)
  const apps = useApps()
  const own = query.has('app') ? undefined : apps?.find(({ name }) => name === CONSOLE_APP)?.app
  const by = { ...narrowed(query), exceptApp: own, ...(last !== 'all' && { from: ago }) }
  const [isPaused, pause] = useState(false)
  const { reading, items } = useLive(apps && by, isPaused)
  const faulty = useLast(useRead<Faulty>(apps && logPaths.faults(ago, by)).data)
  const groups = faulty?.items ?? []
  const turn = (): void => pause(!isPaused)
  // On a phone a request stands alone, without what is of the list.
  const ofList = (look: string): string => (id === undefined ? look : `${look} only-wide`)
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
          <span class={ofList('lv')} data-paused={isPaused} role="status">
            <i class="dot" />
            {t(isPaused ? 'paused' : 'live')}
          </span>
          <button type="button" class={ofList('btn quiet')} onClick={turn}>
            {t(isPaused ? 'goOn' : 'pause')} <kbd>P</kbd>
          </button>
          <Last chosen={last} look={ofList('chip')} />
        </>
      }
    >
      <div class={id === undefined ? '' : 'only-wide'}>
        {groups.length > 0 && <Groups groups={groups.slice(0, 4)} code={by.code} />}
        <Filters by={by} faulty={faulty} apps={apps ?? []} />
      </div>
      <div class="split rq" data-chosen={id !== undefined}>
        <section class="pane" aria-label={t('requests')}>
          {stateOf(reading, 14, HEADED) ?? (items.length === 0 ? <None by={by} /> : <List items={items} id={id} />)}
        </section>
        {id === undefined ? (
          <section class="pane only-wide" aria-label={t('pickRequest')}>
            <Nothing title={t('pickRequest')}>
              {groups[0] && (
                <a class="btn" href={hrefOf(`/requests/${groups[0].latestRequestId}`, Object.fromEntries(query))}>
                  {t('pickRefused')}
                </a>
              )}
            </Nothing>
          </section>
        ) : (
          <RequestPane key={id} id={id} groups={groups} from={by.from} />
        )}
      </div>
    </Page>
  )
}

/** Chooses of which time the log is shown. */
const Last = ({ chosen, look }: { chosen: keyof typeof LASTS; look: string }) => (
  <select
    class={look}
    aria-label={t('time')}
    onChange={({ currentTarget: { value } }) => setQuery({ last: value === 'all' ? undefined : value })}
  >
    {Object.entries(LASTS).map(([name, { word }]) => (
      <option key={name} value={name} selected={name === chosen}>
        {t(word)}
      </option>
    ))}
  </select>
)

function None({ by }: { by: Narrowed }) {
  if (isAll(by) && by.from === undefined) return <Nothing title={t('noLoggedYet')} text={t('noLoggedYetText')} />
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
          data-ordered={group.ordered === group.count}
          href={hrefOf(`/requests/${group.latestRequestId}`, {
            ...Object.fromEntries(route.value.query),
            code: group.errorCode,
          })}
        >
          <span class="cnt">{group.count}</span>
          <Counts counts={group.counts} />
          <span class="cd">
            {group.errorCode} {group.ordered > 0 && <span class="tag warn">{t('onOrder')}</span>}
          </span>
          <span class="m3">
            {shortPath(group.operation ?? '—')} · {nameOf(group.app)}
          </span>
          <span title={group.message ?? ''}>
            {group.property}: {faultInWords({ ...group, message: group.message ?? '' }).message}
          </span>
        </a>
      ))}
    </nav>
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
                  <Path path={one.path} /> {one.errorCode && <span class="neg">{one.errorCode}</span>}{' '}
                  <Tags one={one} />
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

/** A path, with the name of its API where there is room. */
function Path({ path }: { path: string }) {
  const { api: name, rest } = pathParts(path)
  return (
    <>
      <span class="m3 only-wide w1360">{name}</span> {rest}
    </>
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
