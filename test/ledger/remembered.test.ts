import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import { createDraftLists, type DraftEntryInput, type SentDraft } from '../../src/ledger/drafts/drafts.ts'
import { factsText } from '../../src/ledger/drafts/facts-text.ts'
import type { MasterData } from '../../src/ledger/drafts/references.ts'
import { RememberedData } from '../../src/ledger/drafts/remembered.ts'
import { REMEMBERED_NAMES_MAX, REMEMBERED_NAMES_MAX_OF_AGREEMENT } from '../../src/limits.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { runs } from '../long.ts'
import { fillBooks, freshBooks } from './books.ts'

const books = freshBooks()

const entry = (more: Partial<DraftEntryInput> = {}): DraftEntryInput => ({
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100',
  accountNumber: 5820,
  contraAccountNumber: 1310,
  ...more,
})

/** Creates the entries in a transaction. @returns the drafts as they are stored, or the faults. */
async function created(
  transaction: Transaction,
  agreement: number,
  entries: readonly DraftEntryInput[],
  remembered?: RememberedData,
): Promise<unknown> {
  const list = entries.map((input): SentDraft => ({ input, faults: [] }))
  const [numbers] = await createDraftLists(transaction, { agreement, baseCurrency: 'DKK', remembered }, [list])
  if (!numbers) return list.map(({ faults }) => faults)
  return await transaction.rows(
    `SELECT to_jsonb(d) - '{object_version,last_updated}'::text[] AS draft FROM draft_entry d
     WHERE d.agreement = $1 AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n)) ORDER BY d.entry_number`,
    [agreement, JSON.stringify(numbers)],
  )
}

/** The same, but undoes it. */
async function tried(agreement: number, entries: readonly DraftEntryInput[], remembered?: RememberedData) {
  const undo = new Error('Only tried.')
  let result: unknown
  await books.database
    .transaction(async (transaction) => {
      result = await created(transaction, agreement, entries, remembered)
      throw undo
    })
    .catch((error: unknown) => expect(error).toBe(undo))
  return result
}

/** How many looks for facts a create takes, and whether the last left out master data. */
async function looks(agreement: number, entries: readonly DraftEntryInput[], remembered: RememberedData) {
  const texts: string[] = []
  await books.database.transaction(async (inner) => {
    const look: Transaction['look'] = (text, values) => {
      if (text.includes('journal_found')) texts.push(text)
      return inner.look(text, values)
    }
    await created({ ...inner, look }, agreement, entries, remembered)
  })
  return { count: texts.length, isWhole: texts.at(-1)!.includes('account_found') }
}

/** Changes of everything that entries are checked against, each with its opposite. `$1` is the agreement. */
const CHANGES = [
  'UPDATE account SET is_barred = NOT is_barred WHERE agreement = $1 AND number = 1310',
  'UPDATE account SET is_blocked_for_direct_entries = NOT is_blocked_for_direct_entries WHERE agreement = $1 AND number = 5820',
  `UPDATE account SET vat_code = CASE WHEN vat_code IS NULL THEN 'I25' END WHERE agreement = $1 AND number = 1310`,
  `UPDATE account SET currency = CASE WHEN currency IS NULL THEN 'EUR' END WHERE agreement = $1 AND number = 1010`,
  'UPDATE account SET is_department_mandatory = NOT is_department_mandatory, is_unit_mandatory = NOT is_unit_mandatory WHERE agreement = $1 AND number = 2010',
  'UPDATE customer SET is_barred = NOT is_barred WHERE agreement = $1 AND number = 1',
  `UPDATE customer SET currency = CASE currency WHEN 'DKK' THEN 'EUR' ELSE 'DKK' END, name = name || '.' WHERE agreement = $1 AND number = 1`,
  'UPDATE customer SET group_number = 3 - group_number WHERE agreement = $1 AND number = 2',
  'UPDATE customer SET payment_term_number = 3 - payment_term_number WHERE agreement = $1 AND number = 1',
  'UPDATE payment_term SET days = days + 1 WHERE agreement = $1',
  'UPDATE supplier SET contra_account_number = CASE contra_account_number WHEN 1310 THEN 2010 ELSE 1310 END WHERE agreement = $1 AND number = 1',
  'UPDATE supplier_group SET account_number = CASE account_number WHEN 6800 THEN 5890 ELSE 6800 END WHERE agreement = $1',
  'UPDATE customer_group SET account_number = CASE account_number WHEN 5605 THEN 5500 ELSE 5605 END WHERE agreement = $1 AND number = 2',
  `WITH gone AS (DELETE FROM vat_code WHERE agreement = $1 AND code = 'REP' RETURNING agreement)
   INSERT INTO vat_code (agreement, code, name, type, rate, account_number)
   SELECT $1, 'REP', 'Repræsentation', 2, 5, 6906 WHERE NOT EXISTS (SELECT FROM vat_code WHERE agreement = $1 AND code = 'REP')`,
  `WITH gone AS (DELETE FROM currency WHERE agreement = $1 AND code = 'JPY' RETURNING agreement)
   INSERT INTO currency (agreement, code, name)
   SELECT $1, 'JPY', 'Yen' WHERE NOT EXISTS (SELECT FROM currency WHERE agreement = $1 AND code = 'JPY')`,
  `WITH gone AS (DELETE FROM account WHERE agreement = $1 AND number = 2011 RETURNING agreement)
   INSERT INTO account (agreement, number, name, type)
   SELECT $1, 2011, 'Depot', 1 WHERE NOT EXISTS (SELECT FROM account WHERE agreement = $1 AND number = 2011)`,
  `WITH gone AS (DELETE FROM account_dimension WHERE agreement = $1 AND account_number = 2010 RETURNING agreement)
   INSERT INTO account_dimension (agreement, account_number, dimension_number, dimension_key)
   SELECT $1, 2010, 1, 1 WHERE NOT EXISTS (SELECT FROM account_dimension WHERE agreement = $1 AND account_number = 2010)`,
  'UPDATE department SET is_barred = NOT is_barred WHERE agreement = $1',
  'UPDATE dimension SET is_active = NOT is_active WHERE agreement = $1 AND number = 1',
  'UPDATE journal SET default_department = CASE WHEN default_department IS NULL THEN 1 END WHERE agreement = $1 AND number = 1',
  'UPDATE journal SET customer_contra_account = CASE customer_contra_account WHEN 5820 THEN 2010 ELSE 5820 END WHERE agreement = $1 AND number = 1',
  `UPDATE journal SET customer_payment_text = 'Tak' || name, lock_vat_codes = NOT lock_vat_codes WHERE agreement = $1 AND number = 1`,
  `UPDATE exchange_rate SET rate = rate + 1 WHERE agreement = $1`,
  'UPDATE accounting_period SET is_barred = NOT is_barred WHERE agreement = $1 AND period_number = 1',
  `UPDATE agreement SET modules = CASE WHEN modules = '{}' THEN '{Dimension}'::text[] ELSE '{}' END WHERE agreement = $1`,
] as const

const drafts: fc.Arbitrary<DraftEntryInput> = fc.oneof(
  fc
    .record({
      accountNumber: fc.constantFrom(5820, 1310, 2010, 2011, 5605),
      contraAccountNumber: fc.constantFrom(undefined, 1010, 1310, 2010, 2011, 4711),
      vatCode: fc.constantFrom(undefined, 'I25', 'REP', 'NO'),
      currency: fc.constantFrom('DKK', 'DKK', 'EUR', 'JPY'),
      exchangeRate: fc.constantFrom(undefined, undefined, '100'),
    })
    .map(entry),
  fc
    .record({
      entryTypeNumber: fc.constantFrom(2, 10),
      customerNumber: fc.constantFrom(1, 2, 3, 99),
      currency: fc.constantFrom(undefined, 'DKK'),
      accountNumber: fc.constant(undefined),
      contraAccountNumber: fc.constantFrom(undefined, 1010),
    })
    .map(entry),
  fc
    .record({
      entryTypeNumber: fc.constantFrom(3, 4),
      supplierNumber: fc.constantFrom(1, 2, 4),
      currency: fc.constantFrom(undefined, 'DKK'),
      accountNumber: fc.constant(undefined),
      contraAccountNumber: fc.constant(undefined),
    })
    .map(entry),
)

test('whatever is remembered, entries become what they become without', async () => {
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.nat(CHANGES.length - 1).map((change) => ({ change })) },
    { weight: 2, arbitrary: fc.record({ list: fc.array(drafts, { minLength: 1, maxLength: 4 }) }) },
  )
  let agreement = books.agreement * 10
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      agreement += 1
      await fillBooks(books.database, agreement)
      const remembered = new RememberedData()
      for (const one of steps) {
        if ('change' in one) await books.database.rows(CHANGES[one.change]!, [agreement])
        else expect(await tried(agreement, one.list, remembered)).toEqual(await tried(agreement, one.list))
      }
    }),
    { numRuns: runs(12, 200) },
  )
})

test.each(CHANGES)('after a change nothing from before it is used: %s', async (change) => {
  const remembered = new RememberedData()
  const list = [entry(), entry({ entryTypeNumber: 10, customerNumber: 1, accountNumber: undefined })]
  await tried(books.agreement, list, remembered)
  expect(await looks(books.agreement, list, remembered)).toEqual({ count: 1, isWhole: false })
  await books.database.rows(change, [books.agreement])
  const { count, isWhole } = await looks(books.agreement, list, remembered)
  // Modules are looked up each time.
  expect({ count, isWhole }).toEqual(
    change.includes('UPDATE agreement') ? { count: 1, isWhole: false } : { count: 2, isWhole: true },
  )
})

test('a change that was committed while a create waited for its journal is seen', async () => {
  const { agreement, database } = books
  const remembered = new RememberedData()
  await tried(agreement, [entry()], remembered)
  let refused: Promise<unknown> | undefined
  await database.transaction(async (transaction) => {
    await transaction.rows('SELECT FROM journal WHERE agreement = $1 FOR UPDATE', [agreement])
    refused = tried(agreement, [entry()], remembered)
    await untilBlocked(database, 1)
    await database.rows(CHANGES[0], [agreement])
  })
  expect(await refused).toEqual([[expect.objectContaining({ code: 'JournalEntryContraAccountNotAccessible' })]])
})

test('the trail seals every change of the tables that are remembered', async () => {
  const shape = {
    givesNumbers: true,
    hasParties: true,
    hasDimensions: false,
    hasRates: false,
    hasTexts: false,
    namesNumbers: true,
    hasInvoices: true,
  }
  const tables = async (isKnown: boolean): Promise<Set<string>> =>
    await books.database.transaction(async (transaction) => {
      await transaction.script(`SET LOCAL plan_cache_mode = force_generic_plan;
        PREPARE facts (int, json) AS ${factsText({ ...shape, isKnown })}`)
      const rows = await transaction.rows<{ 'QUERY PLAN': string }>(`EXPLAIN (FORMAT JSON) EXECUTE facts(1, '{}')`)
      await transaction.script('DEALLOCATE facts')
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return new Set([...plan.matchAll(/"Relation Name": "(\w+)"/g)].map(([, name]) => name!))
    })
  const [all, always] = [await tables(false), await tables(true)]
  const remembered = [...all].filter((table) => !always.has(table)).toSorted()
  expect(remembered).toEqual([
    'account',
    'account_dimension',
    'currency',
    'customer',
    'customer_group',
    'department',
    'dimension_key',
    'payment_term',
    'supplier',
    'supplier_group',
    'vat_code',
  ])
  const rows = await books.database.rows<{ table: string; changes: number }>(
    `SELECT t.tgrelid::regclass::text AS table, count(*)::int AS changes FROM pg_trigger t
     WHERE t.tgname LIKE '%\\_trail\\_%' GROUP BY t.tgrelid`,
  )
  const sealed = new Map(rows.map(({ table, changes }) => [table, changes]))
  // The keys of dimensions are those of `dimension_value` and `dimension_distribution`, which keep them.
  const followed = remembered.filter((table) => table !== 'dimension_key')
  expect(followed.map((table) => [table, sealed.get(table)])).toEqual(followed.map((table) => [table, 3]))
  // What a journal or dimension says is looked up each time, but not the accounts that a journal names.
  expect([...always].filter((table) => sealed.has(table)).toSorted()).toEqual([
    'accounting_period',
    'accounting_year',
    'dimension',
    'journal',
  ])
})

describe('the memory', () => {
  const data = (from: number, count: number): MasterData => ({
    accounts: new Map(Array.from({ length: count }, (_, at) => [from + at, { number: from + at } as never])),
    customers: new Map(),
    suppliers: new Map(),
    departments: new Map(),
    dataOfAccounts: new Map(),
    vatCodes: new Set(),
    currencies: new Set(),
  })
  const none = new Set<never>()
  const names = (...accounts: number[]) => ({
    journals: new Set([1]),
    accounts: new Set(accounts),
    customers: none,
    suppliers: none,
    vatCodes: none,
    currencies: none,
  })
  const journals = new Set([1])

  test('adds to what has the same seal, and replaces what has another', () => {
    const memory = new RememberedData()
    memory.keep(1, 'a', data(1, 2), journals)
    memory.keep(1, 'a', data(3, 2), journals)
    expect(memory.find(1, names(1, 4))?.seal).toBe('a')
    expect(memory.find(1, names(1, 5))).toBeUndefined()
    expect(memory.find(2, names())).toBeUndefined()
    expect(memory.find(1, { ...names(1), journals: new Set([2]) })).toBeUndefined()
    memory.keep(1, 'b', data(3, 1), journals)
    expect(memory.find(1, names(3))?.seal).toBe('b')
    expect(memory.find(1, names(1))).toBeUndefined()
  })

  test('has bounds for an agreement and for all', () => {
    const memory = new RememberedData()
    const most = REMEMBERED_NAMES_MAX_OF_AGREEMENT
    memory.keep(1, 'a', data(1, most - 1), journals)
    memory.keep(1, 'a', data(most, 1), journals)
    expect(memory.find(1, names(1, most))).toBeDefined()
    // One more, and only what was found last is kept.
    memory.keep(1, 'a', data(most + 1, 1), journals)
    expect(memory.find(1, names(most + 1))).toBeDefined()
    expect(memory.find(1, names(1))).toBeUndefined()
    memory.keep(1, 'a', data(1, most + 1), journals)
    expect(memory.find(1, names(1))).toBeUndefined()

    const agreements = REMEMBERED_NAMES_MAX / most
    for (let agreement = 1; agreement <= agreements; agreement++) memory.keep(agreement, 'a', data(1, most), journals)
    // Used, so the second is the one unused for longest.
    expect(memory.find(1, names(1))).toBeDefined()
    memory.keep(agreements + 1, 'a', data(1, 1), journals)
    expect([1, 2, 3, agreements + 1].map((one) => memory.find(one, names(1)) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})
