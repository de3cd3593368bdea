import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { inspect } from '../../src/documents/compose.ts'
import { seededRandom } from '../../src/templates/random.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { ApiError } from '../../src/errors/catalogue.ts'
import { MODULES } from '../../src/access/roles.ts'
import { arrayOf, elements } from '../../src/ledger/arrays.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { centsOf } from '../../src/ledger/money.ts'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { TestDatabase } from '../database/harness.ts'
import { testDatabase } from '../database/harness.ts'
import { isLong } from '../long.ts'

const DEMO = 7
/** The day that the company is made on, its year, and the one before. */
const TODAY = '2026-11-26'
const YEAR = 2026
const BEFORE = YEAR - 1
let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = own.database
  await fillDemo(database, DEMO)
})
afterAll(() => own.drop())

/** Fills an agreement: the demo agreement, or a sandbox. */
async function fillDemo(target: Database, agreement: number, { isDemo = true, day = TODAY } = {}): Promise<void> {
  await target.transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO agreement (agreement, name, is_demo, is_sandbox, modules) VALUES ($1, 'Demo', $3, NOT $3, $2)`,
      [agreement, arrayOf(elements(MODULES)), isDemo],
    )
    await fillAgreement(transaction, agreement, 'demo', day)
  })
}

async function one<T>(text: string, values: (string | number)[] = [DEMO]): Promise<T> {
  const [row] = await database.rows<T>(text, values)
  return row!
}

/**
 * What may differ between two installs: moments, versions, and the seals, which cover the moment of booking; and where
 * logs end, with their seals.
 */
const OF_THE_MOMENT = [
  'agreement',
  'last_updated',
  'object_version',
  'booked_at',
  'issued_at',
  'logged_at',
  'changed_at',
  'matched_at',
  'received_at',
  'settled_at',
  'submitted_at',
  'logs',
  'previous_seal',
  'seal',
]

/** For each table of an agreement the number of rows, and a hash of their content. */
async function content(target: Database, agreement: number): Promise<Record<string, string>> {
  // Numbers that the database gives to tell rows apart say nothing of the company.
  const tables = await target.rows<{ name: string; surrogates: string | null }>(
    `SELECT table_name AS name, array_agg(column_name) FILTER (WHERE is_identity = 'YES')::text AS surrogates
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'agreement'
     GROUP BY table_name HAVING bool_or(column_name = 'agreement') ORDER BY table_name`,
  )
  const hashes: Record<string, string> = {}
  for (const { name, surrogates } of tables) {
    const [row] = await target.rows<{ n: number; hash: string | null }>(
      `SELECT count(*)::int AS n, md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")) AS hash
       FROM (SELECT (to_jsonb(t) - $2::text[] - $3::text[])::text AS line FROM ${name} t
         WHERE t.agreement = $1 AND (to_jsonb(t) ->> 'property' IN ('settledAt', 'receivedAt', 'submittedAt')) IS NOT TRUE) AS lines`,
      [agreement, `{${OF_THE_MOMENT.join(',')}}`, surrogates ?? '{}'],
    )
    hashes[name] = `${row!.n} rows, ${row!.hash ?? 'nothing'}`
  }
  return hashes
}

describe('the demo agreement', () => {
  it('has documents of forty booked vouchers and of those in the journals, each another, which can be read', async () => {
    const [drafts] = await database.rows<{ n: number }>(
      'SELECT count(*)::int AS n FROM draft_entry WHERE agreement = $1 AND entry_type_number = 3',
      [DEMO],
    )
    const all = 40 + drafts!.n
    const files = await database.rows<{ kind: string; bytes: string }>(
      `SELECT f.kind, encode(p.bytes, 'base64') AS bytes FROM attached_document d
       JOIN document_part t ON t.agreement = $1 AND t.document_number = d.number
       JOIN document_file f ON f.agreement = $1 AND f.hash = t.hash
       JOIN document_piece p ON p.agreement = $1 AND p.hash = f.hash
       WHERE d.agreement = $1`,
      [DEMO],
    )
    expect(files).toHaveLength(all)
    expect(new Set(files.map(({ bytes }) => bytes)).size).toBe(all)
    for (const { kind, bytes } of files) {
      expect(await inspect(new Uint8Array(Buffer.from(bytes, 'base64')))).toMatchObject({ kind, pages: 1 })
    }
    expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(['pdf', 'png']))
  })

  // test/templates/pristine.test.ts compares the sandboxes of one install.
  it.runIf(isLong)(
    'is the same on another install, as a sandbox, under another number, beside another agreement',
    async () => {
      const other = await testDatabase()
      try {
        await other.database.transaction(async (transaction) => {
          await transaction.rows("INSERT INTO agreement (agreement, name) VALUES (1, 'Other')")
          await fillAgreement(transaction, 1, 'danish')
        })
        await fillDemo(other.database, 40, { isDemo: false })
        const here = await content(database, DEMO)
        expect(await content(other.database, 40)).toEqual(here)
        const filled = Object.entries(here).filter(([, hash]) => !hash.endsWith('nothing'))
        expect(filled.map(([table]) => table)).toEqual(
          expect.arrayContaining(['account', 'booked_entry', 'customer', 'draft_entry', 'open_item', 'period_total']),
        )
      } finally {
        await other.drop()
      }
    },
  )

  it('has a ledger that verifies, of some four thousand entries', async () => {
    const result = await verify(database, DEMO)
    expect(result).toMatchObject({ ok: true })
    expect(result.entries).toBeGreaterThan(4_200)
    expect(result.entries).toBeLessThan(5_500)
  })

  it.each([
    [`${BEFORE}-01-01`, `${BEFORE}-12-31`],
    [`${YEAR}-01-01`, `${YEAR}-12-31`],
    [`${BEFORE}-01-01`, `${YEAR}-12-31`],
  ])('balances from %s to %s', async (from, to) => {
    const body = await database.bytes(trialBalance(DEMO, from, to))
    // Numbers keep their text: quoted before they are read, so that none becomes a float.
    const quoted = body!.toString().replaceAll(/:\s*(-?\d+(?:\.\d+)?)/g, ':"$1"')
    const { items, totalDebit, totalCredit } = JSON.parse(quoted) as {
      items: { closingBalance: string }[]
      totalDebit: string
      totalCredit: string
    }
    expect(totalDebit).toBe(totalCredit)
    expect(centsOf(totalDebit)).toBeGreaterThan(1_000_000_00n)
    expect(items.reduce((sum, item) => sum + centsOf(item.closingBalance), 0n)).toBe(0n)
  })

  it('earns money: a profit, and neither bank account overdrawn', async () => {
    const row = await one<Record<string, string>>(
      `SELECT sum(amount_in_base_currency) FILTER (WHERE account_number < 5000) AS result,
         sum(amount_in_base_currency) FILTER (WHERE account_number = 5820) AS bank,
         sum(amount_in_base_currency) FILTER (WHERE account_number = 5830) AS euro
       FROM booked_entry WHERE agreement = $1`,
    )
    const lowest = await database.rows<{ account: number; balance: string }>(
      `SELECT b.account_number AS account, min(b.balance) AS balance FROM (
         SELECT e.account_number, sum(e.amount) OVER (PARTITION BY e.account_number ORDER BY e.date) AS balance
         FROM booked_entry e WHERE e.agreement = $1 AND e.account_number IN (5830, 5840)
         UNION ALL
         SELECT e.account_number, sum(e.amount_in_base_currency) OVER (ORDER BY e.date)
         FROM booked_entry e WHERE e.agreement = $1 AND e.account_number = 5820) AS b
       GROUP BY 1 ORDER BY 1`,
      [DEMO],
    )
    expect(lowest.filter(({ balance }) => centsOf(balance) < 0n)).toEqual([])
    expect(lowest).toHaveLength(3)
    expect(centsOf(row.result!)).toBeLessThan(0n)
    expect(centsOf(row.bank!)).toBeGreaterThan(0n)
    expect(centsOf(row.euro!)).toBeGreaterThan(0n)
  })

  it('has settled the VAT of every whole quarter', async () => {
    const left = await database.rows(
      `SELECT account_number FROM booked_entry
       WHERE agreement = $1 AND account_number BETWEEN 6902 AND 6907 AND date <= $2
       GROUP BY account_number HAVING sum(amount_in_base_currency) <> 0`,
      [DEMO, `${YEAR}-09-30`],
    )
    expect(left).toHaveLength(0)
    const { n } = await one<{ n: number }>(
      `SELECT count(DISTINCT date)::int AS n FROM booked_entry
       WHERE agreement = $1 AND account_number = 6950 AND amount < 0 AND type = 9`,
    )
    expect(n).toBe(7)
  })

  it('has paid most invoices and left some open', async () => {
    const row = await one<{ invoices: number; open: number; paid: number }>(
      `SELECT count(*) FILTER (WHERE e.type IN (3, 10))::int AS invoices,
         count(*) FILTER (WHERE e.type IN (3, 10) AND o.remainder <> 0)::int AS open,
         count(*) FILTER (WHERE e.type IN (2, 4) AND o.remainder <> 0)::int AS paid
       FROM open_item o JOIN booked_entry e USING (agreement, entry_number) WHERE o.agreement = $1`,
    )
    expect(row.invoices).toBeGreaterThan(450)
    expect(row.open).toBeGreaterThan(10)
    expect(row.open).toBeLessThan(row.invoices / 10)
    expect(row.paid, 'payments that settled nothing: one that names no invoice').toBe(1)
  })

  it('deals in foreign currencies, never with barred parties', async () => {
    const currencies = await database.rows<{ currency: string }>(
      'SELECT DISTINCT currency FROM booked_entry WHERE agreement = $1',
      [DEMO],
    )
    expect(currencies.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['DKK', 'EUR', 'USD', 'SEK']))
    const barred = await database.rows<{ booked: number }>(
      `SELECT (SELECT count(*)::int FROM booked_entry e WHERE e.agreement = $1 AND e.customer_number = c.number) AS booked
       FROM customer c WHERE c.agreement = $1 AND c.is_barred
       UNION ALL
       SELECT (SELECT count(*)::int FROM booked_entry e WHERE e.agreement = $1 AND e.supplier_number = s.number)
       FROM supplier s WHERE s.agreement = $1 AND s.is_barred`,
      [DEMO],
    )
    expect(barred.map(({ booked }) => booked)).toEqual([0, 0, 0])
  })

  it('numbers the vouchers of every journal without gaps, and goes on after the last', async () => {
    const journals = await database.rows<Record<string, number>>(
      `SELECT j.minimum_voucher_number AS minimum, j.next_voucher_number AS next, min(u.voucher_number) AS first,
         max(u.voucher_number) AS last, count(DISTINCT u.voucher_number)::int AS vouchers
       FROM journal j JOIN (
         SELECT journal_number, voucher_number FROM booked_entry WHERE agreement = $1
         UNION ALL SELECT journal_number, voucher_number FROM draft_entry WHERE agreement = $1
       ) u ON u.journal_number = j.number
       WHERE j.agreement = $1 GROUP BY j.number, j.minimum_voucher_number, j.next_voucher_number`,
      [DEMO],
    )
    expect(journals).toHaveLength(6)
    for (const { minimum, next, first, last, vouchers } of journals) {
      expect({ first, next, vouchers }).toEqual({ first: minimum, next: last! + 1, vouchers: last! - first! + 1 })
    }
  })

  it('numbers vouchers in series that do not meet: invoices, each journal, and what the service books', async () => {
    const bounds = await database.rows<Record<string, number>>(
      `SELECT j.number, j.minimum_voucher_number AS minimum, j.maximum_voucher_number AS maximum FROM journal j
       WHERE j.agreement = $1 ORDER BY j.number`,
      [DEMO],
    )
    expect(bounds).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => ({
        number,
        minimum: number * 10_000_000,
        maximum: number * 10_000_000 + 9_999_999,
      })),
    )
    const series = await database.rows<Record<string, unknown>>(
      `SELECT source_of_voucher($1, e.journal_number, e.booking, e.voucher_number, e.type) AS source,
         bool_and(CASE WHEN e.journal_number IS NOT NULL THEN e.voucher_number / 10000000 = e.journal_number
           WHEN e.type IN (7, 8) THEN e.voucher_number >= 900000000 ELSE true END) AS apart,
         max(e.voucher_number) FILTER (WHERE e.journal_number IS NULL AND e.type = 1) < 10000000 AS small
       FROM booked_entry e WHERE e.agreement = $1 GROUP BY 1 ORDER BY 1`,
      [DEMO],
    )
    expect(series.map(({ apart }) => apart)).toEqual(series.map(() => true))
    expect(series.find(({ source }) => source === 'invoice')).toMatchObject({ small: true })
  })
})

describe('its drafts', () => {
  it('are some twenty in three journals, some in foreign currency, two vouchers out of balance, all of the last week', async () => {
    const row = await one<{ n: number; journals: number; foreign: number }>(
      `SELECT count(*)::int AS n, count(DISTINCT journal_number)::int AS journals,
         count(*) FILTER (WHERE currency <> 'DKK')::int AS foreign
       FROM draft_entry WHERE agreement = $1`,
    )
    expect(row.n).toBeGreaterThanOrEqual(18)
    expect(row.n).toBeLessThanOrEqual(40)
    expect(row).toMatchObject({ journals: 3 })
    expect(row.foreign).toBeGreaterThanOrEqual(3)
    const unbalanced = await database.rows(
      `SELECT voucher_number FROM draft_entry WHERE agreement = $1 AND contra_account_number IS NULL
       GROUP BY journal_number, voucher_number HAVING sum(amount * exchange_rate) <> 0`,
      [DEMO],
    )
    expect(unbalanced).toHaveLength(2)
    const days = await one(
      'SELECT min(date)::text AS first, max(date)::text AS last FROM draft_entry WHERE agreement = $1',
    )
    expect(days).toEqual({ first: '2026-11-20', last: TODAY })
  })

  it('can be booked in the one journal, and stop the booking of the other', async () => {
    const failed = new Error('undone')
    await expect(
      database.transaction(async (transaction) => {
        const booked = await bookEntries(transaction, {
          agreement: DEMO,
          journalNumber: 3,
          selection: { kind: 'all' },
        })
        expect(booked!.lastEntry).toBeGreaterThan(booked!.firstEntry)
        throw failed
      }),
    ).rejects.toBe(failed)
    const booking = database.transaction((transaction) =>
      bookEntries(transaction, { agreement: DEMO, journalNumber: 1, selection: { kind: 'all' } }),
    )
    const error: unknown = await booking.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).faults.map(({ code }) => code)).toEqual([
      'JournalBookingVoucherNotInBalance',
      'JournalBookingVoucherNotInBalance',
    ])
  })
})

describe('its sales', () => {
  it('are products, subscriptions with subscribers, and a year of runs whose invoices are booked but for the last', async () => {
    const row = await one<Record<string, number | string>>(
      `SELECT (SELECT count(*)::int FROM product WHERE agreement = $1) AS products,
         (SELECT count(*)::int FROM subscription WHERE agreement = $1) AS subscriptions,
         (SELECT count(DISTINCT coalesce(chain, number))::int FROM subscriber WHERE agreement = $1) AS subscribers,
         (SELECT count(DISTINCT to_char(i.date, 'YYYY-MM'))::int FROM booked_invoice i WHERE i.agreement = $1
           AND EXISTS (SELECT FROM subscriber s WHERE s.agreement = $1 AND s.booked_invoice_id = i.number)) AS months,
         (SELECT count(*)::int FROM subscriber WHERE agreement = $1 AND draft_document_id IS NOT NULL) AS drafted,
         (SELECT count(*)::int FROM sales_order WHERE agreement = $1) AS orders,
         (SELECT count(*)::int FROM booked_invoice WHERE agreement = $1 AND credited_document_id IS NOT NULL) AS credit_notes`,
    )
    expect(row).toMatchObject({
      products: 101,
      subscriptions: 8,
      subscribers: 25,
      months: 12,
      orders: 3,
      credit_notes: 1,
    })
    expect(row.drafted).toBeGreaterThan(3)
  })

  it('leave some invoices overdue', async () => {
    const { overdue, invoices } = await one<{ overdue: number; invoices: number }>(
      `SELECT count(*) FILTER (WHERE o.remainder > 0 AND e.due_date < $2)::int AS overdue, count(*)::int AS invoices
       FROM open_item o JOIN booked_entry e USING (agreement, entry_number)
       WHERE o.agreement = $1 AND e.type = 1 AND e.customer_number IS NOT NULL`,
      [DEMO, `${YEAR}-10-31`],
    )
    expect(overdue).toBeGreaterThan(4)
    expect(overdue).toBeLessThan(invoices / 5)
  })
})

describe('its parties', () => {
  it('are 120 customers and 60 suppliers with contacts, each addressed to one of its own', async () => {
    const row = await one<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM customer WHERE agreement = $1) AS customers,
         (SELECT count(DISTINCT name)::int FROM customer WHERE agreement = $1) AS names,
         (SELECT count(*)::int FROM supplier WHERE agreement = $1) AS suppliers,
         (SELECT count(*)::int FROM supplier s JOIN supplier_contact c ON c.agreement = $1 AND c.number = s.attention_number
           AND c.supplier_number = s.number AND NOT c.is_deleted WHERE s.agreement = $1) AS addressed`,
    )
    expect(row).toEqual({ customers: 120, names: 120, suppliers: 60, addressed: 60 })
  })

  it('have company numbers that pass their check and addresses nobody can own', async () => {
    const parties = await database.rows<{ cvr: string | null; email: string; country: string }>(
      `SELECT corporate_identification_number AS cvr, email, country FROM customer WHERE agreement = $1
       UNION ALL SELECT corporate_identification_number, email, country FROM supplier WHERE agreement = $1`,
      [DEMO],
    )
    expect(parties).toHaveLength(180)
    for (const { cvr, email, country } of parties) {
      expect(email).toMatch(/^[a-z]+@[a-z]+(-[a-z]+)*\.example$/)
      expect(cvr === null).toBe(country !== 'DK')
      const weighted = [2, 7, 6, 5, 4, 3, 2, 1].reduce(
        (sum, weight, index) => sum + weight * Number(cvr?.[index] ?? 0),
        0,
      )
      expect(weighted % 11).toBe(0)
    }
  })
})

describe('seededRandom', () => {
  it('is mulberry32: the first three numbers of seed 1', () => {
    const random = seededRandom(1)
    const whole = () => random.between(0, 2 ** 32 - 1)
    expect([whole(), whole(), whole()]).toEqual([2693262067, 11749833, 2265367787])
  })
})
