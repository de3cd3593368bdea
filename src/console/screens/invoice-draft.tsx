import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useRead, useTrial } from '../reads.ts'
import { type Refusal, whenRefused } from '../refusal.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Page } from '../frame/page.tsx'
import { type Buyer, type DraftInvoice, type InvoiceLine, invoicePaths, ofBuyer, type Posting } from '../invoices.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Field } from '../parts/field.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { Postings } from '../parts/postings.tsx'
import { stateOf } from '../parts/states.tsx'
import { timeName, today } from '../period.ts'
import { fromHere, go, hrefOf, route, setQuery } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { InvoicesBefore, Owes, useBefore } from './invoice-before.tsx'
import { CustomerPicker, faultsOf, type Head, InvoiceHead, useHead } from './invoice-head.tsx'
import { InvoiceLines, Totals } from './invoice-lines.tsx'

const Crumbs = ({ name }: { name: string }) => (
  <>
    <a class="m3" href={hrefOf('/invoices')}>
      {t('invoices')}
    </a>{' '}
    <span class="m3">/</span> {name}
  </>
)

/** A new invoice: who gets it. All else follows from the customer, and can be changed then. */
export function NewInvoiceScreen() {
  const [faults, setFaults] = useState<readonly string[]>([])
  useKeys({ Escape: () => go(hrefOf('/invoices')) })
  const given = Number(route.value.query.get('customer') ?? Number.NaN)
  useLayoutEffect(() => {
    if (given > 0 && !isReadOnly()) void begin(given)
    else document.getElementById('customer')?.focus()
  }, [])
  const begin = async (customer: number): Promise<void> => {
    const goOn = fromHere()
    try {
      const buyer = await api.read<Buyer>(invoicePaths.customer(customer))
      const body = { ...ofBuyer(buyer, baseCurrency()), date: today() }
      const made = await api.write<{ number: number }>('POST', invoicePaths.create, { body, key: crypto.randomUUID() })
      goOn(() => go(hrefOf(`/invoices/drafts/${made.number}`, { line: 'new' }), { isReplacing: true }))
    } catch (error) {
      whenRefused((refusal) => setFaults(refusal.messages))(error)
    }
  }
  return (
    <Page title={t('newInvoice')} head={<Crumbs name={t('newInvoice')} />} isFlush>
      <div class="pb ivnew">
        <CustomerPicker value="" faults={faults} hint={t('newInvoiceHow')} pick={(number) => void begin(number)} />
      </div>
    </Page>
  )
}

/** A draft: written on the left, as its customer gets it on the right. */
export function DraftScreen({ number }: { number: number }) {
  const draft = useRead<DraftInvoice>(invoicePaths.draft(number))
  const lines = useRead<InvoiceLine[]>(invoicePaths.lines(number))
  const waits = stateOf(draft, 8, 4) ?? stateOf(lines, 8, 4)
  if (draft.data && lines.data) return <Draft key={number} draft={draft.data} lines={lines.data} />
  return (
    <Page title={`${t('draft')} …`} head={<Crumbs name={`${t('draft')} …`} />} isFlush>
      {waits}
    </Page>
  )
}

/** What a booking now would book, or refuse. */
function useBooking(draft: DraftInvoice, lines: readonly InvoiceLine[]) {
  const version = [draft, ...lines].map(({ objectVersion }) => objectVersion).join()
  const asked = isReadOnly() || lines.length === 0 ? undefined : {}
  const path = invoicePaths.book(draft.number)
  const trial = useTrial<{ postings?: Posting[] }>('POST', path, asked, `${version} ${draft.lastUpdated}`)
  return { version, trial }
}

function Draft({ draft, lines }: { draft: DraftInvoice; lines: readonly InvoiceLine[] }) {
  const head = useHead(draft)
  const { version, trial } = useBooking(draft, lines)
  const [refusal, refuse] = useState<Refusal | undefined>(undefined)
  const statement = useBefore(draft.customerNumber)
  const title = `${t('draft')} ${draft.draftInvoiceNumber}`
  const isOff = isReadOnly() || !trial.data || head.isDirty
  const book = (): void => {
    if (isOff) return
    const goOn = fromHere()
    api
      .write<{ invoiceNumber: number }>('POST', invoicePaths.book(draft.number), { body: {}, key: crypto.randomUUID() })
      .then(({ invoiceNumber }) => goOn(() => go(hrefOf(`/invoices/${invoiceNumber}`))), whenRefused(refuse))
  }
  useKeys({
    n: () => (isReadOnly() ? false : setQuery({ line: 'new' })),
    'Ctrl+s': () => head.save(),
    'Ctrl+Enter': book,
    Escape: () => (route.value.query.has('line') ? setQuery({ line: undefined }) : go(hrefOf('/invoices'))),
  })
  const refused = (refusal ?? trial.refusal)?.told ?? []
  return (
    <Page
      title={title}
      head={<Crumbs name={title} />}
      isFlush
      actions={
        <Actions draft={draft} head={head} faults={refused.length + head.faults.length} isOff={isOff} book={book} />
      }
    >
      <div class="split ie">
        <section class="pane" aria-label={title}>
          <div class="pb" tabIndex={-1}>
            <InvoiceHead
              draft={draft}
              head={head}
              owes={<Owes customer={draft.customerNumber} statement={statement} />}
            />
            <InvoiceLines draft={draft} lines={lines} />
            <div class="below">
              <div>
                <TextBelow head={head} />
                <Postings postings={trial.data?.postings ?? []} date={draft.date} />
                <Faults messages={refused.map(({ message }) => message)} />
                {isReadOnly() && <p class="s m3 posts">{t('demoBooks', { amount: shown(draft.amount) })}</p>}
              </div>
              <Totals draft={draft} />
            </div>
            <InvoicesBefore name={draft.customerName ?? ''} statement={statement} />
          </div>
        </section>
        <Preview draft={draft} version={`${version} ${draft.lastUpdated}`} canShow={lines.length > 0} />
      </div>
    </Page>
  )
}

const TextBelow = ({ head }: { head: Head }) => (
  <Field
    name="textLine2"
    label={t('textBelow')}
    isOptional
    isTall
    isOff={isReadOnly()}
    value={head.typed.textLine2}
    faults={faultsOf(head, 'textLine2')}
    type={(textLine2) => head.change({ textLine2 })}
    done={() => head.save()}
  />
)

interface ActionsProps {
  draft: DraftInvoice
  head: Head
  faults: number
  isOff: boolean
  book: () => void
}

function Actions({ draft, head, faults, isOff, book }: ActionsProps) {
  const [isAsked, ask] = useState(false)
  const remove = (): void => {
    const goOn = fromHere()
    api.write('DELETE', invoicePaths.draft(draft.number)).then(
      () => goOn(() => go(hrefOf('/invoices'))),
      whenRefused(() => ask(false)),
    )
  }
  const savedAt = timeName(draft.lastUpdated)
  return (
    <>
      {faults > 0 && (
        <span class="tag neg only-wide">
          <Icon name="warn" /> {counted('faultOne', 'faultMany', faults)}
        </span>
      )}
      {!isReadOnly() && (
        <>
          <span class="s m3 only-wide">{head.isDirty ? t('notSaved') : t('savedAt', { time: savedAt })}</span>
          <button type="button" class="btn quiet danger only-wide" onClick={() => ask(true)}>
            {t('delete')}
          </button>
          <button type="button" class="btn only-wide" disabled={!head.isDirty} onClick={() => head.save()}>
            {t('save')} <kbd>Ctrl S</kbd>
          </button>
        </>
      )}
      <button type="button" class="btn pri" disabled={isOff} onClick={book}>
        {t('book')} <kbd>Ctrl ↵</kbd>
      </button>
      {isAsked && (
        <Dialog title={t('deleteDraft', { number: draft.draftInvoiceNumber })} close={() => ask(false)}>
          <p class="m2">{t('deleteDraftText')}</p>
          <button type="button" class="btn danger" data-first onClick={remove}>
            {t('delete')}
          </button>
        </Dialog>
      )}
    </>
  )
}

/** As the customer gets it: on paper, or as the UBL that goes by Peppol. */
function Preview({ draft, version, canShow }: { draft: DraftInvoice; version: string; canShow: boolean }) {
  const kind = route.value.query.get('as') === 'ubl' ? 'ubl' : 'pdf'
  return (
    <section class="pane seen only-wide" aria-label={t('asCustomer')}>
      <div class="ph">
        <h2>{t('asCustomer')}</h2>
        <span class="grow" />
        <div class="seg">
          {(['pdf', 'ubl'] as const).map((one) => (
            <button
              type="button"
              class={one === kind ? 'on' : ''}
              aria-pressed={one === kind}
              key={one}
              onClick={() => setQuery({ as: one === 'ubl' ? 'ubl' : undefined })}
            >
              {one === 'ubl' ? 'Peppol' : 'PDF'}
            </button>
          ))}
        </div>
      </div>
      {!canShow && <p class="state m3">{t('previewEmpty')}</p>}
      {canShow && kind === 'pdf' && (
        <Pdf path={invoicePaths.file(draft.number, 'pdf')} title={t('asCustomer')} version={version} isDraft />
      )}
      {canShow && kind === 'ubl' && <Ubl key={version} path={invoicePaths.file(draft.number, 'ubl')} />}
    </section>
  )
}

/** An e-invoice as text; what it lacks, where it cannot be made. */
function Ubl({ path }: { path: string }) {
  const [read, setRead] = useState<{ text?: string; faults?: readonly string[] }>({})
  useEffect(() => {
    api.file(path).then(
      async (file) => setRead({ text: await file.text() }),
      whenRefused((refusal) => setRead({ faults: refusal.messages })),
    )
  }, [path])
  if (read.faults) return <Faults messages={read.faults} isAlone />
  return (
    <pre class="code ubl" tabIndex={0}>
      {read.text ?? ''}
    </pre>
  )
}
