import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '../../src/console/csv.ts'
import { AGES } from '../../src/ledger/reports/aged.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper } from './bookkeeping.ts'
import { ask, bookDrafts, bookPostings, cents, report, sum } from './report-books.ts'

let service: TestService
let company: TestService
let demo: Client

beforeAll(async () => {
  service = await sharedService()
  company = await companyService()
  demo = await company.client({ agreement: COMPANY })
})
afterAll(() => company.stop())

const balanceOf = async (
  client: Client,
  from: string,
  to: string,
  account: number,
): Promise<Record<string, string>> => {
  const { items } = await report(client, `trial-balance?from=${from}&to=${to}`)
  return items.find(({ accountNumber }: { accountNumber: number }) => accountNumber === account)
}

describe('the VAT statement', () => {
  type OfAccount = { accountNumber: number; name: string; amount: string }
  interface Statement extends Record<
    'salesTax' | 'purchaseTax' | 'reverseChargeTax' | 'payable' | 'otherPostings',
    string
  > {
    unexplained: OfAccount[]
    settlements: OfAccount[]
    items: ({ vatCode: string; type: number } & Record<'base' | 'tax' | 'reverseChargeTax', string>)[]
  }
  const statement = async (client: Client, query: string): Promise<Statement> =>
    await report(client, `vat-statement?${query}`)
  const lineOf = ({ items }: Statement, code: string): unknown[] => {
    const { base, tax, reverseChargeTax } = items.find(({ vatCode }) => vatCode === code)!
    return [base, tax, reverseChargeTax]
  }
  const byAccount = (list: readonly OfAccount[]): string[] =>
    list.map(({ accountNumber, amount }) => `${accountNumber} ${amount}`)
  const finance = { entryTypeNumber: 5, date: '2026-03-15', text: 'Bilag' }

  test('has base and tax of sales and purchases, and both sides of a reverse charge', async () => {
    const client = await bookkeeper(service)
    await bookDrafts(
      client,
      { ...finance, accountNumber: 5820, amount: 125, contraAccountNumber: 1010, contraVatCode: 'U25' },
      { ...finance, accountNumber: 5820, amount: -25.01, contraAccountNumber: 1010, contraVatCode: 'U25' },
      { ...finance, accountNumber: 1310, vatCode: 'I25', amount: 99.99, contraAccountNumber: 5820 },
      { ...finance, accountNumber: 1310, vatCode: 'IV25', amount: 10.1, contraAccountNumber: 5820 },
      { ...finance, accountNumber: 1310, vatCode: 'I25', amount: 1000, contraAccountNumber: 5820, date: '2026-04-01' },
    )
    const march = await statement(client, 'year=2026&period=3')
    expect(march.items.map(({ vatCode, type }) => [vatCode, type])).toEqual([
      ['U25', 1],
      ['I25', 2],
      ['IV25', 2],
    ])
    expect(lineOf(march, 'U25')).toEqual(['79.99', '20.00', '0.00'])
    expect(lineOf(march, 'I25')).toEqual(['79.99', '20.00', '0.00'])
    expect(lineOf(march, 'IV25')).toEqual(['10.10', '2.53', '2.53'])
    expect(march).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-31',
      salesTax: '20.00',
      purchaseTax: '22.53',
      reverseChargeTax: '2.53',
      payable: '0.00',
      otherPostings: '0.00',
    })
    expect(lineOf(await statement(client, 'from=2026-03-16&to=2026-04-01'), 'I25')).toEqual([
      '800.00',
      '200.00',
      '0.00',
    ])
  })

  test('is in base currency, by what was booked', async () => {
    const client = await bookkeeper(service)
    const sale = {
      entryTypeNumber: 10,
      customerNumber: 202,
      date: '2026-03-15',
      text: 'Faktura',
      dueDate: '2026-04-15',
    }
    await bookDrafts(client, {
      ...sale,
      currency: 'EUR',
      amount: 12.5,
      contraAccountNumber: 1010,
      contraVatCode: 'U25',
    })
    const { debit } = await balanceOf(client, '2026-03-01', '2026-03-31', 5600)
    const { credit } = await balanceOf(client, '2026-03-01', '2026-03-31', 6902)
    const march = await statement(client, 'year=2026&period=3')
    expect(debit).toBe('93.28')
    expect(march).toMatchObject({ payable: credit, otherPostings: '0.00' })
    expect(lineOf(march, 'U25')).toEqual(['74.63', '18.66', '0.00'])
  })

  test('takes for tax what is tax, and tells apart what else stands on the accounts of the codes', async () => {
    const client = await bookkeeper(service)
    await service.database.rows(
      `INSERT INTO vat_code (agreement, code, name, type, rate, account_number) VALUES ($1, 'U0', 'Uden moms', 1, 0, 6902)`,
      [client.agreement],
    )
    await bookDrafts(
      client,
      // Of no tax, though the next entry stands on the tax account: the code has no rate.
      { ...finance, voucherNumber: 1, accountNumber: 1010, vatCode: 'U0', amount: -100 },
      { ...finance, voucherNumber: 1, accountNumber: 6902, amount: -7 },
      { ...finance, voucherNumber: 1, accountNumber: 5820, amount: 107 },
      // Too small for a tax: 0.02 is 0.02 and 0.00.
      { ...finance, voucherNumber: 2, accountNumber: 1010, vatCode: 'U25', amount: -0.02 },
      { ...finance, voucherNumber: 2, accountNumber: 6902, amount: 30 },
      { ...finance, voucherNumber: 2, accountNumber: 5820, amount: -29.98 },
      // A settlement.
      { ...finance, voucherNumber: 3, accountNumber: 6902, amount: -3, contraAccountNumber: 5820 },
    )
    const march = await statement(client, 'year=2026&period=3')
    expect(lineOf(march, 'U0')).toEqual(['100.00', '0.00', '0.00'])
    expect(lineOf(march, 'U25')).toEqual(['0.02', '0.00', '0.00'])
    expect(march).toMatchObject({ salesTax: '0.00', payable: '0.00', otherPostings: '-20.00' })
    expect(byAccount(march.unexplained)).toEqual(['6902 23.00'])
    expect(byAccount(march.settlements)).toEqual(['6902 -3.00'])
  })

  test('shows per account what no code explains, and settlements apart', async () => {
    const client = await bookkeeper(service)
    await service.database.rows(
      `WITH accounts AS (INSERT INTO account (agreement, number, name, type)
         VALUES ($1, 6903, 'Import', 2), ($1, 6906, 'Køb', 2), ($1, 6950, 'Momsafregning', 2) ON CONFLICT DO NOTHING)
       INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number) VALUES ($1, 'IMP25', 'Import', 2, 25, 6906, 6903)`,
      [client.agreement],
    )
    await bookDrafts(
      client,
      { ...finance, accountNumber: 6906, amount: 500, contraAccountNumber: 6903 },
      { ...finance, accountNumber: 1310, vatCode: 'IMP25', amount: 100, contraAccountNumber: 5820 },
    )
    const march = await statement(client, 'year=2026&period=3')
    expect(byAccount(march.unexplained)).toEqual(['6903 -500.00', '6906 500.00'])
    expect(march.settlements).toEqual([])
    const accounts = { voucherNumber: 900, date: '2026-03-31' }
    await bookDrafts(
      client,
      { ...finance, ...accounts, accountNumber: 6906, amount: -525 },
      { ...finance, ...accounts, accountNumber: 6903, amount: 500 },
      { ...finance, ...accounts, accountNumber: 6950, amount: 25 },
      // Tax by hand, beside its cost: no settlement.
      { ...finance, voucherNumber: 901, accountNumber: 1310, amount: 40 },
      { ...finance, voucherNumber: 901, accountNumber: 6906, amount: 10 },
      { ...finance, voucherNumber: 901, accountNumber: 5820, amount: -50 },
    )
    const settled = await statement(client, 'year=2026&period=3')
    expect(byAccount(settled.unexplained)).toEqual(['6903 -500.00', '6906 510.00'])
    expect(byAccount(settled.settlements)).toEqual(['6903 500.00', '6906 -525.00'])
  })

  test('undoes what is reversed', async () => {
    const client = await bookkeeper(service)
    const sale = { accountNumber: 1010, vatCode: 'U25', amount: -8000n, amountInBaseCurrency: -8000n, text: 'Salg' }
    const tax = { accountNumber: 6902, amount: -2000n, amountInBaseCurrency: -2000n, text: 'Salg' }
    const paid = { amount: 10_000n, amountInBaseCurrency: 10_000n, text: 'Salg' }
    await bookPostings(service, client, [paid, sale, tax])
    expect(await statement(client, 'year=2026')).toMatchObject({ salesTax: '20.00', otherPostings: '0.00' })
    const back = [paid, sale, tax].map((one) => ({
      ...one,
      amount: -one.amount,
      amountInBaseCurrency: -one.amountInBaseCurrency,
      voucherNumber: 2,
    }))
    await bookPostings(service, client, back)
    const year = await statement(client, 'year=2026')
    expect([lineOf(year, 'U25'), year.payable, year.otherPostings]).toEqual([['0.00', '0.00', '0.00'], '0.00', '0.00'])
  })

  test("of the demo company finds every code's tax: with the settlements, all that moved on the accounts", async () => {
    for (const [from, to] of [
      ['2025-01-01', '2025-03-31'],
      ['2025-02-10', '2025-08-20'],
      ['2026-01-01', '2026-12-31'],
    ]) {
      const found = await statement(demo, `from=${from}&to=${to}`)
      expect(sum([found.salesTax, found.reverseChargeTax])).toBe(sum([found.payable, found.purchaseTax]))
      const [settled] = await company.database.rows<{ amount: string }>(
        `SELECT coalesce(-sum(amount_in_base_currency), 0.00) AS amount FROM booked_entry
         WHERE agreement = $1 AND date BETWEEN $2 AND $3 AND text LIKE 'Momsangivelse%' AND account_number BETWEEN 6902 AND 6910`,
        [demo.agreement, from!, to!],
      )
      expect(found.otherPostings).toBe(settled!.amount)
      expect(found.unexplained).toEqual([])
      expect(sum(found.settlements.map(({ amount }) => amount))).toBe(-cents(settled!.amount))
    }
  })
})

describe('aged customers and suppliers', () => {
  const agesOf = (item: Record<string, string>): unknown[] => AGES.map((age) => item[age])
  const invoice = { entryTypeNumber: 10, customerNumber: 201, contraAccountNumber: 1010, text: 'Faktura' }

  test('puts what is open by the days since it was due', async () => {
    const client = await bookkeeper(service)
    const due = [
      ['2026-06-30', 1],
      ['2026-06-29', 2],
      ['2026-05-31', 4],
      ['2026-05-30', 8],
      ['2026-05-01', 16],
      ['2026-04-30', 32],
    ]
    const old = [
      ['2026-04-01', 64],
      ['2026-03-31', 128],
    ]
    await bookDrafts(
      client,
      ...[...due, ...old].map(([dueDate, amount]) => ({ ...invoice, date: '2026-03-01', dueDate, amount })),
    )
    const aged = await report(client, 'aged-customers?date=2026-06-30')
    const expected = ['1.00', '6.00', '24.00', '96.00', '128.00', '255.00', '254.00']
    expect(agesOf(aged.items[0])).toEqual(expected)
    expect(aged.items).toEqual([
      {
        customerNumber: 201,
        name: 'Café Æblet',
        ...Object.fromEntries(AGES.map((age, index) => [age, expected[index]])),
        oldestDue: '2026-03-31',
        daysLate: 91,
      },
    ])
    expect([aged.date, agesOf(aged)]).toEqual(['2026-06-30', expected])
    expect((await report(client, 'aged-suppliers?date=2026-06-30')).items).toEqual([])
  })

  test('of one currency counts what is open in that one, in base currency', async () => {
    const client = await bookkeeper(service)
    const dated = { ...invoice, date: '2026-03-01', dueDate: '2026-03-09' }
    await bookDrafts(
      client,
      { ...dated, amount: 100 },
      { ...dated, customerNumber: 202, amount: 20, currency: 'EUR', exchangeRate: 750 },
    )
    const of = async (currency: string): Promise<unknown[]> => {
      const { items, total } = await report(client, `aged-customers?date=2026-03-01${currency}`)
      return [items.map((one: Record<string, unknown>) => [one.customerNumber, one.total]), total]
    }
    const [kroner, euro] = [
      [201, '100.00'],
      [202, '150.00'],
    ]
    expect(await of('')).toEqual([[kroner, euro], '250.00'])
    expect(await of('&currency=DKK')).toEqual([[kroner], '100.00'])
    expect(await of('&currency=EUR')).toEqual([[euro], '150.00'])
    expect(await of('&currency=SEK')).toEqual([[], '0.00'])
    const explained = await report(client, 'aged-customers?date=2026-03-01&currency=EUR&explain=total')
    expect([explained.explainedCount, explained.explainedAmount]).toEqual([1, '150.00'])
  })

  test('shows what was open on the day, whatever was settled later', async () => {
    const client = await bookkeeper(service)
    const bill = {
      entryTypeNumber: 3,
      supplierNumber: 501,
      supplierInvoiceNumber: 'A-1',
      contraAccountNumber: 1310,
      text: 'Køb',
    }
    const payment = {
      entryTypeNumber: 4,
      supplierNumber: 501,
      supplierInvoiceNumber: 'A-1',
      contraAccountNumber: 5820,
      text: 'Betalt',
    }
    await bookDrafts(
      client,
      { ...bill, date: '2026-02-01', dueDate: '2026-02-09', amount: -100 },
      { ...payment, date: '2026-03-01', amount: 30 },
      { ...payment, date: '2026-04-01', amount: 70 },
      // Paid before it came: open the other way until then.
      { ...payment, supplierInvoiceNumber: 'B-2', date: '2026-05-01', amount: 50 },
      { ...bill, supplierInvoiceNumber: 'B-2', date: '2026-05-20', dueDate: '2026-06-20', amount: -50 },
    )
    const on = async (date: string): Promise<unknown[]> => {
      const { items } = await report(client, `aged-suppliers?date=${date}`)
      return items.map(agesOf)
    }
    const none = '0.00'
    expect(await on('2026-01-31')).toEqual([])
    expect(await on('2026-02-01')).toEqual([['100.00', none, none, none, none, '100.00', none]])
    expect(await on('2026-02-28')).toEqual([[none, '100.00', none, none, none, '100.00', '100.00']])
    expect(await on('2026-03-01')).toEqual([[none, '70.00', none, none, none, '70.00', '70.00']])
    expect(await on('2026-04-01')).toEqual([])
    expect(await on('2026-05-10')).toEqual([[none, '-50.00', none, none, none, '-50.00', '-50.00']])
    expect(await on('2026-05-20')).toEqual([])
  })

  test.each(['2025-01-15', '2025-06-30', '2025-12-31', '2026-03-15', '2026-08-01', '2030-01-01'])(
    'of the demo company at %s are what the parties owe, and what stands on the summary accounts',
    async (date) => {
      // What a supplier is owed is a credit, and positive in its report.
      for (const [party, accounts, sign] of [
        ['customer', [5600, 5605, 5607], ''],
        ['supplier', [6800, 6805, 6807], '-'],
      ] as const) {
        const aged = await report(demo, `aged-${party}s?date=${date}`)
        const naive = await company.database.rows<{ number: number; balance: string }>(
          `SELECT ${party}_number AS number, ${sign}sum(amount_in_base_currency) AS balance FROM booked_entry
           WHERE agreement = $1 AND date <= $2 AND ${party}_number IS NOT NULL GROUP BY 1 ORDER BY 1`,
          [demo.agreement, date],
        )
        const totals = new Map(aged.items.map((item: Record<string, string>) => [item[`${party}Number`], item.total]))
        for (const { number, balance } of naive)
          expect([number, totals.get(number) ?? '0.00']).toEqual([number, balance])
        const standing = await Promise.all(accounts.map((account) => balanceOf(demo, date, date, account)))
        expect(cents(aged.total)).toBe(sum(standing.map(({ closingBalance }) => closingBalance!)) * BigInt(`${sign}1`))
        for (const item of [...aged.items, aged]) {
          const [notDue, ...late] = AGES.slice(0, 5).map((age) => item[age]!)
          expect(sum([notDue!, ...late])).toBe(cents(item.total))
          expect(sum(late)).toBe(cents(item.overdue))
        }
      }
    },
  )
})

describe('CSV', () => {
  test('quotes texts, and keeps a spreadsheet from taking them for formulas', async () => {
    const client = await bookkeeper(service)
    const names = ['=1+1', '+45 12', '-x', '@SUM(A1)', ' =2', '\t=3', '＝4', 'a "b", c', 'a\r\nb', 'Ærø']
    const customers = names.map((name, index) => ({ name, number: 301 + index }))
    for (const { name, number } of customers) {
      const made = await client.post('/daybookapi/v1.0.0/customers', { name, number, groupNumber: 1, currency: 'DKK' })
      expect([name, made.status]).toEqual([name, 201])
    }
    await bookDrafts(
      client,
      ...customers.map(({ number }) => ({
        entryTypeNumber: 10,
        customerNumber: number,
        contraAccountNumber: 1010,
        text: 'Faktura',
        date: '2026-03-01',
        dueDate: '2026-03-31',
        amount: -0.5,
      })),
    )
    const { text } = await ask(client, 'aged-customers?date=2026-03-31&format=csv')
    const written = [
      `"'=1+1"`,
      `"'+45 12"`,
      `"'-x"`,
      `"'@SUM(A1)"`,
      `"' =2"`,
      `"'\t=3"`,
      `"'＝4"`,
      '"a ""b"", c"',
      '"a\r\nb"',
      '"Ærø"',
    ]
    const lines = written.map((name, index) => `${301 + index},${name},-0.50,0.00,0.00,0.00,0.00,-0.50,0.00,,0\r\n`)
    expect(text).toBe(`customerNumber,name,${AGES.join(',')},oldestDue,daysLate\r\n${lines.join('')}`)
    // The console, which writes some lists itself, guards the same.
    const column = { name: 'name' }
    expect(names.map((name) => csvOf([column], [[name]]))).toEqual(written.map((cell) => `name\r\n${cell}\r\n`))
  })

  test('of nothing is its header row', async () => {
    const client = await bookkeeper(service)
    const { text } = await ask(client, 'aged-customers?date=2026-03-31&format=csv')
    expect(text).toBe(`customerNumber,name,${AGES.join(',')},oldestDue,daysLate\r\n`)
  })
})
