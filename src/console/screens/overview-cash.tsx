import type { BankAccount } from '../bank.ts'
import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Ledger, type Listed, paths } from '../books.ts'
import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { StepLine } from '../parts/step-line.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayAfter, dayInWords, dayName, lastMonth, periodName, periodOf, today } from '../period.ts'
import { hrefOf } from '../route.ts'
import type { Interval } from '../sums.ts'
import { language } from '../settings.ts'
import { type Deadlines, readings, type StatementLine } from '../today.ts'
import { t } from '../words.ts'
import { useYears, yearOf } from '../years.ts'

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
function Due({ now, cash, href }: { now: string; cash: Interval; href: string }) {
  const until = dayAfter(now, AHEAD_DAYS)
  const path = readings.deadlines(now, until, cash.fromAccountNumber, cash.toAccountNumber)
  const due = useRead<Deadlines>(path).data
  if (!due) return null
  const day = dayInWords(until, language.value)
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

/** What is at the bank and in hand, by account, and how it went this year. */
export function CashCard() {
  const now = today()
  const bank = useMaster<Listed<BankAccount>>(readings.bankAccounts)
  const intervals = useMaster<Listed<Interval>>(paths.intervals, true)
  const balance = useRead<{ items: StatementLine[] }>(readings.balance(now))
  const account = bank.data?.items[0]
  const from = yearOf(useYears() ?? [], lastMonth(now).to).fromDate
  const ledger = useWhole<Ledger>(account && paths.ledger(account.accountNumber, from, now))
  if (bank.data && !account) return null
  const sum = account && sumAround(intervals.data?.items ?? [], account.accountNumber)
  const lines = balance.data?.items ?? []
  const total = lines.find(({ accountNumber }) => accountNumber === sum?.accountNumber)
  const own = lines.filter(
    (one) =>
      one.type === 2 && sum && one.accountNumber! >= sum.fromAccountNumber && one.accountNumber! <= sum.toAccountNumber,
  )
  const href = hrefOf('/reports/trial-balance', { period: now.slice(0, 7), explain: `${sum?.accountNumber}.closing` })
  return (
    <section class="card">
      <header>
        <h2>{t('cash')}</h2>
        <span class="grow" />
        <span class="s m3">{t('cashAsOf', { day: dayName(now) })}</span>
      </header>
      <div class="in">
        {balance.data ? (
          <div class="figure">{total && <Figure amount={total.amount} href={href} />}</div>
        ) : (
          stateOf(balance, 3, 2)
        )}
        <div class="line">{ledger.data && <StepLine ledger={ledger.data} />}</div>
        <table class="t edge">
          <tbody>
            {own
              .filter(({ amount }) => cents(amount) !== 0n)
              .map((one) => (
                <tr key={one.accountNumber}>
                  <td class="id">{one.accountNumber}</td>
                  <td class="w">{one.name}</td>
                  <td class="n">
                    <Figure
                      amount={one.amount}
                      href={hrefOf(`/accounts/${one.accountNumber}`, { period: now.slice(0, 7) })}
                    />
                  </td>
                </tr>
              ))}
            {sum && <Due now={now} cash={sum} href={href} />}
          </tbody>
        </table>
      </div>
    </section>
  )
}
