import { useMaster, useRead } from '../api.ts'
import { type Listed, PATHS } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { type Amount, cents } from '../money.ts'
import { AgeBar, AGES } from '../parts/age-bar.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName, daysBetween, today } from '../period.ts'
import { go, hrefOf, voucherHref } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { type Aged, readings } from '../today.ts'
import { t } from '../words.ts'

interface Customer {
  number: number
  name: string
  email: string | null
  phone: string | null
  paymentTermNumber: number | null
}
interface StatementItem {
  entryNumber: number
  date: string
  dueDate: string | null
  journalNumber: number | null
  voucherNumber: number
  customerInvoiceNumber: number | null
  text: string | null
  currency: string
  amount: Amount
  amountInBaseCurrency: Amount
  balanceInBaseCurrency: Amount
  remainderInBaseCurrency: Amount
}
interface Statement {
  openingBalanceInBaseCurrency: Amount
  closingBalanceInBaseCurrency: Amount
  items: StatementItem[]
}

/** Who owes, how late it is, and beside it the statement of the one that is chosen. */
export function CustomersScreen({ number }: { number: number | undefined }) {
  const now = today()
  const path = readings.agedCustomers(now)
  const aged = useRead<Aged>(path)
  useKeys({ Escape: () => (number === undefined ? false : go(hrefOf('/customers'))) })
  return (
    <Page
      title={t('customers')}
      isFlush
      sub={aged.data && t('owing', { n: aged.data.items.length, day: dayName(now) })}
      actions={<ReportButtons csv={`${path}&format=csv`} name={`customers-${now}`} />}
    >
      {aged.data ? (
        <>
          <section class="owed" aria-label={t('customersOwe')}>
            <div>
              <div class="s m3">{t('customersOwe')}</div>
              <div class="figure">
                <Figure amount={aged.data.total} href={hrefOf('/customers')} />
              </div>
            </div>
            <div class="grow">
              <AgeBar ages={aged.data} total={aged.data.total} />
            </div>
          </section>
          <div class="split cs" data-voucher={number !== undefined}>
            <Owing aged={aged.data} number={number} />
            {number === undefined ? (
              <section class="pane only-wide" aria-label={t('statement')}>
                <Nothing title={t('pickCustomer')} />
              </section>
            ) : (
              <One
                number={number}
                now={now}
                owes={aged.data.items.find((one) => one.customerNumber === number)?.total}
              />
            )}
          </div>
        </>
      ) : (
        stateOf(aged, 20, 6)
      )}
    </Page>
  )
}

function Owing({ aged, number }: { aged: Aged; number: number | undefined }) {
  const sorted = [...aged.items].sort(
    (a, b) => Number(cents(b.overdueOver90) - cents(a.overdueOver90)) || Number(cents(b.total) - cents(a.total)),
  )
  return (
    <section class="pane" aria-label={t('customers')}>
      <div class="scroll" tabIndex={-1}>
        <table class="t dense" data-grid="main">
          <thead>
            <tr>
              <th>{t('no')}</th>
              <th>{t('customer')}</th>
              {AGES.map(([age, word]) => (
                <th class="n only-wide" key={age}>
                  {t(word)}
                </th>
              ))}
              <th class="n">{t('owesHead')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => {
              const href = hrefOf(`/customers/${one.customerNumber}`)
              return (
                <tr key={one.customerNumber} class={one.customerNumber === number ? 'on' : ''}>
                  <td class="id">{one.customerNumber}</td>
                  <td class="w">
                    <a href={href}>{one.name}</a>
                  </td>
                  {AGES.map(([age]) => (
                    <td class={age === 'overdueOver90' ? 'n only-wide neg' : 'n only-wide'} key={age}>
                      <Figure amount={one[age]} href={href} isWhole isBlankZero column={age} />
                    </td>
                  ))}
                  <td class="n b">
                    <Figure amount={one.total} href={href} column="total" />
                  </td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr class="tot">
              <td />
              <td class="w">{t('total')}</td>
              {AGES.map(([age]) => (
                <td class="n only-wide" key={age}>
                  <Figure amount={aged[age]} href={hrefOf('/customers')} isWhole column={age} />
                </td>
              ))}
              <td class="n">
                <Figure amount={aged.total} href={hrefOf('/customers')} column="total" />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

/** Whether an item is open beyond its day. */
const isLate = ({ dueDate, remainderInBaseCurrency }: StatementItem, now: string): boolean =>
  dueDate !== null && dueDate < now && cents(remainderInBaseCurrency) > 0n

/** One customer: what they owe, how they are reached, and the statement of the year. */
function One({ number, now, owes }: { number: number; now: string; owes: Amount | undefined }) {
  const customer = useRead<Customer>(`${PATHS.daybook}/customers/${number}`)
  const from = `${now.slice(0, 4)}-01-01`
  const path = `${PATHS.daybook}/statements/customers/${number}?from=${from}&to=${now}`
  const statement = useRead<Statement>(path)
  const terms = useMaster<Listed<{ number: number; name?: string; description?: string }>>(
    `${PATHS.daybook}/payment-terms`,
    true,
  )
  const term = terms.data?.items.find((one) => one.number === customer.data?.paymentTermNumber)
  const late = (statement.data?.items ?? [])
    .filter((one) => isLate(one, now))
    .map(({ dueDate }) => dueDate!)
    .sort()[0]
  return (
    <section class="pane" aria-label={customer.data?.name ?? t('customer')}>
      <div class="ph">
        <h2 class="tr">
          {number} {customer.data?.name}
        </h2>
      </div>
      {customer.data ? (
        <div class="scroll" tabIndex={-1}>
          <div class="pad">
            <div class="row-b wraps">
              <span class="figure">
                <Figure amount={owes ?? 0} href={hrefOf(`/customers/${number}`)} />
              </span>
              {late && <span class="neg b">{t('lateDays', { n: daysBetween(late, now) })}</span>}
            </div>
            <dl class="kv s">
              {term && (
                <>
                  <dt>{t('terms')}</dt>
                  <dd>{term.name ?? term.description}</dd>
                </>
              )}
              <dt>{t('contact')}</dt>
              <dd class="any">{[customer.data.email, customer.data.phone].filter(Boolean).join(' · ')}</dd>
            </dl>
          </div>
          {statement.data ? <Lines statement={statement.data} from={from} now={now} /> : stateOf(statement, 8, 5)}
        </div>
      ) : (
        stateOf(customer, 8, 3)
      )}
    </section>
  )
}

function Lines({ statement, from, now }: { statement: Statement; from: string; now: string }) {
  return (
    <table class="t dense drl" data-grid="statement">
      <caption>
        {t('statement')} <span class="m3">{from.slice(0, 4)}</span>
      </caption>
      <thead>
        <tr>
          <th>{t('date')}</th>
          <th>{t('text')}</th>
          <th class="n">{t('amount')}</th>
          <th class="n only-wide">{t('balance')}</th>
          <th class="n">{t('openHead')}</th>
        </tr>
      </thead>
      <tbody>
        {statement.items.map((one) => (
          <StatementLine one={one} now={now} key={one.entryNumber} />
        ))}
        <tr class="tot">
          <td class="w" colSpan={2}>
            {dayName(now)}
          </td>
          <td />
          <td class="n only-wide">{shown(statement.closingBalanceInBaseCurrency)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}

function StatementLine({ one, now }: { one: StatementItem; now: string }) {
  const href = voucherHref(one.journalNumber, one.date, one.voucherNumber)
  return (
    <tr>
      <td class="id">{dayName(one.date, true)}</td>
      <td class="w">
        {one.text}
        {one.currency !== baseCurrency() && <span class="m3"> {`${one.currency} ${shown(one.amount)}`}</span>}
      </td>
      <td class="n">
        <Figure amount={one.amountInBaseCurrency} href={href} />
      </td>
      <td class="n m2 only-wide">
        <Figure amount={one.balanceInBaseCurrency} href={href} column="b" />
      </td>
      <td class={isLate(one, now) ? 'n neg b' : 'n'}>
        <Figure amount={one.remainderInBaseCurrency} href={href} column="o" />
      </td>
    </tr>
  )
}
