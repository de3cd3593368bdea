import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useRead, useWhole } from '../reads.ts'
import { whenRefused } from '../refusal.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { type Invoice, invoicePaths } from '../invoices.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { download } from '../parts/report-buttons.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { fromHere, go, hrefOf, voucherHref } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'

/** Drafts that wait, and what was sent; beside them the one that is chosen, as the customer gets it. */
export function InvoicesScreen({ number }: { number: number | undefined }) {
  const drafts = useWhole<Listed<Invoice>>(invoicePaths.drafts)
  const booked = useRead<Invoice[]>(invoicePaths.booked)
  const begin = (): void => go(hrefOf('/invoices/new'))
  useKeys({
    Escape: () => (number === undefined ? false : go(hrefOf('/invoices'))),
    n: () => (isReadOnly() ? false : begin()),
  })
  const years = [...(drafts.data?.items ?? []), ...(booked.data ?? [])].flatMap(yearsOf)
  const isOneYear = new Set(years).size < 2
  const waits = stateOf(drafts, 16, HEADED) ?? stateOf(booked, 16, HEADED)
  return (
    <Page
      title={t('invoices')}
      isFlush
      sub={drafts.data && counted('draftWaits', 'draftsWait', drafts.data.items.length)}
      actions={
        <button type="button" class="btn pri" disabled={isReadOnly()} onClick={begin}>
          <Icon name="plus" /> {t('newInvoice')} <kbd>N</kbd>
        </button>
      }
    >
      <div class="split iv" data-voucher={number !== undefined}>
        <section class="pane" aria-label={t('invoices')}>
          {waits ?? (
            <div class="scroll" tabIndex={-1}>
              <table class="t dense" data-grid="main">
                <Heads />
                <tbody>
                  <Group
                    isOneYear={isOneYear}
                    word={t('drafts')}
                    invoices={drafts.data!.items}
                    isDraft
                    chosen={undefined}
                  />
                  <Group
                    isOneYear={isOneYear}
                    word={t('bookedInvoices')}
                    invoices={booked.data!}
                    isDraft={false}
                    chosen={number}
                  />
                </tbody>
              </table>
            </div>
          )}
        </section>
        {number === undefined ? (
          <section class="pane only-wide" aria-label={t('invoice')}>
            <Nothing title={t('pickInvoice')} />
          </section>
        ) : (
          <Sent number={number} />
        )}
      </div>
    </Page>
  )
}

const yearsOf = ({ date, dueDate }: Invoice): string[] =>
  [date, dueDate].flatMap((day) => (day ? [day.slice(0, 4)] : []))

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

const HEADED: Headed = { table: 'dense', head: <Heads />, cells: ['id', 'w', 'id only-wide', 'id only-wide', 'n'] }

interface GroupProps {
  word: string
  invoices: readonly Invoice[]
  isDraft: boolean
  /** Whether all days are of one year, which then is not said. */
  isOneYear: boolean
  chosen: number | undefined
}

function Group({ word, invoices, isDraft, isOneYear, chosen }: GroupProps) {
  return (
    <>
      <tr class="h">
        <td />
        <th scope="rowgroup" colSpan={4}>
          {word}
        </th>
      </tr>
      {invoices.map((one) => {
        const number = one.invoiceNumber ?? one.draftInvoiceNumber ?? one.number
        const href = hrefOf(isDraft ? `/invoices/drafts/${one.number}` : `/invoices/${number}`)
        return (
          <tr key={`${isDraft} ${number}`} class={number === chosen ? 'on' : ''}>
            <td class="id">{number}</td>
            <td class="w">
              <a href={href}>{one.customerName}</a>
            </td>
            <td class="id only-wide">{dayName(one.date, isOneYear)}</td>
            <td class="id only-wide">{dayName(one.dueDate, isOneYear)}</td>
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

/** A booked invoice: its PDF, its UBL, its voucher, and crediting it. */
function Sent({ number }: { number: number }) {
  const path = invoicePaths.sent(number)
  const invoice = useRead<Invoice>(path)
  const [messages, say] = useState<readonly string[]>([])
  const refused = whenRefused((refusal) => say(refusal.messages))
  const credit = (): void => {
    const goOn = fromHere()
    api
      .write<{ number: number }>('POST', `${path}/credit`, { body: {}, key: crypto.randomUUID() })
      .then((made) => goOn(() => go(hrefOf(`/invoices/drafts/${made.number}`))), refused)
  }
  return (
    <section class="pane" aria-label={`${t('invoice')} ${number}`}>
      <div class="ph">
        <h2>
          {t('invoice')} {number}
        </h2>
        <span class="grow" />
        {(['pdf', 'ubl'] as const).map((kind) => (
          <button
            type="button"
            class="btn"
            key={kind}
            onClick={() => {
              download(`${path}/${kind}`, `${number}.${kind === 'ubl' ? 'xml' : 'pdf'}`).catch(refused)
            }}
          >
            <Icon name="download" /> {kind.toUpperCase()}
          </button>
        ))}
        <button type="button" class="btn" disabled={isReadOnly()} onClick={credit}>
          <Icon name="undo" /> {t('creditInvoice')}
        </button>
      </div>
      <Faults messages={messages} isAlone />
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
