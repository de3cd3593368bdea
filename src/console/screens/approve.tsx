import { useState } from 'preact/hooks'
import { useAccountYear } from '../account-year.ts'
import { type PartyEntry, partyPaths, type PartyStatement } from '../parties.ts'
import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Account, type Filed, type Listed, paths } from '../books.ts'
import { type DraftEntry, partyOf } from '../drafts.ts'
import { Page } from '../frame/page.tsx'
import { type Approval, type InboxItem, inboxPaths } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { cents, sizeOf, sumOf } from '../money.ts'
import { Document } from '../parts/document.tsx'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { hrefOf, route, setQuery, voucherHref } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { periodOfYear, useYears, yearWith } from '../years.ts'

/** What waits for approval: one after the other, each with its document. */
export function ApproveScreen() {
  const reading = useWhole<Listed<Approval>>(inboxPaths.waiting)
  const waiting = (reading.data?.items ?? []).filter(({ isCurrent = false }) => isCurrent)
  const asked = Number(route.value.query.get('approval') ?? Number.NaN)
  const first = waiting.find(({ number }) => number === asked) ?? waiting[0]
  const rest = waiting.filter((one) => one !== first)
  return (
    <Page title={t('approve')} sub={first && t('approveOf', { n: waiting.indexOf(first) + 1, all: waiting.length })}>
      {stateOf(reading, 8, 2) ?? (
        <div class="apr">
          {first ? (
            <One approval={first} key={first.number} />
          ) : (
            <section class="card" aria-label={t('approve')}>
              <Nothing title={t('approveNone')} text={t('approveNoneText')} />
            </section>
          )}
          {rest.length > 0 && (
            <section aria-label={t('approveThen')}>
              <h2 class="s m3 then">{t('approveThen')}</h2>
              {rest.map((one) => (
                <Next approval={one} key={one.number} />
              ))}
            </section>
          )}
        </div>
      )}
    </Page>
  )
}

/** The draft of an approval: its lines, what it comes to, whose it is. */
function useVoucher({ voucherNumber, journalNumber, accountingYear }: Approval) {
  const drafts = useRead<Listed<DraftEntry & { dueDate: string | null }>>(inboxPaths.draftsOf(voucherNumber)).data
    ?.items
  const lines = (drafts ?? []).filter((one) => one.journalNumber === journalNumber)
  const owed = lines.filter(({ entryTypeNumber }) => partyOf(entryTypeNumber) !== undefined)
  const amounts = (owed.length > 0 ? owed : lines).map(({ amount }) => amount)
  const sum = sumOf(amounts)
  const [first] = lines
  const documents = useRead<Listed<Filed>>(paths.documents(voucherNumber)).data?.items
  const filed = documents?.find((one) => one.journalNumber === journalNumber && one.accountingYear === accountingYear)
  const items = useRead<Listed<InboxItem>>(inboxPaths.ofVoucher(voucherNumber)).data?.items
  const item = items?.find((one) => one.journalNumber === journalNumber && one.accountingYear === accountingYear)
  const biggest = lines.reduce((most, { amount }) => (sizeOf(cents(amount)) > most ? sizeOf(cents(amount)) : most), 0n)
  return { lines, first, amount: sum === 0n ? biggest : sizeOf(sum), filed, item }
}

function One({ approval }: { approval: Approval }) {
  const { lines, first, amount, filed, item } = useVoucher(approval)
  const accounts = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const supplier = useSupplier(lines)
  const name = item?.supplierName ?? supplier?.name
  const writing = useWriting()
  const decide = (what: 'approve' | 'reject', body: object): void => {
    void writing.send('POST', inboxPaths.decide(approval.number, what), { body })
    setQuery({ approval: undefined })
  }
  const approve = (): unknown => (isReadOnly() ? false : decide('approve', {}))
  useKeys({ 'Ctrl+Enter': approve })
  const title = first?.text ?? t('bankVoucher', { n: approval.voucherNumber })
  const href = hrefOf(`/journals/${approval.journalNumber}`, { v: String(approval.voucherNumber) })
  return (
    <section class="card ap" aria-label={title}>
      <div class="apd">
        {item ? (
          <Document item={item} />
        ) : filed ? (
          <Pdf path={paths.documentPdf(filed.number)} title={title} />
        ) : (
          <p class="m3 s nodoc">{t('noDocument')}</p>
        )}
      </div>
      <div class="apb">
        <header class="row-b">
          <h2 class="grow">{name ?? title}</h2>
          <span class="v">
            <Figure amount={amount} href={href} />
          </span>
        </header>
        <p class="row-b m3">
          <span class="grow">{name ? title : t('bankVoucher', { n: approval.voucherNumber })}</span>
          <span class="n">{first?.dueDate && t('due', { day: dayName(first.dueDate) })}</span>
        </p>
        {approval.note !== null && <p class="note">“{approval.note}”</p>}
        <About lines={lines} accounts={accounts} supplier={supplier} />
        <Faults messages={writing.messages} />
        <Decide isSending={writing.isSending} approve={approve} reject={(why) => decide('reject', { reason: why })} />
      </div>
    </section>
  )
}

/** The account of a cost or an income, on either side of a line; else that against which it stands. */
function accountOf(line: DraftEntry, accounts: readonly Account[]): number | null {
  const sides = [line.accountNumber, line.contraAccountNumber]
  const isOfResult = (side: number | null): boolean =>
    accounts.some(({ number, type }) => number === side && type === 1)
  return sides.find(isOfResult) ?? (partyOf(line.entryTypeNumber) ? line.contraAccountNumber : line.accountNumber)
}

interface AboutProps {
  lines: readonly DraftEntry[]
  accounts: readonly Account[]
  supplier: PartyStatement | undefined
}

/** Where it is booked, what that came to this year, and what came before from the same supplier. */
function About({ lines, accounts, supplier }: AboutProps) {
  const rows = lines.map((line) => ({ line, number: accountOf(line, accounts) }))
  const cost = rows.find(({ number }) => accounts.some((one) => one.number === number && one.type === 1))
  return (
    <dl class="kv">
      {rows.map(({ line, number }, at) => (
        <>
          <dt>{at === 0 && t('account')}</dt>
          <dd class="row-b">
            <span class="grow tr">
              {number} {accounts.find((one) => one.number === number)?.name}
            </span>
            <span class="n m3">
              {[shown(sizeOf(cents(line.amount))), line.vatCode ?? line.contraVatCode].filter(Boolean).join(' · ')}
            </span>
          </dd>
        </>
      ))}
      {cost && <ThisYear account={cost.number!} day={cost.line.date} />}
      {supplier && <Before statement={supplier} />}
    </dl>
  )
}

function ThisYear({ account, day }: { account: number; day: string }) {
  const said = useAccountYear(account, day)
  if (!said) return null
  const { line, year } = said
  const href = hrefOf(`/accounts/${account}`, { period: periodOfYear(year) })
  return (
    <>
      <dt>{t('approveYear')}</dt>
      <dd data-of="year">
        {t('approveAccount', { account })} <Figure amount={line.actual} href={href} isWhole />
        {cents(line.budget) !== 0n && ` · ${t('accountBudget', { amount: shown(line.budget, true) })}`}
      </dd>
    </>
  )
}

/** What a supplier sent and was paid in the year of a voucher; undefined where it has none. */
function useSupplier(lines: readonly DraftEntry[]): PartyStatement | undefined {
  const line = lines.find(({ supplierNumber }) => supplierNumber !== null)
  const year = yearWith(useYears() ?? [], line?.date ?? '')
  const path =
    line && year && partyPaths.statement('supplier', line.supplierNumber!, year.fromDate, line.date.slice(0, 10))
  return useWhole<PartyStatement & Listed<PartyEntry>>(path).data
}

/** The invoices of a supplier in the year: how many, and the last. */
function Before({ statement }: { statement: PartyStatement }) {
  const invoices = statement.items.filter(
    ({ type, amountInBaseCurrency }) => type === 3 && cents(amountInBaseCurrency) < 0n,
  )
  const last = invoices.at(-1)
  return (
    <>
      <dt>{t('approveBefore')}</dt>
      <dd data-of="before">
        {last ? (
          <>
            {counted('approveBeforeOne', 'approveBeforeMany', invoices.length)}{' '}
            <Figure
              amount={-cents(last.amountInBaseCurrency)}
              href={voucherHref(last.journalNumber, last.date, last.voucherNumber)}
            />
            , {dayName(last.date, true)}
          </>
        ) : (
          t('approveBeforeNone')
        )}
      </dd>
    </>
  )
}

interface DecideProps {
  isSending: boolean
  approve: () => unknown
  reject: (reason: string) => void
}

/** Approve, or reject and say why. */
function Decide({ isSending, approve, reject }: DecideProps) {
  const [reason, setReason] = useState<string | undefined>(undefined)
  if (reason === undefined) {
    return (
      <div class="apa">
        <button type="button" class="btn danger" disabled={isReadOnly()} onClick={() => setReason('')}>
          {t('approveNot')}
        </button>
        <button type="button" class="btn pri" disabled={isReadOnly() || isSending} onClick={approve}>
          <Icon name="check" /> {t('approveIt')} <kbd class="only-wide">Ctrl ↵</kbd>
        </button>
      </div>
    )
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (reason.trim() !== '') reject(reason)
  }
  return (
    <form class="apr-why" onSubmit={submit}>
      <label class="f">
        <span class="s m2">{t('approveWhy')}</span>
        <input class="in-t" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="apa">
        <button type="button" class="btn" onClick={() => setReason(undefined)}>
          {t('cancel')}
        </button>
        <button type="submit" class="btn danger" disabled={reason.trim() === ''}>
          {t('approveNot')}
        </button>
      </div>
    </form>
  )
}

function Next({ approval }: { approval: Approval }) {
  const { first, amount, item } = useVoucher(approval)
  const title = first?.text ?? t('bankVoucher', { n: approval.voucherNumber })
  return (
    <a class="card apn" href={hrefOf('/approve', { approval: String(approval.number) })}>
      <b class="b">{item?.supplierName ?? title}</b>
      <b class="b n">{shown(amount)}</b>
      <span class="s m3">{t('bankVoucher', { n: approval.voucherNumber })}</span>
      <span class="s m3 n">{dayName(first?.dueDate ?? approval.submittedAt, true)}</span>
    </a>
  )
}
