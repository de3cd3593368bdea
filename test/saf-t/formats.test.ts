import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import type { FormatName } from '../../src/saf-t/export/formats.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { balances, DANISH_ABSENT, danishFaults, ExportWorld, schema140, SCHEMA_ABSENT, vatOf } from './exported.ts'
import { schemaFaults } from '../xml-schemas.ts'
import { readWhole } from './files.ts'

let world: ExportWorld
/** Books of invoices, payments and purchases in two currencies, with matches. */
let company: number
beforeAll(async () => {
  world = await ExportWorld.open()
  company = await books()
})
afterAll(() => world.drop())

const [FROM, TO] = ['2026-01-01', '2026-12-31'] as const

async function books(): Promise<number> {
  const agreement = await world.smallBooks()
  for (const statement of OWN_NUMBERS) await world.database.rows(statement, [agreement])
  const customer = { entryTypeNumber: 10, contraAccountNumber: 1010 }
  const paid = { entryTypeNumber: 2, contraAccountNumber: 5820 }
  const supplier = { entryTypeNumber: 3, contraAccountNumber: 1310, contraVatCode: 'I25' }
  await world.book(
    agreement,
    { date: '2026-01-02', accountNumber: 5820, contraAccountNumber: 6500, amount: '5000', text: 'Indskud' },
    {
      ...customer,
      customerNumber: 201,
      contraVatCode: 'U25',
      date: '2026-02-01',
      customerInvoiceNumber: '1',
      amount: '1250',
    },
    {
      ...customer,
      customerNumber: 202,
      currency: 'EUR',
      dueDate: '2026-03-01',
      date: '2026-02-02',
      customerInvoiceNumber: '2',
      amount: '200',
    },
    { ...supplier, supplierNumber: 501, supplierInvoiceNumber: 'A-17 & co', date: '2026-03-31', amount: '-125' },
    {
      ...supplier,
      supplierNumber: 502,
      supplierInvoiceNumber: 'B',
      dueDate: '2026-05-01',
      currency: 'EUR',
      date: '2026-04-01',
      amount: '-80',
    },
  )
  await world.book(
    agreement,
    { ...customer, ...paid, customerNumber: 201, date: '2026-05-01', customerInvoiceNumber: '1', amount: '-1250' },
    {
      ...customer,
      ...paid,
      customerNumber: 202,
      currency: 'EUR',
      date: '2026-06-02',
      customerInvoiceNumber: '2',
      amount: '-150',
    },
    { date: '2026-08-01', accountNumber: 2210, contraAccountNumber: 5820, amount: '99.95', text: 'Husleje' },
  )
  return agreement
}

const OWN_NUMBERS = [
  `UPDATE company SET corporate_identification_number = '12345674', vat_number = 'DK12345674', address = 'Havnegade 1', postal_code = '8000',
     city = 'Aarhus C' WHERE agreement = $1`,
  `INSERT INTO bank_account (agreement, number, account_number, name, registration_number, bank_account_number)
     VALUES ($1, 1, 5820, 'Drift', '3000', '1234567890')`,
  `UPDATE account SET standard_account_number = s.standard
     FROM (VALUES (1010, 1010), (1310, 1610), (5600, 6190), (5820, 6480), (6800, 7440), (6902, 7680)) AS s(number, standard)
     WHERE account.agreement = $1 AND account.number = s.number`,
]

/** Entry by entry, but for what the service booked by itself beside the vouchers: it has no currency in a file. */
const entriesOf = (agreement: number): Promise<unknown[]> =>
  world.database.rows(
    `SELECT e.date, e.voucher_number AS voucher, e.account_number AS account, e.amount_in_base_currency AS base, e.text,
       CASE WHEN e.amount <> 0 THEN e.currency END AS currency, e.amount, e.vat_code AS vat, e.customer_number AS customer, e.supplier_number AS supplier,
       e.customer_invoice_number AS invoice, e.supplier_invoice_number AS bill
     FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number < 900000000 ORDER BY e.voucher_number, e.entry_number`,
    [agreement],
  )

/** What is open, by party: differences of exchange come back without their currency and match, as the import notes. */
const openOf = (agreement: number): Promise<unknown[]> =>
  world.database.rows(
    `SELECT e.customer_number AS customer, e.supplier_number AS supplier, sum(o.remainder) AS remainder FROM open_item o
     JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = o.entry_number WHERE o.agreement = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [agreement],
  )
const matchesOf = async (agreement: number): Promise<unknown> =>
  await world.database.rows(
    `SELECT m.from_entry_date AS "from", m.to_entry_date AS "to", m.from_entry_amount AS debit, m.to_entry_amount AS credit
     FROM matched_entry_pair m WHERE m.agreement = $1 AND abs(m.from_entry_base_amount) > 2 AND abs(m.to_entry_base_amount) > 2 ORDER BY 1, 2`,
    [agreement],
  )

/** Exports, and imports into a fresh agreement. */
async function again(format: FormatName) {
  const file = world.newFile()
  const written = await exportSafT(world.database, company, file, { format })
  const fresh = await world.newAgreement('Ny')
  const imported = await importSafT(world.database, fresh, file)
  expect(imported).toMatchObject({ entries: written.entries, differenceAccountNumber: null, closingDifferences: [] })
  expect(await verify(world.database, fresh)).toMatchObject({ ok: true })
  return { file, fresh, imported }
}

test.each(['DK-2.1', 'NO-1.40'] as const)(
  '%s comes back equal: entries, numbers, currencies, matches',
  async (format) => {
    const { fresh } = await again(format)
    expect(await entriesOf(fresh)).toEqual(await entriesOf(company))
    expect(await balances(world.database, fresh, FROM, TO)).toEqual(await balances(world.database, company, FROM, TO))
    expect(await vatOf(world.database, fresh, FROM, TO)).toBe(await vatOf(world.database, company, FROM, TO))
    expect(await openOf(fresh)).toEqual(await openOf(company))
    expect(await matchesOf(fresh)).toEqual(await matchesOf(company))
    expect(await matchesOf(fresh)).toHaveLength(2)
  },
)

test('a Danish file tells the company by its own numbers, keeps the standard chart, and is valid', async (context) => {
  const { file, fresh, imported } = await again('DK-2.1')
  const text = await readFile(file, 'utf8')
  for (const said of [
    '<AuditFileVersion>2.1</AuditFileVersion>',
    '<CVR>12345674</CVR>',
    '<TaxRegistrationNumber>DK12345674</TaxRegistrationNumber>',
    '<StreetName>Havnegade 1</StreetName>\n<City>Aarhus C</City>\n<PostalCode>8000</PostalCode>\n<Country>DK</Country>',
    '<BankAccountNumber>1234567890</BankAccountNumber>\n<SortCode>3000</SortCode>\n<CurrencyCode>DKK</CurrencyCode>\n<AccountID>5820</AccountID>',
    '<StandardAccountID>6480</StandardAccountID>\n<AccountType>Asset</AccountType>',
    '<SourceDocumentID>A-17 &amp; co</SourceDocumentID>',
    '<CurrencyCode>EUR</CurrencyCode>\n<CurrencyAmount>200.00</CurrencyAmount>\n<ExchangeRate>7.4625</ExchangeRate>',
  ]) {
    expect(text).toContain(said)
  }
  expect(await readWhole(file)).toMatchObject({ format: 'DK', company: { registrationNumber: '12345674' } })
  const standard = (agreement: number) =>
    world.database.rows(
      'SELECT a.number, a.standard_account_number AS standard FROM account a WHERE a.agreement = $1 AND a.standard_account_number > 0 ORDER BY 1',
      [agreement],
    )
  expect(await standard(fresh)).toEqual(await standard(company))
  expect(imported.notes).toEqual([
    expect.stringMatching(/^Entries in another currency that were kept in base .*: 2\.$/),
  ])
  if (DANISH_ABSENT) context.skip(DANISH_ABSENT)
  expect(await danishFaults(file)).toBe('')
  // The schema does refuse: without SystemID, and a company without a bank account.
  const broken = world.newFile()
  await writeFile(broken, text.replace(/<SystemID>.*\n/, ''))
  expect(await danishFaults(broken)).toContain('SystemID')
})

test('a company that has told nothing of itself writes a valid Danish file, and numbers of an older chart are not taken', async (context) => {
  const bare = await world.smallBooks()
  const text = { date: '2026-03-15', accountNumber: 5820, contraAccountNumber: 1010, amount: '100' }
  await world.book(bare, text)
  const file = world.newFile()
  await exportSafT(world.database, bare, file, { format: 'DK-2.1' })
  const older = world.newFile()
  const written = await readFile(file, 'utf8')
  const mapped = '<AccountDescription>Salg</AccountDescription>\n<StandardAccountID>1010</StandardAccountID>'
  const content = written.replace('<AccountDescription>Salg</AccountDescription>', mapped)
  await writeFile(older, content.replace('20260101', '20230131'))
  const { notes } = await importSafT(world.database, await world.newAgreement('Ny'), older)
  expect(notes).toContainEqual(expect.stringMatching(/older one, whose numbers mean other lines: 1\.$/))
  await writeFile(older, content.replace('<StandardAccountID>1010', '<StandardAccountID>1390'))
  const other = await importSafT(world.database, await world.newAgreement('Ny'), older)
  expect(other.notes).toContainEqual(expect.stringMatching(/no such line .*: 1\.$/))
  await writeFile(older, content.replace('>2.1<', '>3.0<'))
  await expect(importSafT(world.database, await world.newAgreement('Ny'), older)).rejects.toThrow(
    "AuditFileVersion is '3.0'; version 2.1 is read",
  )
  if (DANISH_ABSENT) context.skip(DANISH_ABSENT)
  expect(await danishFaults(file)).toBe('')
})

test('a Norwegian file of 1.40 is valid by its schema, and but for its version that of 1.30', async (context) => {
  const [file, older] = [world.newFile(), world.newFile()]
  await exportSafT(world.database, company, file, { format: 'NO-1.40' })
  await exportSafT(world.database, company, older, { format: 'NO-1.30' })
  const text = await readFile(file, 'utf8')
  expect(text).toContain('<AuditFileVersion>1.40</AuditFileVersion>')
  expect(text.replace('>1.40<', '>1.30<')).toBe(await readFile(older, 'utf8'))
  if (SCHEMA_ABSENT) context.skip(SCHEMA_ABSENT)
  expect(await schemaFaults(await schema140(`${world.newFile()}.xsd`), file)).toBe('')
})
