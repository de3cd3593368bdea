import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeYear } from '../../src/ledger/years/close.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { COMPANY, companyDatabase } from '../database/harness.ts'
import { isLong } from '../long.ts'
import { balances, ExportWorld, SCHEMA_ABSENT, vatOf } from './exported.ts'
import { EXAMPLE, EXAMPLE_ABSENT, readWhole, sample } from './files.ts'

let world: ExportWorld
/** Where a test exports to. */
let file: string

beforeAll(async () => void (world = await ExportWorld.open(companyDatabase())))
afterAll(() => world.drop())
beforeEach(() => void (file = world.newFile()))

/**
 * In a part, `otherPostings` may differ: the codes used decide which accounts are those of VAT, and the part lacks the
 * codes used before it.
 */
async function expectSame(agreement: number, fresh: number, from: string, to: string, isPart = false): Promise<void> {
  // A file does not say which account takes the cents of VAT returns; whoever goes on with the books does.
  const rounding = `SELECT s.account_number FROM system_account s WHERE s.agreement = $1 AND s.purpose = 'rounding'`
  const [kept] = await world.database.at(agreement).rows<{ account_number: string }>(rounding, [agreement])
  if (kept)
    await world.database.at(fresh).rows(
      `INSERT INTO system_account (agreement, purpose, account_number) VALUES ($1, 'rounding', $2) ON CONFLICT
        DO NOTHING`,
      [fresh, kept.account_number],
    )
  const expected = await balances(world.database, agreement, from, to)
  expect(expected.length).toBeGreaterThan(0)
  expect(await balances(world.database, fresh, from, to)).toEqual(expected)
  const vat = async (of: number): Promise<string> =>
    (await vatOf(world.database, of, from, to)).replace(isPart ? /"otherPostings".*/ : '', '')
  expect(await vat(fresh)).toBe(await vat(agreement))
}

/** What each party has open. */
const partiesOf = (agreement: number): Promise<unknown[]> =>
  world.database.rows(
    `SELECT o.customer_number AS customer, o.supplier_number AS supplier, sum(o.remainder) AS remainder FROM open_item o
     WHERE o.agreement = $1 GROUP BY 1, 2 HAVING sum(o.remainder) <> 0 ORDER BY 1, 2`,
    [agreement],
  )

test('files are checked against the public schema', (context) => {
  if (SCHEMA_ABSENT) context.skip(SCHEMA_ABSENT)
})

describe('import of the export gives the same books:', () => {
  test('the demo company, whole and in part, before and after its year is closed', async () => {
    const { database } = world
    const demo = COMPANY
    const whole = await world.again(demo, file)
    await expectSame(demo, whole, '2025-01-01', '2026-12-31')
    await expectSame(demo, whole, '2025-03-07', '2026-02-28')
    expect(await partiesOf(whole)).toEqual(await partiesOf(demo))
    const types = (of: number) =>
      database.rows('SELECT number, name, type FROM account WHERE agreement = $1 AND type IN (1, 2) ORDER BY 1', [of])
    expect(await types(whole)).toEqual(await types(demo))
    // The short form has the part that begins with a year, below.
    const amid = { from: '2025-11-05', to: '2026-02-17' }
    if (isLong) await expectSame(demo, await world.again(demo, file, amid), amid.from, amid.to, true)
    await database.rows('DELETE FROM draft_entry WHERE agreement = $1', [demo])
    await database.transaction((transaction) => closeYear(transaction, demo, '2025'))
    const second = await world.again(demo, file, { from: '2026-01-01', to: '2026-12-31' })
    await expectSame(demo, second, '2026-01-01', '2026-12-31', true)
    await expectSame(demo, second, '2026-04-02', '2026-09-30', true)
    expect(await partiesOf(second)).toEqual(await partiesOf(demo))
  })

  test('the small books: currencies, VAT, parties, vouchers of several dates, cents and nothing', async () => {
    const agreement = await world.smallBooks()
    const march = { date: '2026-03-15' }
    await world.book(
      agreement,
      {
        ...march,
        entryTypeNumber: 10,
        customerNumber: 201,
        customerInvoiceNumber: '7',
        contraAccountNumber: 1010,
        contraVatCode: 'U25',
        amount: '100.01',
      },
      {
        date: '2026-04-01',
        entryTypeNumber: 2,
        customerNumber: 201,
        customerInvoiceNumber: '7',
        contraAccountNumber: 5820,
        amount: '-40',
      },
      {
        ...march,
        entryTypeNumber: 3,
        supplierNumber: 502,
        supplierInvoiceNumber: 'É-1',
        contraAccountNumber: 1310,
        contraVatCode: 'IV25',
        currency: 'EUR',
        amount: '-33.33',
      },
      { ...march, accountNumber: 2210, contraAccountNumber: 5820, amount: '0' },
      {
        ...march,
        accountNumber: 2210,
        contraAccountNumber: 5820,
        amount: '0.01',
        currency: 'SEK',
        exchangeRate: '0.000001',
      },
    )
    const second = { voucherNumber: 900, accountNumber: 2210 }
    await world.bookPostings(agreement, [
      { ...second, date: '2026-05-04', amount: 500n, amountInBaseCurrency: 500n },
      { ...second, date: '2026-05-30', amount: -500n, amountInBaseCurrency: -500n },
      { ...second, date: '2026-06-30', amount: 25n, amountInBaseCurrency: 25n },
      { ...second, date: '2026-06-30', amount: -25n, amountInBaseCurrency: -25n },
    ])
    const fresh = await world.again(agreement, file)
    await expectSame(agreement, fresh, '2026-01-01', '2026-12-31')
    await expectSame(agreement, fresh, '2026-04-01', '2026-05-31')
    expect(await partiesOf(fresh)).toEqual(await partiesOf(agreement))
    const entries = (of: number) =>
      world.database.rows(
        `SELECT account_number, amount, amount_in_base_currency, currency, coalesce(text, '') AS text, customer_number,
           customer_invoice_number, supplier_number, supplier_invoice_number
         FROM booked_entry WHERE agreement = $1 AND currency = 'EUR' ORDER BY entry_number`,
        [of],
      )
    expect(await entries(fresh)).toEqual(await entries(agreement))
    expect((await entries(fresh)).length).toBeGreaterThan(2)
  })

  test('the public example, imported, exported and imported once more', async (context) => {
    if (EXAMPLE_ABSENT) return context.skip(EXAMPLE_ABSENT)
    const agreement = await world.newAgreement()
    await importSafT(world.database, agreement, EXAMPLE)
    const days = { from: '2017-01-01', to: '2017-04-30' }
    const fresh = await world.again(agreement, file, days)
    await expectSame(agreement, fresh, days.from, days.to)
    expect(await partiesOf(fresh)).toEqual(await partiesOf(agreement))
    const [first, second] = [await readWhole(EXAMPLE), await readWhole(file)]
    expect({ ...second.totals, transactions: 53 }).toEqual(first.totals)
    const closing = new Map(second.accounts.map((account) => [account.accountId, account.closingBalance]))
    for (const { accountId, closingBalance } of first.accounts) {
      expect([accountId, closing.get(accountId)]).toEqual([accountId, closingBalance])
    }
  })

  test('days that begin before the first year: parties open with what they had', async () => {
    const agreement = await world.newAgreement()
    await importSafT(world.database, agreement, sample('minimal-1.30.xml'))
    const days = { from: '2024-06-01', to: '2025-01-31' }
    const fresh = await world.again(agreement, file, days)
    await expectSame(agreement, fresh, days.from, days.to)
    const open = await partiesOf(agreement)
    expect(open.length).toBeGreaterThan(1)
    expect(await partiesOf(fresh)).toEqual(open)
  })

  test('our own sample, with its vouchers, currency, invoices, terms and account types', async () => {
    const agreement = await world.newAgreement()
    await importSafT(world.database, agreement, sample('minimal-1.30.xml'))
    const fresh = await world.again(agreement, file, { from: '2025-01-01', to: '2025-01-31' })
    const entriesOf = (of: number) =>
      world.database.rows(
        `SELECT type, account_number, date, voucher_number, amount, amount_in_base_currency, currency, exchange_rate, text,
           customer_number, customer_invoice_number, supplier_number, supplier_invoice_number, due_date
         FROM booked_entry WHERE agreement = $1 ORDER BY type <> 7, entry_number`,
        [of],
      )
    expect(await entriesOf(fresh)).toEqual(await entriesOf(agreement))
    const mastersOf = async (of: number) => [
      await world.database.rows('SELECT number, name, type FROM account WHERE agreement = $1 ORDER BY number', [of]),
      await world.database.rows(
        `SELECT c.number, c.name, c.address, c.postal_code, c.city, c.country, c.corporate_identification_number, t.type, t.days
         FROM customer c LEFT JOIN payment_term t ON t.agreement = $1 AND t.number = c.payment_term_number
         WHERE c.agreement = $1 ORDER BY c.number`,
        [of],
      ),
      await world.database.rows('SELECT number, name, bank_account, currency FROM supplier WHERE agreement = $1', [of]),
      await world.database.rows('SELECT number, name FROM journal WHERE agreement = $1 ORDER BY number', [of]),
    ]
    expect(await mastersOf(fresh)).toEqual(await mastersOf(agreement))
    const codes = (await readWhole(file)).accounts.map(({ groupingCategory, standardAccountId }) => [
      groupingCategory,
      standardAccountId,
    ])
    expect(codes.slice(0, 3)).toEqual([
      ['balanseverdiForOmloepsmiddel', '1500'],
      ['balanseverdiForOmloepsmiddel', '1920'],
      ['egenkapital', '2050'],
    ])
  })
})
