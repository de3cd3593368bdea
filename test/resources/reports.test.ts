import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { LEDGER_CSV_LINES } from '../../src/ledger/reports/limits.ts'
import { judgedTrialBalance } from './trial-balance-judge.ts'
import { CURSOR_PAGE_SIZE } from '../../src/limits.ts'
import { violations } from '../openapi/conforms.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'
import { ask, bookDrafts, bookPostings, cents, report, sum } from './report-books.ts'

let service: TestService
/** A company, its first year open; and again with that year closed. */
let companies: [TestService, TestService]
let demo: Client
let closed: Client

beforeAll(async () => {
  service = await sharedService()
  companies = [await companyService(), await companyService()]
  const [open, other] = companies
  demo = await open.client({ agreement: COMPANY })
  closed = await other.client({ agreement: COMPANY })
  await other.database.transaction(async (transaction) => {
    await transaction.rows(`DELETE FROM draft_entry WHERE agreement = $1`, [COMPANY])
    await closeYear(transaction, COMPANY, '2025')
  })
})
afterAll(() => Promise.all(companies.map((company) => company.stop())))

const databaseOf = (client: Client): Database => companies[client === demo ? 0 : 1].database

interface Line {
  accountNumber: number | null
  name: string
  type: number | null
  side?: string
  amount: string
}

/** Days of all kinds: at borders of years and periods, within them, across them, and where there are no books. */
const RANGES = [
  ['2025-01-01', '2025-12-31'] as const,
  ['2025-02-10', '2025-04-10'] as const,
  ['2025-03-01', '2025-03-31'] as const,
  ['2025-12-31', '2026-01-01'] as const,
  ['2026-01-01', '2026-01-01'] as const,
  ['2026-02-03', '2026-02-03'] as const,
  ['2025-06-15', '2026-06-14'] as const,
  ['2019-01-01', '2019-12-31'] as const,
] as const

describe('the trial balance', () => {
  test.each(RANGES)('of %s to %s is what its judge makes of the entries', async (from, to) => {
    for (const client of [demo, closed]) {
      const { json } = await ask(client, `trial-balance?from=${from}&to=${to}&asBooked=true`)
      // Names and sums are tried in sums-and-days.test.ts.
      delete json.spansYears
      delete json.sums
      for (const item of json.items) delete item.name
      const expected = (await databaseOf(client).bytes(judgedTrialBalance(client.agreement, from, to)))!.toString()
      expect(json).toEqual(JSON.parse(expected))
    }
  })

  test('of a year or a period is that of its days', async () => {
    const of = async (query: string): Promise<string> => (await ask(demo, `trial-balance?${query}`)).text
    expect(await of('year=2026')).toBe(await of('from=2026-01-01&to=2026-12-31'))
    expect(await of('year=2025&period=2')).toBe(await of('from=2025-02-01&to=2025-02-28'))
    expect(await of('year=2025&period=2')).not.toBe(await of('year=2025&period=3'))
  })
})

describe('profit and loss', () => {
  test.each(RANGES)('of %s to %s is the movement of the trial balance, whole and in its sums', async (from, to) => {
    const balance = await report(demo, `trial-balance?from=${from}&to=${to}`)
    const moved = new Map<number, bigint>(
      balance.items.map((item: Record<string, string>) => [
        item.accountNumber,
        cents(item.debit!) - cents(item.credit!),
      ]),
    )
    const { items, result } = (await report(demo, `profit-and-loss?from=${from}&to=${to}`)) as {
      items: (Line & { accountNumber: number })[]
      result: string
    }
    const accounts = items.filter(({ type }) => type === 1)
    expect(accounts.map((item) => item.accountNumber)).toEqual([...moved.keys()].filter((number) => number < 5000))
    for (const { accountNumber, amount } of accounts) expect(cents(amount)).toBe(moved.get(accountNumber))
    expect(sum(accounts.map(({ amount }) => amount))).toBe(-cents(result))
    const within = (first: number, last: number): bigint =>
      sum(accounts.flatMap((item) => (item.accountNumber >= first && item.accountNumber <= last ? [item.amount] : [])))
    const amountOf = (number: number): bigint => cents(items.find((item) => item.accountNumber === number)!.amount)
    expect(amountOf(1199)).toBe(within(1005, 1199))
    expect(amountOf(1500)).toBe(within(1005, 1199) + within(1300, 1499))
    expect(amountOf(4999)).toBe(-cents(result))
  })

  test('has the headings and sums of its part of the chart, headings without an amount', async () => {
    const { items } = (await report(demo, 'profit-and-loss?year=2025')) as { items: Line[] }
    expect(items[0]).toEqual({ accountNumber: 1000, name: 'RESULTATOPGØRELSE', type: 4, amount: null })
    expect(items.at(-1)).toMatchObject({ accountNumber: 4999, type: 6 })
    for (const { type, amount } of items) expect([type, amount === null]).toEqual([type, type === 4 || type === 5])
  })

  test('of a closed year is what it was', async () => {
    expect((await ask(closed, 'profit-and-loss?year=2025')).text).toBe(
      (await ask(demo, 'profit-and-loss?year=2025')).text,
    )
  })

  test('sums from the start before where a sum names none, and counts an account in two intervals once', async () => {
    const client = await bookkeeper(service)
    const chart = `INSERT INTO account (agreement, number, name, type, total_intervals) VALUES ($1, 1000, 'Resultat', 5, NULL),
      ($1, 1400, 'Dækningsbidrag', 3, NULL), ($1, 4980, 'Dobbelt', 6, '1010..1310;1..1400;9999..9999'),
      ($1, 4990, 'Alt', 6, '1..9999'), ($1, 4995, 'Intet', 6, NULL)`
    await service.database.rows(chart, [client.agreement])
    const sale = { entryTypeNumber: 5, date: '2026-03-15', accountNumber: 5820, contraAccountNumber: 1010, amount: 0.1 }
    await bookDrafts(client, sale, { ...sale, contraAccountNumber: 2210, amount: -0.03 })
    const { items, result } = (await report(client, 'profit-and-loss?year=2026&period=3')) as {
      items: Line[]
      result: string
    }
    expect(items.map(({ accountNumber, type, amount }) => [accountNumber, type, amount])).toEqual([
      [1000, 5, null],
      [1010, 1, '-0.10'],
      [1310, 1, '0.00'],
      [1400, 3, '-0.10'],
      [2210, 1, '0.03'],
      [2290, 1, '0.00'],
      [4330, 1, '0.00'],
      [4900, 1, '0.00'],
      [4980, 6, '-0.10'],
    ])
    expect(result).toBe('0.07')
    const sheet = (await report(client, 'balance-sheet?date=2026-12-31')) as { items: Line[] }
    expect(sheet.items.map(({ accountNumber }) => accountNumber)).not.toContain(4990)
    expect(sheet.items[0]).toMatchObject({ accountNumber: 4995, amount: '0.00' })
  })
})

describe('the balance sheet', () => {
  test.each(['2025-01-01', '2025-03-31', '2025-12-31', '2026-01-01', '2026-05-17', '2030-01-01', '2020-01-01'])(
    'at %s sums to zero and is what the entries sum to',
    async (date) => {
      for (const client of [demo, closed]) {
        const sheet = (await report(client, `balance-sheet?date=${date}&asBooked=true`)) as {
          items: Line[]
          assets: string
          liabilities: string
          result: string
        }
        const lines = sheet.items.filter(({ type }) => type === 2 || type === null)
        expect(sum(lines.map(({ amount }) => amount))).toBe(0n)
        expect(sum([sheet.assets, sheet.liabilities])).toBe(cents(sheet.result))
        expect(lines.at(-1)).toMatchObject({ accountNumber: null, name: 'Result not yet closed' })
        expect(cents(lines.at(-1)!.amount)).toBe(-cents(sheet.result))
        const isClosed = client === closed && date >= '2026-01-01'
        const naive = await databaseOf(client).rows<{ number: number; amount: string }>(
          `SELECT a.number, coalesce(sum(e.amount_in_base_currency), 0.00) AS amount
           FROM account a LEFT JOIN booked_entry e ON e.agreement = $1 AND e.account_number = a.number AND e.date <= $2
             AND CASE WHEN $3 THEN e.date >= '2026-01-01' ELSE e.type <> 7 END
           WHERE a.agreement = $1 AND a.type = 2 GROUP BY a.number ORDER BY a.number`,
          [client.agreement, date, isClosed],
        )
        const found = lines.slice(0, -1).map(({ accountNumber, amount }) => [accountNumber, amount])
        expect(found).toEqual(naive.map(({ number, amount }) => [number, amount]))
      }
    },
  )

  test('has sides by the chart where it marks them, else by the sign', async () => {
    const { items } = (await report(demo, 'balance-sheet?date=2026-05-17')) as { items: Line[] }
    const side = (number: number): unknown => items.find(({ accountNumber }) => accountNumber === number)!.side
    expect([side(5820), side(5120), side(6130), side(6906), side(6199)]).toEqual([
      'asset',
      'asset',
      'liability',
      'liability',
      null,
    ])
    const client = await bookkeeper(service)
    const paid = { entryTypeNumber: 5, date: '2026-03-15', accountNumber: 2210, contraAccountNumber: 5820, amount: 125 }
    await bookDrafts(client, paid)
    const sheet = (await report(client, 'balance-sheet?year=2026&period=3')) as { items: Line[]; liabilities: string }
    expect(sheet).toMatchObject({ date: '2026-03-31', assets: '0.00', liabilities: '-125.00', result: '-125.00' })
    expect(sheet.items.find(({ accountNumber }) => accountNumber === 5820)!.side).toBe('liability')
  })
})

describe('the account ledger', () => {
  interface Ledger {
    cursor?: string
    accounts: { accountNumber: number; name: string; openingBalance: string; closingBalance: string }[]
    items: { accountNumber: number; entryNumber: number; date: string; amountInBaseCurrency: string; balance: string }[]
  }

  async function pages(client: Client, query: string): Promise<Ledger[]> {
    const all: Ledger[] = []
    do
      all.push(
        (await report(
          client,
          `account-ledger?${query}${all.length > 0 ? `&cursor=${all.at(-1)!.cursor}` : ''}`,
        )) as Ledger,
      )
    while (all.at(-1)!.cursor !== undefined)
    return all
  }

  test.each([['demo', '2025-02-10', '2026-06-14'] as const, ['closed', '2025-12-15', '2026-04-30'] as const])(
    'of all accounts of the %s books runs from every opening to its closing balance, over all pages',
    async (which, from, to) => {
      const client = which === 'demo' ? demo : closed
      const found = await pages(client, `accountFrom=1&accountTo=999999999&from=${from}&to=${to}`)
      if (which === 'demo') expect(found.length).toBeGreaterThan(2)
      const items = found.flatMap((page) => page.items)
      const naive = await databaseOf(client).rows<{ number: number }>(
        `SELECT entry_number AS number FROM booked_entry WHERE agreement = $1 AND date BETWEEN $2 AND $3 AND type <> 7
         ORDER BY account_number, date, entry_number`,
        [client.agreement, from, to],
      )
      expect(items.map(({ entryNumber }) => entryNumber)).toEqual(naive.map(({ number }) => number))
      const { accounts } = found[0]!
      for (const page of found) expect(page.accounts).toEqual(accounts)
      const running = new Map(accounts.map((account) => [account.accountNumber, cents(account.openingBalance)]))
      for (const item of items) {
        running.set(item.accountNumber, running.get(item.accountNumber)! + cents(item.amountInBaseCurrency))
        expect(cents(item.balance)).toBe(running.get(item.accountNumber))
      }
      for (const account of accounts) expect(running.get(account.accountNumber)).toBe(cents(account.closingBalance))
    },
  )

  test('continues at any entry with the balance it has there', async () => {
    const query = 'account=5820&from=2025-01-15&to=2026-03-10'
    const { items } = (await report(demo, `account-ledger?${query}`)) as Ledger
    for (const item of items.filter((_, index) => index % 7 === 0)) {
      const cursor = `${item.accountNumber}~${item.date}~${item.entryNumber}`
      const rest = (await report(demo, `account-ledger?${query}&cursor=${cursor}`)) as Ledger
      expect(rest.items[0]).toEqual(item)
    }
    expect(items.length).toBeGreaterThan(100)
  })

  test('of a single account tells it without entries, too; nothing of another agreement', async () => {
    const client = await bookkeeper(service)
    expect(await report(client, 'account-ledger?account=5820&year=2026')).toEqual({
      from: '2026-01-01',
      to: '2026-12-31',
      items: [],
      accounts: [
        { accountNumber: 5820, name: 'Bank', openingBalance: '0.00', closingBalance: '0.00', movement: '0.00' },
      ],
    })
  })

  test(`pages hold ${CURSOR_PAGE_SIZE} entries, and ${LEDGER_CSV_LINES} in CSV`, async () => {
    const client = await bookkeeper(service)
    const book = (count: number): Promise<void> =>
      bookPostings(service, client, [
        ...Array.from({ length: count }, () => ({ amount: 1n, amountInBaseCurrency: 1n })),
        { accountNumber: 6500, amount: -BigInt(count), amountInBaseCurrency: -BigInt(count) },
      ])
    const query = 'account=5820&year=2026'
    await book(CURSOR_PAGE_SIZE)
    expect((await pages(client, query)).map(({ items }) => items.length)).toEqual([CURSOR_PAGE_SIZE])
    await book(LEDGER_CSV_LINES - CURSOR_PAGE_SIZE)
    const linesOf = async (more = ''): Promise<string[]> =>
      (await ask(client, `account-ledger?${query}&format=csv${more}`)).text.split('\r\n').slice(1, -1)
    const full = await linesOf()
    expect([full.length, full.at(-1)!.endsWith(`,${LEDGER_CSV_LINES / 100}.00,`)]).toEqual([LEDGER_CSV_LINES, true])
    await book(1)
    expect((await pages(client, query)).map(({ items }) => items.length)).toEqual([
      ...Array.from({ length: LEDGER_CSV_LINES / CURSOR_PAGE_SIZE }, () => CURSOR_PAGE_SIZE),
      1,
    ])
    const first = await linesOf()
    expect(first.slice(0, -1)).toEqual(full.slice(0, -1))
    const cursor = first.at(-1)!.split('"').at(-2)
    const rest = await linesOf(`&cursor=${cursor}`)
    expect(rest).toHaveLength(1)
    expect(rest[0]!.endsWith(`,${LEDGER_CSV_LINES / 100}.01,`)).toBe(true)
  })
})

/** Reports of the end of a day. */
const DATE = [
  'balance-sheet',
  'aged-customers',
  'aged-suppliers',
  'open-items',
  'open-customer-items',
  'open-supplier-items',
] as const

describe('parameters', () => {
  const DAYS = [
    'trial-balance',
    'profit-and-loss',
    'unusual-months',
    'vat-statement',
    'account-ledger?account=5820&',
    'statements/customers/1001',
    'statements/suppliers/2001',
  ] as const
  const with_ = (path: string, query: string): string => (path.includes('?') ? `${path}${query}` : `${path}?${query}`)

  test.each(DAYS)('%s', async (path) => {
    const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, with_(path, query)))
    expect(await fault('')).toEqual([400, 'QueryParameterRequired', 'from'])
    expect(await fault('from=2026-01-01')).toEqual([400, 'QueryParameterRequired', 'to'])
    expect(await fault('period=1')).toEqual([400, 'QueryParameterRequired', 'year'])
    expect(await fault('from=2026-02-01&to=2026-01-31')).toEqual([400, 'QueryParameterInvalid', 'to'])
    expect(await fault('from=2026-02-30&to=2026-03-31')).toEqual([400, 'QueryParameterInvalid', 'from'])
    expect(await fault('from=2026-02-01&year=2026')).toEqual([400, 'QueryParameterInvalid', 'from'])
    expect(await fault('year=1999')).toEqual([400, 'QueryParameterInvalid', 'year'])
    expect(await fault('year=2026&period=13')).toEqual([400, 'QueryParameterInvalid', 'period'])
    expect(await fault('year=2026&period=0')).toEqual([400, 'QueryParameterInvalid', 'period'])
    expect(await fault('year=2026&format=xml')).toEqual([400, 'QueryParameterInvalid', 'format'])
    expect(await fault('year=2026&date=2026-01-01')).toEqual([400, 'QueryParameterUnknown', 'date'])
  })

  test.each(DATE)('%s', async (path) => {
    const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, with_(path, query)))
    expect(await fault('')).toEqual([400, 'QueryParameterRequired', 'date'])
    expect(await fault('period=1')).toEqual([400, 'QueryParameterRequired', 'year'])
    expect(await fault('date=2026-01-01&year=2026')).toEqual([400, 'QueryParameterInvalid', 'date'])
    expect(await fault('date=26-01-01')).toEqual([400, 'QueryParameterInvalid', 'date'])
    expect(await fault('year=1999')).toEqual([400, 'QueryParameterInvalid', 'year'])
    expect(await fault('from=2026-01-01')).toEqual([400, 'QueryParameterUnknown', 'from'])
  })

  test('of accounts and cursor', async () => {
    const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, `account-ledger?${query}`))
    const days = 'from=2026-01-01&to=2026-01-31'
    expect(await fault(days)).toEqual([400, 'QueryParameterRequired', 'account'])
    expect(await fault(`accountFrom=1&${days}`)).toEqual([400, 'QueryParameterRequired', 'accountTo'])
    expect(await fault(`accountTo=1&${days}`)).toEqual([400, 'QueryParameterRequired', 'accountFrom'])
    expect(await fault(`accountFrom=2&accountTo=1&${days}`)).toEqual([400, 'QueryParameterInvalid', 'accountTo'])
    expect(await fault(`account=5820&accountTo=1&${days}`)).toEqual([400, 'QueryParameterInvalid', 'account'])
    expect(await fault(`account=5821&${days}`)).toEqual([400, 'QueryParameterInvalid', 'account'])
    expect(await fault(`account=5000&${days}`)).toEqual([400, 'QueryParameterInvalid', 'account'])
    expect(await fault('account=5821&year=2026')).toEqual([400, 'QueryParameterInvalid', 'year'])
    expect(await fault('accountFrom=1&accountTo=9&year=1999')).toEqual([400, 'QueryParameterInvalid', 'year'])
    for (const cursor of [
      'x',
      '5820~2026-02-30~1',
      '5820~2026-01-01~2147483648',
      '5820~2026-01-01',
      '5820~0000-01-01~1',
    ]) {
      expect(await fault(`account=5820&${days}&cursor=${cursor}`)).toEqual([400, 'QueryParameterInvalid', 'cursor'])
    }
    expect((await ask(demo, `account-ledger?account=5820&${days}&cursor=5820~2026-01-01~2147483647`)).status).toBe(200)
  })
})

test('every report is what its document says, in JSON and in CSV', async () => {
  const document = (await service.call('GET', '/openapi/daybook.json')).json
  const queries: Record<string, string> = {
    ...Object.fromEntries(['trial-balance', 'profit-and-loss', 'vat-statement'].map((path) => [path, 'year=2025'])),
    'unusual-months': 'from=2025-01-01&to=2026-12-31',
    ...Object.fromEntries(DATE.map((path) => [path, 'date=2026-03-15'])),
    'statements/customers/1013': 'from=2025-01-01&to=2026-12-31',
    'statements/suppliers/2028': 'from=2025-01-01&to=2026-12-31',
    'account-ledger': 'accountFrom=1&accountTo=9999&year=2025',
    'daily-balances': 'account=5820&year=2025',
  }
  const shaped = [
    ['profit-and-loss', 'year=2026&by=month&compare=budget'],
    ['balance-sheet', 'date=2026-03-15&by=department&compare=lastYear,periodBefore'],
  ] as const
  for (const [path, query] of [...Object.entries(queries), ...shaped]) {
    const { content } = document.paths[`/${path.replace(/\d+$/, '{number}')}`].get.responses['200']
    const json = await ask(demo, `${path}?${query}&format=json`)
    expect([path, violations(document, content['application/json'].schema, json.json)]).toEqual([path, []])
    expect(json.json.items.length).toBeGreaterThan(5)
    const csv = await ask(demo, `${path}?${query}&format=csv`)
    expect([path, csv.headers.get('content-type')]).toEqual([path, 'text/csv; charset=utf-8'])
    expect(content['text/csv']).toEqual({ schema: { type: 'string' } })
    const [header, ...lines] = csv.text.split('\r\n')
    const columns = Object.keys(json.json.items[0])
    expect(header!.split(',').slice(0, columns.length)).toEqual(columns)
    expect(lines).toHaveLength(path === 'account-ledger' ? lines.length : json.json.items.length + 1)
    expect(lines.at(-1)).toBe('')
  }
  const [wanted, refused] = ['text/csv', 'text/html'].map((accept) => ({ headers: { accept } }))
  const asCsv = await demo.get('/daybookapi/v1.0.0/trial-balance?year=2025', wanted)
  expect([asCsv.status, asCsv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const other = await demo.get('/daybookapi/v1.0.0/trial-balance?year=2025', refused)
  expect(codeOf(other)).toEqual([415, 'MediaTypeNotSupported', 'Accept'])
})
