import { useRead } from '../reads.ts'
import { invoicePaths } from '../invoices.ts'
import { type Amount, cents } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { dayName, daysBetween, today } from '../period.ts'
import { hrefOf } from '../route.ts'
import { t } from '../words.ts'

interface Before {
  entryNumber: number
  date: string
  dueDate: string | null
  customerInvoiceNumber: number | null
  text: string | null
  amountInBaseCurrency: Amount
  remainderInBaseCurrency: Amount
}
interface Statement {
  closingBalanceInBaseCurrency: Amount
  items: Before[]
}

/** What was sold to a customer since the year before, with what is open of it. */
export function useBefore(customer: number) {
  const now = today()
  const from = `${Number(now.slice(0, 4)) - 1}-01-01`
  return useRead<Statement>(invoicePaths.statement(customer, from, now), 60_000).data
}

/** What a customer owes, and how late the oldest of it is. */
export function Owes({ customer, statement }: { customer: number; statement: Statement | undefined }) {
  if (!statement || cents(statement.closingBalanceInBaseCurrency) === 0n) return null
  const now = today()
  const late = statement.items
    .filter(({ dueDate, remainderInBaseCurrency }) => dueDate !== null && cents(remainderInBaseCurrency) > 0n)
    .map(({ dueDate }) => dueDate!)
    .sort()[0]
  return (
    <a class="under" href={hrefOf(`/customers/${customer}`)}>
      {t('owesAmount', { amount: shown(statement.closingBalanceInBaseCurrency) })}
      {late && late < now && `, ${t('lateDays', { n: daysBetween(late, now) })}`}
    </a>
  )
}

/** The last invoices of a customer. */
export function InvoicesBefore({ name, statement }: { name: string; statement: Statement | undefined }) {
  const invoices = (statement?.items ?? [])
    .filter(
      ({ customerInvoiceNumber, amountInBaseCurrency }) => customerInvoiceNumber && cents(amountInBaseCurrency) > 0n,
    )
    .toReversed()
    .slice(0, 5)
  if (invoices.length === 0) return null
  return (
    <section aria-label={t('before', { name })}>
      <h2>{t('before', { name })}</h2>
      <table class="t dense bf" data-grid="before">
        <thead>
          <tr>
            <th>{t('invoice')}</th>
            <th>{t('date')}</th>
            <th class="only-wide">{t('text')}</th>
            <th class="n">{t('amount')}</th>
            <th class="n">{t('openHead')}</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((one) => {
            const href = hrefOf(`/invoices/${one.customerInvoiceNumber}`)
            const isOpen = cents(one.remainderInBaseCurrency) !== 0n
            return (
              <tr key={one.entryNumber}>
                <td class="id">
                  <a href={href}>{one.customerInvoiceNumber}</a>
                </td>
                <td class="id">{dayName(one.date)}</td>
                <td class="w only-wide">{one.text}</td>
                <td class="n">
                  <Figure amount={one.amountInBaseCurrency} href={href} />
                </td>
                <td class={isOpen && one.dueDate !== null && one.dueDate < today() ? 'n neg b' : 'n'}>
                  <Figure amount={one.remainderInBaseCurrency} href={href} column="o" />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
