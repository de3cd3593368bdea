import type { BankAccount } from '../bank.ts'
import { type Reading, useMaster, useRead } from '../reads.ts'
import { type Listed, paths } from '../books.ts'
import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { StepLine } from '../parts/step-line.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayAfter, dayInWords, dayName, periodName, periodOf } from '../period.ts'
import { hrefOf } from '../route.ts'
import type { Interval } from '../sums.ts'
import { language } from '../settings.ts'
import { type DailyBalances, type Deadlines, readings, type StatementLine } from '../today.ts'
import { t } from '../words.ts'
import { useShown } from './overview-head.tsx'

/** The smallest sum of the chart that has an account. */
function sumAround(intervals: readonly Interval[], account: number): Interval | undefined {
  const around = intervals.filter((one) => one.fromAccountNumber <= account && account <= one.toAccountNumber)
  const size = (one: Interval): number => one.toAccountNumber - one.fromAccountNumber
  return around.toSorted((a, b) => size(a) - size(b))[0]
}

/** How many days ahead it is said what falls due. */
const AHEAD_DAYS = 30

type DueItem = Deadlines['items'][number]

const PLACES: Readonly<Record<DueItem['kind'], (item: DueItem) => string>> = {
  customers: () => '/customers',
  suppliers: () => '/suppliers',
  vatSettled: ({ period }) => (period === null ? '/vat' : `/vat/${period}`),
  vatReturn: ({ period }) => `/vat/${period}`,
}

function wordOf({ kind, period, date }: DueItem): string {
  if (kind === 'customers') return t('dueCustomers')
  if (kind === 'suppliers') return t('dueSuppliers')
  const known = period === null ? undefined : periodOf(period)
  const name = known ? `${t('vat')}, ${periodName(known, language.value)}` : t('vat')
  return date === null ? name : t('dueBy', { name, day: dayName(date, true) })
}

/** What falls due in the days to come, and what is expected then. */
function Due({ due, href }: { due: Deadlines; href: string }) {
  const day = dayInWords(due.until, language.value)
  return (
    <>
      <tr class="h due">
        <td />
        <th scope="rowgroup" colSpan={2}>
          {t('dueUntil', { day })}
        </th>
      </tr>
      {due.items.map((item) => (
        <tr key={item.kind} data-due={item.kind}>
          <td />
          <td class="w m2">{wordOf(item)}</td>
          <td class="n">
            <Figure amount={item.amount} href={hrefOf(PLACES[item.kind](item))} />
          </td>
        </tr>
      ))}
      <tr class="tot" data-due="expected">
        <td />
        <td class="w">{t('dueExpected', { day })}</td>
        <td class="n">
          <Figure amount={due.closingBalance} href={href} />
        </td>
      </tr>
    </>
  )
}

interface Cash {
  account: BankAccount
  /** The sum of the chart that the bank accounts are in, and its accounts. */
  sum: Interval | undefined
  total: StatementLine | undefined
  own: readonly StatementLine[]
  due: Deadlines | undefined
}

/** What the card says, all of it at once; undefined where a company has no bank account. */
function useCash(): { cash: Cash | undefined; waits: Reading<unknown> | undefined } {
  const { day, isPresent } = useShown()
  const bank = useMaster<Listed<BankAccount>>(readings.bankAccounts)
  const intervals = useMaster<Listed<Interval>>(paths.intervals, true)
  const balance = useRead<{ items: StatementLine[] }>(readings.balance(day))
  const account = bank.data?.items[0]
  const sum = account && sumAround(intervals.data?.items ?? [], account.accountNumber)
  const due = useRead<Deadlines>(
    sum && isPresent
      ? readings.deadlines(day, dayAfter(day, AHEAD_DAYS), sum.fromAccountNumber, sum.toAccountNumber)
      : undefined,
  )
  const lines = balance.data?.items ?? []
  const isOwn = ({ type, accountNumber, amount }: StatementLine): boolean =>
    type === 2 &&
    sum !== undefined &&
    accountNumber! >= sum.fromAccountNumber &&
    accountNumber! <= sum.toAccountNumber &&
    cents(amount) !== 0n
  const total = lines.find(({ accountNumber }) => accountNumber === sum?.accountNumber)
  const reads = [bank, intervals, balance, due]
  const isNone = bank.data !== undefined && !account
  return {
    cash: account && { account, sum, total, own: lines.filter(isOwn), due: due.data },
    waits: isNone ? undefined : (reads.find(({ isLoading }) => isLoading) ?? (balance.refusal && balance)),
  }
}

/** What is at the bank and in hand, by account, and how it went this year: all of it, as the figure says. */
export function CashCard() {
  const { year, day } = useShown()
  const { cash, waits } = useCash()
  const [first, last] = [cash?.sum?.fromAccountNumber, cash?.sum?.toAccountNumber]
  const daily = useRead<DailyBalances>(
    first && last ? readings.dailyBalances(year.fromDate, day, first, last) : undefined,
  )
  if (!cash && !waits) return null
  return (
    <section class="card" aria-label={t('cash')}>
      <header>
        <h2>{t('cash')}</h2>
        <span class="grow" />
        <span class="s m3">{t('cashAsOf', { day: dayName(day) })}</span>
      </header>
      <div class="in">
        {waits || !cash ? stateOf(waits!, 9, 2) : <Accounts cash={cash} day={day} daily={daily.data} />}
      </div>
    </section>
  )
}

/** How wide the line is drawn, so that its words have their size. */
const SHAPES = [
  ['only-wide', 480],
  ['only-phone', 330],
] as const

function Accounts({ cash, day, daily }: { cash: Cash; day: string; daily: DailyBalances | undefined }) {
  const { sum, total, own, due } = cash
  const period = day.slice(0, 7)
  const href = hrefOf('/reports/trial-balance', { period, explain: `${sum?.accountNumber}.closing` })
  return (
    <>
      <div class="figure">{total && <Figure amount={total.amount} href={href} />}</div>
      {SHAPES.map(([shape, width]) => (
        <div class={`line ${shape}`} key={shape}>
          {daily && total && <StepLine balances={daily} name={total.name} width={width} />}
        </div>
      ))}
      <table class="t edge">
        <tbody>
          {own.map((one) => (
            <tr key={one.accountNumber}>
              <td class="id">{one.accountNumber}</td>
              <td class="w">{one.name}</td>
              <td class="n">
                <Figure amount={one.amount} href={hrefOf(`/accounts/${one.accountNumber}`, { period })} />
              </td>
            </tr>
          ))}
          {due && <Due due={due} href={href} />}
        </tbody>
      </table>
    </>
  )
}
