import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Alike, useAlike } from '../alike.ts'
import { api } from '../api.ts'
import { faultSaid } from '../fault-words.ts'
import { type Fault, Refusal } from '../refusal.ts'
import type { Account, Journal } from '../books.ts'
import {
  accountsMeant,
  bodyOf,
  dayTyped,
  type DraftEntry,
  draftPaths,
  fieldOf,
  partyOf,
  type Typed,
  typedOf,
  TYPES,
  type Voucher,
} from '../drafts.ts'
import { forget, keep, kept } from '../kept.ts'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { VatCodes } from '../parts/vat-codes.tsx'
import { dayName, today } from '../period.ts'
import { route, setQuery } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { columnsBelow } from './journal-fault.tsx'
import { typeWord } from './journal-type.ts'

interface EditedProps {
  journal: Journal
  /** Undefined for a new line. */
  draft: DraftEntry | undefined
  chart: readonly Account[]
  vouchers: readonly Voucher[]
}

/** A line is begun of nobody whom the address names any more. */
export const OF_NOBODY = { customer: undefined, supplier: undefined }
/** Nor with anything else of the address. */
const UNBEGUN = { amount: undefined, ...OF_NOBODY }

/** A new line: of the voucher that it goes on with, else of the next one. */
function begun(journal: Journal, vouchers: readonly Voucher[]): Typed {
  const { query } = route.value
  const voucher = vouchers.find(({ number }) => String(number) === query.get('v'))
  const last = voucher?.lines.at(-1)
  const [customer, supplier] = [query.get('customer'), query.get('supplier')]
  return {
    date: last ? typedOf(last, shown).date : dayTyped(today(), today()),
    type: customer ? '2' : supplier ? '3' : '5',
    account: customer ?? supplier ?? '',
    vatCode: '',
    text: last?.text ?? '',
    amount: query.get('amount') ?? '',
    currency: last?.currency ?? baseCurrency(),
    contra:
      last || supplier ? '' : String((customer ? journal.customerContraAccount : journal.supplierContraAccount) ?? ''),
  }
}

/** What a line of these values is sent as: all of a line that is there, with what was typed. */
function sentOf(typed: Typed, { journal, draft }: EditedProps): Record<string, unknown> {
  const isOfContra = draft !== undefined && draft.vatCode === null && draft.contraVatCode !== null
  const body = bodyOf(typed, format.value, today(), isOfContra)
  if (!draft) {
    const voucher = route.value.query.get('v')
    return { journalNumber: journal.number, ...(voucher ? { voucherNumber: Number(voucher) } : {}), ...body }
  }
  const { exchangeRate, ...same } = draft
  const isSameRate = body.currency === draft.currency && body.date === draft.date.slice(0, 10)
  const none = { accountNumber: null, vatCode: null, contraVatCode: null, contraAccountNumber: null }
  return { ...same, ...none, ...(isSameRate ? { exchangeRate } : {}), ...body }
}

/** Saves a line, and begins the next one: of the same voucher while that has no other side. */
async function save(typed: Typed, props: EditedProps): Promise<void> {
  const { draft, journal } = props
  const body = sentOf(typed, props)
  if (draft) {
    await api.write('PUT', draftPaths.all, { body })
    setQuery({ line: undefined })
    return
  }
  const { entryNumber } = await api.write<{ entryNumber: number }>('POST', draftPaths.all, {
    body,
    key: crypto.randomUUID(),
  })
  forget(nameOf(journal))
  const made = await api.read<DraftEntry>(draftPaths.one(entryNumber))
  const goesOn = made.contraAccountNumber === null
  setQuery({ line: 'new', v: goesOn ? String(made.voucherNumber) : undefined, ...UNBEGUN })
  if (goesOn) keep(nameOf(journal), { ...typed, account: '', vatCode: '', amount: '', contra: '' })
}

/** Under which name a new line is kept: of each voucher one. */
const nameOf = ({ number }: Journal): string => `line.${number}.${route.value.query.get('v') ?? ''}`

/** Which line is edited: a draft, or a new one by what the address says of it. */
function placeOf(draft: DraftEntry | undefined): string {
  const begins = draft ? [] : ['v', ...Object.keys(OF_NOBODY)].map((one) => route.value.query.get(one) ?? '')
  return [draft?.entryNumber ?? 'new', ...begins].join(' ')
}

/** The line that is typed: Enter saves it, Tab takes the suggestion, Escape leaves it. */
export function EditedLine(props: EditedProps) {
  const { journal, draft, chart, vouchers } = props
  const name = nameOf(journal)
  const [round, setRound] = useState(0)
  const place = placeOf(draft)
  const first = (): Typed => {
    if (draft) return typedOf(draft, shown)
    const isBegun = Object.keys(UNBEGUN).some((one) => route.value.query.has(one))
    return (isBegun ? undefined : kept<Typed>(name)) ?? begun(journal, vouchers)
  }
  const [typed, setTyped] = useState<Typed>(first)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const row = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    setTyped(first())
    setFaults([])
    row.current?.querySelector<HTMLElement>(draft ? '[name=amount]' : '[name=text]')?.focus()
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [place, round])
  const alike = useAlike(typed.text, typed.account === '')
  const change = (changes: Partial<Typed>): void => {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (!draft) keep(name, next)
  }
  const take = (): boolean => {
    const [line] = alike[0]?.lines ?? []
    if (!line || typed.account !== '' || typed.type !== '5') return false
    change({ account: String(line.accountNumber), vatCode: line.vatCode ?? '' })
    row.current?.querySelector<HTMLElement>('[name=amount]')?.focus()
    return true
  }
  const send = (): void => {
    save(typed, props).then(
      () => setRound((count) => count + 1),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        setFaults(error.told)
        const named = error.told.map(({ property }) => fieldOf(property)).filter((one) => one !== undefined)
        const first = [...(row.current?.querySelectorAll<HTMLInputElement>('input, select') ?? [])].find(
          (one) => one.offsetWidth > 0 && named.includes(one.name as keyof Typed),
        )
        first?.focus()
      },
    )
  }
  const press = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    if (event.key === 'Enter' && target.tagName !== 'BUTTON') send()
    else if (event.key === 'Tab' && !event.shiftKey && target.getAttribute('name') === 'text' && take()) void 0
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <tr class="ed v1" ref={row} onKeyDown={press}>
        <Cells typed={typed} change={change} faults={faults} number={draft?.voucherNumber} chart={chart} />
      </tr>
      <tr class="sg">
        <td colSpan={2} />
        <td class="w1360 only-wide" />
        <td colSpan={columnsBelow()}>
          <Below faults={faults} typed={typed} alike={alike} chart={chart} change={change} />
          <Buttons draft={draft} send={send} />
        </td>
      </tr>
    </>
  )
}

interface CellsProps {
  typed: Typed
  change: (changes: Partial<Typed>) => void
  faults: readonly Fault[]
  number: number | undefined
  chart: readonly Account[]
}

function Cells({ typed, change, faults, number, chart }: CellsProps) {
  const isBad = (name: keyof Typed): boolean => faults.some(({ property }) => fieldOf(property) === name)
  const field = (name: keyof Typed, label: string, more: { classes?: string; list?: string } = {}) => (
    <input
      class={`cell ${isBad(name) ? 'bad' : ''} ${more.classes ?? ''}`}
      name={name}
      value={typed[name]}
      aria-label={label}
      aria-invalid={isBad(name)}
      autocomplete="off"
      spellcheck={false}
      {...(more.list === undefined ? {} : { list: more.list })}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const party = partyOf(Number(typed.type))
  const account = party ? undefined : chart.find((one) => String(one.number) === typed.account.trim())
  return (
    <>
      <td class="id">{number ?? route.value.query.get('v') ?? t('newVoucher')}</td>
      <td>{field('date', t('date'))}</td>
      <td class="w1360 only-wide">
        <select
          class="cell"
          name="type"
          value={typed.type}
          aria-label={t('type')}
          onChange={(event) => change({ type: event.currentTarget.value })}
        >
          {TYPES.map((type) => (
            <option value={String(type)} key={type}>
              {typeWord(type)}
            </option>
          ))}
        </select>
      </td>
      <td>{field('account', t('accountParty'))}</td>
      <td class="tr m2">{account?.name}</td>
      <td class="only-wide">{field('vatCode', t('vatCode'), { list: 'vat-codes' })}</td>
      <td class="only-wide">{field('text', t('text'))}</td>
      <td>{field('amount', t('amount'), { classes: 'n' })}</td>
      <td class="only-wide">{field('currency', t('currency'))}</td>
      <td class="only-wide">
        {field('contra', t('contra'))}
        <VatCodes />
      </td>
    </>
  )
}

const LABELS: Readonly<Record<keyof Typed, Word>> = {
  date: 'date',
  type: 'type',
  account: 'accountParty',
  vatCode: 'vatCode',
  text: 'text',
  amount: 'amount',
  currency: 'currency',
  contra: 'contra',
}

/** A fault in the words of the reader, by its field and what is typed there. */
function saidOf(fault: Fault, typed: Typed): string {
  const field = fieldOf(fault.property)
  return field === undefined ? fault.message : faultSaid(fault, t(LABELS[field]), typed[field])
}

interface BelowProps {
  faults: readonly Fault[]
  typed: Typed
  alike: readonly Alike[]
  chart: readonly Account[]
  change: (changes: Partial<Typed>) => void
}

/** Below the line: its faults, all at once; else what the last alike had, or the accounts that may be meant. */
function Below({ faults, typed, alike, chart, change }: BelowProps) {
  if (faults.length > 0) {
    return (
      <ul class="fts" role="alert">
        {faults.map((fault) => (
          <li class="fault" key={`${fault.errorCode} ${fault.message}`}>
            <Icon name="warn" /> {saidOf(fault, typed)}
          </li>
        ))}
      </ul>
    )
  }
  const [first] = alike
  const line = first?.lines[0]
  if (first && line && typed.account === '' && typed.type === '5') {
    return (
      <span class="tr sug">
        <kbd>Tab</kbd> {t('takes')} <b>{[line.accountNumber, line.vatCode].filter(Boolean).join(' · ')}</b>{' '}
        <span class="m3">
          {t('asIn', { voucher: first.voucherNumber, date: dayName(first.date, true), text: first.text ?? '' })}
          {alike.length > 1 && ` · ${t('moreAlike', { n: alike.length - 1 })}`}
        </span>
      </span>
    )
  }
  const isNumber = chart.some(({ number }) => String(number) === typed.account.trim())
  const meant = typed.type === '5' && !isNumber ? accountsMeant(chart, typed.account) : []
  return (
    <span class="sug">
      {meant.map(({ number, name }) => (
        <button type="button" class="l" key={number} onClick={() => change({ account: String(number) })}>
          {number} {name}
        </button>
      ))}
    </span>
  )
}

function Buttons({ draft, send }: { draft: DraftEntry | undefined; send: () => void }) {
  const remove = (): void => {
    if (!draft) return
    api.write('DELETE', draftPaths.one(draft.entryNumber)).then(
      () => setQuery({ line: undefined, v: undefined }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        api.generation.value++
      },
    )
  }
  return (
    <span class="row bts">
      <button type="button" class="btn" onClick={send}>
        {t('save')} <kbd>↵</kbd>
      </button>
      <button type="button" class="btn quiet" onClick={() => setQuery({ line: undefined, ...UNBEGUN })}>
        {t('cancel')} <kbd>Esc</kbd>
      </button>
      {draft && (
        <button type="button" class="btn quiet danger" onClick={remove}>
          {t('remove')}
        </button>
      )}
    </span>
  )
}
