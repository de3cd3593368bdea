import type { Transaction } from '../../database/connection.ts'
import { ApiError, catalogue, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { columnsOf } from '../columns.ts'
import { checkDraft, type CheckFacts } from './check.ts'
import {
  DIMENSION_COLUMNS,
  DIMENSION_TYPES,
  type DraftContext,
  type DraftDimensions,
  type DraftEntryInput,
  type DraftEntryUpdate,
  type DraftRow,
  type StoredEntry,
} from './input.ts'
import { loadReferences, lockJournals } from './references.ts'
import { lockPeriods } from '../periods.ts'
import { ACCRUAL_TYPES } from '../rules.ts'
import { takeVoucherNumbers } from './voucher-numbers.ts'

export type { DraftContext, DraftEntryInput, DraftEntryUpdate } from './input.ts'

/**
 * Creates draft entries in the caller's transaction, all or none, in a fixed number of statements, and answers their
 * entry numbers in the order given. An entry without voucher number gets its journal's next one.
 * @throws ApiError with every fault of every entry: the codes of spec 3, Draft entries.
 */
export async function createDraftEntries(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
): Promise<number[]> {
  checkList(context, entries)
  if (entries.length === 0) return []
  const facts = await factsOf(transaction, context, entries)
  const rows = checkAll(entries, facts)
  await giveVoucherNumbers(transaction, facts, rows)
  const created = await transaction.rows<{ number: number }>(INSERT, [
    context.agreement,
    JSON.stringify(rows.map((row, index) => ({ ...row, index }))),
    rows.length,
  ])
  return created.map((row) => row.number).sort((a, b) => a - b)
}

/**
 * Replaces stored draft entries by the given ones, all or none. The caller's `objectVersion` must be the stored one.
 * @throws ApiError JournalEntryDoesNotExist, ObjectVersionRequired, ObjectVersionMismatch (409),
 * JournalNumberCannotBeChangedOnDraftEntry, JournalVoucherNull, and the codes of creating.
 */
export async function updateDraftEntries(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryUpdate[],
): Promise<void> {
  checkList(context, entries)
  if (entries.length === 0) return
  const stored = await lockStored(
    transaction,
    context.agreement,
    entries.map((entry) => entry.entryNumber),
  )
  const sound = soundUpdates(context, entries, stored)
  const facts = await factsOf(transaction, sound.context, sound.updates)
  const rows = checkAll(sound.updates, facts, storedEntries(sound.context, sound.updates, stored))
  await transaction.rows(UPDATE, [
    context.agreement,
    JSON.stringify(rows.map((row, index) => ({ ...row, index, entryNumber: sound.updates[index]!.entryNumber }))),
  ])
}

/** Draft entries to delete: those of a journal, or those named. */
export type DraftDeletion = { journalNumber: number } | { entryNumbers: readonly number[] }

/**
 * Deletes draft entries with their accruals, locking them in the order every other writer does, and answers how many
 * there were.
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

function checkList(context: DraftContext, entries: readonly DraftEntryInput[]): void {
  if (!context.bulk) return
  if (entries.length === 0) throw new ApiError({ code: 'OneAPIEntriesListCannotBeEmpty', property: 'entries' })
  if (entries.length > BULK_ENTRIES_MAX) throw new ApiError({ code: 'OneAPITooManyEntries', property: 'entries' })
}

async function factsOf(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
): Promise<CheckFacts> {
  const journals = await lockJournals(transaction, context.agreement, entries)
  const [periods, references] = await Promise.all([
    lockPeriods(
      transaction,
      context.agreement,
      entries.flatMap(({ date, assetStartDate = date }) => [date, assetStartDate]),
    ),
    loadReferences(transaction, context, entries, journals),
  ])
  const faulty = new Set(context.faults?.map((fault) => fault.property ?? ''))
  return { context, references, periods, texts: new Map(references.texts), faulty }
}

function checkAll(
  entries: readonly DraftEntryInput[],
  facts: CheckFacts,
  stored?: readonly { entry: StoredEntry; faults: readonly Fault[] }[],
): DraftRow[] {
  const faults: Fault[] = []
  const rows = entries.map((entry, index) => {
    faults.push(...(stored?.[index]!.faults ?? []))
    return checkDraft(entry, facts, stored?.[index]!.entry, prefixOf(facts.context, index), faults)
  })
  throwFaults([...(facts.context.faults ?? []), ...faults.filter(({ property }) => !facts.faulty.has(property ?? ''))])
  return rows
}

function prefixOf(context: DraftContext, index: number): string {
  return context.bulk ? `entries[${context.places?.[index] ?? index}].` : ''
}

async function giveVoucherNumbers(transaction: Transaction, facts: CheckFacts, rows: DraftRow[]): Promise<void> {
  const waiting = new Map<number, DraftRow[]>()
  for (const row of rows) {
    if (row.voucherNumber !== null) continue
    const list = waiting.get(row.journalNumber)
    if (list) list.push(row)
    else waiting.set(row.journalNumber, [row])
  }
  const { context, references } = facts
  for (const [number, list] of waiting) {
    const named = rows.flatMap((row) =>
      row.journalNumber === number && row.voucherNumber !== null ? [row.voucherNumber] : [],
    )
    const taken = await takeVoucherNumbers(
      transaction,
      context.agreement,
      references.journals.get(number)!,
      list.length,
      named,
    )
    for (const [index, row] of list.entries()) row.voucherNumber = taken[index]!
  }
}

async function lockStored(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<Map<number, StoredEntry>> {
  const rows = await transaction.rows<StoredEntry>(
    `SELECT d.entry_number AS "entryNumber", d.journal_number AS "journalNumber", d.object_version AS "objectVersion",
       ${DIMENSION_COLUMNS.read('d')},
       EXISTS (SELECT FROM draft_entry_accrual a WHERE a.agreement = $1 AND a.journal_number = d.journal_number
         AND a.entry_number = d.entry_number) AS "hasAccrual"
     FROM draft_entry d
     WHERE d.agreement = $1 AND d.entry_number IN (SELECT n::int FROM json_array_elements_text($2::json) AS n)
     ORDER BY d.entry_number FOR UPDATE OF d`,
    [agreement, JSON.stringify(entryNumbers)],
  )
  return new Map(rows.map((row) => [row.entryNumber, row]))
}

/**
 * The updates whose entry is there and unchanged since it was read, with what they keep; the context tells what is wrong with the others.
 * @throws ApiError when one is not there or stale: that goes before everything else. While the body is itself at fault, nobody
 * can tell which entry it meant to name, so of what is not there nothing is said.
 */
function soundUpdates(
  context: DraftContext,
  entries: readonly DraftEntryUpdate[],
  stored: ReadonlyMap<number, StoredEntry>,
): { context: DraftContext; updates: DraftEntryUpdate[] } {
  const faults = versionFaults(context, entries, stored)
  const sound = entries.flatMap((_, index) => (faults[index]!.length === 0 ? [index] : []))
  const known = context.faults ?? []
  const told = faults.flat().filter(({ code }) => known.length === 0 || catalogue[code].status !== 404)
  const all = [...known, ...told]
  if (sound.length === 0 || told.some(({ code }) => catalogue[code].status !== 400)) throwFaults(all)
  const places = sound.map((index) => context.places?.[index] ?? index)
  const updates = sound.map((index) => {
    const entry = entries[index]!
    return context.withDimensions ? entry : { ...keptDimensions(stored.get(entry.entryNumber)!), ...entry }
  })
  return { context: { ...context, faults: all, places }, updates }
}

/** What the published draft entry has not: an update through it keeps what is stored. */
function keptDimensions(stored: StoredEntry): DraftDimensions {
  const properties = Object.keys(DIMENSION_TYPES) as (keyof DraftDimensions)[]
  return Object.fromEntries(properties.flatMap((name) => (stored[name] === null ? [] : [[name, stored[name]]])))
}

/** Per entry what makes the rest of it pointless: it is not there, was changed since it was read, or stands there twice. */
function versionFaults(
  context: DraftContext,
  entries: readonly DraftEntryUpdate[],
  stored: ReadonlyMap<number, StoredEntry>,
): Fault[][] {
  const seen = new Set<number>()
  return entries.map((entry, index) => {
    const faults: Fault[] = []
    const prefix = prefixOf(context, index)
    const found = stored.get(entry.entryNumber)
    if (!found) {
      const message = `There is no draft entry ${entry.entryNumber}.`
      faults.push({ code: 'JournalEntryDoesNotExist', property: `${prefix}entryNumber`, message })
    } else if (seen.has(entry.entryNumber)) {
      const message = `Draft entry ${entry.entryNumber} stands in the list twice.`
      faults.push({ code: 'JournalVoucherDataIntegrityError', property: `${prefix}entryNumber`, message })
    } else if (entry.objectVersion === undefined) {
      faults.push({ code: 'ObjectVersionRequired', property: `${prefix}objectVersion` })
    } else if (entry.objectVersion !== found.objectVersion) {
      faults.push({ code: 'ObjectVersionMismatch', property: `${prefix}objectVersion` })
    }
    seen.add(entry.entryNumber)
    return faults
  })
}

/** What is stored of each entry, and what of it the update cannot change. */
function storedEntries(
  context: DraftContext,
  entries: readonly DraftEntryUpdate[],
  stored: ReadonlyMap<number, StoredEntry>,
): { entry: StoredEntry; faults: Fault[] }[] {
  return entries.map(({ entryNumber, entryTypeNumber, journalNumber }, index) => {
    const faults: Fault[] = []
    const entry = stored.get(entryNumber)!
    const prefix = prefixOf(context, index)
    if (entry.hasAccrual && !ACCRUAL_TYPES.includes(entryTypeNumber)) {
      const message = `Draft entry ${entryNumber} has an accrual; its type stays 3, 5 or 10.`
      faults.push({ code: 'JournalEntryAccrualWrongEntryType', property: `${prefix}entryTypeNumber`, message })
    }
    if (journalNumber !== entry.journalNumber) {
      faults.push({ code: 'JournalNumberCannotBeChangedOnDraftEntry', property: `${prefix}journalNumber` })
    }
    return { entry, faults }
  })
}

const COLUMNS = columnsOf<DraftRow>({
  entryTypeNumber: 'int',
  journalNumber: 'int',
  voucherNumber: 'int',
  accountingYear: 'text',
  date: 'date',
  amount: 'numeric',
  currency: 'text',
  exchangeRate: 'numeric',
  accountNumber: 'int',
  contraAccountNumber: 'int',
  vatCode: 'text',
  contraVatCode: 'text',
  text: 'text',
  projectNumber: 'int',
  costTypeNumber: 'int',
  customerNumber: 'int',
  customerInvoiceNumber: 'text',
  supplierNumber: 'int',
  supplierInvoiceNumber: 'text',
  supplierPaymentType: 'int',
  supplierPaymentBank: 'text',
  supplierPaymentMessage: 'text',
  dueDate: 'date',
  ...DIMENSION_TYPES,
})

const INSERT = `
  WITH taken AS MATERIALIZED (SELECT take_numbers($1, 'draft_entry', $3) AS first)
  INSERT INTO draft_entry (agreement, entry_number, ${COLUMNS.names})
  SELECT $1, (SELECT first FROM taken) + e.index, ${COLUMNS.values}
  FROM json_to_recordset($2::json) AS e(index int, ${COLUMNS.record})
  RETURNING entry_number AS number`

const UPDATE = `
  UPDATE draft_entry d SET (${COLUMNS.names}) = ROW (${COLUMNS.values}),
    last_updated = now(), object_version = nextval('object_version')
  FROM json_to_recordset($2::json) AS e("entryNumber" int, ${COLUMNS.record})
  WHERE d.agreement = $1 AND d.entry_number = e."entryNumber"`

const deleteWhere = (condition: string) => `
  DELETE FROM draft_entry d USING (
    SELECT l.entry_number FROM draft_entry l WHERE l.agreement = $1 AND ${condition} ORDER BY l.entry_number FOR UPDATE
  ) AS locked
  WHERE d.agreement = $1 AND d.entry_number = locked.entry_number
  RETURNING d.entry_number`
const DELETE_OF_JOURNAL = deleteWhere('l.journal_number = $2')
const DELETE_NAMED = deleteWhere('l.entry_number IN (SELECT n::int FROM json_array_elements_text($2::json) AS n)')
