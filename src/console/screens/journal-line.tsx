import type { Signal } from '@preact/signals'
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
  type Typed,
  typedOf,
  type Typing,
  type Voucher,
} from '../drafts.ts'
import { forget, keep, kept } from '../kept.ts'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName, today } from '../period.ts'
import { fromHere, route, setQuery } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { Cells, TypeField } from './journal-cells.tsx'
import { columnsBelow, isPhone } from './journal-fault.tsx'

interface EditedProps {
  journal: Journal
  /** Undefined for a new line. */
  draft: DraftEntry | undefined
  chart: readonly Account[]
  vouchers: readonly Voucher[]
  typing: Signal<Typing | undefined>
  /** Whether its voucher has a document. */
  isFiled: boolean
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
  const goOn = fromHere()
  const body = sentOf(typed, props)
  if (draft) {
    await api.write('PUT', draftPaths.all, { body })
    goOn(() => setQuery({ line: undefined }))
    return
  }
  const { entryNumber } = await api.write<{ entryNumber: number }>('POST', draftPaths.all, {
    body,
    key: crypto.randomUUID(),
  })
  forget(nameOf(journal))
  const made = await api.read<DraftEntry>(draftPaths.one(entryNumber))
  const hasOneSide = made.contraAccountNumber === null
  goOn(() => {
    setQuery({ line: 'new', v: hasOneSide ? String(made.voucherNumber) : undefined, ...UNBEGUN })
    if (hasOneSide) keep(nameOf(journal), { ...typed, account: '', vatCode: '', amount: '', contra: '' })
  })
}

/** Under which name a new line is kept: of each voucher one. */
const nameOf = ({ number }: Journal): string => `line.${number}.${route.value.query.get('v') ?? ''}`

/** Which line is edited: a draft, or a new one by what the address says of it. */
function placeOf(draft: DraftEntry | undefined): string {
  const begins = draft ? [] : ['v', ...Object.keys(OF_NOBODY)].map((one) => route.value.query.get(one) ?? '')
  return [draft?.entryNumber ?? 'new', ...begins].join(' ')
}

/** What a line takes of a voucher alike: of one with two sides also the other. */
function takenOf(alike: Alike | undefined): Pick<Typed, 'account' | 'vatCode' | 'contra'> | undefined {
  const [line, other, ...more] = alike?.lines ?? []
  if (!line) return undefined
  const contra = other && more.length === 0 && other.accountNumber !== line.accountNumber ? other.accountNumber : ''
  return { account: String(line.accountNumber), vatCode: line.vatCode ?? '', contra: String(contra) }
}

/** Tells others of the page what is typed. */
function useTold({ draft, typing }: EditedProps, typed: Typed): void {
  useLayoutEffect(() => {
    typing.value = { entryNumber: draft?.entryNumber, typed }
    return () => {
      typing.value = undefined
    }
  }, [typed, draft])
}

/** What is typed in a line, what was said of it, and what keys do with it. */
function useEdited(props: EditedProps) {
  const { journal, draft, vouchers } = props
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
  useTold(props, typed)
  const alike = useAlike(typed.text, typed.account === '')
  const change = (changes: Partial<Typed>): void => {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (!draft) keep(name, next)
  }
  const take = (): boolean => {
    const taken = takenOf(alike[0])
    if (!taken || typed.account !== '' || typed.type !== '5') return false
    change({ ...taken, contra: typed.contra || taken.contra })
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
  return { row, typed, change, faults, alike, send, press }
}

/** The line that is typed: Enter saves it, Tab takes the suggestion, Escape leaves it. */
export function EditedLine(props: EditedProps) {
  const { draft, chart } = props
  const { row, typed, change, faults, alike, send, press } = useEdited(props)
  return (
    <>
      <tr class="ed v1" ref={row} onKeyDown={press}>
        <Cells
          typed={typed}
          change={change}
          faults={faults}
          number={draft?.voucherNumber}
          chart={chart}
          isFiled={props.isFiled}
        />
      </tr>
      <tr class="sg">
        <td class="only-wide" colSpan={2} />
        <td class="w1360 only-wide" />
        <td colSpan={isPhone() ? 5 : columnsBelow()}>
          <Below faults={faults} typed={typed} alike={alike} chart={chart} change={change} />
          <span class="row bts">
            <Buttons draft={draft} send={send} />
            <label class="row s m2 only-mid">
              {t('type')} <TypeField typed={typed} change={change} />
            </label>
          </span>
        </td>
      </tr>
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
  const taken = takenOf(first)
  if (first && taken && typed.account === '' && typed.type === '5') {
    const { account, vatCode, contra } = taken
    return (
      <span class="tr sug">
        <kbd>Tab</kbd> {t('takes')} <b>{[account, vatCode, contra].filter(Boolean).join(' · ')}</b>{' '}
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
    const goOn = fromHere()
    api.write('DELETE', draftPaths.one(draft.entryNumber)).then(
      () => goOn(() => setQuery({ line: undefined, v: undefined })),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        api.again()
      },
    )
  }
  return (
    <>
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
    </>
  )
}
