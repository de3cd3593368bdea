import { type Amount, cents } from '../money.ts'
import type { Ages } from '../today.ts'
import { t } from '../words.ts'
import { shown } from './figure.tsx'

/** The ages of what is owed, each with its word. */
export const AGES = [
  ['notDue', 'notDue'],
  ['overdue1To30', 'days30'],
  ['overdue31To60', 'days60'],
  ['overdue61To90', 'days90'],
  ['overdueOver90', 'daysOver'],
] as const

/** What is owed by age, as one bar whose parts are also written. */
export function AgeBar({ ages, total }: { ages: Ages; total: Amount }) {
  const all = Number(cents(total)) || 1
  const width = (age: keyof Ages): string => `${Math.max(0, (Number(cents(ages[age])) / all) * 100)}%`
  return (
    <>
      <div class="age" aria-hidden="true">
        {AGES.map(
          ([age], at) => cents(ages[age]) > 0n && <i class={`a${at}`} style={{ width: width(age) }} key={age} />,
        )}
      </div>
      <dl class="agl">
        {AGES.map(([age, word], at) => (
          <div key={age}>
            <dt class="xs m3">
              <i class={`a${at}`} />
              {t(word)}
            </dt>
            <dd class="s n">{shown(ages[age], true)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
