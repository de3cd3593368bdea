import { useState } from 'preact/hooks'
import { api, Refusal, useRead, useTrial, useWhole } from '../api.ts'
import { type Listed, PATHS } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import type { Amount } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { download } from '../parts/report-buttons.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { go, hrefOf, voucherHref } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { t } from '../words.ts'

interface Invoice {
  number: number
  invoiceNumber?: number
  customerNumber: number
  customerName: string | null
  date: string
  dueDate: string | null
  currencyCode: string
  amount: Amount
  amountInBaseCurrency: Amount
  vatAmount: Amount
  objectVersion: string
}
interface Posting {
  accountNumber: number
  amountInBaseCurrency: Amount
}

const DRAFTS = `${PATHS.daybook}/draft-invoices`
/** The newest invoices that the list shows. */
const SHOWN = 100
const BOOKED = `${PATHS.daybook}/booked-invoices/paged?sort=-number&pageSize=${SHOWN}`

/** Drafts that wait, and what was sent; beside them the one that is chosen, as the customer gets it. */
export function InvoicesScreen({ draft, number }: { draft: number | undefined; number: number | undefined }) {
  const drafts = useWhole<Listed<Invoice>>(DRAFTS)
  const booked = useRead<Invoice[]>(BOOKED)
  const isChosen = draft !== undefined || number !== undefined
  useKeys({ Escape: () => (isChosen ? go(hrefOf('/invoices')) : false) })
  const waits = stateOf(drafts, 16, 5) ?? stateOf(booked, 16, 5)
  return (
    <Page title={t('invoices')} isFlush sub={drafts.data && t('draftsWait', { n: drafts.data.items.length })}>
      {waits ?? (
        <div class="split iv" data-voucher={isChosen}>
          <section class="pane" aria-label={t('invoices')}>
            <div class="scroll" tabIndex={-1}>
              <table class="t dense" data-grid="main">
                <Heads />
                <tbody>
                  <Group word={t('drafts')} invoices={drafts.data!.items} isDraft chosen={draft} />
                  <Group word={t('bookedInvoices')} invoices={booked.data!} isDraft={false} chosen={number} />
                </tbody>
              </table>
            </div>
          </section>
          <Chosen draft={draft} number={number} />
        </div>
      )}
    </Page>
  )
}

const Heads = () => (
  <thead>
    <tr>
      <th>{t('no')}</th>
      <th>{t('customer')}</th>
      <th class="only-wide">{t('date')}</th>
      <th class="only-wide">{t('dueHead')}</th>
      <th class="n">{t('amount')}</th>
    </tr>
  </thead>
)

interface GroupProps {
  word: string
  invoices: readonly Invoice[]
  isDraft: boolean
  chosen: number | undefined
}

function Group({ word, invoices, isDraft, chosen }: GroupProps) {
  return (
    <>
      <tr class="h">
        <td />
        <th scope="rowgroup" colSpan={4}>
          {word}
        </th>
      </tr>
      {invoices.map((one) => {
        const number = one.invoiceNumber ?? one.number
        const href = hrefOf(isDraft ? `/invoices/drafts/${one.number}` : `/invoices/${number}`)
        return (
          <tr key={`${isDraft} ${number}`} class={number === chosen ? 'on' : ''}>
            <td class="id">{number}</td>
            <td class="w">
              <a href={href}>{one.customerName}</a>
            </td>
            <td class="id only-wide">{dayName(one.date)}</td>
            <td class="id only-wide">{dayName(one.dueDate)}</td>
            <td class="n">
              {one.currencyCode !== baseCurrency() && (
                <span class="m3 s">{`${one.currencyCode} ${shown(one.amount)} `}</span>
              )}
              <Figure amount={one.amountInBaseCurrency} href={href} />
            </td>
          </tr>
        )
      })}
    </>
  )
}

function Chosen({ draft, number }: { draft: number | undefined; number: number | undefined }) {
  if (draft !== undefined) return <Draft number={draft} />
  if (number !== undefined) return <Sent number={number} />
  return (
    <section class="pane only-wide" aria-label={t('invoice')}>
      <Nothing title={t('pickInvoice')} />
    </section>
  )
}

/** Says what was refused, under the head of the pane. */
const Refused = ({ messages }: { messages: readonly string[] }) => (
  <>
    {messages.map((message) => (
      <p class="fault rest" role="alert" key={message}>
        <Icon name="warn" /> {message}
      </p>
    ))}
  </>
)

/** Sends a write, and shows its faults if it has any. */
function useWrite(): { messages: readonly string[]; send: <T>(path: string, then: (answer: T) => void) => void } {
  const [messages, say] = useState<readonly string[]>([])
  const send = <T,>(path: string, then: (answer: T) => void): void => {
    api.write<T>('POST', path, { body: {}, key: crypto.randomUUID() }).then(then, (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      say(error.told.map(({ message }) => message))
    })
  }
  return { messages, send }
}

/** A draft: as its customer would get it, what it will book, and booking it. */
function Draft({ number }: { number: number }) {
  const path = `${DRAFTS}/${number}`
  const draft = useRead<Invoice>(path)
  const trial = useTrial<{ postings?: Posting[] }>(
    'POST',
    `${path}/book`,
    isReadOnly() || !draft.data ? undefined : {},
    draft.data?.objectVersion ?? '',
  )
  const { messages, send } = useWrite()
  const book = (): void =>
    send<{ invoiceNumber: number }>(`${path}/book`, ({ invoiceNumber }) => go(hrefOf(`/invoices/${invoiceNumber}`)))
  const faults = trial.refusal?.faults.map(({ message }) => message) ?? []
  const isOff = isReadOnly() || !trial.data
  useKeys({ 'Ctrl+Enter': () => (isOff ? false : book()) })
  return (
    <section class="pane" aria-label={`${t('draft')} ${number}`}>
      <div class="ph">
        <h2>
          {t('draft')} {number}
        </h2>
        <span class="grow" />
        <button type="button" class="btn pri" disabled={isOff} onClick={book}>
          {t('book')} <kbd>Ctrl ↵</kbd>
        </button>
      </div>
      <Refused messages={messages.length > 0 ? messages : faults} />
      {draft.data ? (
        <div class="scroll vou" tabIndex={-1}>
          {trial.data?.postings && (
            <p class="pad s">
              {t('willBook')}:{' '}
              {trial.data.postings.map((one) => (
                <span class="nowrap post" key={one.accountNumber}>
                  <b>{one.accountNumber}</b>{' '}
                  <Figure
                    amount={one.amountInBaseCurrency}
                    href={hrefOf(`/accounts/${one.accountNumber}`, { period: draft.data!.date.slice(0, 7) })}
                  />
                </span>
              ))}
            </p>
          )}
          <Pdf key={draft.data.objectVersion} path={`${path}/pdf`} title={t('asCustomer')} />
        </div>
      ) : (
        stateOf(draft, 6, 2)
      )}
    </section>
  )
}

/** A booked invoice: its PDF, its UBL, its voucher, and crediting it. */
function Sent({ number }: { number: number }) {
  const path = `${PATHS.daybook}/invoices/by-number/${number}`
  const invoice = useRead<Invoice>(path)
  const { messages, send } = useWrite()
  const credit = (): void =>
    send<{ number: number }>(`${path}/credit`, (made) => go(hrefOf(`/invoices/drafts/${made.number}`)))
  return (
    <section class="pane" aria-label={`${t('invoice')} ${number}`}>
      <div class="ph">
        <h2>
          {t('invoice')} {number}
        </h2>
        <span class="grow" />
        <button type="button" class="btn" onClick={() => void download(`${path}/ubl`, `${number}.xml`)}>
          <Icon name="download" /> UBL
        </button>
        <button type="button" class="btn" disabled={isReadOnly()} onClick={credit}>
          <Icon name="undo" /> {t('creditInvoice')}
        </button>
      </div>
      <Refused messages={messages} />
      {invoice.data ? (
        <div class="scroll vou" tabIndex={-1}>
          <dl class="kv s">
            <dt>{t('customer')}</dt>
            <dd>
              <a class="l" href={hrefOf(`/customers/${invoice.data.customerNumber}`)}>
                {invoice.data.customerNumber} {invoice.data.customerName}
              </a>
            </dd>
            <dt>{t('voucher')}</dt>
            <dd>
              <a class="l" href={voucherHref(null, invoice.data.date, number)}>
                {number}
              </a>
            </dd>
          </dl>
          <Pdf path={`${path}/pdf`} title={t('asCustomer')} />
        </div>
      ) : (
        stateOf(invoice, 6, 2)
      )}
    </section>
  )
}
