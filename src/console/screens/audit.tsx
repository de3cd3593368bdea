import type { ComponentChild } from 'preact'
import { useState } from 'preact/hooks'
import { useMaster, useRead } from '../reads.ts'
import { type Booking, type Journal, type Listed, PATHS, paths } from '../books.ts'
import { escaped } from '../filter.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PeriodSelect } from '../parts/period-select.tsx'
import { DownloadButton, save } from '../parts/report-buttons.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { capital, dayAfter, dayInWords, newestFirst, type Period, periodOf, timeName, todayHere } from '../period.ts'
import { propertyWords } from '../properties.ts'
import { hrefWith, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { BY_COMMANDS, type Change, itemWords, newestPath, resourceWords, whoOf, whoParts } from '../trail.ts'
import { trailCsv } from '../trail-csv.ts'
import { language } from '../settings.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { AuditPane } from './audit-pane.tsx'

/** A change or a booking, as the trail lists both. */
interface Row {
  id: string
  time: string
  who: string
  what: string
  change: ComponentChild
  no: string
}

/** How many of each the page shows, the newest. */
const SHOWN = 100

const inDays = ({ from, to }: Period): string[] => [`time$gte:${from}`, `time$lt:${dayAfter(to)}`]

const changesPath = (common: readonly string[], what: string | null, key: string | null): string =>
  newestPath('changes', SHOWN, [
    ...common,
    what ? `resource$eq:${escaped(what)}` : '',
    key ? `key$eq:${escaped(key)}` : '',
  ])

/** What a booking is called: its journal, and its vouchers from the first to the last. */
function nameOf({ number, journalNumber, vouchers }: Booking, journals: readonly Journal[]): string {
  const journal = journals.find((one) => one.number === journalNumber)?.name
  const [first, last] = [vouchers[0]?.voucherNumber, vouchers.at(-1)?.voucherNumber]
  const which = first === last ? first : `${first}–${last}`
  return `${capital(t('bookingOne', { n: number }))}: ${[journal, which].filter(Boolean).join(' ')}`
}

const rowsOf = (changes: readonly Change[], bookings: readonly Booking[], journals: readonly Journal[]): Row[] =>
  [
    ...changes.map((one): Row => ({
      id: `change=${one.number}`,
      time: one.time,
      who: whoOf(one),
      what: itemWords(one),
      change: <Changed properties={one.properties} />,
      no: String(one.number),
    })),
    ...bookings.map((one): Row => {
      const entries = one.lastEntry - one.firstEntry + 1
      return {
        id: `booking=${one.number}`,
        time: one.time,
        who: whoOf(one),
        what: nameOf(one, journals),
        change: (
          <>
            {counted('entryOne', 'entryMany', entries)}, {one.firstEntry}–{one.lastEntry}{' '}
            <b class="b">{shown(one.amount)}</b>
          </>
        ),
        no: `B ${one.number}`,
      }
    }),
  ].sort(newestFirst)

/** The first property that a write changed: what it was, struck through, and what it is; and how many more. */
function Changed({ properties }: Pick<Change, 'properties'>) {
  const [first, ...more] = properties
  if (!first) return null
  const { property, before, after } = first
  return (
    <>
      <span class="m3">{propertyWords(property)}</span> {before !== null && <s class="m3">{before}</s>}{' '}
      {before !== null && '→ '}
      {after === null ? <span class="m3">–</span> : <b class="b">{after}</b>}
      {more.length > 0 && <span class="m3"> +{more.length}</span>}
    </>
  )
}

/** Who changed what, and when: nothing of it can be changed or removed. */
export function AuditScreen() {
  const { query } = route.value
  const period = periodOf(query.get('period')) ?? periodOf(todayHere().slice(0, 7))!
  const what = query.get('what')
  const key = query.get('key')
  const who = query.get('who')
  const isMoney = query.has('money')
  const common = [...inDays(period), ...whoParts(who)]
  const changes = useRead<Change[]>(isMoney ? undefined : changesPath(common, what, key))
  const isNarrow = !isMoney && (what !== null || key !== null)
  const bookings = useRead<Booking[]>(isNarrow ? undefined : newestPath('bookings', SHOWN, common))
  const journals = useMaster<Listed<Journal>>(isNarrow ? undefined : paths.journals, true)
  // Who else did something then, where one of them is chosen.
  const others = useRead<Change[]>(who === null || isMoney ? undefined : changesPath(inDays(period), what, key))
  const told = isMoney ? bookings.data && [] : changes.data
  const rows = told ? rowsOf(told, isNarrow ? [] : (bookings.data ?? []), journals.data?.items ?? []) : []
  useKeys({
    Escape: () => (chosen() === undefined ? false : setQuery({ change: undefined, booking: undefined })),
    m: turnMoney,
  })
  return (
    <Page
      title={t('audit')}
      isFlush
      actions={
        <>
          <Verify />
          <DownloadButton
            isOff={rows.length === 0}
            onClick={() => saveTrail(period, told ?? [], isNarrow ? [] : (bookings.data ?? []))}
          />
        </>
      }
    >
      <Filters
        period={period}
        what={what}
        id={key}
        who={who}
        changes={told ?? []}
        known={[...(told ?? []), ...(others.data ?? []), ...(bookings.data ?? [])]}
      />
      <div class="split au" data-voucher={chosen() !== undefined}>
        <section class="pane" aria-label={t('audit')}>
          {told ? (
            rows.length === 0 ? (
              <Nothing title={t('noChanges')} />
            ) : (
              <List rows={rows} />
            )
          ) : (
            stateOf(isMoney ? bookings : changes, 16, HEADED)
          )}
        </section>
        <AuditPane changes={told ?? []} bookings={bookings.data ?? []} />
      </div>
    </Page>
  )
}

const saveTrail = (period: Period, ...shown: Parameters<typeof trailCsv>): void =>
  save(new Blob([trailCsv(...shown)], { type: 'text/csv' }), `audit-trail-${period.name}.csv`)

/** The change or booking that the address names. */
const chosen = (): string | undefined =>
  ['change', 'booking']
    .filter((name) => route.value.query.has(name))
    .map((name) => `${name}=${route.value.query.get(name)!}`)[0]

/** Bookings alone, or changes of master data, too. */
const turnMoney = (): void =>
  setQuery({ money: route.value.query.has('money') ? undefined : '1', change: undefined, booking: undefined })

interface FiltersProps {
  period: Period
  what: string | null
  id: string | null
  who: string | null
  changes: readonly Change[]
  /** What was done in the period, by whom one may choose. */
  known: readonly (Change | Booking)[]
}

/** Who did what is shown, by what the address calls them; commands always, as they are rare. */
function WhoSelect({ who, rows }: { who: string | null; rows: readonly (Change | Booking)[] }) {
  const known = new Map<string, string>()
  for (const one of rows) {
    if (one.person !== null) known.set(`person:${one.person}`, whoOf(one))
    else if (one.app) known.set(`app:${one.app}`, whoOf(one))
  }
  known.set(BY_COMMANDS, t('byCommands'))
  if (who !== null && !known.has(who)) known.set(who, who.replace(/^\w+:/, ''))
  return (
    <select
      class={who === null ? 'chip' : 'chip on'}
      aria-label={t('who')}
      value={who ?? ''}
      onChange={(event) => setQuery({ who: event.currentTarget.value || undefined, change: undefined })}
    >
      <option value="">{t('everybody')}</option>
      {[...known].map(([name, called]) => (
        <option value={name} key={name}>
          {called}
        </option>
      ))}
    </select>
  )
}

function Filters({ period, what, id, who, changes, known }: FiltersProps) {
  const isMoney = route.value.query.has('money')
  const kinds = [...new Set([...(what === null ? [] : [what]), ...changes.map(({ resource }) => resource)])].sort()
  return (
    <div class="tool wraps">
      <PeriodSelect period={period} />
      <WhoSelect who={who} rows={known} />
      <select
        class={what === null ? 'chip' : 'chip on'}
        aria-label={t('what')}
        value={what ?? ''}
        onChange={(event) => setQuery({ what: event.currentTarget.value || undefined, change: undefined })}
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map((kind) => (
          <option value={kind} key={kind}>
            {resourceWords(kind)}
          </option>
        ))}
      </select>
      <input
        class="chip"
        aria-label={t('keyOf')}
        placeholder={t('keyOf')}
        value={id ?? ''}
        onChange={(event) => setQuery({ key: event.currentTarget.value.trim() || undefined, change: undefined })}
      />
      <button type="button" class={isMoney ? 'chip on' : 'chip'} aria-pressed={isMoney} onClick={turnMoney}>
        {isMoney && <Icon name="check" />}
        {t('onlyMoney')} <kbd class="only-wide">M</kbd>
      </button>
      <span class="grow" />
      <span class="m3 s only-wide">{t('auditNote')}</span>
    </div>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th>{t('time')}</th>
      <th>{t('who')}</th>
      <th>{t('what')}</th>
      <th class="only-wide">{t('changed')}</th>
      <th class="n only-wide">{t('no')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = { table: '', head: <Head />, cells: ['id', '', 'w', 'only-wide', 'n only-wide'] }

function List({ rows }: { rows: readonly Row[] }) {
  const dayOf = ({ time }: Row): string => new Date(time).toLocaleDateString('sv')
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t" data-grid="main">
        <Head />
        <tbody>
          {rows.map((row, at) => (
            <>
              {(at === 0 || dayOf(rows[at - 1]!) !== dayOf(row)) && (
                <tr class="h" key={dayOf(row)}>
                  <th scope="rowgroup" colSpan={5}>
                    {capital(dayInWords(dayOf(row), language.value, { weekday: 'long' }))}
                  </th>
                </tr>
              )}
              <Line row={row} key={row.id} />
            </>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ row }: { row: Row }) {
  const [kind, number] = row.id.split('=') as ['change' | 'booking', string]
  const href = hrefWith({ change: undefined, booking: undefined, [kind]: number })
  return (
    <tr class={chosen() === row.id ? 'on' : ''}>
      <td class="id">{timeName(row.time, true)}</td>
      <td class="m2">{row.who}</td>
      <td class="w">
        <a href={href} data-stop="a">
          {row.what}
        </a>
        <div class="only-phone tr s m3">{row.change}</div>
      </td>
      <td class="tr s m2 only-wide auc">{row.change}</td>
      <td class="id n only-wide">{row.no}</td>
    </tr>
  )
}

interface Verified {
  ok: boolean
  entries: number
  fault: string | null
}

/** Recomputes the books from their entries, and says whether anything is wrong. */
function Verify() {
  const [told, tell] = useState<(Verified & { at: string }) | undefined>(undefined)
  const writing = useWriting()
  const ask = async (): Promise<void> => {
    const done = await writing.send<Verified>('POST', `${PATHS.daybook}/verifications`, { body: {} })
    if (done) tell({ ...done.answer, at: timeName(new Date()) })
  }
  return (
    <>
      <span class="row" role="status">
        {told?.ok && (
          <>
            <span class="pos b row">
              <Icon name="seal" /> {t('unbroken')}
            </span>
            <span class="m3 s only-wide">{t('verified', { entries: told.entries, time: told.at })}</span>
          </>
        )}
        {told && !told.ok && <span class="neg b">{told.fault}</span>}
      </span>
      <Faults messages={writing.messages} />
      <button type="button" class="btn" disabled={isReadOnly() || writing.isSending} onClick={() => void ask()}>
        {t(told ? 'verifyAgain' : 'verify')}
      </button>
    </>
  )
}
