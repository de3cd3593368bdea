import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { unnested } from '../column-lists.ts'
import { ACCRUAL_TYPES } from '../rules.ts'
import { createInOneExchange } from './one-exchange.ts'
import { checkDraft } from './check.ts'
import { isNoExpense } from './defaults.ts'
import { changedListsOf, COLUMNS, listsOf, NEW_COLUMNS, NEW_TYPES, TYPES } from './draft-columns.ts'
import { loadFacts } from './facts.ts'
import {
  type DraftContext,
  type DraftEntryInput,
  type DraftEntryUpdate,
  type DraftRow,
  isPaymentDetail,
  LACKED_COLUMNS,
  type LackedProperties,
  type SentDraft,
  type StoredEntry,
  wholeEntry,
} from './input.ts'
import { Inserts } from './inserts.ts'
import type { References } from './references.ts'
import { JournalNumbers, lockJournals } from './voucher-numbers.ts'

export type { DraftContext, DraftEntryInput, DraftEntryUpdate, SentDraft } from './input.ts'

/** Draft entries that are created all or not at all. */
export type DraftList = readonly SentDraft[]

/** Entries are refused; `entry` is the place of the first that is at fault. */
export class DraftsRefused extends ApiError {
  readonly entry: number

  constructor(faults: readonly Fault[], entry: number) {
    super(faults)
    this.entry = entry
  }
}

/**
 * Creates draft entries in the caller's transaction, all or none, in a fixed number of statements. Answers their
 * entry numbers in the order given. An entry without a voucher number gets its journal's next one.
 * @throws DraftsRefused with every fault of every entry: the codes of rules 6.1 to 6.7.
 */
export async function createDraftEntries(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
): Promise<number[]> {
  const list = entries.map((input) => ({ input, faults: [] as Fault[] }))
  const [numbers] = await createDraftLists(transaction, context, [list])
  if (numbers) return numbers
  throw new DraftsRefused(
    list.flatMap(({ faults }) => faults),
    list.findIndex(({ faults }) => faults.length > 0),
  )
}

/**
 * Creates several lists of draft entries of one agreement, each list by itself as `createDraftEntries` does. Adds its
 * faults to every entry, also to one that has faults already.
 * @param end called with the last statement, unless nothing is written.
 * @returns the entry numbers of each list; undefined for one that has faults.
 */
export async function createDraftLists(
  transaction: Transaction,
  context: DraftContext,
  lists: readonly DraftList[],
  end?: () => void,
): Promise<(number[] | undefined)[]> {
  const checkable = lists.map((list) =>
    list.filter(canBeChecked).map((draft) => ({ input: inputOf(draft), faults: draft.faults, read: draft.read })),
  )
  const inputs = checkable.flatMap((drafts) => drafts.map(({ input }) => input))
  if (inputs.length === 0) return lists.map(() => undefined)
  const sent = checkable.map((drafts, at) => ({ drafts, isWhole: drafts.length > 0 && isSound(lists[at]!) }))
  const made = await createInOneExchange(transaction, context, sent, end)
  if (made) return made
  const numbers = inputs.some(({ voucherNumber }) => voucherNumber === undefined) ? 'given' : 'named'
  const [, facts] = await Promise.all([
    lockJournals(transaction, context.agreement, journalsOf(inputs), numbers),
    loadFacts(transaction, context, inputs),
  ])
  const journals = new JournalNumbers(transaction, context.agreement, facts)
  const inserts = new Inserts((rows, isLast) =>
    insert(transaction, context.agreement, rows, isLast ? journals.given() : []),
  )
  let texts = facts.references.texts
  const places: (number | undefined)[] = []
  try {
    for (const [at, list] of lists.entries()) {
      const check = { ...facts, context, texts: new Map(texts) }
      const rows = checkable[at]!.map(({ input, faults }) => checkDraft(input, check, undefined, faults))
      noteExpenses(checkable[at]!, rows, facts.references)
      if (isSound(list)) await journals.give(list, rows)
      const isWritten = list.length > 0 && isSound(list)
      places.push(isWritten ? inserts.add(rows) : undefined)
      if (isWritten) texts = check.texts
    }
  } catch (error) {
    await inserts.ended()
    throw error
  }
  const finished = inserts.finish()
  // Where nothing is written, the caller sends more statements.
  if (!inserts.isEmpty) end?.()
  const first = await finished
  return lists.map((list, at) => {
    const place = places[at]
    return place === undefined ? undefined : list.map((_, index) => first + place + index)
  })
}

/** A voucher that was drafted: its number, and those of its entries in their order. */
export interface DraftVoucher {
  voucherNumber: number
  entryNumbers: number[]
}

/**
 * Creates the draft entries of one voucher, all or none, with the next number of their journal. Adds its faults to
 * every entry, also to one that has faults already; so does an entry of another accounting year than the first.
 * @returns undefined for a voucher that has faults.
 * @throws ApiError JournalDoesNotExist, JournalVoucherNextNumberNotWithinBoundaries where the journal has no number
 * left.
 */
export async function createDraftVoucher(
  transaction: Transaction,
  context: DraftContext,
  journalNumber: number,
  list: DraftList,
): Promise<DraftVoucher | undefined> {
  const drafts = list.map(({ input, ...sent }) => ({ ...sent, input: { ...input, journalNumber } }))
  const checkable = drafts.filter(canBeChecked)
  const inputs = checkable.map(inputOf)
  const [, facts] = await Promise.all([
    lockJournals(transaction, context.agreement, [journalNumber], 'given'),
    loadFacts(transaction, context, inputs.length > 0 ? inputs : [{ journalNumber } as DraftEntryInput]),
  ])
  if (!facts.references.journals.has(journalNumber)) {
    const message = `There is no journal ${journalNumber}.`
    throw new ApiError({ code: 'JournalDoesNotExist', property: 'journalNumber', message })
  }
  const journals = new JournalNumbers(transaction, context.agreement, facts)
  // The lines know their number from here on: those of a journal that repeats texts go by it.
  const voucherNumber = await journals.giveOne(journalNumber)
  const check = { ...facts, context, texts: new Map<string, string>() }
  const rows = inputs.map((input, at) =>
    checkDraft({ ...input, voucherNumber }, check, undefined, checkable[at]!.faults),
  )
  noteExpenses(checkable, rows, facts.references)
  for (const [at, { accountingYear }] of rows.entries()) {
    if (!accountingYear || accountingYear === rows[0]!.accountingYear) continue
    const message = `date lies in the accounting year ${accountingYear}, the voucher in ${rows[0]!.accountingYear}.`
    const code = 'JournalEntryNotWithinEnclosingVoucherAccountingYear'
    checkable[at]!.faults.push({ code, property: 'date', message })
  }
  if (list.length === 0 || !isSound(drafts)) return undefined
  const [made] = await insert(transaction, context.agreement, rows, journals.given())
  return { voucherNumber, entryNumbers: rows.map((_, at) => made!.first + at) }
}

/** Inserts rows, and writes the numbers that journals have given. */
const insert = (
  transaction: Transaction,
  agreement: number,
  rows: readonly DraftRow[],
  given: readonly { number: number; next: number }[],
): Promise<{ first: number }[]> =>
  transaction.rows<{ first: number }>(INSERT, [
    agreement,
    rows.length,
    arrayOf(elements(given.map(({ number }) => number))),
    arrayOf(elements(given.map(({ next }) => next))),
    ...listsOf(rows),
  ])

const isSound = (list: DraftList): boolean => list.every((draft) => draft.faults.length === 0 && canBeChecked(draft))

/**
 * Replaces stored draft entries by the given ones, all or none. The caller's `objectVersion` must be the stored one.
 * Adds its faults to every entry: JournalEntryDoesNotExist, ObjectVersionRequired, ObjectVersionMismatch (409),
 * JournalNumberCannotBeChangedOnDraftEntry, JournalVoucherNull, and the codes of creating. A missing or stale entry is
 * reported before everything else.
 * @returns whether they were replaced.
 */
export async function updateDraftEntries(
  transaction: Transaction,
  context: DraftContext,
  updates: readonly SentDraft<DraftEntryUpdate>[],
): Promise<boolean> {
  const named = updates.filter(namesEntry)
  const [, stored] = await Promise.all([
    lockJournals(transaction, context.agreement, journalsOf(named.map(({ input }) => input)), 'named'),
    lockStored(
      transaction,
      context.agreement,
      named.map(({ input }) => input.entryNumber),
    ),
  ])
  const wasSound = updates.every(({ faults }) => faults.length === 0)
  versionFaults(named, stored, wasSound)
  const sound = named.filter(
    (update) => stored.has(update.input.entryNumber) && canBeChecked(update) && !isOutdated(update.faults),
  )
  if (updates.some(({ faults }) => isOutdated(faults)) && wasSound) return false
  if (sound.length === 0) return false
  const inputs = sound.map(({ input }) =>
    inputOf({ input: { ...keptOf(stored.get(input.entryNumber)!, input, context.lacks ?? []), ...input } }),
  )
  const facts = await loadFacts(transaction, context, inputs)
  const check = { ...facts, context, texts: new Map(facts.references.texts) }
  const rows = inputs.map((input, at) => {
    const { faults } = sound[at]!
    const entry = stored.get(sound[at]!.input.entryNumber)!
    keptFaults(input, entry, faults)
    return checkDraft(input, check, entry, faults)
  })
  noteExpenses(sound, rows, facts.references)
  if (updates.some(({ faults }) => faults.length > 0)) return false
  await transaction.rows(UPDATE, [
    context.agreement,
    arrayOf(elements(sound.map(({ input }) => input.entryNumber))),
    ...changedListsOf(rows),
  ])
  return true
}

/**
 * Tells of entries that say a project and a cost type, and are no expense all the same: that is easily missed (rule
 * 14.2).
 */
function noteExpenses(
  sent: readonly Pick<SentDraft, 'read'>[],
  rows: readonly DraftRow[],
  references: References,
): void {
  if (references.expenses.size === 0) return
  rows.forEach((row, at) => {
    if (!isNoExpense(row, references)) return
    const named = row.entryTypeNumber === 5 ? 'accountNumber' : 'contraAccountNumber'
    sent[at]!.read?.note('is not the account of the cost type: no expense of the project', named)
  })
}

/** Draft entries to delete: those of a journal, or those named. */
export type DraftDeletion = { journalNumber: number } | { entryNumbers: readonly number[] }

/**
 * Deletes draft entries with their accruals and answers how many there were. Locks them in the order of every other
 * writer.
 */
export async function deleteDraftEntries(
  transaction: Transaction,
  agreement: number,
  deletion: DraftDeletion,
): Promise<number> {
  const ofJournal = 'journalNumber' in deletion
  const deleted = await transaction.rows(ofJournal ? DELETE_OF_JOURNAL : DELETE_NAMED, [
    agreement,
    ofJournal ? deletion.journalNumber : JSON.stringify(deletion.entryNumbers),
  ])
  return deleted.length
}

/** Whether the rules can check an entry: all of them need its type, journal and date. */
const canBeChecked = ({ input }: SentDraft): boolean =>
  input.entryTypeNumber !== undefined && input.journalNumber !== undefined && input.date !== undefined

const journalsOf = (inputs: readonly Partial<DraftEntryInput>[]): number[] =>
  inputs.flatMap(({ journalNumber }) => journalNumber ?? [])

const inputOf = ({ input }: Pick<SentDraft, 'input'>): DraftEntryInput => wholeEntry(input as DraftEntryInput)

const namesEntry = (
  update: SentDraft<DraftEntryUpdate>,
): update is SentDraft<DraftEntryUpdate> & { input: { entryNumber: number } } => update.input.entryNumber !== undefined

async function lockStored(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<Map<number, StoredEntry>> {
  const values = [agreement, JSON.stringify(entryNumbers)]
  // Sent together: the second sees the accruals that were made while the first waited.
  const [, rows] = await Promise.all([
    transaction.rows(LOCK_STORED, values),
    transaction.rows<StoredEntry>(STORED, values),
  ])
  return new Map(rows.map((row) => [row.entryNumber, row]))
}

/**
 * What is stored of the properties that the client's draft entry lacks. Payment details are those of the stored
 * supplier: no other gets them.
 */
function keptOf(
  stored: StoredEntry,
  { supplierNumber }: Partial<DraftEntryUpdate>,
  lacks: readonly (keyof LackedProperties)[],
): LackedProperties {
  const isSameSupplier = (supplierNumber ?? null) === stored.supplierNumber
  const kept = lacks.filter((name) => stored[name] !== null && (isSameSupplier || !isPaymentDetail(name)))
  return Object.fromEntries(kept.map((name) => [name, stored[name]]))
}

const OUTDATED: readonly string[] = ['JournalEntryDoesNotExist', 'ObjectVersionMismatch']

/** Whether an entry is missing, or was changed since it was read. Its other faults do not matter then. */
const isOutdated = (faults: readonly Fault[]): boolean => faults.some(({ code }) => OUTDATED.includes(code))

/**
 * Reports entries that are missing, were changed since they were read, or stand in the list twice. Does not report
 * missing entries when the body has faults of its own: it may have meant another entry.
 */
function versionFaults(
  updates: readonly (SentDraft<DraftEntryUpdate> & { input: { entryNumber: number } })[],
  stored: ReadonlyMap<number, StoredEntry>,
  wasSound: boolean,
): void {
  const seen = new Set<number>()
  for (const { input, faults } of updates) {
    const { entryNumber, objectVersion } = input
    const found = stored.get(entryNumber)
    if (!found) {
      const message = `There is no draft entry ${entryNumber}.`
      if (wasSound) faults.push({ code: 'JournalEntryDoesNotExist', property: 'entryNumber', message })
    } else if (seen.has(entryNumber)) {
      const message = `Draft entry ${entryNumber} stands in the list twice.`
      faults.push({ code: 'JournalVoucherDataIntegrityError', property: 'entryNumber', message })
    } else if (objectVersion !== undefined && objectVersion !== found.objectVersion) {
      faults.push({ code: 'ObjectVersionMismatch', property: 'objectVersion' })
    }
    seen.add(entryNumber)
  }
}

/** Reports changes that an update may not make to a stored entry. */
function keptFaults({ entryTypeNumber, journalNumber }: DraftEntryInput, stored: StoredEntry, faults: Fault[]): void {
  if (stored.hasAccrual && !ACCRUAL_TYPES.includes(entryTypeNumber)) {
    const message = `Draft entry ${stored.entryNumber} has an accrual; its type stays 3, 5 or 10.`
    faults.push({ code: 'JournalEntryAccrualWrongEntryType', property: 'entryTypeNumber', message })
  }
  if (journalNumber !== stored.journalNumber) {
    faults.push({ code: 'JournalNumberCannotBeChangedOnDraftEntry', property: 'journalNumber' })
  }
}

const NAMED = `WHERE d.agreement = $1
  AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n))`
const LOCK_STORED = `SELECT FROM draft_entry d ${NAMED} ORDER BY d.entry_number FOR UPDATE OF d`
const STORED = `
  SELECT d.entry_number AS "entryNumber", d.journal_number AS "journalNumber", d.voucher_number AS "voucherNumber",
    d.accounting_year AS "accountingYear", d.object_version AS "objectVersion",
    d.supplier_number AS "supplierNumber", ${LACKED_COLUMNS.read('d')},
    EXISTS (SELECT FROM draft_entry_accrual a WHERE a.agreement = $1 AND a.journal_number = d.journal_number
      AND a.entry_number = d.entry_number) AS "hasAccrual",
    num_nonnulls(d.dimension2_key, d.dimension3_key) > 0 AND EXISTS (SELECT FROM dimension_key k
      WHERE k.agreement = $1 AND k.is_distribution AND (k.key2 = d.dimension2_key OR k.key3 = d.dimension3_key))
        AS "hasDistribution"
  FROM draft_entry d ${NAMED}`

/**
 * Inserts the entries with the next numbers of the agreement, and stores the next numbers of journals. $1 agreement, $2
 * how many entries, $3 journals, $4 their next numbers, then the entries' columns.
 */
const INSERT = `
  WITH taken AS MATERIALIZED (SELECT take_numbers($1, 'draft_entry', $2) AS first),
  given AS (UPDATE journal j SET next_voucher_number = n.next
    FROM unnest($3::int[], $4::int[]) AS n(number, next) WHERE j.agreement = $1 AND j.number = n.number),
  made AS (INSERT INTO draft_entry (agreement, entry_number, ${NEW_COLUMNS.names})
    SELECT $1, generate_series(taken.first, taken.first + $2 - 1), ${unnested(NEW_TYPES, 5).join(', ')} FROM taken)
  SELECT first FROM taken`

/** $1 agreement, $2 the entries' numbers, then their columns. */
const UPDATE = `
  UPDATE draft_entry d SET (${COLUMNS.names}) = ROW (${COLUMNS.values}),
    last_updated = now(), object_version = nextval('object_version')
  FROM (SELECT unnest($2::int[]) AS "entryNumber", ${unnested(TYPES, 3)
    .map((column, index) => `${column} AS "${Object.keys(TYPES)[index]!}"`)
    .join(', ')}) AS e
  WHERE d.agreement = $1 AND d.entry_number = e."entryNumber"`

const deleteWhere = (condition: string) => `
  DELETE FROM draft_entry d USING (
    SELECT l.entry_number FROM draft_entry l WHERE l.agreement = $1 AND ${condition} ORDER BY l.entry_number FOR UPDATE
  ) AS locked
  WHERE d.agreement = $1 AND d.entry_number = locked.entry_number
  RETURNING d.entry_number`
const DELETE_OF_JOURNAL = deleteWhere('l.journal_number = $2')
const DELETE_NAMED = deleteWhere(
  'l.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n))',
)
