import { type Faulty, type Narrowed, STATUSES } from '../integration.ts'
import { setQuery } from '../route.ts'
import { counted, numbered, t } from '../words.ts'

/** Of every app, the console too. */
export const ALL = 'all'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** How many requests there were, and how long they took. */
function Totals({ of: { requests, failed, p50Milliseconds, p99Milliseconds } }: { of: Faulty }) {
  const took = (milliseconds: string | number | null): string => numbered(Math.round(Number(milliseconds)))
  return (
    <span class="s m3 nowrap tot">
      {counted('requestOne', 'requestMany', requests)}, {t('refusedCount', { n: numbered(failed) })}
      {requests > 0 && `, ${t('tookOf', { p50: took(p50Milliseconds), p99: took(p99Milliseconds) })}`}
    </span>
  )
}

/** Whether nothing narrows the list but its time. */
export const isAll = ({ isFaultsOnly, from: _, exceptApp: __, ...rest }: Narrowed): boolean =>
  !isFaultsOnly && Object.values(rest).every((one) => one === null)

const typed = (event: Event): string | undefined => {
  const value = (event.target as HTMLInputElement | HTMLSelectElement).value.trim()
  return value === '' ? undefined : value
}

interface FiltersProps {
  by: Narrowed
  faulty: Faulty | undefined
  apps: readonly { app: number; name: string }[]
}

/** What narrows the list, and how many requests there are. */
export function Filters({ by, faulty, apps }: FiltersProps) {
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
      <select class="chip" aria-label={t('status')} onChange={(event) => setQuery({ status: typed(event) })}>
        <option value="">{t('allStatuses')}</option>
        {STATUSES.map((status) => (
          <option key={status} selected={by.status === status}>
            {status}
          </option>
        ))}
      </select>
      {apps.length > 1 && <AppChoice by={by} apps={apps} />}
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
              Object.fromEntries(
                ['code', 'method', 'status', 'path', 'app', 'touches', 'faults'].map((one) => [one, undefined]),
              ),
            )
          }
        >
          {t('clearFilters')}
        </button>
      )}
      <span class="grow" />
      {faulty && <Totals of={faulty} />}
    </div>
  )
}

/** Of which app: of programs, of all, or of one. */
const AppChoice = ({ by, apps }: Pick<FiltersProps, 'by' | 'apps'>) => (
  <select class="chip" aria-label={t('app')} onChange={(event) => setQuery({ app: typed(event) })}>
    <option value="">{t('allPrograms')}</option>
    <option value={ALL} selected={by.app === null && by.exceptApp === undefined}>
      {t('allApps')}
    </option>
    {apps.map(({ app, name }) => (
      <option key={app} value={app} selected={by.app === String(app)}>
        {name}
      </option>
    ))}
  </select>
)
