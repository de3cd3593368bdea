import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Account, type BookedEntry, type Booking, type Filed, type Listed, paths, PATHS } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { cents, sumOf } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { hrefOf, voucherHref } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { t } from '../words.ts'
import { useYears, yearNamed } from '../years.ts'
import { Reverse } from './reverse.tsx'

/** Which voucher: its journal (`-` of none or any), its accounting year, and its number. */
export interface VoucherProps {
  journal: string
  year: string
  number: number
}

/** A voucher alone: its entries, what is known of it, its document. */
export function VoucherScreen(props: VoucherProps) {
  const head = (
    <>
      <a class="m3" href={hrefOf('/reports/trial-balance')}>
        {t('trialBalance')}
      </a>{' '}
      <span class="m3">/</span> {t('voucher')} {props.number}
    </>
  )
  return (
    <Page title={`${t('voucher')} ${props.number}`} head={head} isFlush>
      <div class="split alone">
        <VoucherPane {...props} isAlone />
      </div>
    </Page>
  )
}

/** The entries of one voucher: of the journal asked for, or all where any will do. */
function ofJournal(entries: readonly BookedEntry[], journal: string): BookedEntry[] {
  const wanted = journal === '-' ? (entries[0]?.journalNumber ?? null) : Number(journal)
  return entries.filter(({ journalNumber }) => journalNumber === wanted)
}

/** A voucher in a pane. */
export function VoucherPane({
  journal,
  year,
  number,
  account,
  isAlone = false,
}: VoucherProps & { account?: number; isAlone?: boolean }) {
  const years = useYears()
  const reading = useWhole<Listed<BookedEntry>>(years && paths.voucher(yearNamed(years, year), number))
  const state = stateOf(reading, 6, 3)
  const entries = ofJournal(reading.data?.items ?? [], journal)
  return (
    <section class="pane" aria-label={`${t('voucher')} ${number}`}>
      {!isAlone && (
        <div class="ph">
          <h2>
            {t('voucher')} {number}
          </h2>
          {entries.length > 0 && <Booked />}
          <span class="grow" />
          {entries[0] && <Reverse first={entries[0]} year={year} />}
          <a
            class="btn quiet sq"
            title={t('openDocument')}
            aria-label={t('openDocument')}
            href={hrefOf(`/vouchers/${journal}/${year}/${number}`)}
          >
            <Icon name="away" />
          </a>
        </div>
      )}
      {isAlone && entries[0] && (
        <div class="ph">
          <Booked />
          <span class="grow" />
          <Reverse first={entries[0]} year={year} />
        </div>
      )}
      {state ??
        (entries.length === 0 ? (
          <Nothing title={t('noVoucher', { voucher: number, year })} />
        ) : (
          <Whole entries={entries} account={account} year={year} />
        ))}
    </section>
  )
}

const Booked = () => (
  <span class="tag pos">
    <Icon name="seal" />
    {t('booked')}
  </span>
)

function Whole({ entries, account, year }: { entries: BookedEntry[]; account: number | undefined; year: string }) {
  return (
    <div class="scroll vou" tabIndex={-1}>
      <Entries entries={entries} account={account} year={year} />
      <Facts entries={entries} />
      <Document entries={entries} year={year} />
    </div>
  )
}

function usePartyName({ customerNumber, supplierNumber }: Partial<BookedEntry>): string | undefined {
  const path = customerNumber
    ? `${PATHS.daybook}/customers/${customerNumber}`
    : supplierNumber
      ? `${PATHS.daybook}/suppliers/${supplierNumber}`
      : undefined
  return useMaster<{ name: string }>(path).data?.name
}

function Entries({ entries, account, year }: { entries: BookedEntry[]; account: number | undefined; year: string }) {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const names = new Map(chart.map(({ number, name }) => [number, name]))
  const party = entries.find((one) => one.customerNumber || one.supplierNumber)
  const partyName = usePartyName(party ?? {})
  return (
    <table class="t drl" data-grid="voucher">
      <tbody>
        {entries.map((one) => (
          <tr key={one.entryNumber} class={one.accountNumber === account ? 'on' : ''}>
            <td class="id">{one.accountNumber}</td>
            <td class="w">
              {names.get(one.accountNumber)}{' '}
              <span class="m3">
                {one.vatAccountNumber}{' '}
                {one === party && `${one.customerNumber ?? one.supplierNumber} ${partyName ?? ''}`}
              </span>
            </td>
            {one.currencyCode !== baseCurrency() && <td class="n m2">{`${one.currencyCode} ${shown(one.amount)}`}</td>}
            {one.currencyCode === baseCurrency() &&
              entries.some(({ currencyCode }) => currencyCode !== baseCurrency()) && <td />}
            <td class="n">
              <Figure
                amount={one.amountInBaseCurrency}
                href={hrefOf(`/accounts/${one.accountNumber}`, {
                  period: one.date.slice(0, 7),
                  v: String(one.voucherNumber),
                })}
              />
            </td>
          </tr>
        ))}
        <tr class="tot">
          <td />
          <td class="w">{t('balance')}</td>
          {entries.some(({ currencyCode }) => currencyCode !== baseCurrency()) && <td />}
          <td class="n">
            <Figure
              amount={sumOf(entries.map((one) => one.amountInBaseCurrency))}
              href={voucherHref(entries[0]!.journalNumber, year, entries[0]!.voucherNumber)}
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const shortSeal = (seal: string): string => `${seal.slice(0, 8)}…${seal.slice(-8)}`

function Facts({ entries }: { entries: BookedEntry[] }) {
  const first = entries[0]!
  const item = entries.find(({ customerNumber, supplierNumber }) => customerNumber ?? supplierNumber)
  const invoice = item?.customerInvoiceNumber ?? item?.supplierInvoiceNumber
  const booking = useMaster<Booking>(`${PATHS.daybook}/bookings/${first.bookingNumber}`).data
  const numbers = entries.map(({ entryNumber }) => entryNumber)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return (
    <dl class="kv s">
      <dt>{t('date')}</dt>
      <dd>{dayName(first.date)}</dd>
      <dt>{t('text')}</dt>
      <dd>{first.text}</dd>
      {invoice && (
        <>
          <dt>{t('invoice')}</dt>
          <dd>
            {t('invoiceOf', { number: invoice, date: dayName(item!.date) })}
            {item!.dueDate && `, ${t('due', { day: dayName(item!.dueDate) })}`}
          </dd>
        </>
      )}
      {item?.remainder !== undefined && item.remainder !== null && (
        <>
          <dt>{t('paid')}</dt>
          <dd>
            {cents(item.remainder) === 0n ? t('paidAll') : <b>{t('paidSome', { open: shown(item.remainder) })}</b>}
          </dd>
        </>
      )}
      <dt>{t('booking')}</dt>
      <dd>{t('bookingOf', { n: first.bookingNumber, entries: low === high ? low : `${low}–${high}` })}</dd>
      {booking && (
        <>
          <dt>{t('seal')}</dt>
          <dd class="mono">{shortSeal(booking.seal)}</dd>
        </>
      )}
    </dl>
  )
}

/** The file of the voucher, or the invoice that booking made. */
function Document({ entries, year }: { entries: BookedEntry[]; year: string }) {
  const first = entries[0]!
  const filed = useRead<Listed<Filed>>(paths.documents(first.voucherNumber))
  if (!filed.data) return null
  const own = filed.data.items.find(
    ({ accountingYear, journalNumber }) => accountingYear === year && journalNumber === first.journalNumber,
  )
  const invoice =
    first.journalNumber === null ? entries.find((one) => one.customerInvoiceNumber)?.customerInvoiceNumber : undefined
  if (!own && !invoice) return <p class="m3 s nodoc">{t('noDocument')}</p>
  const path = own ? paths.documentPdf(own.number) : paths.invoicePdf(invoice!)
  return <Pdf path={path} title={t('documentOf', { voucher: first.voucherNumber })} />
}
