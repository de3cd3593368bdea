import type { Posting } from '../invoices.ts'
import { hrefOf } from '../route.ts'
import { t } from '../words.ts'
import { Figure } from './figure.tsx'

/** In one line: what a booking would do to each account. */
export function Postings({ postings, date }: { postings: readonly Posting[]; date: string }) {
  if (postings.length === 0) return null
  return (
    <p class="s m3 posts">
      {t('willBook')}:{' '}
      {postings.map((one) => (
        <span class="nowrap post" key={`${one.accountNumber} ${one.currency}`}>
          <b>{one.accountNumber}</b>{' '}
          <Figure
            amount={one.amountInBaseCurrency}
            href={hrefOf(`/accounts/${one.accountNumber}`, { period: date.slice(0, 7) })}
          />
        </span>
      ))}
    </p>
  )
}
