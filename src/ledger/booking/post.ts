import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import type { LockedLedger } from '../lock.ts'
import type { Booked, Next, SealedBooking } from './booked.ts'
import { ENDS_OF_LOGS } from './logs.ts'
import { ENTRY_COLUMNS, ENTRY_TYPES, type Posting, valuesOf, type WrittenValue } from './entry-columns.ts'
import { FIRST_SEAL, Sealer } from './seal.ts'
import { ColumnLists, unnested } from '../column-lists.ts'
import { inSteps } from '../steps.ts'
import { together } from '../together.ts'
import { bookDifferences } from './difference.ts'
import { partyEntry, type Round, roundsOf, type Settling, writeItems } from './settle.ts'

/** Postings that become entries at a time. */
const BATCH = 250

/**
 * The only writer of booked rows: gives the postings the next entry numbers, seals them, and updates open items, in a
 * fixed number of statements. The caller has locked the ledger and the periods and checked the postings. The database
 * keeps the totals by itself, and checks balance and numbers again at commit.
 */
export async function post(
  transaction: Transaction,
  ledger: LockedLedger,
  journalNumber: number | null,
  postings: readonly Posting[],
  settling: Settling = 'settle',
): Promise<Booked> {
  const next = await takeNext(transaction, ledger.agreement, postings.length)
  const sealed = await seal(ledger, next, journalNumber, postings)
  await write(transaction, ledger, sealed, settling)
  return sealed.booked
}

/** Takes the numbers of the next booking, which has so many entries. */
export async function takeNext(transaction: Transaction, agreement: number, entries: number): Promise<Next> {
  const [next] = await transaction.rows<Next>(NEXT, [agreement, entries])
  return next!
}

/** What the next booking of the same transaction continues. Nobody else can take its numbers, so no query is needed. */
export const following = ({ booked, seal, next, isCounted }: SealedBooking): Next => ({
  first: booked.lastEntry + 1,
  booking: booked.booking + 1,
  seal,
  documents: null,
  logs: null,
  last_document: next.last_document,
  counted: isCounted ? booked.lastEntry : next.counted,
  settled: next.settled,
})

/**
 * Makes a booking of the postings: entries with their numbers, sealed behind the booking before. Other requests are
 * answered meanwhile.
 * @throws ApiError VatPeriodIsSettled.
 */
export async function seal(
  { agreement, app, grant, person, isPersonClaimed }: LockedLedger,
  next: Next,
  journalNumber: number | null,
  postings: readonly Posting[],
): Promise<SealedBooking> {
  refuseLate(next, postings)
  const firstEntry = next.first
  const booked = { booking: next.booking, firstEntry, lastEntry: firstEntry + postings.length - 1 }
  const previous = next.seal === null ? FIRST_SEAL : Buffer.from(next.seal, 'hex')
  const bookedAt = new Date().toISOString()
  const sealer = new Sealer(previous, {
    number: booked.booking,
    journalNumber,
    firstEntry,
    lastEntry: booked.lastEntry,
    bookedAt,
    app,
    grant,
    person,
    isPersonClaimed,
    documents: next.documents,
    logs: next.logs,
  })
  const lists = new ColumnLists<readonly WrittenValue[]>(Object.values(ENTRY_TYPES))
  await inSteps(batches(postings), (batch, index) => {
    const entries = batch.map((posting, place) => valuesOf(posting, firstEntry + index * BATCH + place))
    for (const entry of entries) sealer.add(entry)
    lists.add(entries)
  })
  const sealed = sealer.seal().toString('hex')
  return {
    booked,
    next,
    seal: sealed,
    entries: [agreement, booked.booking, ...lists.arrays()],
    row: [
      agreement,
      booked.booking,
      journalNumber,
      firstEntry,
      booked.lastEntry,
      previous.toString('hex'),
      sealed,
      bookedAt,
      app,
      grant,
      JSON.stringify(vouchersOf(postings)),
      next.last_document,
      next.logs,
      person,
      isPersonClaimed,
    ],
    isCounted: mustBeCounted(next, booked),
    hasExpenses: postings.some((posting) => posting.costTypeNumber !== null),
    parties: postings.flatMap((posting, place) => partyEntry(posting, firstEntry + place) ?? []),
  }
}

/** Where late entries are refused (`vat-setup`), a VAT code is not booked with in a period whose VAT is settled. */
function refuseLate({ settled }: Next, postings: readonly Posting[]): void {
  if (settled === null) return
  const late = postings.find(({ vatCode, date }) => vatCode !== null && date <= settled)
  if (!late) return
  const message = `Voucher ${late.voucherNumber} of ${late.date} has VAT code ${late.vatCode}; VAT is settled until ${settled}.`
  const { voucherNumber } = late
  throw new ApiError({ code: 'VatPeriodIsSettled', property: 'date', message, voucher: { voucherNumber } })
}

/** Writes a booking and settles what its entries settle. Statements that need no answer of others are sent at once. */
export async function write(
  transaction: Transaction,
  ledger: LockedLedger,
  sealed: SealedBooking,
  settling: Settling,
): Promise<void> {
  const { agreement } = ledger
  const { booked, entries, row, isCounted, hasExpenses, parties } = sealed
  const settles = parties.length > 0 && settling !== 'stayOpen'
  // Looked up first: the answer comes while the database writes the entries.
  const rounds = settles ? roundsOf(transaction, agreement, sealed) : undefined
  await together([
    rounds,
    transaction.rows(INSERT_ENTRIES, entries),
    transaction.rows(INSERT_BOOKING, row),
    isCounted ? transaction.rows(COUNT_ENTRIES) : undefined,
    hasExpenses
      ? transaction.rows('SELECT record_expenses($1, $2, $3)', [agreement, booked.firstEntry, booked.lastEntry])
      : undefined,
    parties.length > 0 ? writeParties(transaction, ledger, sealed, settling, rounds) : undefined,
  ])
}

async function writeParties(
  transaction: Transaction,
  ledger: LockedLedger,
  sealed: SealedBooking,
  settling: Settling,
  rounds: Promise<Round[]> | undefined,
): Promise<void> {
  const found = rounds ? await rounds : []
  const realises = settling === 'settle'
  const matches = await writeItems(transaction, ledger.agreement, sealed, found, realises)
  if (!realises) return
  await bookDifferences(transaction, ledger, matches, (added) => post(transaction, ledger, null, added, 'stayOpen'))
}

/** The next numbers, the seal before, what the log of documents has gained since, and where the logs end. */
const NEXT = `
  WITH before AS (SELECT b.seal, b.last_document FROM booking b WHERE b.agreement = $1 ORDER BY b.number DESC LIMIT 1)
  SELECT take_numbers($1, 'booked_entry', $2) AS first, take_numbers($1, 'booking', 1) AS booking,
    (SELECT encode(before.seal, 'hex') FROM before) AS seal, gained.documents, ${ENDS_OF_LOGS} AS logs,
    coalesce(gained.last, (SELECT before.last_document FROM before)) AS last_document,
    (SELECT c.reltuples FROM pg_class c WHERE c.oid = 'booked_entry'::regclass AND c.relkind = 'r') AS counted,
    (SELECT max(r.date_to)::text FROM vat_return r JOIN vat_setup s ON s.agreement = $1 AND s.late_entries = 'refuse'
      WHERE r.agreement = $1 AND NOT r.undone) AS settled
  FROM (
    SELECT string_agg(line_of_document(l), E'\\n' ORDER BY l.number) AS documents, max(l.number) AS last
    FROM document_log l
    WHERE l.agreement = $1 AND l.number > coalesce((SELECT before.last_document FROM before), 0)
  ) AS gained`

/** A booking of fewer entries is soon done, whatever its plans are. */
const COUNTED_FROM = 100
/** An agreement that has so many times the entries that the planner knows of is planned as if it were empty. */
const GROWN_TIMES = 10

/**
 * Whether the tables are to be counted for the planner. It expects few rows of a table that was never counted, or
 * counted while nearly empty. Any index that begins with the agreement then seems as good as the key, for foreign keys
 * too, and every look-up reads all that the agreement has. Such a plan is kept until the table is counted.
 */
const mustBeCounted = ({ counted }: Next, { firstEntry, lastEntry }: Booked): boolean =>
  counted !== null && lastEntry - firstEntry >= COUNTED_FROM && Math.max(counted, 0) * GROWN_TIMES < lastEntry

const COUNT_ENTRIES = `SELECT count_tables('booked_entry')`

/** Inserts the entries of a booking: $1 agreement, $2 booking, then their columns. */
const INSERT_ENTRIES = `
  INSERT INTO booked_entry (agreement, booking, ${ENTRY_COLUMNS.names})
  SELECT $1, $2, ${unnested(ENTRY_TYPES, 3).join(', ')}`

const INSERT_BOOKING = `
  INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at, app,
    grant_number, vouchers, last_document, logs, person, is_person_claimed)
  VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), $8, $9, $10, $11, $12, $13, $14, $15)`

/** The vouchers that postings belong to, each once, in order. */
function vouchersOf(postings: readonly Posting[]): { accountingYear: string; voucherNumber: number }[] {
  const years = new Map<string, Set<number>>()
  for (const { accountingYear, voucherNumber } of postings) {
    const known = years.get(accountingYear)
    if (known) known.add(voucherNumber)
    else years.set(accountingYear, new Set([voucherNumber]))
  }
  return [...years]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([accountingYear, numbers]) =>
      [...numbers].sort((a, b) => a - b).map((voucherNumber) => ({ accountingYear, voucherNumber })),
    )
}

function batches(postings: readonly Posting[]): Posting[][] {
  return Array.from({ length: Math.ceil(postings.length / BATCH) }, (_, index) =>
    postings.slice(index * BATCH, (index + 1) * BATCH),
  )
}
