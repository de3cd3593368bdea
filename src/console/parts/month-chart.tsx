import { sizeOf } from '../money.ts'
import { capital, monthName } from '../period.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { shown } from './figure.tsx'

/** What a month came to: now, a year before, and as it was planned; in cents, profit positive. */
export interface MonthOf {
  month: string
  actual: bigint
  last: bigint
  budget: bigint
}

const HEIGHT = 172
const [TOP, BOTTOM] = [18, 150]

/** A step of the scale that has at most five of it, as 1, 2, 4 or 5 times a power of ten. */
function stepOf(span: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1) / 4))
  return [1, 2, 4, 5, 10].map((factor) => factor * power).find((step) => span / step <= 4.5) ?? 10 * power
}

/** What the largest month came to, above its column. */
const Most = ({ x, y, said }: { x: number; y: number; said: string }) => (
  <text class="most" x={x} y={y} text-anchor="middle">
    {said}
  </text>
)

const thousands = (value: bigint): number => Number(value / 100n) / 1000
const largestOf = (months: readonly MonthOf[]): MonthOf =>
  months.reduce((found, one) => (sizeOf(one.actual) > sizeOf(found.actual) ? one : found))

interface ChartProps {
  months: readonly MonthOf[]
  width: number
  currency: string
}

/** Months against last year (hollow) and the budget (a tick): three shapes, so it needs no colour. */
export function MonthChart({ months, width, currency }: ChartProps) {
  const all = months.flatMap(({ actual, last, budget }) => [actual, last, budget].map(thousands))
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)]
  const step = stepOf(most - least)
  const [from, to] = [Math.floor(least / step) * step, Math.ceil(most / step) * step]
  const y = (value: number): number => BOTTOM - ((value - from) / (to - from)) * (BOTTOM - TOP)
  const largest = largestOf(months)
  const lines = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step)
  const room = (width - 44) / 12
  const size = (value: number): string => shown(BigInt(Math.round(value)) * 100n, true)
  const bar = Math.min(16, room * 0.3)
  const column = (kind: string, value: bigint, x: number) => {
    const top = y(Math.max(0, thousands(value)))
    return (
      <rect
        class={kind}
        x={x}
        width={bar}
        y={top}
        height={Math.max(1, y(Math.min(0, thousands(value))) - top)}
        rx={1.5}
      />
    )
  }
  return (
    <svg class="ch" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={t('chartLabel')}>
      <text x="0" y="8">
        {t('thousand', { size: size(1000), currency })}
      </text>
      {lines.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'zero' : 'grid'} x1="44" x2={width} y1={y(value)} y2={y(value)} />
          <text x="36" y={y(value) + 4} text-anchor="end">
            {size(value)}
          </text>
        </g>
      ))}
      {months.map(({ month, actual, last, budget }, at) => {
        const middle = 44 + (at + 0.5) * room
        return (
          <g key={month}>
            {last !== 0n && column('last', last, middle - bar - 1)}
            {actual !== 0n && column('act', actual, middle + 1)}
            {month === largest.month && actual > 0n && (
              <Most x={middle + 1 + bar / 2} y={y(thousands(actual)) - 4} said={size(thousands(actual))} />
            )}
            {budget !== 0n && (
              <line
                class="bud"
                x1={middle - 1}
                x2={middle + bar + 3}
                y1={y(thousands(budget))}
                y2={y(thousands(budget))}
              />
            )}
            <text x={middle} y={168} text-anchor="middle">
              {capital(monthName(month, language.value, width < 400 ? 'narrow' : 'short'))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
