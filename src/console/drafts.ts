import type { Fault } from './refusal.ts'
import { type Account, PATHS } from './books.ts'
import { dayName, today } from './period.ts'
import { type Amount, cents, type Format, typedAmount } from './money.ts'

/** A line of a journal that is not booked yet. */
export interface DraftEntry {
  entryNumber: number
  entryTypeNumber: number
  voucherNumber: number
  journalNumber: number
  date: string
  accountNumber: number | null
  vatCode: string | null
  amount: Amount
  currency: string
  exchangeRate: Amount
  contraAccountNumber: number | null
  contraVatCode: string | null
  text: string | null
  customerNumber: number | null
  supplierNumber: number | null
  objectVersion: string
}

/** A draft voucher that does not balance, and what its lines in other currencies come to. */
export interface Unbalanced {
  journalNumber: number
  accountingYear: string
  voucherNumber: number
  date: string
  difference: Amount
  rates: {
    entryNumber: number
    accountNumber: number | null
    currency: string
    amount: Amount
    exchangeRate: Amount
    amountInBaseCurrency: Amount
    /** The day of the rate that the table has. */
    tableDate: string | null
    tableRate: Amount | null
    amountAtTableRate: Amount | null
    /** The rate at which the voucher balances. */
    balancingRate: Amount | null
  }[]
}

/** What of the journals does not balance. */
export interface UnbalancedVouchers {
  journals: { journalNumber: number; name: string; count: number }[]
  items: Unbalanced[]
}

/** What is typed in a line, as texts. */
export interface Typed {
  date: string
  type: string
  account: string
  vatCode: string
  text: string
  amount: string
  currency: string
  contra: string
}

/** A voucher of a journal: its lines, in the order of their numbers. */
export interface Voucher {
  number: number
  lines: DraftEntry[]
}

/** A line that is being typed: of which draft, undefined for a new one. */
export interface Typing {
  entryNumber: number | undefined
  typed: Typed
}

/**
 * What the lines of a voucher leave without another side, in cents, the one that is typed as it is typed; undefined
 * where one has no amount, or is in another currency: what that comes to the service says.
 */
export function restOf(
  lines: readonly DraftEntry[],
  typing: Typing | undefined,
  base: string,
  format: Format,
): bigint | undefined {
  const saved = lines.filter(({ entryNumber }) => entryNumber !== typing?.entryNumber)
  const sides = saved.map((one) => ({ ...one, contra: String(one.contraAccountNumber ?? '') }))
  const all: (Pick<Typed, 'contra' | 'currency'> & { amount: Amount })[] = [...sides]
  if (typing && typing.typed.amount.trim() !== '') {
    const { amount, contra, currency } = typing.typed
    const meant = typedAmount(amount, format)
    if (meant === undefined) return undefined
    all.push({ amount: meant, contra: contra.trim(), currency: currency.trim().toUpperCase() })
  }
  if (all.some(({ currency }) => currency !== base)) return undefined
  return all.filter(({ contra }) => contra === '').reduce((sum, { amount }) => sum + cents(amount), 0n)
}

/** The kinds of lines, by the number that the API has for them. */
export const TYPES = [5, 2, 4, 3, 10] as const

/** Whether a kind of line is of a customer, of a supplier, or of an account. */
export const partyOf = (type: number): 'customerNumber' | 'supplierNumber' | undefined =>
  type === 2 || type === 10 ? 'customerNumber' : type === 3 || type === 4 ? 'supplierNumber' : undefined

/** The paths of drafts. */
export const draftPaths = {
  all: `${PATHS.daybook}/draft-entries`,
  one: (entry: number) => `${PATHS.daybook}/draft-entries/${entry}`,
  book: (journal: number) => `${PATHS.journals}/journals/${journal}/bookdraftentries`,
  alike: (text: string | undefined, amount?: string) => {
    const asked = [text && `text=${encodeURIComponent(text)}`, amount && `amount=${amount}`].filter(Boolean)
    return `${PATHS.daybook}/voucher-suggestions?${asked.join('&')}`
  },
  parties: (kind: 'customers' | 'suppliers', numbers: readonly number[]) =>
    `${PATHS.daybook}/${kind}?filter=number$in:[${numbers.join(',')}]`,
  systemAccounts: `${PATHS.daybook}/system-accounts`,
  unbalanced: `${PATHS.daybook}/unbalanced-vouchers`,
  vatCodes: `${PATHS.daybook}/vat-codes`,
} as const

/** The lines of a journal as its vouchers. */
export function vouchersOf(drafts: readonly DraftEntry[], journal: number): Voucher[] {
  const vouchers = new Map<number, DraftEntry[]>()
  for (const draft of drafts) {
    if (draft.journalNumber !== journal) continue
    vouchers.set(draft.voucherNumber, [...(vouchers.get(draft.voucherNumber) ?? []), draft])
  }
  return [...vouchers].sort(([a], [b]) => a - b).map(([number, lines]) => ({ number, lines }))
}

/** The number on a line's own side: the account, or the party that stands for one. */
export const ownNumber = (draft: DraftEntry): number | null => {
  const party = partyOf(draft.entryTypeNumber)
  return party ? draft[party] : draft.accountNumber
}

/** A line as it is typed. */
export function typedOf(draft: DraftEntry, write: (amount: Amount) => string): Typed {
  return {
    date: dayTyped(draft.date, today()),
    type: String(draft.entryTypeNumber),
    account: String(ownNumber(draft) ?? ''),
    vatCode: draft.vatCode ?? draft.contraVatCode ?? '',
    text: draft.text ?? '',
    amount: write(draft.amount),
    currency: draft.currency,
    contra: String(draft.contraAccountNumber ?? ''),
  }
}

/** A day as it is typed: 26.11., and with its year where that is not the present one. */
export const dayTyped = (iso: string, now: string): string => dayName(iso, iso.slice(0, 4) === now.slice(0, 4))

/**
 * The day that was typed (26, 26.11, 26.11.26, 26.11.2026 or 2026-11-26), as the API takes it; the text itself where it
 * is none.
 */
export function typedDay(typed: string, now: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return typed
  const [, day, month, year] = /^(\d{1,2})(?:[.\-/ ](\d{1,2}))?(?:[.\-/ ](\d{2}|\d{4}))?\.?$/.exec(typed.trim()) ?? []
  if (day === undefined) return typed
  const full = year === undefined ? now.slice(0, 4) : year.length === 2 ? `20${year}` : year
  return `${full}-${(month ?? now.slice(5, 7)).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A whole number that was typed, as the API takes it; the text itself where it is none, null where there is none. */
export const numberOrText = (text: string): number | string | null =>
  text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : text.trim()

/** An amount that was typed, as the API takes it; the text itself where it is none, null where there is none. */
export const amountOrText = (text: string, format: Format): string | null =>
  text.trim() === '' ? null : (typedAmount(text, format) ?? text)

/**
 * What is typed, as the body of a draft entry; a VAT code is of the contra account where the own side is a party's, or
 * `isOfContra`. Amounts that are none go as they are: the API says what is wrong.
 */
export function bodyOf(typed: Typed, format: Format, now: string, isOfContra = false): Record<string, unknown> {
  const type = Number(typed.type)
  const party = partyOf(type)
  return {
    entryTypeNumber: type,
    date: typedDay(typed.date, now),
    [party ?? 'accountNumber']: numberOrText(typed.account),
    ...(typed.vatCode.trim() === ''
      ? {}
      : { [party || isOfContra ? 'contraVatCode' : 'vatCode']: typed.vatCode.trim().toUpperCase() }),
    text: typed.text.trim() === '' ? null : typed.text.trim(),
    amount: typedAmount(typed.amount, format) ?? typed.amount,
    currency: typed.currency.trim().toUpperCase(),
    ...(typed.contra.trim() === '' ? {} : { contraAccountNumber: numberOrText(typed.contra) }),
  }
}

/** Which field of a line a fault's property is about. */
export function fieldOf(property: string | undefined): keyof Typed | undefined {
  const name = property
    ?.split('.')
    .at(-1)
    ?.replace(/\[\d+\]$/, '')
  const fields: Readonly<Record<string, keyof Typed>> = {
    date: 'date',
    entryTypeNumber: 'type',
    accountNumber: 'account',
    customerNumber: 'account',
    supplierNumber: 'account',
    vatCode: 'vatCode',
    contraVatCode: 'vatCode',
    text: 'text',
    amount: 'amount',
    currency: 'currency',
    exchangeRate: 'currency',
    contraAccountNumber: 'contra',
  }
  return fields[name ?? '']
}

/** The vouchers that faults of a booking are about, each with its faults, and the messages of none. */
export function byVoucher(faults: readonly Fault[]): { of: Map<number, Fault[]>; rest: string[] } {
  const of = new Map<number, Fault[]>()
  const rest: string[] = []
  for (const fault of faults) {
    const number = fault.voucher?.voucherNumber
    if (number === undefined) rest.push(fault.message)
    else of.set(number, [...(of.get(number) ?? []), fault])
  }
  return { of, rest }
}

/** The accounts that somebody may mean by what is typed: by the beginning of their number, or a part of their name. */
export function accountsMeant(chart: readonly Account[], typed: string): Account[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return []
  const open = chart.filter(({ type }) => type === 1 || type === 2)
  return open
    .filter(({ number, name }) => String(number).startsWith(text) || name.toLowerCase().includes(text))
    .slice(0, 6)
}
