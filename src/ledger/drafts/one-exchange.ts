import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { isBrokenUnit } from '../currency.ts'
import { namedDimensions, readDimensions } from '../dimensions.ts'
import { findAmong } from '../periods.ts'
import { checkDraft } from './check.ts'
import { listsOf, NEW_COLUMNS, NEW_TYPES } from './draft-columns.ts'
import { namesOf } from './facts.ts'
import { Inserts } from './inserts.ts'
import type { DraftContext, DraftEntryInput, DraftRow } from './input.ts'
import type { MasterData, PartyFact, References } from './references.ts'
import { isAnyInvoiceBooked, uniqueInvoices } from './repeated-invoices.ts'
import type { KnownData, RememberedData } from './remembered.ts'
import { GIVES_TAKEN_NUMBERS, LACKS_NUMBERS } from './voucher-rules.ts'
import { unnested } from '../column-lists.ts'

/** An entry that can be checked, and where its faults go. */
export interface Checkable {
  input: DraftEntryInput
  faults: Fault[]
}

/** Entries that are created all or not at all; `isWhole` where each of them can be checked and none has a fault. */
export interface CheckableList {
  drafts: readonly Checkable[]
  isWhole: boolean
}

/**
 * Creates lists of draft entries as `createDraftLists` does, but with a single exchange with the database. It can do so
 * when the process remembers all accounts, parties and periods that the entries name, and their journals number them.
 * The statement that writes takes the locks of creates, and under them compares the seals of what was remembered.
 * @param end is called with the last statement.
 * @returns undefined when it cannot be done this way, or every list has a fault. Then it wrote nothing and added no
 * fault.
 * @throws SQLSTATE 40001 when what was remembered has changed, or a number or invoice is taken. The caller tries again,
 * and the next attempts look everything up.
 */
export async function createInOneExchange(
  transaction: Transaction,
  context: DraftContext,
  lists: readonly CheckableList[],
  end?: () => void,
): Promise<(number[] | undefined)[] | undefined> {
  const { agreement, remembered } = context
  if (!remembered) return undefined
  const entries = lists.flatMap(({ drafts }) => drafts.map(({ input }) => input))
  const known = knownFor(entries, context, remembered)
  if (!known) return undefined
  const locked = transaction.look('SELECT hold_for_drafts($1, $2, $3)', [
    agreement,
    arrayOf(elements([...known.journals])),
    arrayOf(elements([...known.firstDays])),
  ])
  locked.catch(() => {})
  try {
    const inserts = new Inserts((rows) => insert(transaction, agreement, rows, known.seal))
    const check = checkerOf(context, known)
    const checked = lists.map((list) => {
      const { rows, faults } = check(list)
      const isSound = list.isWhole && faults.length === 0
      return { faults, length: rows.length, place: isSound ? inserts.add(rows) : undefined }
    })
    if (inserts.isEmpty) return void (await locked)
    const finished = inserts.finish()
    end?.()
    await locked
    const first = await finished
    for (const { faults } of checked) for (const { draft, found } of faults) draft.faults.push(...found)
    return checked.map(({ length, place }) =>
      place === undefined ? undefined : Array.from({ length }, (_, at) => first + place + at),
    )
  } catch (error) {
    remembered.doubt(agreement)
    throw error
  }
}

/** What is remembered of what entries need, and the journals and first days of periods that they name. */
interface Known extends KnownData {
  journals: ReadonlySet<number>
  firstDays: ReadonlySet<string>
}

/**
 * What is remembered, where it is all that the entries and their defaults need, and they leave every voucher number to
 * their journals.
 */
function knownFor(
  entries: readonly DraftEntryInput[],
  { agreement, baseCurrency }: DraftContext,
  remembered: RememberedData,
): Known | undefined {
  if (entries.some(({ voucherNumber }) => voucherNumber !== undefined)) return undefined
  const { journals, days, brokenUnits, ...names } = namesOf(entries, baseCurrency)
  const known = remembered.find(agreement, { journals, ...names })
  if (!known || entries.some((entry) => needsRate(entry, known.data, baseCurrency))) return undefined
  if (brokenUnits.size > 0 && entries.some((entry) => breaksUnits(entry, known.data))) return undefined
  const { seal, data, periods } = known
  const periodOf = findAmong(periods)
  const firstDays = new Set<string>()
  for (const day of days) {
    const period = periodOf(day)
    if (!period) return undefined
    firstDays.add(period.from)
  }
  const isPlain = Object.values(namedDimensions(entries)).every(({ size }) => size === 0)
  return isPlain ? { seal, data, periods, journals, firstDays } : undefined
}

/** Whether an entry, whose parties are known, may be refused for decimals that its currency lacks: open items say. */
const breaksUnits = ({ amount, currency, ...entry }: DraftEntryInput, data: MasterData): boolean =>
  amount !== undefined &&
  (currency === undefined
    ? partiesOf(entry, data).some((party) => isBrokenUnit(amount, party.currency))
    : isBrokenUnit(amount, currency))

const partiesOf = (
  { customerNumber, supplierNumber }: Pick<DraftEntryInput, 'customerNumber' | 'supplierNumber'>,
  { customers, suppliers }: MasterData,
): PartyFact[] =>
  [customers.get(customerNumber ?? -1), suppliers.get(supplierNumber ?? -1)].filter((party) => party !== undefined)

/** Whether an entry, whose parties are known, takes the rate of the day. */
function needsRate(entry: DraftEntryInput, data: MasterData, baseCurrency: string): boolean {
  if (entry.exchangeRate !== undefined) return false
  if (entry.currency !== undefined) return entry.currency !== baseCurrency
  return partiesOf(entry, data).some((party) => party.currency !== baseCurrency)
}

/**
 * Checks the entries of a list against what is remembered. Answers their rows, and the faults found in addition to
 * those they have.
 */
function checkerOf(context: DraftContext, { data, periods }: KnownData) {
  const references: References = {
    ...readDimensions({}),
    ...data,
    modules: [],
    expenses: new Map(),
    rates: new Map(),
    remainders: new Set(),
    texts: new Map(),
    bookedInvoices: new Map(),
    bookedVouchers: new Set(),
  }
  const facts = { context, references, periods: findAmong(periods), texts: new Map<string, string>() }
  return ({ drafts }: CheckableList): { rows: DraftRow[]; faults: { draft: Checkable; found: Fault[] }[] } => {
    const faults: { draft: Checkable; found: Fault[] }[] = []
    const rows = drafts.map((draft) => {
      const all = [...draft.faults]
      const row = checkDraft(draft.input, facts, undefined, all)
      if (all.length > draft.faults.length) faults.push({ draft, found: all.slice(draft.faults.length) })
      return row
    })
    return { rows, faults }
  }
}

/** Inserts rows where the seal is still the last. */
function insert(
  transaction: Transaction,
  agreement: number,
  rows: readonly DraftRow[],
  seal: string,
): Promise<{ first: number }[]> {
  const taken = placed(rows)
  const invoices = uniqueInvoices(rows)
  const values = [
    agreement,
    rows.length,
    seal,
    arrayOf(elements([...taken.keys()])),
    arrayOf(elements([...taken.values()])),
    ...listsOf(rows),
  ]
  return invoices.length > 0
    ? transaction.look<{ first: number }>(INSERT_INVOICES, [...values, JSON.stringify(invoices)])
    : transaction.look<{ first: number }>(INSERT, values)
}

/** Gives each row its place among those of its journal, for its voucher number. @returns how many each journal has. */
function placed(rows: readonly DraftRow[]): Map<number, number> {
  const taken = new Map<number, number>()
  for (const row of rows) {
    const place = taken.get(row.journalNumber) ?? 0
    row.voucherNumber = place
    taken.set(row.journalNumber, place + 1)
  }
  return taken
}

const FIRST_COLUMN = 6
const PROPERTIES = Object.keys(NEW_TYPES)
const AFTER_COLUMNS = FIRST_COLUMN + PROPERTIES.length

/**
 * $1 agreement, $2 how many entries, $3 the seal, $4 journals, $5 how many numbers each gives, then the entries'
 * columns, and the invoices if there are any. Refuses when it runs alone, without the transaction that locked the
 * journals.
 */
const insertWhere = (isOutdated: string): string => `
  WITH giving AS MATERIALIZED (
    SELECT j.number, n.amount, greatest(j.next_voucher_number, j.minimum_voucher_number) AS first,
      j.maximum_voucher_number AS most
    FROM (SELECT unnest($4::int[]) AS number, unnest($5::int[]) AS amount) AS n
    JOIN journal j ON j.agreement = $1 AND j.number = n.number),
  checked AS MATERIALIZED (SELECT refuse_outdated(pg_current_xact_id_if_assigned() IS NULL
    OR (SELECT encode(c.seal, 'hex') FROM change c WHERE c.agreement = $1 ORDER BY c.number DESC
      LIMIT 1) IS DISTINCT FROM $3
    OR ${LACKS_NUMBERS}
    OR ${GIVES_TAKEN_NUMBERS}${isOutdated}) AS is_current),
  taken AS MATERIALIZED (SELECT take_numbers($1, 'draft_entry', $2) AS first FROM checked c WHERE c.is_current),
  given AS (UPDATE journal j SET next_voucher_number = g.first + g.amount
    FROM giving g, taken WHERE j.agreement = $1 AND j.number = g.number),
  made AS (INSERT INTO draft_entry (agreement, entry_number, ${NEW_COLUMNS.names})
    SELECT $1, taken.first + e.place,
      ${PROPERTIES.map((name) => (name === 'voucherNumber' ? 'g.first + e."voucherNumber"' : `e."${name}"`)).join(', ')}
    FROM taken, (SELECT generate_series(0, $2 - 1) AS place, ${unnested(NEW_TYPES, FIRST_COLUMN)
      .map((column, at) => `${column} AS "${PROPERTIES[at]!}"`)
      .join(', ')}) AS e
    JOIN giving g ON g.number = e."journalNumber")
  SELECT first FROM taken`
const INSERT = insertWhere('')
const INSERT_INVOICES = insertWhere(` OR ${isAnyInvoiceBooked(AFTER_COLUMNS)}`)
