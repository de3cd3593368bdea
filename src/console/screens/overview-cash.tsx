import type { BankAccount } from '../bank.ts'
import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Ledger, type Listed, paths } from '../books.ts'
import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { StepLine } from '../parts/step-line.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayName, lastMonth, today } from '../period.ts'
import { hrefOf } from '../route.ts'
import type { Interval } from '../sums.ts'
import { readings, type StatementLine } from '../today.ts'
import { t } from '../words.ts'
import { useYears, yearOf } from '../years.ts'

/** The smallest sum of the chart that has an account. */
function sumAround(intervals: readonly Interval[], account: number): Interval | undefined {
  const around = intervals.filter((one) => one.fromAccountNumber <= account && account <= one.toAccountNumber)
  const size = (one: Interval): number => one.toAccountNumber - one.fromAccountNumber
  return around.toSorted((a, b) => size(a) - size(b))[0]
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
          </tbody>
        </table>
      </div>
    </section>
  )
}
