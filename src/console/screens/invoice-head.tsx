import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useMaster, useRead } from '../reads.ts'
import { type Fault, whenRefused } from '../refusal.ts'
import { type Listed, paths } from '../books.ts'
import {
  type Buyer,
  type DraftInvoice,
  headChanges,
  invoicePaths,
  OF_CUSTOMER_BEFORE,
  ofBuyer,
  ownOf,
  propertyOf,
  type TypedHead,
  typedHead,
} from '../invoices.ts'
import { forget, keep, kept } from '../kept.ts'
import { Conflict } from '../parts/conflict.tsx'
import { Faults } from '../parts/faults.tsx'
import { Choice, Field, FieldFrame } from '../parts/field.tsx'
import { Picker } from '../parts/picker.tsx'
import { dayName, today } from '../period.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { NewCustomer } from './new-master.tsx'

/** The labels of a head, by property. */
const LABELS: Readonly<Record<keyof TypedHead, Word>> = {
  date: 'date',
  dueDate: 'dueHead',
  termOfPaymentNumber: 'terms',
  currencyCode: 'currency',
  layoutNumber: 'layout',
  vatZoneNumber: 'vatZone',
  yourReferenceNumber: 'yourReference',
  ourReferenceNumber: 'ourReference',
  projectNumber: 'project',
  nemHandelReceiverType: 'sendAs',
  otherReference: 'otherReference',
  heading: 'heading',
  textLine1: 'textAbove',
  textLine2: 'textBelow',
}

/** Computed values, which the service does not take. */
const COMPUTED = ['amount', 'amountInBaseCurrency', 'vatAmount', 'roundingAmount', 'totalCostPriceInBaseCurrency']

const written = (draft: DraftInvoice, changes: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(draft).filter(([name]) => !COMPUTED.includes(name) && name !== 'dueDate')),
  ...changes,
})

/** What is typed and not saved, and the version that it was typed over. */
interface Typing {
  over?: string
  changed: Partial<TypedHead>
}

/** The head of a draft: what is typed and not saved stands over what is saved, and is kept in the browser. */
export function useHead(draft: DraftInvoice) {
  const name = `invoice.${draft.number}`
  const saved = typedHead(draft, dayName)
  const [typing, setTyping] = useState<Typing>(() => kept<Typing>(name) ?? { changed: {} })
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [other, setOther] = useState<DraftInvoice | undefined>(undefined)
  const typed = { ...saved, ...typing.changed }
  const latest = useRef(typing)
  latest.current = typing
  const [isSending, isLeft] = [useRef(false), useRef(false)]
  const [round, setRound] = useState(0)
  const isDirty = Object.keys(headChanges(typed, saved, today())).length > 0
  const clear = (): void => {
    forget(name)
    setTyping({ changed: {} })
    setFaults([])
    setOther(undefined)
  }
  const change = (changes: Partial<TypedHead>): TypedHead => {
    // Over what is on its way, not over what was there before.
    const over = typing.over ?? (isSending.current ? undefined : draft.objectVersion)
    const next = { ...(over === undefined ? {} : { over }), changed: { ...typing.changed, ...changes } }
    setTyping(next)
    keep(name, next)
    return { ...saved, ...next.changed }
  }
  /** What was sent is saved; what was typed since then is not. */
  const settle = (sent: Partial<TypedHead>): void => {
    const left = Object.entries(latest.current.changed).filter(([one, text]) => sent[one as keyof TypedHead] !== text)
    if (left.length === 0) return clear()
    const next = { changed: Object.fromEntries(left) }
    setTyping(next)
    keep(name, next)
    setFaults([])
    setOther(undefined)
  }
  const put = (over: DraftInvoice, changes: Record<string, unknown>, sent: Partial<TypedHead> = {}): void => {
    isSending.current = true
    const path = invoicePaths.draft(draft.number)
    const unread = whenRefused(() => {})
    api
      .write('PUT', path, { body: written(over, changes) })
      .then(
        () => (settle(sent), api.read(path).catch(unread)),
        whenRefused((refusal) => {
          if (refusal.status !== 409) return setFaults(refusal.told)
          api.read<DraftInvoice>(path).then(setOther, unread)
        }),
      )
      .finally(() => {
        isSending.current = false
        setRound((count) => count + 1)
      })
  }
  const save = (now: TypedHead = typed): void => {
    const changes = headChanges(now, saved, today())
    if (isReadOnly() || other || Object.keys(changes).length === 0) return
    // What is changed while the last change is on its way follows it, over what that became.
    if (isSending.current) isLeft.current = true
    else put(draft, { ...changes, objectVersion: typing.over ?? draft.objectVersion }, now)
  }
  useEffect(() => {
    if (!isLeft.current || isSending.current) return
    isLeft.current = false
    save()
  }, [round])
  return { typed, saved, change, save, put, faults, other, isDirty, clear }
}

/** The head of a draft in use. */
export type Head = ReturnType<typeof useHead>

const numbered = (list: Listed<{ number: number; name?: string | null }> | undefined): [string, string][] =>
  (list?.items ?? []).map(({ number, name }) => [String(number), name ?? String(number)])

interface HeadProps {
  draft: DraftInvoice
  head: Head
}

/** The fields of a head: of text, and of what can be chosen. */
function fieldsOf(head: Head) {
  const { typed, change, save } = head
  const shared = (name: keyof TypedHead) => ({
    name,
    label: t(LABELS[name]),
    value: typed[name],
    isOff: isReadOnly(),
    faults: faultsOf(head, name),
  })
  const text = (name: keyof TypedHead, more: Record<string, unknown> = {}) => (
    <Field {...shared(name)} {...more} type={(value) => change({ [name]: value })} done={() => save()} />
  )
  const choice = (name: keyof TypedHead, of: readonly (readonly [string, string])[], hint?: string) => (
    <Choice {...shared(name)} of={of} hint={hint} choose={(value) => save(change({ [name]: value }))} />
  )
  return { text, choice }
}

/** Customer, dates, terms, the way it goes, references and project, each with its faults. */
export function InvoiceHead({ draft, head, owes }: HeadProps & { owes: preact.ComponentChildren }) {
  const { typed, other } = head
  const { customerNumber: customer } = draft
  const terms = useMaster<Listed<{ number: number; name: string; type: number }>>(invoicePaths.terms, true).data
  const employees = useMaster<Listed<{ number: number; name: string }>>(invoicePaths.employees, true).data
  const contacts = useRead<Listed<{ number: number; name: string }>>(invoicePaths.contacts(customer), 60_000).data
  const projects = useRead<Listed<Project>>(invoicePaths.projects(customer), 60_000).data?.items ?? []
  const isDueGiven = terms?.items.find(({ number }) => String(number) === typed.termOfPaymentNumber)?.type === 5
  const { text, choice } = fieldsOf(head)
  const none = [['', t('none')]] as [string, string][]
  const due = draft.dueDate && !isDueGiven ? t('due', { day: dayName(draft.dueDate) }) : undefined
  return (
    <>
      {other && <HeadConflict head={head} other={other} />}
      <Faults messages={elsewhere(head)} isAlone />
      <div class="ih">
        <Customer draft={draft} head={head} owes={owes} />
        {text('date', { cure: <UseToday head={head} /> })}
        {isDueGiven ? text('dueDate') : choice('termOfPaymentNumber', numbered(terms), due)}
        {choice('nemHandelReceiverType', waysOf(draft), addressOf(draft, typed.nemHandelReceiverType))}
      </div>
      <div class="ih">
        {text('heading', { isOptional: true })}
        {choice('yourReferenceNumber', [...none, ...numbered(contacts)])}
        {choice('ourReferenceNumber', [...none, ...numbered(employees)])}
        {choice('projectNumber', [...none, ...numbered({ items: projects.filter(isWorkedOn) })])}
      </div>
      <More draft={draft} head={head} terms={isDueGiven ? numbered(terms) : undefined} />
    </>
  )
}

/** What most invoices have of their customer. */
function More({ draft, head, terms }: HeadProps & { terms: [string, string][] | undefined }) {
  const currencies = useMaster<Listed<{ code: string }>>(paths.currencies, true).data?.items ?? []
  const layouts = useMaster<Listed<{ number: number; name: string }>>(invoicePaths.layouts, true).data
  const zones = useMaster<Listed<{ number: number; name: string }>>(invoicePaths.zones, true).data
  const { textLine1, otherReference } = head.saved
  const { text, choice } = fieldsOf(head)
  return (
    <details class="more" open={textLine1 !== '' || otherReference !== '' || draft.currencyCode !== baseCurrency()}>
      <summary class="l s">{t('moreFields')}</summary>
      <div class="ih">
        {text('textLine1', { isOptional: true, isTall: true })}
        {text('otherReference', { isOptional: true })}
        {choice(
          'currencyCode',
          currencies.map(({ code }) => [code, code]),
        )}
        {choice(
          'vatZoneNumber',
          numbered(zones).filter(([number]) => number !== '5'),
        )}
        {choice('layoutNumber', numbered(layouts))}
        {terms && choice('termOfPaymentNumber', terms)}
      </div>
    </details>
  )
}

interface Project {
  number: number
  name: string
  isMainProject?: boolean
  isClosed?: boolean
  isBarred?: boolean
}

/** Whether a project takes entries. */
const isWorkedOn = ({ isMainProject, isClosed, isBarred }: Project): boolean => !isMainProject && !isClosed && !isBarred

/** By which number of the customer an e-invoice goes, by the number that the API has for the way. */
const addressesOf = ({ debtorEan, cvr, pNr }: DraftInvoice) =>
  [
    ['1', 'sendEan', debtorEan],
    ['2', 'sendCvr', cvr],
    ['3', 'sendPNumber', pNr],
  ] as const

/** The ways on which an invoice can go: those for which its customer has a number, and that which is chosen. */
function waysOf(draft: DraftInvoice): [string, string][] {
  const chosen = String(draft.nemHandelReceiverType ?? '')
  const ways = addressesOf(draft).filter(([way, , number]) => number || way === chosen)
  return [['', t('sendPdf')], ...ways.map(([way, word]): [string, string] => [way, t(word)]), ['4', t('sendPeppol')]]
}

/** The number that it goes to; where the customer has none, that it goes as a PDF alone. */
function addressOf(draft: DraftInvoice, way: string): string | undefined {
  if (way === '') return addressesOf(draft).some(([, , number]) => number) ? undefined : t('sendNowhere')
  const [, , number] = addressesOf(draft).find(([one]) => one === way) ?? []
  return number ?? undefined
}

/** The faults of a property of the head. */
export const faultsOf = ({ faults }: Pick<Head, 'faults'>, name: string): string[] =>
  faults.filter(({ property }) => propertyOf(property) === name).map(({ message }) => message)

/** Faults of no field that is shown. */
const elsewhere = ({ faults }: Head): string[] =>
  faults
    .filter(({ property }) => !(propertyOf(property) in LABELS) && propertyOf(property) !== 'customerNumber')
    .map(({ message }) => message)

const UseToday = ({ head: { change, save } }: { head: Head }) => (
  <button type="button" class="l" onClick={() => save(change({ date: dayName(today()) }))}>
    {t('useToday')}
  </button>
)

function HeadConflict({ head, other }: { head: Head; other: DraftInvoice }) {
  const theirs = typedHead(other, dayName)
  const names = (Object.keys(LABELS) as (keyof TypedHead)[]).filter((name) => head.typed[name] !== theirs[name])
  const own = ownOf(head.typed, head.saved)
  const keepYours = (): void => head.put(other, headChanges(head.typed, head.saved, today()), head.typed)
  const takeSaved = (): void => {
    head.clear()
    api.again()
  }
  return (
    <Conflict
      differing={names.map((name) => ({ label: t(LABELS[name]), yours: own[name], saved: theirs[name] }))}
      keepYours={keepYours}
      takeSaved={takeSaved}
      last={{ time: other.lastUpdated }}
    />
  )
}

/** The customer of a draft; another one brings its address, terms and zone. */
function Customer({ draft, head, owes }: { draft: DraftInvoice; head: Head; owes: preact.ComponentChildren }) {
  const pick = (number: number): void => {
    if (number === draft.customerNumber) return
    api.read<Buyer>(invoicePaths.customer(number)).then(
      (buyer) => head.put(draft, { ...ofBuyer(buyer, baseCurrency()), ...OF_CUSTOMER_BEFORE, exchangeRate: null }),
      whenRefused(() => {}),
    )
  }
  return (
    <CustomerPicker
      value={`${draft.customerNumber} ${draft.customerName ?? ''}`}
      faults={faultsOf(head, 'customerNumber')}
      hint={owes}
      pick={pick}
    />
  )
}

/** Finds a customer by number or name. */
export function CustomerPicker({
  value,
  faults,
  hint,
  pick,
}: {
  value: string
  faults: readonly string[]
  hint?: preact.ComponentChildren
  pick: (number: number) => void
}) {
  const [asked, ask] = useState<string | undefined>(undefined)
  return (
    <FieldFrame id="customer" label={t('customer')} faults={faults} hint={hint}>
      <Picker<{ number: number; name: string; city: string | null }>
        id="customer"
        name="customer"
        label={t('customer')}
        value={value}
        placeholder={t('customerHow')}
        isOff={isReadOnly()}
        isBad={faults.length > 0}
        path={invoicePaths.customersMeant}
        row={({ number, name, city }) => [String(number), name, city ?? '']}
        pick={({ number }) => pick(number)}
        make={{ word: t('newCustomer'), begin: ask }}
      />
      {asked !== undefined && (
        <NewCustomer
          text={asked}
          close={() => ask(undefined)}
          made={(number) => {
            ask(undefined)
            pick(number)
          }}
        />
      )}
    </FieldFrame>
  )
}
