import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { createYear } from '../../src/ledger/years/years.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { yearOf } from '../service/books.ts'
import { balances, ExportWorld } from './exported.ts'
import { sampleText, withFile } from './files.ts'

let world: ExportWorld
beforeAll(async () => void (world = await ExportWorld.open()))
afterAll(() => world.drop())

/**
 * By year and journal, what each voucher has; of those of journals in each currency. Differences of exchange have no
 * amount in theirs, and come back in base currency.
 */
const vouchersOf = (agreement: number): Promise<unknown[]> =>
  world.database.rows(
    `SELECT e.accounting_year AS year, coalesce(j.name, 'No journal') AS journal, e.voucher_number AS voucher,
       CASE WHEN j.number IS NOT NULL AND j.name <> 'No journal' THEN e.currency END AS currency, count(*)::int AS entries,
       CASE WHEN j.number IS NOT NULL AND j.name <> 'No journal' THEN sum(e.amount) END AS amount, sum(e.amount_in_base_currency) AS base
     FROM booked_entry e LEFT JOIN journal j ON j.agreement = e.agreement AND j.number = e.journal_number
     WHERE e.agreement = $1 AND e.type NOT IN (7, 8) GROUP BY 1, 2, 3, 4, j.number, j.name ORDER BY 1, 2, 3, 4`,
    [agreement],
  )
const yearsOf = (agreement: number): Promise<unknown[]> =>
  world.database.rows(
    `SELECT y.date_from AS "from", y.date_to AS "to", y.is_closed AS closed FROM accounting_year y WHERE y.agreement = $1
       AND EXISTS (SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year) ORDER BY 1`,
    [agreement],
  )

/**
 * Books of 2025 and 2026: invoices and payments in two currencies, a difference of exchange, matches, and a customer
 * that nothing is on.
 */
async function twoYears(): Promise<number> {
  const { database } = world
  const agreement = await world.smallBooks()
  for (const statement of YEAR_BEFORE) await database.rows(statement, [agreement])
  const customer = { entryTypeNumber: 10, customerNumber: 201, contraAccountNumber: 1010, contraVatCode: 'U25' }
  const abroad = { ...customer, customerNumber: 202, contraVatCode: undefined, currency: 'EUR', dueDate: '2026-01-31' }
  const paid = { entryTypeNumber: 2, contraAccountNumber: 5820, contraVatCode: undefined, dueDate: undefined }
  const supplier = { entryTypeNumber: 3, contraAccountNumber: 1310, contraVatCode: 'I25' }
  await world.book(
    agreement,
    { date: '2025-01-02', accountNumber: 5820, contraAccountNumber: 6500, amount: '5000' },
    { ...customer, date: '2025-02-01', customerInvoiceNumber: '1', amount: '1250' },
    { ...customer, ...paid, date: '2025-03-01', customerInvoiceNumber: '1', amount: '-1250' },
    { ...customer, date: '2025-04-01', customerInvoiceNumber: '2', amount: '625.50' },
    { ...abroad, date: '2025-11-30', customerInvoiceNumber: '3', amount: '200' },
    { ...customer, date: '2025-11-30', externalNumber: 'GL-0099', amount: '10' },
    { ...supplier, date: '2025-12-31', supplierNumber: 501, supplierInvoiceNumber: 'A', amount: '-125' },
  )
  await world.book(
    agreement,
    { ...customer, ...paid, date: '2026-01-10', customerInvoiceNumber: '2', amount: '-600' },
    { ...abroad, ...paid, date: '2026-06-02', customerInvoiceNumber: '3', amount: '-150' },
    {
      ...supplier,
      date: '2026-07-01',
      supplierNumber: 502,
      supplierInvoiceNumber: 'B',
      amount: '-80',
      currency: 'EUR',
    },
    { date: '2026-08-01', accountNumber: 2210, contraAccountNumber: 5820, amount: '99.95' },
  )
  const [kinds] = await database.rows(
    `SELECT count(*) FILTER (WHERE b.journal_number IS NULL) > 0 AS differs, count(DISTINCT b.currency)::int AS currencies,
       (SELECT count(*)::int FROM matched_entry_pair m WHERE m.agreement = $1) AS matches FROM booked_entry b WHERE b.agreement = $1`,
    [agreement],
  )
  expect(kinds).toEqual({ differs: true, currencies: 2, matches: 4 })
  return agreement
}

const YEAR_BEFORE = [
  ...yearOf(2025),
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate)
     VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'EUR', '2025-01-01', 740)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency) VALUES ($1, 203, 'Ingen køb', 1, 'DKK')`,
]

test('several years come back with their vouchers and currencies, the closed one closed, and its file keeps its names', async () => {
  const { database } = world
  const file = world.newFile()
  const company = await twoYears()
  await database.at(company).transaction((transaction) => closeYear(transaction, company, '2025'))
  await exportSafT(database, company, file)
  const fresh = await world.newAgreement('Ny')
  const imported = await importSafT(database, fresh, file)
  expect(imported).toMatchObject({ openingDifference: '0.00', closingDifferences: [] })
  expect(await yearsOf(fresh)).toEqual(await yearsOf(company))
  const external =
    'SELECT e.external_number AS number FROM booked_entry e WHERE e.agreement = $1 AND e.external_number IS NOT NULL'
  expect(await database.rows(external, [fresh])).toEqual([{ number: 'GL-0099' }])
  expect(await vouchersOf(fresh)).toEqual(await vouchersOf(company))
  for (const [from, to] of [
    ['2025-01-01', '2025-12-31'],
    ['2026-01-01', '2026-12-31'],
  ] as const) {
    expect(await balances(database, fresh, from, to)).toEqual(await balances(database, company, from, to))
  }
  const [matches] = await database.rows<{ there: number; here: number }>(
    `SELECT count(*) FILTER (WHERE m.agreement = $1)::int AS there, count(*) FILTER (WHERE m.agreement = $2)::int AS here
     FROM matched_entry_pair m WHERE m.agreement IN ($1, $2)`,
    [company, fresh],
  )
  const lost = matches!.there - matches!.here
  const told = imported.notes.filter((note) => note.startsWith('Matches of the books'))
  expect(told).toEqual(lost > 0 ? [expect.stringContaining(`: ${lost}.`)] : [])
  expect(await verify(database, fresh)).toMatchObject({ ok: true })
  const closed = async (): Promise<string> => {
    const one = world.newFile()
    await exportSafT(database, company, one, { from: '2025-01-01', to: '2025-12-31' })
    return (await readFile(one, 'utf8')).replace(/<AuditFileDateCreated>.*/, '')
  }
  const before = await closed()
  for (const table of ['account', 'customer', 'supplier', 'vat_code']) {
    await database.rows(`UPDATE ${table} SET name = 'X ' || left(name, 40) WHERE agreement = $1`, [company])
  }
  const named = (text: string): string[] => text.match(/<(?:AccountDescription|Name|Description)>X .*/g) ?? []
  const now = await closed()
  const strangers = await database.rows<{ name: string }>(
    `SELECT p.name FROM (SELECT 'customer' AS party, c.number, c.name FROM customer c WHERE c.agreement = $1
       UNION ALL SELECT 'supplier', s.number, s.name FROM supplier s WHERE s.agreement = $1) AS p
     WHERE NOT EXISTS (SELECT FROM closed_party c WHERE c.agreement = $1 AND c.party = p.party AND c.number = p.number)`,
    [company],
  )
  // Nobody had booked on them by the closing.
  expect([named(now).length, strangers.length]).toEqual([1, 1])
  expect(now.replaceAll('<Name>X ', '<Name>')).toBe(before)
})

test('a Danish company says DK and its own registration number', async () => {
  const { database } = world
  const agreement = await world.smallBooks()
  await database.rows(`UPDATE company SET corporate_identification_number = '12345674' WHERE agreement = $1`, [
    agreement,
  ])
  await world.book(agreement, { date: '2026-03-15', accountNumber: 1010, contraAccountNumber: 5820, amount: '-100' })
  const file = world.newFile()
  await world.again(agreement, file)
  const text = await readFile(file, 'utf8')
  expect(text).toContain('<AuditFileCountry>DK</AuditFileCountry>')
  expect(text).toContain('<RegistrationNumber>12345674</RegistrationNumber>')
})

test('a first year shorter than a month is taken, and comes back', async () => {
  const { database } = world
  const agreement = await world.newAgreement()
  const years = async (from: string, to: string): Promise<unknown[]> => {
    const faults: { code: string }[] = []
    await database.transaction((transaction) => createYear(transaction, agreement, from, to, faults as never))
    return faults.map(({ code }) => code)
  }
  expect(await years('2024-12-20', '2024-12-31')).toEqual([])
  expect(await years('2025-01-01', '2025-01-20')).toEqual(['InvalidAccountingYearDates'])
  expect(await years('2025-01-01', '2025-12-31')).toEqual([])
  const file = world.newFile()
  const fresh = await world.newAgreement()
  await database.rows(`INSERT INTO currency (agreement, code, name) VALUES ($1, 'DKK', 'Kroner')`, [agreement])
  await database.rows(
    "INSERT INTO account (agreement, number, name, type) VALUES ($1, 2000, 'Kapital', 2), ($1, 1920, 'Bank', 2)",
    [agreement],
  )
  await world.bookPostings(
    agreement,
    [
      { accountNumber: 1920, date: '2024-12-21', accountingYear: '2024', amount: 100n, amountInBaseCurrency: 100n },
      { accountNumber: 2000, date: '2024-12-21', accountingYear: '2024', amount: -100n, amountInBaseCurrency: -100n },
    ].map((one) => ({ ...one, journalNumber: null })),
  )
  await exportSafT(database, agreement, file)
  await importSafT(database, fresh, file)
  expect(await yearsOf(fresh)).toEqual([{ from: '2024-12-20', to: '2024-12-31', closed: false }])
})

test('account ids that are no numbers are mapped, and the answer says to what', async () => {
  const { database } = world
  const text = (await sampleText('minimal-1.30.xml'))
    .replaceAll('<AccountID>1920</AccountID>', '<AccountID>19.20-A</AccountID>')
    .replaceAll('<AccountID>3000</AccountID>', '<AccountID>SALG</AccountID>')
  const fresh = await world.newAgreement()
  const imported = await withFile(text, (file) => importSafT(database, fresh, file))
  expect(imported.accountNumbers).toEqual(
    expect.arrayContaining([
      { accountId: '19.20-A', accountNumber: 1920 },
      { accountId: 'SALG', accountNumber: 10_000 },
    ]),
  )
  expect(await verify(database, fresh)).toMatchObject({ ok: true })
})

test('files are read in the encoding that they declare', async () => {
  const { database } = world
  const utf8 = (await sampleText('minimal-1.30.xml')).replace(/<Name>[^<]*/, '<Name>Ærø Æbler')
  const declared = (encoding: string): string => utf8.replace('encoding="UTF-8"', `encoding="${encoding}"`)
  const latin = Buffer.from(declared('ISO-8859-1').replace(/[^\0-\xff]/g, '-'), 'latin1')
  const le = Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')
  const be = Buffer.from(le).swap16()
  for (const bytes of [latin, le, be, Buffer.from(declared('UTF-16LE'), 'utf16le')]) {
    const fresh = await world.newAgreement()
    const imported = await withFile(bytes, (file) => importSafT(database, fresh, file))
    expect(imported.transactions).toBeGreaterThan(0)
  }
  const unread = Buffer.from(declared('UTF-7'))
  await expect(withFile(unread, (file) => importSafT(database, 1, file))).rejects.toThrow(
    /UTF-8, UTF-16 and ISO-8859-1 are read/,
  )
})

test('an invoice number that is none of ours is kept as it is, and settles nothing', async () => {
  const { database } = world
  const text = (await sampleText('minimal-1.30.xml')).replaceAll('<ReferenceNumber>501<', '<ReferenceNumber>GL-501<')
  const fresh = await world.newAgreement()
  const imported = await withFile(text, (file) => importSafT(database, fresh, file))
  expect(imported.notes).toContainEqual(expect.stringMatching(/^Invoice numbers kept as externalNumber, .*: 3\.$/))
  const items = await database.rows(
    `SELECT e.external_number AS number, e.customer_invoice_number AS own, o.remainder FROM booked_entry e
     JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number WHERE e.agreement = $1 AND e.customer_number = 1 AND e.type <> 7
     ORDER BY e.entry_number`,
    [fresh],
  )
  const open = ['1250.00', '-250.00', '-250.00']
  expect(items).toEqual(open.map((remainder) => ({ number: 'GL-501', own: null, remainder })))
  expect(await verify(database, fresh)).toMatchObject({ ok: true })
})
