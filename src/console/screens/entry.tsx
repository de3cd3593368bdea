import { useEffect } from 'preact/hooks'
import { useRead } from '../reads.ts'
import { type BookedEntry, PATHS } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { stateOf } from '../parts/states.tsx'
import { go, hrefOf } from '../route.ts'
import { t } from '../words.ts'

/** An entry by its number: the voucher that it is of, with the account beside it. */
export function EntryScreen({ number }: { number: number }) {
  const reading = useRead<BookedEntry>(`${PATHS.daybook}/booked-entries/${number}`)
  const entry = reading.data
  useEffect(() => {
    if (!entry) return
    const place = hrefOf(`/accounts/${entry.accountNumber}`, {
      period: entry.date.slice(0, 7),
      v: String(entry.voucherNumber),
    })
    go(place, { isReplacing: true })
  }, [entry])
  return (
    <Page title={`${t('voucher')} …`} isFlush>
      {stateOf(reading)}
    </Page>
  )
}
