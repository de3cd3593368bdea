import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { dayName, today } from '../period.ts'
import type { Letter, SentLetter } from '../reminders.ts'
import { hrefOf } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { t } from '../words.ts'

const Head = ({ word }: { word: string }) => (
  <tr class="h">
    <td />
    <th scope="rowgroup" colSpan={6}>
      {word}
    </th>
  </tr>
)

/** What a letter charges and asks for. */
function Charges({ letter, href }: { letter: Letter | SentLetter; href: string }) {
  const charges = [
    ['fee', 'n only-wide'],
    ['compensation', 'n only-wide w1360'],
    ['interest', 'n only-wide'],
  ] as const
  return (
    <>
      <td class="n m2 only-wide">{letter.level}</td>
      {charges.map(([name, classes]) => (
        <td class={classes} key={name}>
          {cents(letter[name]) !== 0n && <Figure amount={letter[name]} href={href} column={name} />}
        </td>
      ))}
      <td class="n b">
        {letter.currency !== baseCurrency() && <span class="m3 thin">{letter.currency} </span>}
        <Figure amount={letter.amount} href={href} column="amount" />
      </td>
    </>
  )
}

interface WouldProps {
  letters: readonly Letter[]
  left: ReadonlySet<number>
  turn: (customer: number) => void
  chosen: number
}

/** The letters that would be sent, each with its box. */
export const WouldRows = ({ letters, left, turn, chosen }: WouldProps) => (
  <>
    <Head word={t('remindWould', { day: dayName(today()) })} />
    {letters.map((letter) => {
      const { customerNumber, name } = letter
      const href = hrefOf('/reminders', { customer: String(customerNumber) })
      return (
        <tr key={customerNumber} class={customerNumber === chosen ? 'on' : ''} data-of={customerNumber}>
          <td class="id">{customerNumber}</td>
          <td class="w">
            <label class="row tick">
              <input
                type="checkbox"
                checked={!left.has(customerNumber)}
                aria-label={t('remindOneOf', { name })}
                onChange={() => turn(customerNumber)}
              />
              <a class="tr" href={href} aria-current={customerNumber === chosen ? 'true' : undefined}>
                {name}
              </a>
            </label>
          </td>
          <Charges letter={letter} href={href} />
        </tr>
      )
    })}
  </>
)

interface SentProps {
  letters: readonly SentLetter[]
  names: ReadonlyMap<number, string>
  chosen: number | undefined
}

/** The letters that were sent. */
export const SentRows = ({ letters, names, chosen }: SentProps) => (
  <>
    <Head word={t('remindSent')} />
    {letters.map((letter) => {
      const href = hrefOf(`/reminders/${letter.number}`)
      return (
        <tr key={letter.number} class={letter.number === chosen ? 'on' : ''} data-sent={letter.number}>
          <td class="id">{letter.number}</td>
          <td class="w">
            <a href={href} aria-current={letter.number === chosen ? 'true' : undefined}>
              {names.get(letter.customerNumber) ?? letter.customerNumber} <span class="m3">{dayName(letter.date)}</span>
            </a>
          </td>
          <Charges letter={letter} href={href} />
        </tr>
      )
    })}
  </>
)
