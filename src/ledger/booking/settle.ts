import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements, textElements } from '../arrays.ts'
import { ColumnLists } from '../column-lists.ts'
import { centsToText } from '../money.ts'
import { IS_OPEN, ITEM, readItem, type StoredItem } from '../parties/items.ts'
import { type Match, matchOldestFirst, type OpenItem, type PairingRules } from '../parties/pairing.ts'
import type { Party } from '../parties/party.ts'
import { recordMatches, type Taken, takenBy } from '../parties/record.ts'
import { lockPeriods, periodFault } from '../periods.ts'
import { together } from '../together.ts'
import type { NumberedMatch, PartyEntry, SealedBooking } from './booked.ts'
import type { Posting } from './posting.ts'

/**
 * What happens to entries of parties when they are booked. `settle`: they settle what they can, and exchange
 * differences are booked. `keepDifferences`: they settle, and no difference is added, as the books come from elsewhere
 * with theirs. `stayOpen`: they stay open.
 */
export type Settling = 'settle' | 'keepDifferences' | 'stayOpen'

/** The posting as an entry of a party; undefined where it has none. */
export function partyEntry(posting: Posting, entryNumber: number): PartyEntry | undefined {
  const { customerNumber, customerInvoiceNumber, supplierNumber, supplierInvoiceNumber } = posting
  const number = customerNumber ?? supplierNumber
  if (number === null) return undefined
  const invoice = customerInvoiceNumber === null ? supplierInvoiceNumber : String(customerInvoiceNumber)
  return { entryNumber, party: customerNumber === null ? 'supplier' : 'customer', number, invoice, posting }
}

/**
 * One round of settling: the entries of a booking, and the open entries booked before it that they may settle. Entries
 * with the same key settle each other. Both lists are in the order of dates.
 */
export interface Round {
  entries: OpenItem[]
  waiting: OpenItem[]
}

/**
 * Looks up what the entries of a booking may settle. The entries need not be written yet. In the first round, a
 * reversing entry settles the entry that it reverses. In the later rounds, an entry settles what else is open of the
 * same invoice on the party's summary account. The caller has locked the ledger.
 */
export async function roundsOf(
  transaction: Transaction,
  agreement: number,
  { booked: { firstEntry, lastEntry }, parties }: SealedBooking,
): Promise<Round[]> {
  const inOrder = parties.toSorted(byAge)
  const of = (party: Party): Promise<Round> =>
    roundOfInvoices(
      transaction,
      agreement,
      party,
      inOrder.filter((entry) => entry.party === party),
    )
  const [reversed, ...others] = await Promise.all([
    transaction.rows<StoredItem>(REVERSED, [agreement, firstEntry, lastEntry]),
    of('customer'),
    of('supplier'),
  ])
  const reversing = new Set(reversed.map(({ key }) => key))
  const entries = inOrder.flatMap((entry) => {
    const key = String(entry.entryNumber)
    return reversing.has(key) ? [openItem(entry, key)] : []
  })
  return [{ entries, waiting: reversed.map(readItem) }, ...others]
}

function byAge({ entryNumber, posting: { date } }: PartyEntry, other: PartyEntry): number {
  if (date === other.posting.date) return entryNumber - other.entryNumber
  return date < other.posting.date ? -1 : 1
}

const openItem = ({ entryNumber, posting }: PartyEntry, key: string): OpenItem => ({
  entryNumber,
  key,
  date: posting.date,
  currency: posting.currency,
  remainder: posting.amountInBaseCurrency,
  inCurrency: posting.amount,
})

/**
 * A row of `OF_INVOICES`: an invoice as it is compared, null where it is empty, and something that is open of it, where
 * there is.
 */
interface OfInvoice extends Omit<StoredItem, 'key' | 'entryNumber'> {
  place: number
  invoice: string | null
  entryNumber: number | null
  accountNumber: number
}

async function roundOfInvoices(
  transaction: Transaction,
  agreement: number,
  party: Party,
  parties: readonly PartyEntry[],
): Promise<Round> {
  const places = new Map<string, number>()
  const asked: { number: number; invoice: string }[] = []
  for (const { number, invoice } of parties) {
    if (invoice === null || places.has(`${number} ${invoice}`)) continue
    places.set(`${number} ${invoice}`, asked.push({ number, invoice }))
  }
  if (asked.length === 0) return { entries: [], waiting: [] }
  const rows = await transaction.rows<OfInvoice>(OF_INVOICES[party], [
    agreement,
    arrayOf(elements(asked.map(({ number }) => number))),
    arrayOf(textElements(asked.map(({ invoice }) => invoice))),
  ])
  const invoices = new Map(rows.map(({ place, invoice }) => [place, invoice]))
  const keyOf = (account: number, number: number, invoice: string): string => `${account} ${number} ${invoice}`
  const waiting = new Map<number, OpenItem>()
  for (const { place, invoice, entryNumber, accountNumber, ...stored } of rows) {
    if (entryNumber === null || invoice === null) continue
    const key = keyOf(accountNumber, asked[place - 1]!.number, invoice)
    waiting.set(entryNumber, readItem({ ...stored, entryNumber, key }))
  }
  const entries = parties.flatMap((entry) => {
    const invoice = invoices.get(places.get(`${entry.number} ${entry.invoice}`)!) ?? null
    return invoice === null ? [] : [openItem(entry, keyOf(entry.posting.accountNumber, entry.number, invoice))]
  })
  return { entries, waiting: [...waiting.values()] }
}

/**
 * Writes the entries of parties as open items with what they leave of each other, and what they settle: oldest first,
 * partial remainders kept (rule 9.1). Entries that were booked before do not settle each other: a match of theirs may
 * have been taken back. The ledger is locked, so no other settlement runs.
 * @param rounds one after the other; none where all entries stay open.
 * @param realises whether the rest of an entry in base currency is a difference, which the caller books.
 * @returns the matches.
 */
export async function writeItems(
  transaction: Transaction,
  agreement: number,
  { booked, parties, isCounted }: SealedBooking,
  rounds: readonly Round[],
  realises: boolean,
): Promise<NumberedMatch[]> {
  const matches = await matchesOf(transaction, agreement, rounds, realises)
  const taken = takenBy(matches)
  const lists = new ColumnLists<ItemRow>(ITEM_TYPES).add(
    parties.map((entry) => rowOf(entry, taken.get(entry.entryNumber))),
  )
  for (const { entryNumber } of parties) taken.delete(entryNumber)
  const [, , first] = await together([
    transaction.rows(INSERT_ITEMS, [agreement, ...lists.arrays()]),
    isCounted ? transaction.rows(COUNT_ITEMS) : undefined,
    recordMatches(transaction, agreement, matches, booked.booking, taken),
  ])
  return matches.map((match, index) => ({ ...match, number: first + index }))
}

async function matchesOf(
  transaction: Transaction,
  agreement: number,
  rounds: readonly Round[],
  realises: boolean,
): Promise<Match[]> {
  const waiting = rounds.flatMap((round) => round.waiting)
  const day = await openDays(transaction, agreement, waiting)
  const matches: Match[] = []
  for (const round of rounds) {
    const [entries, before] = [leftOf(round.entries, matches), leftOf(round.waiting, matches)]
    for (const match of matchOldestFirst(entries, before, { day, realises })) matches.push(match)
  }
  return matches
}

/** The items with what the matches leave of them, without those whose rest is a difference. */
function leftOf(items: OpenItem[], matches: readonly Match[]): OpenItem[] {
  if (matches.length === 0) return items
  const taken = takenBy(matches)
  const realised = new Set(matches.map(({ difference }) => difference?.entryNumber))
  return items.flatMap((item) => {
    if (realised.has(item.entryNumber)) return []
    const { amount, inCurrency } = taken.get(item.entryNumber) ?? { amount: 0n, inCurrency: 0n }
    return [{ ...item, remainder: item.remainder - amount, inCurrency: item.inCurrency - inCurrency }]
  })
}

/**
 * A pair counts from the day of its later entry, and only where that day is still open. Only a waiting entry can be of
 * a shut day: those booked now are of open ones.
 */
async function openDays(
  transaction: Transaction,
  agreement: number,
  waiting: readonly OpenItem[],
): Promise<PairingRules['day']> {
  const days = new Set(waiting.map(({ date }) => date))
  const findPeriod = days.size > 0 ? await lockPeriods(transaction, agreement, days) : () => undefined
  const shut = new Set([...days].filter((date) => periodFault(date, findPeriod(date)) !== undefined))
  return (one, other) => {
    const date = laterOf(one.date, other.date)
    return shut.has(date) ? undefined : date
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

const ITEM_TYPES = {
  entryNumber: 'int',
  customerNumber: 'int',
  supplierNumber: 'int',
  date: 'date',
  currency: 'text',
  remainder: 'numeric',
  inCurrency: 'numeric',
  invoice: 'text',
} as const
type ItemRow = Record<keyof typeof ITEM_TYPES, string | number | null>

function rowOf({ entryNumber, party, number, invoice, posting }: PartyEntry, taken: Taken | undefined): ItemRow {
  const { date, currency, amountInBaseCurrency, amount } = posting
  return {
    entryNumber,
    customerNumber: party === 'customer' ? number : null,
    supplierNumber: party === 'supplier' ? number : null,
    date,
    currency,
    remainder: centsToText(amountInBaseCurrency - (taken?.amount ?? 0n)),
    inCurrency: centsToText(amount - (taken?.inCurrency ?? 0n)),
    invoice,
  }
}

const INSERT_ITEMS = `
  INSERT INTO open_item (agreement, entry_number, customer_number, supplier_number, date, currency, remainder,
    remainder_in_currency, invoice_number)
  SELECT $1, i.entry_number, i.customer_number, i.supplier_number, i.date, i.currency, i.remainder, i.in_currency,
    nullif(fold(i.invoice), '')
  FROM unnest(${Object.values(ITEM_TYPES)
    .map((type, index) => `$${index + 2}::${type}[]`)
    .join(', ')})
    AS i(entry_number, customer_number, supplier_number, date, currency, remainder, in_currency, invoice)`

const COUNT_ITEMS = `SELECT count_tables('open_item')`

/** Open entries that those of the range reverse. */
const REVERSED = `
  SELECT ${ITEM}, l.reversing_entry::text AS key
  FROM entry_reversal l
  JOIN open_item o ON o.agreement = $1 AND o.entry_number = l.reversed_entry
  WHERE l.agreement = $1 AND l.reversing_entry BETWEEN $2 AND $3 AND ${IS_OPEN}
  ORDER BY o.date, o.entry_number`

/**
 * The invoices come as a list, so that the planner knows how many there are, whatever it knows of the agreement. It
 * then chooses one scan, or the index on party and invoice, never a scan per invoice.
 */
const ofInvoices = (party: Party) => `
  WITH asked AS MATERIALIZED (
    SELECT t.place::int AS place, t.number, nullif(fold(t.invoice), '') AS invoice
    FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS t(number, invoice, place)
  )
  SELECT a.place, a.invoice, ${ITEM},
    (SELECT e.account_number FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = o.entry_number)
      AS "accountNumber"
  FROM asked a
  LEFT JOIN open_item o ON o.agreement = $1 AND o.${party}_number = a.number AND o.invoice_number = a.invoice
    AND ${IS_OPEN}
  ORDER BY o.date, o.entry_number`
const OF_INVOICES = { customer: ofInvoices('customer'), supplier: ofInvoices('supplier') }
