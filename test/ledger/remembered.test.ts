import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import { createDraftLists, type DraftEntryInput, type SentDraft } from '../../src/ledger/drafts/drafts.ts'
import { factsText } from '../../src/ledger/drafts/facts-text.ts'
import { RememberedData } from '../../src/ledger/drafts/remembered.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { runs } from '../long.ts'
import { fillBooks, freshBooks } from './books.ts'

const books = freshBooks()
/** Where agreements are spread over servers, plans name shards; the tables there are made by the same migrations. */
const isSpread = inject('databaseWorkers').length > 0

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

/** What a try came to: the drafts or faults, how often facts were looked up, and how many transactions it took. */
interface Tried {
  result: unknown
  looks: number
  attempts: number
}

/** Creates the entries, and undoes that. Tries again where something remembered was outdated. */
async function tried(
  agreement: number,
  entries: readonly DraftEntryInput[],
  remembered?: RememberedData,
): Promise<Tried> {
  const undo = new Error('Only tried.')
  const made: Tried = { result: undefined, looks: 0, attempts: 0 }
  const attempt = async (inner: Transaction): Promise<void> => {
    const look: Transaction['look'] = (text, values) => {
      if (text.includes('journal_found')) made.looks += 1
      return inner.look(text, values)
    }
    made.attempts += 1
    made.result = await created({ ...inner, look }, agreement, entries, remembered)
    throw undo
  }
  for (;;) {
    const error: unknown = await books.database.transaction(attempt).catch((thrown: unknown) => thrown)
    if (error === undo) return made
    if (made.attempts > 1 || (error as { code?: string }).code !== '40001') throw error
  }
}

/** A memory whose clock goes on by an hour with each look at it: it never doubts. */
function memory(): RememberedData {
  let now = 0
  return new RememberedData(() => (now += 3_600_000))
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
      journalNumber: fc.constantFrom(1, 1, 4),
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
      amount: fc.constantFrom('-1', '1'),
      supplierInvoiceNumber: fc.constantFrom(undefined, 'A1', 'a1', 'B2'),
      supplierNumber: fc.constantFrom(1, 2, 4),
      currency: fc.constantFrom(undefined, 'DKK'),
      accountNumber: fc.constant(undefined),
      contraAccountNumber: fc.constant(undefined),
    })
    .map(entry),
)

test('whatever is remembered, entries become what they become without', async () => {
  const list = fc.array(drafts, { minLength: 1, maxLength: 4 })
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.nat(CHANGES.length - 1).map((change) => ({ change })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map((voucherNumber) => ({ voucherNumber })) },
    { weight: 5, arbitrary: list.map((tries) => ({ tries })) },
  )
  let agreement = books.agreement * 10
  let atOnce = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      agreement += 1
      await fillBooks(books.database, agreement)
      const remembered = memory()
      for (const one of steps) {
        if ('change' in one) await books.database.rows(CHANGES[one.change]!, [agreement])
        else if ('voucherNumber' in one) {
          // Named ahead of the journal's next one, and an invoice that is booked.
          const invoice = { entryTypeNumber: 3, supplierNumber: 1, amount: '-1', supplierInvoiceNumber: 'A1' }
          const named = [entry(one), entry({ ...invoice, accountNumber: undefined, contraAccountNumber: 1310 })]
          await books.database.transaction((inner) => created(inner, agreement, named))
        } else {
          const without = await tried(agreement, one.tries)
          // The second time most is remembered.
          for (let time = 1; time <= 2; time++) {
            const { result, looks } = await tried(agreement, one.tries, remembered)
            expect(result).toEqual(without.result)
            if (looks === 0) atOnce += 1
          }
        }
      }
    }),
    { numRuns: runs(6, 200) },
  )
  expect(atOnce).toBeGreaterThan(0)
})

const pair = [entry(), entry({ entryTypeNumber: 10, customerNumber: 1, accountNumber: undefined })]

test.each(CHANGES)('after a change nothing from before it is used: %s', async (change) => {
  const remembered = memory()
  expect(await tried(books.agreement, pair, remembered)).toMatchObject({ looks: 1, attempts: 1 })
  expect(await tried(books.agreement, pair, remembered)).toMatchObject({ looks: 0, attempts: 1 })
  await books.database.rows(change, [books.agreement])
  expect(await tried(books.agreement, pair, remembered)).toMatchObject({ looks: 1, attempts: 2 })
})

test('a change that was committed while a create waited for its journal is seen', async () => {
  const { agreement, database } = books
  const remembered = memory()
  await tried(agreement, [entry()], remembered)
  let refused: Promise<Tried> | undefined
  await database.transaction(async (transaction) => {
    await transaction.rows('SELECT FROM journal WHERE agreement = $1 FOR UPDATE', [agreement])
    refused = tried(agreement, [entry()], remembered)
    await untilBlocked(database, 1)
    await database.rows(CHANGES[0], [agreement])
  })
  expect(await refused).toEqual({
    result: [[expect.objectContaining({ code: 'JournalEntryContraAccountNotAccessible' })]],
    looks: 1,
    attempts: 2,
  })
})

test('a period that is barred while a create waits for it is barred to the create', async () => {
  const { agreement, database } = books
  const remembered = memory()
  await tried(agreement, [entry()], remembered)
  let refused: Promise<Tried> | undefined
  await database.transaction(async (transaction) => {
    await transaction.rows('UPDATE accounting_period SET is_barred = true WHERE agreement = $1', [agreement])
    refused = tried(agreement, [entry()], remembered)
    await untilBlocked(database, 1)
  })
  expect(await refused).toMatchObject({
    result: [[{ code: 'JournalEntryDateAccountingYearPeriodBarred' }]],
    attempts: 2,
  })
})

test('nothing is written where the journals are not locked: a statement whose BEGIN was refused runs alone', async () => {
  const { agreement, database } = books
  const remembered = memory()
  await tried(agreement, [entry()], remembered)
  const sent: { text: string; values: readonly unknown[] }[] = []
  await database.transaction(async (inner) => {
    const look: Transaction['look'] = (text, values) => {
      sent.push({ text, values: values! })
      return inner.look(text, values)
    }
    await created({ ...inner, look }, agreement, [entry()], remembered)
  })
  const { text, values } = sent.find((statement) => statement.text.includes('INSERT INTO draft_entry'))!
  await expect(database.rows(text, values as string[])).rejects.toMatchObject({ code: '40001' })
  expect(await database.rows('SELECT FROM draft_entry WHERE agreement = $1', [agreement])).toHaveLength(1)
})

test('lists written together are judged each by itself, over several statements', async () => {
  const { agreement, database } = books
  const remembered = memory()
  const faulty = entry({ contraAccountNumber: 2900 })
  await tried(agreement, [entry(), entry({ journalNumber: 4 })], remembered)
  await tried(agreement, [faulty], remembered)
  const long = Array.from({ length: 450 }, (_, at) => entry({ journalNumber: at % 2 === 0 ? 1 : 4 }))
  const lists = [long, [entry(), faulty], long, [entry()]]
  const sent = lists.map((list) => list.map((input): SentDraft => ({ input, faults: [] })))
  const looks: string[] = []
  const made = await database.transaction((inner) => {
    const look: Transaction['look'] = (text, values) => (looks.push(text), inner.look(text, values))
    return createDraftLists({ ...inner, look }, { agreement, baseCurrency: 'DKK', remembered }, sent)
  })
  expect(made).toEqual([numbers(1, 450), undefined, numbers(451, 450), [901]])
  expect(sent[1]!.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    [],
    ['JournalEntryContraAccountNotAccessible'],
  ])
  expect(looks.filter((text) => text.includes('INSERT INTO draft_entry'))).toHaveLength(2)
  expect(looks.some((text) => text.includes('journal_found'))).toBe(false)
  const vouchers = await database.rows<{ journal: number; least: number; most: number; count: number }>(
    `SELECT d.journal_number AS journal, min(d.voucher_number) AS least, max(d.voucher_number) AS most,
       count(DISTINCT d.voucher_number)::int AS count
     FROM draft_entry d WHERE d.agreement = $1 GROUP BY 1 ORDER BY 1`,
    [agreement],
  )
  expect(vouchers).toEqual([
    { journal: 1, least: 1, most: 451, count: 451 },
    { journal: 4, least: 1, most: 450, count: 450 },
  ])
  const journals = await database.rows(
    'SELECT next_voucher_number AS next FROM journal WHERE agreement = $1 AND number IN (1, 4) ORDER BY number',
    [agreement],
  )
  expect(journals).toEqual([{ next: 452 }, { next: 451 }])
})

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at)

test.skipIf(isSpread)('the trail seals every change of the tables that are remembered', async () => {
  const shape = { givesNumbers: true, hasParties: true, hasDimensions: false, hasRates: false, hasTexts: false }
  const text = factsText({ ...shape, namesNumbers: true, hasInvoices: true, hasBrokenUnits: true })
  const plan = await books.database.transaction(async (transaction) => {
    await transaction.script(`SET LOCAL plan_cache_mode = force_generic_plan; PREPARE facts (int, json) AS ${text}`)
    const rows = await transaction.rows<{ 'QUERY PLAN': string }>(`EXPLAIN (FORMAT JSON) EXECUTE facts(1, '{}')`)
    await transaction.script('DEALLOCATE facts')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  const tables = [...new Set([...plan.matchAll(/"Relation Name": "(\w+)"/g)].map(([, name]) => name!))].toSorted()
  const rows = await books.database.rows<{ table: string; changes: string }>(
    `SELECT t.tgrelid::regclass::text AS table, to_json(array_agg(DISTINCT substring(t.tgname from '[^_]*$'))) AS changes
     FROM pg_trigger t WHERE t.tgname LIKE '%\\_trail\\_%' GROUP BY t.tgrelid`,
  )
  const sealed = new Map(rows.map(({ table, changes }) => [table, changes]))
  const unsealed = tables.filter((table) => !sealed.has(table))
  expect(unsealed).toEqual([
    // Not remembered.
    'booked_entry',
    'change',
    // The keys of `dimension_value` and `dimension_distribution`, which keep them.
    'dimension_key',
    // The lines of `dimension_distribution`, which keeps them.
    'distribution_part',
    // Not remembered.
    'draft_entry',
    'entry_reversal',
    'open_item',
  ])
  const remembered = tables.filter((table) => sealed.has(table))
  expect(remembered).toHaveLength(15)
  for (const table of remembered) {
    expect({ table, changes: JSON.parse(sealed.get(table)!) as string[] }).toEqual({
      table,
      changes: ['changed', 'created', 'deleted'],
    })
  }
})
