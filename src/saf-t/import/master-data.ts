import type { Transaction } from '../../database/connection.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { writeRecords } from '../../records/records.ts'
import type { Item } from '../../resource/operations.ts'
import type { Resource } from '../../resource/resource.ts'
import { accounts as accountResource } from '../../resources/accounts/accounts.ts'
import { customers } from '../../resources/customers/customers.ts'
import { currencies } from '../../resources/daybook/currencies.ts'
import { customerGroups } from '../../resources/daybook/customer-groups.ts'
import { paymentTerms } from '../../resources/daybook/payment-terms.ts'
import { suppliers } from '../../resources/daybook/suppliers.ts'
import { journals as journalResource } from '../../resources/journals/journals.ts'
import { groups as supplierGroups } from '../../resources/suppliers/groups.ts'
import { PROFIT_AND_LOSS, STATUS } from '../account-types.ts'
import { SafTError } from '../error.ts'
import type { SafTFile, SafTParty } from '../model.ts'
import type { Notes } from './notes.ts'
import type { Masters, PlannedAccount, PlannedAccounts, PlannedParty } from './plan.ts'
import { cutName, groupName } from './plan.ts'
import type { JournalSurvey } from './survey.ts'

/** Rows of a statement. Also entries after which a booking ends, so that it needs little memory. */
export const CHUNK = 5000
const JOURNAL_NAME_MAX = 50
const PAYMENT_DAYS_MAX = 365
/** Characters of a line of a customer's address. */
const ADDRESS_LINE = 255

/**
 * An import asks no rules of what it creates, and tells no webhook: the plan of the file has its own checks, and
 * `daybook verify` judges the books of an import as those of any other agreement.
 */
export const UNASKED = { isTrusted: true, isSilent: true } as const

const ISO_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** `rows` in pieces a statement can take. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK)
}

/**
 * Locks the agreement and gives it the file's currency.
 * @throws SafTError where the agreement does not exist, has booked entries, or has drafts in another base currency.
 */
export async function prepareAgreement(transaction: Transaction, agreement: number, file: SafTFile): Promise<void> {
  const [found] = await transaction.rows<{ base_currency: string }>(
    'SELECT base_currency FROM agreement WHERE agreement = $1 FOR NO KEY UPDATE',
    [agreement],
  )
  if (!found) throw new SafTError(undefined, `There is no agreement ${agreement}.`)
  // Only a statement after the lock sees what its last holder has booked.
  const [has] = await transaction.rows<{ entries: boolean; drafts: boolean }>(
    `SELECT EXISTS (SELECT FROM booked_entry WHERE agreement = $1) AS entries,
       EXISTS (SELECT FROM draft_entry WHERE agreement = $1)
         OR EXISTS (SELECT FROM open_sales_document WHERE agreement = $1) AS drafts`,
    [agreement],
  )
  if (has!.entries) {
    const reason = `Agreement ${agreement} has booked entries; a SAF-T file is imported into an agreement without any.`
    throw new SafTError(undefined, reason)
  }
  if (found.base_currency === file.defaultCurrency) return
  if (has!.drafts) {
    const currencies = `the file is in ${file.defaultCurrency}, the agreement in ${found.base_currency}`
    throw new SafTError(
      undefined,
      `${currencies}, and it has draft entries, draft invoices, orders or quotes: its currency cannot be changed.`,
    )
  }
  await transaction.rows('UPDATE agreement SET base_currency = $2 WHERE agreement = $1', [
    agreement,
    file.defaultCurrency,
  ])
  // Rates are units of the base currency: rates in the old one are wrong in the new one.
  await transaction.rows('DELETE FROM exchange_rate WHERE agreement = $1', [agreement])
}

/** Creates the currencies of the file that are missing. */
export async function createCurrencies(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  ofLines: ReadonlySet<string>,
): Promise<void> {
  const codes = new Set([file.defaultCurrency, ...ofLines])
  for (const party of [...file.customers, ...file.suppliers]) codes.add(partyCurrency(party, file))
  const known = await transaction.rows<{ code: string }>('SELECT c.code FROM currency c WHERE c.agreement = $1', [
    agreement,
  ])
  for (const { code } of known) codes.delete(code)
  const missing = [...codes].map((code) => ({ code, name: currencyNames.of(code) ?? code }))
  await writeRecords(transaction, agreement, currencies, missing, UNASKED)
}

/**
 * A party's currency; that of the file where it has none, or one that does not exist (the public example says `NOR`).
 */
function partyCurrency(party: SafTParty, file: SafTFile): string {
  return party.currency !== undefined && ISO_CURRENCIES.has(party.currency) ? party.currency : file.defaultCurrency
}

/** The numbers of the accounts that the agreement has. */
export async function accountsOf(transaction: Transaction, agreement: number): Promise<Set<number>> {
  const rows = await transaction.rows<{ number: number }>('SELECT a.number FROM account a WHERE a.agreement = $1', [
    agreement,
  ])
  return new Set(rows.map(({ number }) => number))
}

/**
 * Creates the accounts that are missing. Existing accounts are used as they are.
 * @returns the numbers of all accounts that the agreement then has.
 * @throws SafTError where an account of the agreement cannot take the file's entries.
 */
export async function createAccounts(
  transaction: Transaction,
  agreement: number,
  accounts: PlannedAccounts,
): Promise<Set<number>> {
  const existing = await transaction.rows<{ number: number; type: number; barred: boolean }>(
    `SELECT number, type, is_barred OR is_blocked_for_direct_entries AS barred FROM account WHERE agreement = $1`,
    [agreement],
  )
  const known = new Map(existing.map((account) => [account.number, account]))
  const missing: PlannedAccount[] = []
  for (const account of accounts.values()) {
    const found = known.get(account.number)
    if (!found) missing.push(account)
    else if (found.type !== account.type) throw new SafTError(account.line, typeReason(account, found.type))
    else if (found.barred) {
      throw new SafTError(account.line, `Account ${account.number} of the agreement is barred or blocked for entries.`)
    }
  }
  for (const rows of chunks(missing)) await insertAccounts(transaction, agreement, rows)
  return new Set([...known.keys(), ...missing.map((account) => account.number)])
}

function typeReason({ number, type }: PlannedAccount, found: number): string {
  const names: Record<number, string> = { [PROFIT_AND_LOSS]: 'a profit and loss account', [STATUS]: 'a status account' }
  const is = names[found] ?? 'a heading or a sum'
  return `Account ${number} is ${names[type]}, but in the agreement it is ${is}; import into an empty agreement.`
}

/** Adds accounts of the given numbers, names and types. */
export async function insertAccounts(
  transaction: Transaction,
  agreement: number,
  accounts: readonly Pick<PlannedAccount, 'number' | 'name' | 'type'>[],
): Promise<void> {
  await writeRecords(
    transaction,
    agreement,
    accountResource,
    accounts.map(({ number, name, type }) => ({ number, name, type })),
    UNASKED,
  )
}

/** Numbers the agreement's customers or suppliers have. */
export async function partyNumbers(
  transaction: Transaction,
  agreement: number,
  table: 'customer' | 'supplier',
): Promise<Set<number>> {
  const statements = {
    customer: 'SELECT number FROM customer WHERE agreement = $1',
    supplier: 'SELECT number FROM supplier WHERE agreement = $1',
  }
  const rows = await transaction.rows<{ number: number }>(statements[table], [agreement])
  return new Set(rows.map((row) => row.number))
}

/** The resources of customers and suppliers, and of their groups, with the names of what a file has of a party. */
const PARTIES = {
  customer: {
    groups: customerGroups,
    parties: customers,
    itemOf: ({ number, group, term, registration, vat, street, postalCode, bank, ...same }: PartyRow): Item => ({
      ...same,
      customerNumber: number,
      customerGroupNumber: group,
      paymentTermId: term,
      cvrNo: registration,
      vatNo: vat,
      ...addressLines(street),
      postCode: postalCode,
      bankAccount: bank,
    }),
  },
  supplier: {
    groups: supplierGroups,
    parties: suppliers,
    itemOf: ({ group, term, registration, vat, street, bank, ...same }: PartyRow): Item => ({
      ...same,
      groupNumber: group,
      paymentTermNumber: term,
      corporateIdentificationNumber: registration,
      vatNumber: vat,
      address: street,
      bankAccount: bank,
    }),
  },
}

/** Addresses of customers have two lines. */
function addressLines(street: string | undefined): Item {
  const characters = [...(street ?? '')]
  const line = (from: number): string => characters.slice(from, from + ADDRESS_LINE).join('')
  return { address1: street === undefined ? undefined : line(0), address2: line(ADDRESS_LINE) || undefined }
}

/** Creates parties with a group per summary account and their payment terms, where those are missing. */
export async function createPartiesWithGroups(
  transaction: Transaction,
  agreement: number,
  table: 'customer' | 'supplier',
  { file, accounts, customers: ofFile, suppliers: others }: Masters,
  notes: Notes,
): Promise<void> {
  const list = [...(table === 'customer' ? ofFile : others).values()]
  const byNumber = new Map([...accounts.values()].map((account) => [account.number, account]))
  const wanted = [...new Set(list.map((one) => one.summaryAccount))].map((account) => {
    return { account, name: groupName(byNumber.get(account)!) }
  })
  const { groups, parties, itemOf } = PARTIES[table]
  const groupOf = await createGroups(transaction, agreement, groups, wanted)
  const termOf = await createPaymentTerms(transaction, agreement, list)
  for (const chunk of chunks(list)) {
    const rows = chunk.map((party) => partyRow(party, file, groupOf, termOf, notes))
    await writeRecords(transaction, agreement, parties, rows.map(itemOf), UNASKED)
  }
}

/** @returns for each account the first group that has it. */
async function createGroups(
  transaction: Transaction,
  agreement: number,
  resource: Resource,
  wanted: readonly { account: number; name: string }[],
): Promise<Map<number, number>> {
  const known = await transaction.rows<{ number: number; account: number }>(
    `SELECT g.number, g.account_number AS account FROM ${resource.table} g WHERE g.agreement = $1 ORDER BY g.number`,
    [agreement],
  )
  const groupOf = new Map(known.toReversed().map(({ number, account }) => [account, number]))
  const last = known.at(-1)?.number ?? 0
  const missing = wanted.filter(({ account }) => !groupOf.has(account)).sort((a, b) => a.account - b.account)
  const groups = missing.map(({ account, name }, at) => ({ number: last + 1 + at, name, accountNumber: account }))
  for (const { number, accountNumber } of groups) groupOf.set(accountNumber, number)
  await writeRecords(transaction, agreement, resource, groups, UNASKED)
  return groupOf
}

const termKey = ({ type, days }: { type: number; days: number }): string => `${type} ${days}`

/** @returns by type and days the first payment term that has them. */
async function createPaymentTerms(
  transaction: Transaction,
  agreement: number,
  parties: readonly PlannedParty[],
): Promise<Map<string, number>> {
  const known = await transaction.rows<{ number: number; type: number; days: number }>(
    'SELECT t.number, t.type, t.days FROM payment_term t WHERE t.agreement = $1 ORDER BY t.number',
    [agreement],
  )
  const termOf = new Map(known.toReversed().map((term) => [termKey(term), term.number]))
  const last = known.at(-1)?.number ?? 0
  const wanted = new Map(parties.flatMap(({ party }) => paymentTerm(party) ?? []).map((term) => [termKey(term), term]))
  const missing = [...wanted.values()].filter((term) => !termOf.has(termKey(term)))
  missing.sort((a, b) => a.type - b.type || a.days - b.days)
  const terms = missing.map(({ type, days }, at) => {
    const name = `${type === 1 ? 'Net ' : 'End of month + '}${days} days`
    return { number: last + 1 + at, name, type, days }
  })
  for (const term of terms) termOf.set(termKey(term), term.number)
  await writeRecords(transaction, agreement, paymentTerms, terms, UNASKED)
  return termOf
}

/** Type and days of table `payment_term`. Terms of more than a year are left out: the table does not take them. */
function paymentTerm(party: SafTParty): { type: 1 | 2; days: number } | undefined {
  const days = party.paymentTermDays ?? (party.paymentTermEndOfMonth ? 0 : undefined)
  if (days === undefined || days > PAYMENT_DAYS_MAX) return undefined
  return { type: party.paymentTermEndOfMonth ? 2 : 1, days }
}

/**
 * Characters that the fields of customers and suppliers hold; where these differ, the smaller bound. Addresses of
 * customers have two lines of 255.
 */
const PARTY_MAX = {
  name: 255,
  street: 510,
  city: 50,
  postalCode: 30,
  country: 50,
  registrationNumber: 40,
  vatNumber: 20,
  email: 255,
  phone: 50,
  bankAccount: 50,
} as const satisfies Partial<Record<keyof SafTParty, number>>

/** A party as customers and suppliers have it alike. */
type PartyRow = ReturnType<typeof partyRow>

function partyRow(
  { number, party, summaryAccount }: PlannedParty,
  file: SafTFile,
  groupOf: ReadonlyMap<number, number>,
  termOf: ReadonlyMap<string, number>,
  notes: Notes,
) {
  const term = paymentTerm(party)
  const isFitting = (property: keyof typeof PARTY_MAX): boolean => {
    const fits = [...(party[property] ?? '')].length <= PARTY_MAX[property]
    if (!fits) notes.add('partyText')
    return fits
  }
  const cut = (property: keyof typeof PARTY_MAX): string | undefined =>
    isFitting(property) ? party[property] : cutName(party[property]!, PARTY_MAX[property])
  const whole = (property: keyof typeof PARTY_MAX): string | undefined =>
    isFitting(property) ? party[property] : undefined
  return {
    number,
    name: cut('name'),
    group: groupOf.get(summaryAccount)!,
    currency: partyCurrency(party, file),
    term: term && termOf.get(termKey(term)),
    registration: whole('registrationNumber'),
    vat: whole('vatNumber'),
    email: whole('email'),
    phone: whole('phone'),
    street: cut('street'),
    postalCode: whole('postalCode'),
    city: cut('city'),
    country: cut('country'),
    bank: whole('bankAccount'),
  }
}

/**
 * Creates a journal for each journal of the file, of the same name. Its next voucher number follows those of its
 * transactions.
 * @param journals the surveys of their transactions, by JournalID.
 * @returns journal numbers by JournalID.
 */
export async function createJournals(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  journals: ReadonlyMap<string, JournalSurvey>,
): Promise<Map<string, number>> {
  const wanted = file.journals.map(({ journalId, description }) => {
    const { isNumbered, largest, transactions } = journals.get(journalId) ?? {
      isNumbered: false,
      largest: 0,
      transactions: 0,
    }
    const next = Math.min(NUMBER_MAX, (isNumbered ? largest : transactions) + 1)
    return { id: journalId, name: cutName(description, JOURNAL_NAME_MAX), next }
  })
  if (wanted.length === 0) return new Map()
  const items = wanted.map(({ name, next }) => ({ name, nextVoucherNumber: next }))
  const keys = await writeRecords(transaction, agreement, journalResource, items, UNASKED)
  return new Map(wanted.map(({ id }, at) => [id, keys[at]!.number as number]))
}
