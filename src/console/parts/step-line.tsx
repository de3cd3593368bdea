import { cents } from '../money.ts'
import { capital, dayInWords, daysBetween, monthAfter, monthName } from '../period.ts'
import { baseCurrency } from '../session.ts'
import { language } from '../settings.ts'
import type { DailyBalances } from '../today.ts'
import { t } from '../words.ts'
import { shown } from './figure.tsx'

const [HEIGHT, LEFT, TOP, BOTTOM] = [112, 44, 24, 92]

/** A balance over time, a step for each day on which it moved; zero is always in. */
export function StepLine({ balances, name, width }: { balances: DailyBalances; name: string; width: number }) {
  const { from, to } = balances
  const days = new Map<string, bigint>([[from, cents(balances.openingBalance)]])
  for (const { date, balance } of balances.items) days.set(date.slice(0, 10), cents(balance))
  const values = [...days.values()].map((value) => Number(value) / 100)
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)]
  const power = 10 ** Math.floor(Math.log10(most - least))
  const step = [0.2, 0.5, 1, 2].map((one) => one * power).find((one) => (most - least) / one <= 4) ?? power
  const span = daysBetween(from, to) || 1
  const x = (day: string): number => LEFT + (daysBetween(from, day) / span) * (width - LEFT - 6)
  const y = (value: number): number => BOTTOM - ((value - least) / (most - least)) * (BOTTOM - TOP)
  const path = [...days].map(([day, value], at) => {
    const point = y(Number(value) / 100).toFixed(1)
    return at === 0 ? `M${x(day).toFixed(1)} ${point}` : `H${x(day).toFixed(1)}V${point}`
  })
  const marks = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
  const size = (value: number): string => shown(BigInt(Math.round(value)) * 100n, true)
  const months = [0, 3, 6, 9].map((later) => monthAfter(from, later)).filter((day) => day <= to)
  return (
    <svg
      class="ch"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`${name}, ${dayInWords(to, language.value)}`}
    >
      <text x="0" y="9">
        {t('thousand', { size: size(1000), currency: baseCurrency() })}
      </text>
      {marks.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'zero' : 'grid'} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
            {size(value / 1000)}
          </text>
        </g>
      ))}
      <path class="stepped" d={`${path.join('')}H${width - 6}`} />
      {months.map((day) => (
        <text x={x(day)} y={108} key={day}>
          {capital(monthName(day, language.value, 'short'))}
        </text>
      ))}
    </svg>
  )
}
