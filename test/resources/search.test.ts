import { beforeAll, describe, expect, test } from 'vitest'
import { amountOf } from '../../src/ledger/reports/search.ts'
import { attach } from '../documents/uploading.ts'
import { png } from '../documents/files.ts'
import { book, drafted, selling } from '../sales/selling.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, codeOf, DRAFTS, finance } from './bookkeeping.ts'
import { OURS } from './sales.ts'

let service: TestService
let client: Client

interface Found {
  kind: string
  items: { number: string; text: string | null; date: string | null; amount: number | null; path: string }[]
}

const groupsOf = async (q: string, by = client): Promise<Found[]> =>
  (await by.get(`${OURS}/search?q=${encodeURIComponent(q)}`)).json.groups as Found[]
/** By kind the numbers that were found. */
const found = async (q: string, by = client): Promise<Record<string, string[]>> =>
  Object.fromEntries((await groupsOf(q, by)).map(({ kind, items }) => [kind, items.map(({ number }) => number)]))

beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
  await service.database.rows(
    `INSERT INTO account (agreement, number, name, type, vat_code) VALUES ($1, 6810, 'Kontormøbler', 1, 'I25')`,
    [client.agreement],
  )
  await book(client, await drafted(client, [{ quantity: 4 }]))
  await client.post(DRAFTS, finance({ voucherNumber: 501, amount: 464_676.56, text: 'Husleje marts 2026' }))
  const invoice = {
    entryTypeNumber: 3,
    journalNumber: 1,
    supplierNumber: 501,
    contraAccountNumber: 1310,
    contraVatCode: 'I25',
    departmentNumber: 1,
  }
  for (const [at, text] of ['Strøm januar 1', 'Strøm februar 2', 'Kontor'].entries()) {
    const made = await client.post(`${OURS}/draft-entries`, {
      ...invoice,
      date: `2026-0${at + 1}-15`,
      voucherNumber: 600 + at,
      supplierInvoiceNumber: `F${at}`,
      amount: -1250 - at,
      ...(text === 'Kontor' && { contraAccountNumber: 2210 }),
      text,
    })
    expect(made.status, made.text).toBe(201)
  }
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
  expect((await attach(client, png(3, 3), { note: 'Lejekontrakt' })).status).toBe(201)
})

test('an amount is read with a point or a comma before its decimals', () => {
  const amounts = ['464676.56', '464.676,56', '464,676.56', '464676,56', '-1.250', '1250', '0,5', '1 000,00']
  expect(amounts.map(amountOf)).toEqual([
    '464676.56',
    '464676.56',
    '464676.56',
    '464676.56',
    '-1250.00',
    '1250.00',
    '0.50',
    '1000.00',
  ])
  expect(['', 'x', '1.2.3', '1,234', '12.34.56', '1.25x'].map(amountOf)).toEqual([
    undefined,
    undefined,
    undefined,
    '1234.00',
    undefined,
    undefined,
  ])
})

describe('a search', () => {
  test('finds names by a part of them, whatever their case', async () => {
    expect(await found('æBLET')).toMatchObject({ customers: ['201'] })
    expect(await found('portland')).toEqual({ suppliers: ['502'] })
    expect(await found('husleje')).toMatchObject({
      accounts: ['2210'],
      entries: [expect.any(String), expect.any(String)],
    })
    expect(await found('p-1')).toMatchObject({ products: ['P-1'] })
    expect(await found('lejekontrakt')).toEqual({ documents: ['1'] })
    expect(await found('%')).toEqual({})
  })

  test('finds what is written with other signs, or as more of them', async () => {
    const own = await selling(service)
    const names = [
      '\u212Aul og Koks',
      '\u0130stanbul Tekstil',
      'Bru\u0308cke Cafe\u0301',
      'Nord\\%Syd',
      'L\u1FEFAtelier',
    ]
    await service.database.rows(
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 700 + n.place, n.name, 1, 'DKK' FROM json_array_elements_text($2::json) WITH ORDINALITY AS n(name, place)`,
      [own.agreement, JSON.stringify(names)],
    )
    const sought = {
      kul: 701,
      '\u212AOKS': 701,
      stanbul: 702,
      BRÜCKE: 703,
      'CAFE\u0301': 703,
      'd\\%s': 704,
      '\\%': 704,
      'l`a': 705,
    }
    for (const [q, number] of Object.entries(sought)) {
      expect((await found(q, own)).suppliers, q).toEqual([String(number)])
    }
    expect((await found('cafe', own)).suppliers).toBeUndefined()
  })

  test('finds a number wherever it is one', async () => {
    const byNumber = await found('501')
    expect(byNumber).toMatchObject({ suppliers: ['501'], vouchers: ['501'], documents: ['1'] })
    expect(byNumber.customers).toBeUndefined()
    expect(await found('5820')).toMatchObject({ accounts: ['5820'] })
    expect((await found('58')).accounts).toEqual(['5810', '5820'])
    expect((await groupsOf('1')).find(({ kind }) => kind === 'invoices')?.items).toMatchObject([
      { number: '1', text: 'Café Æblet', date: '2026-01-15', amount: 500, path: `${OURS}/invoices/1` },
    ])
  })

  test('finds an amount in either form, on either side', async () => {
    for (const form of ['464676.56', '464.676,56', '-464676,56']) {
      const groups = await groupsOf(form)
      expect(groups.map(({ kind, items }) => [kind, items.map(({ amount }) => amount)])).toEqual([
        ['entries', [-464_676.56, 464_676.56]],
      ])
    }
    expect(await found('500,00')).toMatchObject({ invoices: ['1'] })
  })

  test('leads to what it finds', async () => {
    for (const q of ['501', '5820', 'P-1', '1', 'Café']) {
      for (const { path } of (await groupsOf(q)).flatMap(({ items }) => items)) {
        expect((await client.get(path)).status, path).toBe(200)
      }
    }
  })

  test('says what customers owe and suppliers are owed, to who may read the reports', async () => {
    const owed = async (q: string, kind: string, by = client) =>
      (await groupsOf(q, by)).find((group) => group.kind === kind)!.items.map(({ number, amount }) => [number, amount])
    const of = async (path: string, number: number) =>
      (await client.get(`${OURS}/${path}?date=9999-12-31`)).json.items.find(
        ({ customerNumber, supplierNumber }: Record<string, number>) => (customerNumber ?? supplierNumber) === number,
      )?.total
    const [customer] = await owed('æblet', 'customers')
    expect(customer).toEqual(['201', await of('aged-customers', 201)])
    expect(await owed('501', 'suppliers')).toEqual([['501', await of('aged-suppliers', 501)]])
    expect([customer![1], await of('aged-suppliers', 501)]).toEqual([expect.any(Number), 3753])
    expect(await owed('portland', 'suppliers')).toEqual([['502', 0]])
    // Who lists customers and reads no reports is not told.
    const sales = await service.client({ agreement: client.agreement, roles: ['Sales'] })
    expect(await owed('æblet', 'customers', sales)).toEqual([['201', null]])
  })

  test('has only kinds that the roles of the grant may list', async () => {
    const { agreement } = client
    const sales = await service.client({ agreement, roles: ['Sales'] })
    const bookkeeping = await service.client({ agreement, roles: ['Bookkeeping'] })
    expect(Object.keys(await found('1', sales))).toEqual(['products', 'invoices'])
    expect(Object.keys(await found('1', bookkeeping))).not.toContain('products')
    expect(Object.keys(await found('501', sales))).toEqual([])
    const employee = await service.client({ agreement, roles: ['ProjectEmployee'] })
    expect(codeOf(await employee.get(`${OURS}/search?q=1`)).slice(0, 2)).toEqual([403, 'RoleMissing'])
  })

  test('answers ten of a kind, and of its own agreement alone', async () => {
    await service.database.rows(
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 900 + n, 'Mange ' || n, 1, 'DKK' FROM generate_series(1, 12) n`,
      [client.agreement],
    )
    expect((await found('mange')).suppliers).toHaveLength(10)
    expect(await found('mange', await service.client())).toEqual({})
    expect(codeOf(await client.get(`${OURS}/search?q=%20`))).toEqual([400, 'QueryParameterInvalid', 'q'])
    expect(codeOf(await client.get(`${OURS}/search`))).toEqual([400, 'QueryParameterRequired', 'q'])
  })
})

describe('suggestions for a voucher', () => {
  const suggested = async (query: string) => (await client.get(`${OURS}/voucher-suggestions?${query}`)).json.items

  test('are the last of the supplier, first of them those of a like text', async () => {
    const items = await suggested('supplierNumber=501&text=Strøm+marts')
    expect(items.map(({ voucherNumber }: { voucherNumber: number }) => voucherNumber)).toEqual([602, 601, 600])
    const line = { accountNumber: 1310, vatCode: 'I25', departmentNumber: 1, text: 'Strøm februar 2', amount: 1000.8 }
    const [first] = await suggested('supplierNumber=501&text=str%C3%B8m+FEBRUAR+77')
    expect(first).toEqual({
      reason: 'supplier and text',
      accountingYear: '2026',
      journalNumber: 1,
      voucherNumber: 601,
      date: '2026-02-15',
      text: 'Strøm februar 2',
      amount: -1251,
      lines: [line],
    })
    expect((await suggested('supplierNumber=501&amount=1250'))[0]).toMatchObject({
      reason: 'supplier and amount',
      voucherNumber: 600,
    })
  })

  test('are found by the text or the amount alone', async () => {
    expect(await suggested('text=husleje+MARTS+2026')).toMatchObject([
      { reason: 'text', voucherNumber: 501, lines: [{ accountNumber: 2210 }, { accountNumber: 5820 }] },
    ])
    expect(await suggested('amount=464676.56')).toMatchObject([{ reason: 'amount', voucherNumber: 501 }])
    expect(await suggested('supplierNumber=502')).toEqual([])
    expect(codeOf(await client.get(`${OURS}/voucher-suggestions`))).toEqual([400, 'QueryParameterRequired', 'text'])
  })
})
