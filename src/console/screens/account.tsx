import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Account, type Ledger, type LedgerEntry, type Listed, paths, type TrialBalance } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { PeriodSelect } from '../parts/period-select.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { capital, dayName, lastMonth, type Period, periodName, periodOf } from '../period.ts'
import { hrefOf, hrefWith, route, setQuery } from '../route.ts'
import { language } from '../settings.ts'
import { baseCurrency } from '../session.ts'
import { counted, t } from '../words.ts'
import { periodOfYear, useYears, yearNameOf, yearOf } from '../years.ts'
import { VoucherPane } from './voucher.tsx'

/** The ledger of an account, with the trial balance before it and a voucher beside it. */
export function AccountScreen({ number }: { number: number }) {
  const { query } = route.value
  const period = periodOf(query.get('period')) ?? lastMonth()
  const chosen = Number(query.get('v') ?? Number.NaN)
  const ledger = useWhole<Ledger>(paths.ledger(number, period.from, period.to))
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const name = ledger.data?.accounts[0]?.name ?? chart.find((one) => one.number === number)?.name ?? ''
  const entry = ledger.data?.items.find(({ voucherNumber }) => voucherNumber === chosen)
  useKeys({ Escape: () => (query.has('v') ? setQuery({ v: undefined }) : false) })
  const month = /^\d{4}-\d\d$/.test(period.name) ? period.name : undefined
  const head = (
    <>
      <a class="m3" href={hrefOf('/reports/trial-balance', { period: month })}>
        {t('trialBalance')}
      </a>{' '}
      <span class="m3">/</span> {number} {name}
      {query.has('v') && (
        <>
          {' '}
          <span class="m3">/</span> {query.get('v')}
        </>
      )}
    </>
  )
  return (
    <Page
      title={`${number} ${name}`}
      head={head}
      isFlush
      actions={
        <>
          <PeriodSelect period={period} />
          <ReportButtons
            csv={`${paths.ledger(number, period.from, period.to)}&format=csv`}
            name={`${number}-${period.name}`}
          />
        </>
      }
    >
      <div class="split dr" data-voucher={query.has('v')}>
        <Accounts period={period} number={number} chart={chart} />
        <section class="pane" aria-label={`${number} ${name}`}>
          <div class="ph">
            <h2 class="tr">
              {number} {name}
            </h2>
            <span class="grow" />
            {ledger.data && (
              <span class="s m3 nowrap">{counted('entryOne', 'entryMany', ledger.data.items.length)}</span>
            )}
          </div>
          {ledger.data ? <Entries ledger={ledger.data} period={period} chosen={chosen} /> : stateOf(ledger, 10, HEADED)}
        </section>
        <VoucherOf entry={entry} query={query} number={number} period={period} />
      </div>
    </Page>
  )
}

interface ChosenProps {
  entry: LedgerEntry | undefined
  query: URLSearchParams
  number: number
  period: Period
}

function VoucherOf({ entry, query, number, period }: ChosenProps) {
  if (entry) {
    const { journalNumber, date, voucherNumber } = entry
    return (
      <VoucherPane
        journal={String(journalNumber ?? '-')}
        year={yearNameOf(date)}
        number={voucherNumber}
        account={number}
      />
    )
  }
  if (query.has('v'))
    return <VoucherPane journal="-" year={yearNameOf(period.to)} number={Number(query.get('v'))} account={number} />
  return (
    <section class="pane only-wide" aria-label={t('voucher')}>
      <Nothing title={t('pickVoucher')} />
    </section>
  )
}

/** The accounts that moved in the period, to go on from one to the next. */
function Accounts({ period, number, chart }: { period: Period; number: number; chart: readonly Account[] }) {
  const balance = useRead<TrialBalance>(paths.trialBalance(period.from, period.to))
  const names = new Map(chart.map((one) => [one.number, one.name]))
  const moved = (balance.data?.items ?? []).filter(
    (line) => line.accountNumber === number || cents(line.debit) !== 0n || cents(line.credit) !== 0n,
  )
  return (
    <section class="pane w1360 only-wide noprint" aria-label={t('trialBalance')}>
      <div class="ph">
        <h2>{t('trialBalance')}</h2>
        <span class="grow" />
        <span class="s m3">{capital(periodName(period, language.value))}</span>
      </div>
      <div class="scroll" tabIndex={-1}>
        <table class="t dense drl" data-grid="accounts">
          <tbody>
            {moved.map((line) => {
              const href = hrefOf(`/accounts/${line.accountNumber}`, { period: period.name })
              return (
                <tr class={line.accountNumber === number ? 'on' : ''} key={line.accountNumber}>
                  <td class="id">{line.accountNumber}</td>
                  <td class="w">
                    <a href={href}>{names.get(line.accountNumber)}</a>
                  </td>
                  <td class="n">
                    <Figure amount={line.movement} href={href} isWhole />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** No entries: what was asked, whether the account is barred, and more days to ask for. */
function None({ account, period }: { account: Ledger['accounts'][number]; period: Period }) {
  const years = useYears() ?? []
  const own = yearOf(years, period.to)
  const { accountNumber: number, name } = account
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const isBarred = chart.some((one) => one.number === number && one.isBarred)
  const all = years.length > 1 ? `${years[0]!.fromDate}..${years.at(-1)!.toDate}` : period.name
  const isAll = period.from === years[0]?.fromDate && period.to === years.at(-1)?.toDate
  return (
    <Nothing
      title={t('noEntries', { account: `${number} ${name}`, period: periodName(period, language.value) })}
      text={isBarred ? t('accountBarred') : ''}
    >
      <div class="row">
        {period.name !== periodOfYear(own) && !isAll && (
          <a class="btn" href={hrefWith({ period: periodOfYear(own) })}>
            {t('allYear', { year: own.year })}
          </a>
        )}
        {all !== period.name && !isAll && (
          <a class="btn" href={hrefWith({ period: all })}>
            {t('allYears')}
          </a>
        )}
      </div>
    </Nothing>
  )
}

function Entries({ ledger, period, chosen }: { ledger: Ledger; period: Period; chosen: number }) {
  const account = ledger.accounts[0]
  const words = periodName(period, language.value)
  if (!account) return null
  const year = period.to.slice(0, 4)
  if (ledger.items.length === 0 && cents(account.openingBalance) === 0n) {
    return <None account={account} period={period} />
  }
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t drl led" data-grid="main">
        <Head />
        <tbody>
          <tr>
            <td class="id m3">{dayName(period.from, true)}</td>
            <td class="only-wide" />
            <td class="w m3">{t('broughtForward')}</td>
            <td />
            <td class="n m2">
              <Figure
                amount={account.openingBalance}
                href={hrefOf(`/reports/trial-balance`, { period: period.name })}
                column="b"
              />
            </td>
          </tr>
          {ledger.items.map((one) => (
            <Entry
              one={one}
              isOn={one.voucherNumber === chosen}
              key={one.entryNumber}
              withYear={period.from.slice(0, 4) !== year}
            />
          ))}
        </tbody>
        <tfoot>
          <tr class="tot">
            <td class="nowrap" colSpan={2}>
              {capital(words)}
            </td>
            <td class="w only-wide" />
            <td class="n">
              <Figure amount={account.movement} href={hrefOf('/reports/trial-balance', { period: period.name })} />
            </td>
            <td class="n">
              <Figure
                amount={account.closingBalance}
                href={hrefOf('/reports/trial-balance', { period: period.name })}
                column="b"
              />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Entry({ one, isOn, withYear }: { one: LedgerEntry; isOn: boolean; withYear: boolean }) {
  const href = hrefWith({ v: String(one.voucherNumber) })
  return (
    <tr class={isOn ? 'on' : ''}>
      <td class="id">{dayName(one.date, !withYear)}</td>
      <td class="id only-wide">
        <a href={href}>{one.voucherNumber}</a>
      </td>
      <td class="w">{one.text}</td>
      <td class="n">
        {one.currency !== baseCurrency() && <span class="m3 cur">{one.currency}</span>}
        <Figure amount={one.amountInBaseCurrency} href={href} />
      </td>
      <td class="n m2">
        <Figure amount={one.balance} href={href} column="b" />
      </td>
    </tr>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th>{t('date')}</th>
      <th class="only-wide">{t('voucher')}</th>
      <th>{t('text')}</th>
      <th class="n">{t('amount')}</th>
      <th class="n">{t('balance')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = { table: 'drl led', head: <Head />, cells: ['id', 'id only-wide', 'w', 'n', 'n'] }
