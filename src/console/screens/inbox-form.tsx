import { useState } from 'preact/hooks'
import { useMaster, useRead, useTrial, useWhole } from '../reads.ts'
import { type Account, type Journal, type Listed, paths } from '../books.ts'
import { typedDay } from '../drafts.ts'
import { type Drafted, type EInvoice, type InboxItem, inboxPaths, nameOf, type Person } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { typedAmount } from '../money.ts'
import { AccountField, Accounts, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Picker } from '../parts/picker.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { dayName, today } from '../period.ts'
import { hrefOf, voucherHref } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** What is done with a document: a draft is made of it, or it is rejected; afterwards where it is. */
export function InboxForm({ item }: { item: InboxItem }) {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  return (
    <>
      <Accounts chart={chart} />
      <header class="row-b pad">
        <h2 class="grow tr">{nameOf(item)}</h2>
        {item.amount !== null && (
          <b class="b n">
            {item.currency} {shown(item.amount)}
          </b>
        )}
      </header>
      {item.kind === 'einvoice' && <Read item={item} />}
      {item.state === 'new' ? <New item={item} chart={chart} /> : <Where item={item} />}
    </>
  )
}

/** What an e-invoice says, so that nothing of it is typed; and its supplier, or making it. */
function Read({ item }: { item: InboxItem }) {
  const { data: told } = useRead<EInvoice>(inboxPaths.einvoice(item.number))
  const writing = useWriting()
  if (!told) return null
  return (
    <div class="ibr">
      <dl class="kv s">
        <dt>{t('invoice')}</dt>
        <dd>{t('invoiceOf', { number: item.invoiceNumber ?? '', date: dayName(item.invoiceDate) })}</dd>
        {item.dueDate !== null && (
          <>
            <dt>{t('dueHead')}</dt>
            <dd>{dayName(item.dueDate)}</dd>
          </>
        )}
        <dt>{t('supplier')}</dt>
        <dd>
          {told.supplier ? (
            <a class="l" href={hrefOf(`/suppliers/${told.supplier.supplierNumber}`)}>
              {told.supplier.supplierNumber} {told.supplier.name}
            </a>
          ) : (
            <>
              {t('inboxNoSupplier')}{' '}
              {told.proposedSupplier && item.state === 'new' && (
                <button
                  type="button"
                  class="l"
                  disabled={isReadOnly() || writing.isSending}
                  onClick={() => void writing.send('POST', inboxPaths.suppliers, { body: told.proposedSupplier })}
                >
                  {t('inboxMakeSupplier')}
                </button>
              )}
            </>
          )}
        </dd>
      </dl>
      <Faults messages={writing.messages} />
      <table class="t dense">
        <tbody>
          {told.lines.slice(0, 8).map((line) => (
            <tr key={line.id}>
              <td class="w">{line.name}</td>
              <td class="n">{shown(line.net)}</td>
            </tr>
          ))}
          <tr>
            <td class="w m2">{t('vat')}</td>
            <td class="n">{shown(told.totals.vat)}</td>
          </tr>
          <tr class="tot">
            <td class="w">{t('total')}</td>
            <td class="n">{shown(told.totals.gross)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

interface Typed {
  journal: string
  supplier: string
  supplierName: string
  date: string
  amount: string
  text: string
  account: string
  vatCode: string
  contra: string
}

/** What is typed, as the API takes it; undefined while it is not enough to ask. */
function bodyOf(typed: Typed, item: InboxItem, chart: readonly Account[], journal: number | undefined) {
  if (journal === undefined) return undefined
  const isRead = item.kind === 'einvoice'
  const account = accountTyped(chart, typed.account)?.number
  const contra = accountTyped(chart, typed.contra)?.number
  const amount = typedAmount(typed.amount, format.value)
  if (!isRead && (amount === undefined || (account === undefined && typed.supplier === ''))) return undefined
  return {
    journalNumber: journal,
    ...(account === undefined ? {} : { accountNumber: account }),
    ...(typed.vatCode.trim() === '' ? {} : { vatCode: typed.vatCode.trim().toUpperCase() }),
    ...(isRead
      ? {}
      : {
          amount,
          date: typedDay(typed.date, today()),
          ...(typed.supplier === '' ? {} : { supplierNumber: Number(typed.supplier) }),
          ...(typed.text.trim() === '' ? {} : { text: typed.text.trim() }),
          ...(contra === undefined ? {} : { contraAccountNumber: contra }),
        }),
  }
}

type NewProps = { item: InboxItem; chart: readonly Account[] }

function New({ item, chart }: NewProps) {
  const journals = useMaster<Listed<Journal>>(paths.journals, true).data?.items ?? []
  const [typed, setTyped] = useState<Typed>({
    journal: '',
    supplier: '',
    supplierName: '',
    date: dayName(today()),
    amount: '',
    text: item.note ?? '',
    account: '',
    vatCode: '',
    contra: '',
  })
  const [isRejecting, reject] = useState(false)
  const writing = useWriting()
  const journal = typed.journal === '' ? journals[0]?.number : Number(typed.journal)
  const body = bodyOf(typed, item, chart, journal)
  const path = inboxPaths.act(item.number, 'draft')
  const trial = useTrial<Drafted>('POST', path, isReadOnly() ? undefined : body, item.state)
  const change = (changes: Partial<Typed>): void => setTyped({ ...typed, ...changes })
  const draft = (event?: Event): void => {
    event?.preventDefault()
    if (body && !isReadOnly()) void writing.send('POST', path, { body })
  }
  useKeys({ 'Ctrl+Enter': () => (body === undefined || isReadOnly() ? false : draft()) })
  const refused = body === undefined ? [] : (trial.refusal?.messages ?? [])
  if (isRejecting) return <Reject item={item} back={() => reject(false)} />
  return (
    <form class="ibn" onSubmit={draft}>
      <Fields item={item} typed={typed} change={change} chart={chart} journals={journals} />
      {isReadOnly() && <p class="s m3">{t('demoTrial')}</p>}
      {trial.data?.notes.map((note) => (
        <p class="s m2" key={note}>
          {note}
        </p>
      ))}
      <Faults messages={writing.messages.length > 0 ? writing.messages : refused} />
      <div class="row bts">
        <button
          type="submit"
          class="btn pri"
          disabled={isReadOnly() || body === undefined || refused.length > 0 || writing.isSending}
        >
          {t('inboxDraft')} <kbd>Ctrl ↵</kbd>
        </button>
        <button type="button" class="btn quiet danger" disabled={isReadOnly()} onClick={() => reject(true)}>
          {t('inboxReject')}
        </button>
      </div>
    </form>
  )
}

type FieldsProps = NewProps & {
  typed: Typed
  change: (changes: Partial<Typed>) => void
  journals: readonly Journal[]
}

function Fields({ item, typed, change, chart, journals }: FieldsProps) {
  const text = (name: 'date' | 'amount' | 'text' | 'vatCode', label: string, classes = '') => (
    <label class="f">
      <span class="s m2">{label}</span>
      <input
        class={`in-t ${classes}`}
        name={name}
        value={typed[name]}
        autocomplete="off"
        inputMode={name === 'amount' ? 'decimal' : undefined}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </label>
  )
  const isRead = item.kind === 'einvoice'
  return (
    <div class="ibx">
      {!isRead && (
        <>
          <div class="f">
            <span class="s m2">{t('inboxSupplier')}</span>
            <Picker<{ number: number; name: string }>
              name="supplier"
              label={t('inboxSupplier')}
              value={typed.supplierName}
              path={inboxPaths.findSuppliers}
              row={({ number, name }) => [String(number), name]}
              pick={({ number, name }) => change({ supplier: String(number), supplierName: `${number} ${name}` })}
            />
          </div>
          {text('text', t('text'))}
          <div class="two">
            {text('amount', t('amount'), 'n')}
            {text('date', t('date'))}
          </div>
        </>
      )}
      <div class="two">
        <AccountField
          label={isRead ? t('inboxAccount') : t('account')}
          value={typed.account}
          chart={chart}
          change={(account) =>
            change({ account, vatCode: typed.vatCode || (accountTyped(chart, account)?.vatCode ?? '') })
          }
        />
        {text('vatCode', t('vatCode'))}
      </div>
      <div class="two">
        {!isRead && typed.supplier === '' && (
          <AccountField
            label={t('inboxPaidFrom')}
            name="contra"
            value={typed.contra}
            chart={chart}
            change={(contra) => change({ contra })}
          />
        )}
        <JournalField typed={typed} change={change} journals={journals} />
      </div>
    </div>
  )
}

const JournalField = ({ typed, change, journals }: Pick<FieldsProps, 'typed' | 'change' | 'journals'>) => (
  <label class="f">
    <span class="s m2">{t('inboxJournal')}</span>
    <select
      class="in-t"
      value={typed.journal === '' ? String(journals[0]?.number ?? '') : typed.journal}
      onChange={(event) => change({ journal: event.currentTarget.value })}
    >
      {journals.map(({ number, name }) => (
        <option value={String(number)} key={number}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

const Reject = ({ item, back }: { item: InboxItem; back: () => void }) => (
  <ReasonForm
    path={inboxPaths.act(item.number, 'reject')}
    label={t('inboxRejectWhy')}
    word={t('inboxReject')}
    classes="ibn"
  >
    <button type="button" class="btn quiet" onClick={back}>
      {t('cancel')}
    </button>
  </ReasonForm>
)

/** Where a document is: its voucher, or why it became none. */
function Where({ item }: { item: InboxItem }) {
  const writing = useWriting()
  if (item.state === 'rejected') {
    return (
      <div class="ibn">
        <p>{t('inboxRejectedAs', { reason: item.rejectedReason ?? '' })}</p>
        <Faults messages={writing.messages} />
        <button
          type="button"
          class="btn"
          disabled={isReadOnly() || writing.isSending}
          onClick={() => void writing.send('POST', inboxPaths.act(item.number, 'reopen'))}
        >
          <Icon name="undo" /> {t('bankReopen')}
        </button>
      </div>
    )
  }
  const { journalNumber, voucherNumber, accountingYear, state } = item
  if (voucherNumber === null) return null
  const isDraft = state === 'drafted' && journalNumber !== null
  const draftHref = hrefOf(`/journals/${journalNumber}`, { v: String(voucherNumber) })
  return (
    <div class="ibn">
      <p>
        <span class="pos">
          <Icon name="check" />
        </span>{' '}
        {t(state === 'drafted' ? 'inboxIsDrafted' : 'inboxIsAttached')}{' '}
        <a class="l" href={isDraft ? draftHref : voucherHref(journalNumber, accountingYear ?? '', voucherNumber)}>
          {t('bankVoucher', { n: voucherNumber })}
        </a>
      </p>
      {isDraft && <Submit journal={journalNumber} voucher={voucherNumber} year={accountingYear} />}
    </div>
  )
}

/** Asks somebody to approve the draft. */
function Submit({ journal, voucher, year }: { journal: number; voucher: number; year: string | null }) {
  const people = useMaster<Listed<Person>>(inboxPaths.people, true).data?.items ?? []
  const waiting = useWhole<Listed<{ journalNumber: number; voucherNumber: number }>>(inboxPaths.waiting).data?.items
  const [person, setPerson] = useState('')
  const writing = useWriting()
  const asked = person === '' ? people[0]?.initials : person
  if (waiting?.some((one) => one.journalNumber === journal && one.voucherNumber === voucher)) {
    return <p class="m3 s">{t('approveAsked')}</p>
  }
  if (people.length === 0) return null
  const submit = (event: Event): void => {
    event.preventDefault()
    const body = {
      journalNumber: journal,
      voucherNumber: voucher,
      people: [asked],
      ...(year === null ? {} : { accountingYear: year }),
    }
    void writing.send('POST', inboxPaths.approvals, { body })
  }
  return (
    <form class="row" onSubmit={submit}>
      <label class="row">
        <span class="s m2">{t('approveBy')}</span>
        <select class="chip" value={asked} onChange={(event) => setPerson(event.currentTarget.value)}>
          {people.map(({ initials, name }) => (
            <option value={initials} key={initials}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="btn" disabled={isReadOnly() || writing.isSending}>
        {t('approveAsk')}
      </button>
      <Faults messages={writing.messages} />
    </form>
  )
}
