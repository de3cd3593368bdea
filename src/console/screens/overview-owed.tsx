import { useRead } from '../reads.ts'
import { type Amount, cents } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { AgeBar } from '../parts/age-bar.tsx'
import { stateOf } from '../parts/states.tsx'
import { today } from '../period.ts'
import { hrefOf } from '../route.ts'
import { type Aged, readings } from '../today.ts'
import { t } from '../words.ts'

/** What customers owe, by age, and who owes most. */
export function OwedCard() {
  const aged = useRead<Aged>(readings.agedCustomers(today()))
  if (!aged.data) return <section class="card">{stateOf(aged, 8, 2)}</section>
  const most = [...aged.data.items].sort((a, b) => Number(cents(b.total) - cents(a.total))).slice(0, 4)
  const href = (customer: number): string => hrefOf(`/customers/${customer}`)
  return (
    <section class="card">
      <header>
        <h2>{t('customersOwe')}</h2>
        <span class="grow" />
        <a class="l s" href={hrefOf('/customers')}>
          {t('allOf', { n: aged.data.items.length })}
        </a>
      </header>
      <div class="in">
        <div class="row-b wraps">
          <span class="figure">
            <Figure amount={aged.data.total} href={hrefOf('/customers')} />
          </span>
          <span class="m2">
            {t('late')} <b class="n neg">{shown(aged.data.overdue)}</b>
          </span>
        </div>
        <AgeBar ages={aged.data} total={aged.data.total as Amount} />
        <table class="t edge">
          <tbody>
            {most.map((one) => (
              <tr key={one.customerNumber}>
                <td class="w">
                  <a href={href(one.customerNumber)}>{one.name}</a>
                </td>
                <td class="s m3 n only-wide">{one.daysLate > 0 && t('daysLate', { n: one.daysLate })}</td>
                <td class="n">
                  <Figure amount={one.total} href={href(one.customerNumber)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
