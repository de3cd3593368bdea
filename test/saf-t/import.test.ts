import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { DIFFERENCE_ACCOUNT_NAME, importSafT, SafTError } from '../../src/saf-t/import/import.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { brokenFiles, expectedLine } from './broken.ts'
import { everyTable } from './every-table.ts'
import { EXAMPLE, EXAMPLE_ABSENT, lineOf, readWhole, sample, sampleText, withFile } from './files.ts'

let store: TestDatabase
let agreement = 0
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.drop())

/** What every table had when it was last looked at. */
let lastSeen: unknown
/** The same, where the test before left its agreement as fresh as it was: the next test has that. */
let left: unknown
/** What every table has where this test has the agreement of the one before. */
let known: unknown

/** A fresh agreement for a test, as `agreement create` makes it from the empty template. */
beforeEach(async () => {
  known = left
  left = undefined
  if (known !== undefined) return
  agreement += 1
  await rows("INSERT INTO agreement (agreement, name) VALUES ($1, 'Importer')", [agreement])
  await rows("INSERT INTO currency (agreement, code, name) VALUES ($1, 'DKK', 'Kroner')", [agreement])
})

async function rows<T = Record<string, unknown>>(text: string, values: (string | number | boolean)[] = [agreement]) {
  return await store.database.rows<T>(text, values)
}

/** The refusal of an import, which must leave every table as it was: as `before` tells, where that is known. */
async function refusal(work: () => Promise<unknown>, before?: unknown): Promise<SafTError> {
  before ??= await everyTable(store.database)
  const fault = await work().then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(fault instanceof SafTError)) throw new Error(`Expected a SafTError, met ${String(fault)}.`)
  lastSeen = await everyTable(store.database)
  expect(lastSeen).toEqual(before)
  return fault
}

/** The refusal of a file by an agreement that is fresh, and stays so for the next test. */
async function refusalOf(content: string | Buffer): Promise<SafTError> {
  const fault = await refusal(() => withFile(content, (file) => importSafT(store.database, agreement, file)), known)
  left = lastSeen
  return fault
}

interface TrialBalance {
  items: { accountNumber: number; openingBalance: string; debit: string; credit: string; closingBalance: string }[]
  totalDebit: string
  totalCredit: string
}

/** The trial balance with its decimals as the text they were sent as. */
async function balances(from: string, to: string): Promise<TrialBalance> {
  const body = (await store.database.bytes(trialBalance(agreement, from, to)))!.toString()
  return JSON.parse(body.replace(/:\s*(-?\d+\.\d+)/g, ': "$1"')) as TrialBalance
}

const cents = (text: string) => BigInt(text.replace('.', ''))

describe('the public example', () => {
  test('closes every account as the file states, to the cent', async (context) => {
    if (EXAMPLE_ABSENT) return context.skip(EXAMPLE_ABSENT)
    const imported = await importSafT(store.database, agreement, EXAMPLE)
    expect(imported).toMatchObject({ accounts: 22, customers: 6, suppliers: 6, transactions: 53, entries: 170 })
    const { items, totalDebit, totalCredit } = await balances('2017-01-01', '2017-04-30')
    expect([totalDebit, totalCredit]).toEqual(['9487049.35', '9487049.35'])
    const file = await readWhole(EXAMPLE)
    const closing = new Map(items.map((item) => [item.accountNumber, cents(item.closingBalance)]))
    for (const account of file.accounts) {
      expect([account.accountId, closing.get(Number(account.accountId))]).toEqual([
        account.accountId,
        account.closingBalance,
      ])
    }
    expect(await verify(store.database, agreement)).toMatchObject({ ok: true })
  })

  test('says where its openings and closings contradict each other, and books that apart', async (context) => {
    if (EXAMPLE_ABSENT) return context.skip(EXAMPLE_ABSENT)
    const imported = await importSafT(store.database, agreement, EXAMPLE)
    expect(imported).toMatchObject({
      differenceAccountNumber: 2999,
      openingDifference: '2545410.00',
      closingDifferences: [
        { accountNumber: 1920, amount: '-53838.25' },
        { accountNumber: 2711, amount: '0.35' },
        { accountNumber: 2740, amount: '-0.35' },
      ],
    })
    expect(await rows('SELECT name, type FROM account WHERE agreement = $1 AND number = 2999')).toEqual([
      { name: DIFFERENCE_ACCOUNT_NAME, type: 2 },
    ])
    const opening = await rows<{ account: number; text: string; sum: string }>(
      `SELECT account_number AS account, text, sum(amount_in_base_currency) AS sum FROM booked_entry
       WHERE agreement = $1 AND type = 7 AND account_number IN (1500, 1920, 2999) GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    expect(opening.map(({ account, text, sum }) => [account, text, sum])).toEqual([
      [1500, 'Opening balance', '15000.00'],
      [1920, 'Difference to the closing balance stated in the SAF-T file', '-53838.25'],
      [1920, 'Opening balance', '370000.00'],
      [2999, 'Difference to the closing balance stated in the SAF-T file', '53838.25'],
      [2999, 'Opening balance', '-2545410.00'],
    ])
  })

  test("closes every party as the file states, though they do not sum to their account's opening", async (context) => {
    if (EXAMPLE_ABSENT) return context.skip(EXAMPLE_ABSENT)
    await importSafT(store.database, agreement, EXAMPLE)
    const file = await readWhole(EXAMPLE)
    for (const [column, parties] of [
      ['customer_number', file.customers],
      ['supplier_number', file.suppliers],
    ] as const) {
      const found = await rows<{ number: number; balance: string; remainder: string }>(
        `SELECT e.${column} AS number, sum(e.amount_in_base_currency) AS balance, sum(o.remainder) AS remainder
         FROM booked_entry e JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
         WHERE e.agreement = $1 AND e.${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
      )
      const stated = parties.map((party) => [party.id, party.balances[0]!.closingBalance])
      expect(found.map(({ number, balance }) => [String(number), cents(balance)])).toEqual(stated)
      expect(found.map(({ number, remainder }) => [String(number), cents(remainder)])).toEqual(stated)
    }
  })
})

describe('a file of version 1.30', () => {
  test('opens and closes as stated', async () => {
    const imported = await importSafT(store.database, agreement, sample('minimal-1.30.xml'))
    expect(imported).toEqual({
      accounts: 7,
      accountNumbers: [],
      customers: 2,
      suppliers: 1,
      transactions: 4,
      entries: 12,
      differenceAccountNumber: null,
      openingDifference: '0.00',
      closingDifferences: [],
      vatCodes: [],
      notes: [
        'Entries that name a customer or supplier beside its summary account, and were kept without: 1.',
        'Transactions with new voucher numbers, as not all TransactionIDs of their journals are whole numbers: 1.',
      ],
    })
    const { items } = await balances('2025-01-01', '2025-01-31')
    expect(items.map((item) => [item.accountNumber, item.openingBalance, item.closingBalance])).toEqual([
      [1500, '1000.00', '1750.00'],
      [1920, '500.00', '-634.50'],
      [2050, '-1300.00', '-1300.00'],
      [2400, '-200.00', '-200.00'],
      [2700, '0.00', '-200.00'],
      [3000, '0.00', '-800.00'],
      [4300, '0.00', '1384.50'],
    ])
    expect(await verify(store.database, agreement)).toEqual({ ok: true, entries: 17 })
  })

  test('becomes invoices, payments and finance vouchers, with their numbers and currency', async () => {
    await importSafT(store.database, agreement, sample('minimal-1.30.xml'))
    const found = await rows(
      `SELECT e.type, e.account_number AS account, e.amount, e.currency, e.amount_in_base_currency AS base,
         e.voucher_number AS voucher, coalesce(e.customer_number, e.supplier_number) AS party,
         coalesce(e.customer_invoice_number::text, e.supplier_invoice_number) AS invoice, e.due_date AS due,
         o.remainder, j.name AS journal
       FROM booked_entry e JOIN journal j ON j.agreement = $1 AND j.number = e.journal_number
       LEFT JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
       WHERE e.agreement = $1 AND (o.entry_number IS NOT NULL OR e.account_number = 4300) ORDER BY e.entry_number`,
    )
    const ofSales = { account: 1500, currency: 'NOK', party: 1, invoice: '501', journal: 'Salg' }
    const ofPurchases = { account: 2400, voucher: 1, party: 1, invoice: 'F/77', journal: 'Kjøp', remainder: '0.00' }
    expect(found).toMatchObject([
      { ...ofSales, type: 10, amount: '1250.00', voucher: 1, due: '2025-02-14', remainder: '750.00' },
      { ...ofSales, type: 2, amount: '-250.00', voucher: 2, remainder: '0.00' },
      { ...ofSales, type: 2, amount: '-250.00', voucher: 3, remainder: '0.00' },
      { type: 5, account: 4300, amount: '117.89', currency: 'EUR', base: '1384.50', party: null },
      { ...ofPurchases, type: 3, amount: '-117.89', currency: 'EUR', base: '-1384.50', due: '2025-01-31' },
      { ...ofPurchases, type: 4, amount: '1384.50', currency: 'NOK', base: '1384.50' },
    ])
    expect(await rows('SELECT count(*)::int AS drafts FROM draft_entry WHERE agreement = $1')).toEqual([{ drafts: 0 }])
  })

  test('brings parties, groups, terms, years, currencies and account types', async () => {
    await importSafT(store.database, agreement, sample('minimal-1.30.xml'))
    expect(
      await rows(
        `SELECT c.number, c.name, c.address, c.city, g.account_number AS account, t.type, t.days, c.currency
         FROM customer c JOIN customer_group g ON g.agreement = $1 AND g.number = c.group_number
         LEFT JOIN payment_term t ON t.agreement = $1 AND t.number = c.payment_term_number
         WHERE c.agreement = $1 ORDER BY c.number`,
      ),
    ).toMatchObject([
      {
        number: 1,
        name: 'Bokhandelen Blåbær',
        address: 'Storgata 1',
        city: 'Ålesund',
        account: 1500,
        type: 2,
        days: 14,
      },
      { number: 2, name: 'Kunde uten saldo', account: 1500, type: null, currency: 'NOK' },
    ])
    expect(await rows('SELECT code FROM currency WHERE agreement = $1 ORDER BY code')).toMatchObject([
      { code: 'DKK' },
      { code: 'EUR' },
      { code: 'NOK' },
    ])
    expect(
      await rows(
        `SELECT y.year, count(*)::int AS periods, min(p.date_from) AS first, max(p.date_to) AS last
         FROM accounting_year y JOIN accounting_period p ON p.agreement = $1 AND p.year = y.year
         WHERE y.agreement = $1 GROUP BY y.year`,
      ),
    ).toEqual([{ year: '2025', periods: 12, first: '2025-01-01', last: '2025-12-31' }])
    expect(await rows('SELECT number, type FROM account WHERE agreement = $1 ORDER BY number')).toMatchObject(
      [1500, 1920, 2050, 2400, 2700, 3000, 4300].map((number) => ({ number, type: number >= 3000 ? 1 : 2 })),
    )
    expect(await rows('SELECT next_voucher_number AS next FROM journal WHERE agreement = $1 ORDER BY number')).toEqual([
      { next: 4 },
      { next: 2 },
    ])
  })
})

test('long names are cut between characters, not within one', async () => {
  const long = (length: number) => `${'x'.repeat(length - 1)}😀`
  const text = (await sampleText('minimal-1.30.xml'))
    .replace('>Kundefordringer<', `>${long(125)}y<`)
    .replace('<Description>Salg<', `<Description>${long(50)}y<`)
  await withFile(text, (file) => importSafT(store.database, agreement, file))
  expect(await rows('SELECT name FROM account WHERE agreement = $1 AND name LIKE $2', [agreement, 'xxx%'])).toEqual([
    { name: long(125) },
  ])
  expect(await rows('SELECT name FROM journal WHERE agreement = $1 AND name LIKE $2', [agreement, 'xxx%'])).toEqual([
    { name: long(50) },
  ])
})

test('a file of version 1.10 opens in the month it begins, against the difference account', async () => {
  const imported = await importSafT(store.database, agreement, sample('minimal-1.10.xml'))
  expect(imported).toMatchObject({ entries: 2, differenceAccountNumber: 2999, openingDifference: '100.50' })
  const { items } = await balances('2020-02-01', '2020-02-29')
  expect(items.map((item) => [item.accountNumber, item.openingBalance, item.closingBalance])).toEqual([
    [1920, '100.50', '75.25'],
    [2999, '-100.50', '-100.50'],
    [7770, '0.00', '25.25'],
  ])
  expect(await rows('SELECT voucher_number AS v FROM booked_entry WHERE agreement = $1 AND type = 5')).toEqual([
    { v: 7 },
    { v: 7 },
  ])
})

describe('a broken file is refused whole:', () => {
  test.each(brokenFiles)('$name', async (broken) => {
    const content = broken.breaks(await sampleText('minimal-1.30.xml'))
    const fault = await refusalOf(content)
    expect(fault.reason).toMatch(broken.reason)
    expect(fault.line).toBe(expectedLine(broken, content))
  })
})

describe('a file the ledger cannot take is refused whole, with its line:', () => {
  const refused = async (from: string, to: string) => {
    const xml = await sampleText('minimal-1.30.xml')
    expect(xml).toContain(from)
    const content = xml.replaceAll(from, () => to)
    return { content, fault: await refusalOf(content) }
  }

  test('a line on a summary account without a party', async () => {
    const { content, fault } = await refused(
      '<AccountID>1500</AccountID>\n          <CustomerID>K-1</CustomerID>',
      '<AccountID>1500</AccountID>\n',
    )
    expect(fault.reason).toMatch(/^Account 1500 is a summary account; give the customer or supplier/)
    expect(fault.line).toBe(lineOf(content, '<Line>'))
  })

  test('a party whose account is not a status account', async () => {
    const { content, fault } = await refused(
      '<BalanceAccount>\n          <AccountID>1500',
      '<BalanceAccount>\n          <AccountID>3000',
    )
    expect(fault.reason).toBe("Customer 'K-1' has account 3000, which is not a status account.")
    expect(fault.line).toBe(lineOf(content, '<Customer>'))
  })
})

describe('an agreement that cannot take the file is left as it is:', () => {
  const importSample = () => importSafT(store.database, agreement, sample('minimal-1.30.xml'))

  test('one that does not exist', async () => {
    const fault = await refusal(() => importSafT(store.database, 999_999, sample('minimal-1.30.xml')))
    expect(fault.message).toBe('There is no agreement 999999.')
  })

  test('one that has booked entries: a file is imported once', async () => {
    await importSample()
    expect((await refusal(importSample)).message).toMatch(/has booked entries; a SAF-T file is imported into/)
  })

  test('one with drafts in another base currency', async () => {
    await rows("INSERT INTO journal (agreement, number, name) VALUES ($1, 1, 'Daglig')")
    await rows(
      "INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2025', '2025-01-01', '2025-12-31')",
    )
    await rows(
      `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number,
         accounting_year, date, amount, currency, exchange_rate) VALUES ($1, 1, 5, 1, 1, '2025', '2025-01-01', 1, 'DKK', 100)`,
    )
    expect((await refusal(importSample)).message).toMatch(
      /^the file is in NOK, the agreement in DKK, and it has draft/i,
    )
  })

  test.each([
    ['is_closed', /^The agreement is closed up to 2025-12-31/],
    ['is_barred', /^Period 1 of year 2025 is closed or barred/],
  ])('one whose year or period %s', async (column, reason) => {
    const isClosed = column === 'is_closed'
    await rows(
      `INSERT INTO accounting_year (agreement, year, date_from, date_to, is_closed)
       VALUES ($1, '2025', '2025-01-01', '2025-12-31', $2)`,
      [agreement, isClosed],
    )
    await rows(
      `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to, is_barred)
       VALUES ($1, '2025', 1, '2025-01-01', '2025-01-31', NOT $2)`,
      [agreement, isClosed],
    )
    expect((await refusal(importSample)).message).toMatch(reason)
  })

  test('one with an account of another kind', async () => {
    await rows("INSERT INTO account (agreement, number, name, type) VALUES ($1, 3000, 'Overskrift', 4)")
    const fault = await refusal(importSample)
    expect(fault.reason).toMatch(/^Account 3000 is a profit and loss account, but in the agreement it is a heading/)
    expect(fault.line).toBe(lineOf(await sampleText('minimal-1.30.xml'), '<Account>', 6))
  })

  test('one that has a customer of that number', async () => {
    await rows("INSERT INTO account (agreement, number, name, type) VALUES ($1, 1500, 'Kunder', 2)")
    await rows("INSERT INTO customer_group (agreement, number, name, account_number) VALUES ($1, 1, 'Alle', 1500)")
    await rows("INSERT INTO customer (agreement, number, name, group_number, currency) VALUES ($1, 2, 'To', 1, 'DKK')")
    expect((await refusal(importSample)).reason).toBe("CustomerID '2': the agreement has this number already.")
  })
})

describe('an agreement that has something already', () => {
  test('keeps its accounts and groups, and drops rates of the currency it leaves', async () => {
    await rows("INSERT INTO account (agreement, number, name, type) VALUES ($1, 1500, 'Mine kunder', 2)")
    await rows("INSERT INTO customer_group (agreement, number, name, account_number) VALUES ($1, 7, 'Alle', 1500)")
    await rows("INSERT INTO currency (agreement, code, name) VALUES ($1, 'EUR', 'Euro')")
    await rows(
      "INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES ($1, 1, 'EUR', '2020-01-01', 746)",
    )
    await importSafT(store.database, agreement, sample('minimal-1.30.xml'))
    expect(await rows('SELECT name FROM account WHERE agreement = $1 AND number = 1500')).toEqual([
      { name: 'Mine kunder' },
    ])
    expect(await rows('SELECT DISTINCT group_number AS g FROM customer WHERE agreement = $1')).toEqual([{ g: 7 }])
    expect(await rows('SELECT count(*)::int AS n FROM exchange_rate WHERE agreement = $1')).toEqual([{ n: 0 }])
    expect(await rows('SELECT base_currency AS c FROM agreement WHERE agreement = $1')).toEqual([{ c: 'NOK' }])
  })

  test('gets the years between its own and those of the file', async () => {
    await rows(
      "INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2023', '2022-07-01', '2023-06-30')",
    )
    await importSafT(store.database, agreement, sample('minimal-1.30.xml'))
    expect(
      await rows(
        'SELECT year, date_from AS f, date_to AS t FROM accounting_year WHERE agreement = $1 ORDER BY date_from',
      ),
    ).toMatchObject([{ t: '2023-06-30' }, { f: '2023-07-01', t: '2024-06-30' }, { f: '2024-07-01', t: '2025-06-30' }])
  })

  test('two imports at once: one is refused', async () => {
    const results = await Promise.allSettled(
      [1, 2].map(() => importSafT(store.database, agreement, sample('minimal-1.30.xml'))),
    )
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(SafTError)
    expect(await verify(store.database, agreement)).toEqual({ ok: true, entries: 17 })
  })
})
