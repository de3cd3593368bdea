import type { Transaction } from '../../database/connection.ts'
import { isBrokenUnit } from '../currency.ts'
import { type FoundDimensions, namedDimensions, readDimensions, setsToJson } from '../dimensions.ts'
import { centsOf, decimalsOf } from '../money.ts'
import { type FindPeriod, findAmong, type PeriodFact } from '../periods.ts'
import type { AccountFact } from '../rules.ts'
import { factsText, JOURNAL, type Shape } from './facts-text.ts'
import type { DraftContext, DraftEntryInput } from './input.ts'
import {
  type AccountKey,
  type JournalFact,
  type MasterData,
  type PartyFact,
  rateKey,
  type References,
  remainderKey,
  voucherKey,
} from './references.ts'
import { invoiceKey, uniqueInvoices } from './repeated-invoices.ts'

/** What draft entries are checked against. */
export interface DraftFacts {
  references: References
  periods: FindPeriod
  /** By journal, the voucher numbers in use among the next `numbersLookedAt`. */
  usedNumbers: ReadonlyMap<number, ReadonlySet<number>>
  numbersLookedAt: ReadonlyMap<number, number>
}

type Loaded = Partial<FoundDimensions> & {
  modules: string[]
  givesDepartments: boolean
  journals: JournalFact[] | null
  accounts: AccountFact[] | null
  customers?: PartyFact[] | null
  suppliers?: PartyFact[] | null
  vatCodes: string[] | null
  currencies: string[] | null
  data: (AccountKey & { account: number })[] | null
  periods: PeriodFact[] | null
  /** Of the last change of the agreement's master data, in hexadecimal; null where there was none. */
  seal: string | null
  rates?: [string, string, string][] | null
  texts?: [number, string, number, string][] | null
  used?: [number, number][] | null
  expenses?: [number, number, string | null][] | null
  booked?: [number, string, number][] | null
  invoices?: [number, string, number, string, number][] | null
  remainders?: [string, string][] | null
}

/**
 * Looks up everything that the entries and their defaults refer to, in one statement: each kind once, and the rarer
 * kinds only where an entry names one. Years and periods are locked against closing and barring. The journals are
 * locked before (see `lockJournals`). What is found of the master data is remembered, where the context has a memory.
 */
export async function loadFacts(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
): Promise<DraftFacts> {
  const { agreement, baseCurrency, remembered } = context
  const dimensions = namedDimensions(entries)
  const taking = countedBy(entries.filter(({ voucherNumber }) => voucherNumber === undefined))
  const names = namesOf(entries, baseCurrency)
  const shape: Shape = {
    givesNumbers: taking.size > 0,
    hasParties: names.customers.size > 0 || names.suppliers.size > 0,
    hasDimensions: Object.values(dimensions).some(({ size }) => size > 0),
    hasRates: names.rateDays.size > 0,
    hasTexts: names.vouchers.length > 0,
    namesNumbers: names.numbers.size > 0,
    hasInvoices: names.invoices.length > 0,
    hasBrokenUnits: names.brokenUnits.size > 0,
  }
  const journals = [...names.journals].map((number) => ({ number, amount: taking.get(number) ?? 0 }))
  const [row] = await transaction.look<{ found: string }>(factsText(shape), [
    agreement,
    setsToJson({ ...names, ...(shape.hasDimensions && dimensions), journals }),
  ])
  const found = JSON.parse(row!.found) as Loaded
  const data = readMasterData(found)
  if (found.seal !== null) remembered?.keep(agreement, found.seal, data, found.periods ?? [])
  return { ...readFacts(found, data), numbersLookedAt: taking }
}

function countedBy(entries: readonly DraftEntryInput[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { journalNumber } of entries) counts.set(journalNumber, (counts.get(journalNumber) ?? 0) + 1)
  return counts
}

/** What entries name, each once. */
export function namesOf(entries: readonly DraftEntryInput[], baseCurrency: string) {
  const names = {
    journals: new Set<number>(),
    accounts: new Set<number>(),
    customers: new Set<number>(),
    suppliers: new Set<number>(),
    vatCodes: new Set<string>(),
    currencies: new Set<string>(),
    /** Days on which a rate may be needed, and days that must lie in a period. */
    rateDays: new Set<string>(),
    days: new Set<string>(),
    numbers: numbersNamed(entries),
    /** Amounts, without sign, that may be no whole units of their currency. */
    brokenUnits: new Set<string>(),
    invoices: uniqueInvoices(entries),
    vouchers: entries
      .filter(({ text, voucherNumber }) => text === undefined && voucherNumber !== undefined)
      .map(({ journalNumber, voucherNumber }) => ({ journal: journalNumber, voucher: voucherNumber })),
  }
  const want = <T>(set: Set<T>, value: T | undefined): void => void (value !== undefined && set.add(value))
  for (const entry of entries) {
    want(names.journals, entry.journalNumber)
    want(names.accounts, entry.accountNumber)
    want(names.accounts, entry.contraAccountNumber)
    want(names.customers, entry.customerNumber)
    want(names.suppliers, entry.supplierNumber)
    want(names.vatCodes, entry.vatCode)
    want(names.vatCodes, entry.contraVatCode)
    want(names.currencies, entry.currency)
    want(names.days, entry.date)
    want(names.days, entry.assetStartDate)
    if (mayBreakUnits(entry)) want(names.brokenUnits, entry.amount!.replace('-', ''))
    if (entry.exchangeRate === undefined && entry.currency !== baseCurrency) want(names.rateDays, entry.date)
  }
  return names
}

/** Whether the amount has decimals that its currency lacks, or that its party's currency, which it takes, may lack. */
const mayBreakUnits = ({ amount, currency, customerNumber, supplierNumber }: DraftEntryInput): boolean =>
  amount !== undefined &&
  (currency === undefined
    ? decimalsOf(amount) > 0 && (customerNumber ?? supplierNumber) !== undefined
    : isBrokenUnit(amount, currency))

function invoicesOf(rows: readonly [number, string, number, string, number][]): Map<string, Set<string>> {
  const vouchers = new Map<string, Set<string>>()
  for (const [supplier, invoice, journal, year, voucher] of rows) {
    const key = invoiceKey(supplier, invoice)
    vouchers.set(key, (vouchers.get(key) ?? new Set()).add(voucherKey(journal, year, voucher)))
  }
  return vouchers
}

function keysOfAccounts(rows: readonly (AccountKey & { account: number })[]): Map<number, AccountKey[]> {
  const accounts = new Map<number, AccountKey[]>()
  for (const { account, ...key } of rows) accounts.set(account, [...(accounts.get(account) ?? []), key])
  return accounts
}

/** The vouchers that entries name, each once. */
function numbersNamed(entries: readonly DraftEntryInput[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { journalNumber, voucherNumber } of entries) {
    if (voucherNumber !== undefined) named.add(`${journalNumber} ${voucherNumber}`)
  }
  return named
}

function readMasterData(found: Loaded): MasterData {
  const byNumber = <T extends { number: number }>(rows: readonly T[] | null | undefined) =>
    new Map((rows ?? []).map((fact) => [fact.number, fact]))
  return {
    givesDepartments: found.givesDepartments,
    journals: byNumber(found.journals),
    accounts: byNumber(found.accounts),
    customers: byNumber(found.customers),
    suppliers: byNumber(found.suppliers),
    dataOfAccounts: keysOfAccounts(found.data ?? []),
    vatCodes: new Set(found.vatCodes),
    currencies: new Set(found.currencies),
    departments: new Map(found.departments),
  }
}

function readFacts(found: Loaded, data: MasterData): Omit<DraftFacts, 'numbersLookedAt'> {
  const used = new Map<number, Set<number>>()
  for (const [journal, number] of found.used ?? []) used.set(journal, (used.get(journal) ?? new Set()).add(number))
  return {
    periods: findAmong(found.periods ?? []),
    usedNumbers: used,
    references: {
      ...readDimensions(found),
      ...data,
      modules: found.modules,
      expenses: new Map(found.expenses?.map(([costType, account, vatCode]) => [costType, { account, vatCode }])),
      rates: new Map(found.rates?.map(([currency, day, rate]) => [rateKey(currency, day), rate])),
      remainders: new Set(found.remainders?.map(([currency, left]) => remainderKey(currency, centsOf(left)))),
      texts: new Map(found.texts?.map(([journal, year, voucher, text]) => [voucherKey(journal, year, voucher), text])),
      bookedInvoices: invoicesOf(found.invoices ?? []),
      bookedVouchers: new Set(found.booked?.map(([journal, year, voucher]) => voucherKey(journal, year, voucher))),
    },
  }
}

/** Reads a journal and locks it: it is about to give a voucher number. */
export async function lockJournal(
  transaction: Transaction,
  agreement: number,
  number: number,
): Promise<JournalFact | undefined> {
  const [journal] = await transaction.rows<JournalFact>(
    `SELECT ${JOURNAL} FROM journal j WHERE j.agreement = $1 AND j.number = $2 FOR NO KEY UPDATE`,
    [agreement, number],
  )
  return journal
}

/** A journal that gives voucher numbers; a deleted one still does when its vouchers are reversed. */
export type NumberedJournal = Pick<JournalFact, 'number' | 'next' | 'minimum' | 'maximum'>
