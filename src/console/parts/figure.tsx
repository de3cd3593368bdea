import { type Amount, cents, figureOf } from '../money.ts'
import { route } from '../route.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'

/** What a figure shows and leads to. */
export interface FigureProps {
  amount: Amount | bigint | null | undefined
  /** Where its entries are. */
  href: string
  /** What explains it, as `?explain=` names it; a figure without is a link only. */
  explain?: string | undefined
  /** What it is, for who does not see it: the account and the column. */
  what?: string
  /** Nothing is shown for zero: columns of debit and credit. */
  isBlankZero?: boolean
  isWhole?: boolean
  /** The column, so that the keys move down in it. */
  column?: string
}

/** An amount as written on this console. */
export const shown = (amount: Amount | bigint | null | undefined, isWhole = false): string =>
  figureOf(typeof amount === 'bigint' ? amount : cents(amount), format.value, isWhole)

/** A figure: never dead, always a link to its entries; Space explains it. */
export function Figure({
  amount,
  href,
  explain,
  what,
  isBlankZero = false,
  isWhole = false,
  column = 'a',
}: FigureProps) {
  const value = typeof amount === 'bigint' ? amount : cents(amount)
  if (value === 0n && isBlankZero) return null
  const text = shown(value, isWhole)
  const isLookedAt = explain !== undefined && route.value.query.get('explain') === explain
  return (
    <a
      class={`fig${value === 0n ? ' z' : ''}${isLookedAt ? ' look' : ''}`}
      href={href}
      data-stop={column}
      data-explain={explain}
      title={explain === undefined ? undefined : t('explainFigure', { what: what ?? text })}
    >
      {text}
    </a>
  )
}
