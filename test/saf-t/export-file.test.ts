import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { exportSafTCommand } from '../../src/cli/export-saf-t.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/connection.ts'
import type { Posting } from '../../src/ledger/booking/posting.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import { SafTError } from '../../src/saf-t/error.ts'
import { readWhole } from './files.ts'
import { ExportWorld, norwegianFaults, SCHEMA_ABSENT } from './exported.ts'

const isSpread = inject('databaseWorkers').length > 0

let world: ExportWorld
/** Where a test exports to. */
let file: string

beforeAll(async () => void (world = await ExportWorld.open()))
afterAll(() => world.drop())
beforeEach(() => void (file = world.newFile()))

const partsThere = async (): Promise<string[]> =>
  (await readdir(world.directory)).filter((name) => name.endsWith('.part'))

describe('the file', () => {
  test('holds any text: cut, escaped, and without what XML cannot hold', async () => {
    const agreement = await world.smallBooks()
    const { database } = world
    const hostile = (unfit: string): string => `]]> <b a="1">&amp;</b> ${unfit}[31m 'Ø' 😀`
    const given = hostile('\u0001\u001b\uFFFF')
    const replaced = hostile('\uFFFD\uFFFD\uFFFD')
    await database.rows('UPDATE account SET name = $2 WHERE agreement = $1 AND number = 5820', [
      agreement,
      `${given} \r\n.`,
    ])
    await database.rows("UPDATE account SET name = E' \\u00a0 ' WHERE agreement = $1 AND number = 1310", [agreement])
    await database.rows(
      `UPDATE supplier SET name = repeat('😀', 255), address = repeat('æ', 300), phone = '+47 000 000 000 000 000', country = 'Norge',
         email = repeat('x', 60) || '@example.com', bank_account = 'NO93 8601 1117 947', vat_number = '&' WHERE agreement = $1 AND number = 501`,
      [agreement],
    )
    await database.rows(
      `UPDATE customer SET phone = '12345678', email = 'a@b.no', country = 'no', city = 'Ås' WHERE agreement = $1 AND number = 201`,
      [agreement],
    )
    await world.book(agreement, {
      date: '2026-01-02',
      accountNumber: 2210,
      contraAccountNumber: 5820,
      amount: '1',
      text: given,
    })
    const fresh = await world.again(agreement, file)
    const names = await database.rows(
      'SELECT number, name FROM account WHERE agreement = $1 AND number IN (1310, 5820) ORDER BY 1',
      [fresh],
    )
    expect(names).toEqual([
      { number: 1310, name: '1310' },
      { number: 5820, name: `${replaced} \r\n.` },
    ])
    const texts = await database.rows('SELECT DISTINCT text FROM booked_entry WHERE agreement = $1', [fresh])
    expect(texts).toEqual([{ text: replaced }])
    const [supplier] = await database.rows('SELECT * FROM supplier WHERE agreement = $1 AND number = 501', [fresh])
    expect(supplier).toMatchObject({ name: '😀'.repeat(255), address: 'æ'.repeat(256), phone: null, country: null })
    expect(supplier).toMatchObject({ email: null, bank_account: 'NO93 8601 1117 947', vat_number: '&' })
    const [customer] = await database.rows('SELECT * FROM customer WHERE agreement = $1 AND number = 201', [fresh])
    expect(customer).toMatchObject({ phone: '12345678', email: 'a@b.no', country: 'NO', city: 'Ås' })
  })

  test('says with every VAT code what was taxed and the tax, and says what it does not know', async () => {
    const agreement = await world.smallBooks()
    await world.book(agreement, {
      date: '2026-01-02',
      accountNumber: 1010,
      vatCode: 'U25',
      contraAccountNumber: 5820,
      amount: '-0.07',
    })
    await world.again(agreement, file)
    const xml = (await readFile(file, 'utf8')).replace(/>\s+</g, '><')
    expect(xml).toContain(
      '<CreditAmount><Amount>0.06</Amount></CreditAmount><TaxInformation><TaxType>MVA</TaxType><TaxCode>U25</TaxCode>' +
        '<TaxPercentage>25.0000</TaxPercentage><TaxBase>0.06</TaxBase><CreditTaxAmount><Amount>0.01</Amount></CreditTaxAmount></TaxInformation>',
    )
    expect(xml.match(/<TaxInformation>/g)).toHaveLength(1)
    expect(xml).toContain(
      '<TaxCode>IV25</TaxCode><Description>Erhvervelsesmoms</Description><TaxPercentage>25.0000</TaxPercentage>',
    )
    expect(xml).toContain(
      '<Company><RegistrationNumber>NotUsed</RegistrationNumber><Name>Ærlig &amp; Søn &lt;A/S&gt;</Name>',
    )
    expect(xml).toMatch(/<HeaderComment>[^<]*NotUsed and NA stand for[^<]*<\/HeaderComment>/)
  })

  test('numbers a transaction as its voucher, and tells apart those that share it', async () => {
    const agreement = await world.smallBooks()
    const pair = (date: string, cents: bigint) => [
      { date, voucherNumber: 17, amount: cents, amountInBaseCurrency: cents },
      { date, voucherNumber: 17, amount: -cents, amountInBaseCurrency: -cents },
    ]
    await world.bookPostings(agreement, [...pair('2026-02-28', 1n), ...pair('2026-01-31', 2n)])
    await world.bookPostings(agreement, pair('2026-01-31', 3n))
    await exportSafT(world.database, agreement, file)
    const { transactions } = await readWhole(file)
    expect(transactions.map(({ transactionId, date, lines }) => [transactionId, date, lines[0]!.amount])).toEqual([
      ['17', '2026-01-31', 2n],
      ['17-2', '2026-02-28', 1n],
      ['17-3', '2026-01-31', 3n],
    ])
  })

  test('is written in batches, a voucher across their borders whole', async () => {
    const agreement = await world.smallBooks()
    const lines = (voucherNumber: number, count: number): Partial<Posting>[] => [
      ...Array.from({ length: count }, () => ({ voucherNumber, amount: 1n, amountInBaseCurrency: 1n })),
      { voucherNumber, accountNumber: 6500, amount: -BigInt(count), amountInBaseCurrency: -BigInt(count) },
    ]
    await world.bookPostings(agreement, [...lines(1, 4998), ...lines(2, 7000), ...lines(3, 1)])
    await world.bookPostings(agreement, lines(2, 1))
    const told: string[] = []
    const exported = await exportSafT(world.database, agreement, file, {}, ({ stage, done, total }) => {
      told.push(`${stage} ${done}/${total}`)
    })
    expect(told).toEqual([5000, 10_000, 12_004].map((done) => `writing ${done}/12004`))
    expect(exported).toMatchObject({ transactions: 4, entries: 12_004, totalDebit: '120.00', totalCredit: '120.00' })
    const { transactions } = await readWhole(file)
    expect(transactions.map((one) => [one.transactionId, one.lines.length])).toEqual([
      ['1', 4999],
      ['2', 7001],
      ['2-2', 2],
      ['3', 2],
    ])
  })

  // Where agreements are spread, the server that is asked counts none of their rows.
  test.skipIf(isSpread)('is written with each entry read a few times, however many batches there are', async () => {
    const agreement = await world.smallBooks()
    const postings = Array.from({ length: 16_000 }, (_, at) => {
      return { voucherNumber: at >> 7, amount: at % 2 === 0 ? 1n : -1n, amountInBaseCurrency: at % 2 === 0 ? 1n : -1n }
    })
    await world.bookPostings(agreement, postings)
    let read = 0
    const counting: Database = {
      ...world.database,
      at: (number) => ({
        ...world.database.at(number),
        snapshot: async (work) =>
          await world.database.at(number).snapshot(async (transaction) => {
            const result = await work(transaction)
            const [row] = await transaction.rows<{ rows: number }>(
              `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'booked_entry'`,
            )
            read = row!.rows
            return result
          }),
      }),
    }
    expect(await exportSafT(counting, agreement, file)).toMatchObject({ entries: 16_000 })
    expect(read).toBeGreaterThanOrEqual(16_000)
    // A pass may read the whole table, with the entries of the other tests. Passes for each of the four batches would
    // be eight and more.
    const [table] = await world.database.rows<{ rows: number }>('SELECT count(*)::int AS rows FROM booked_entry')
    expect(read).toBeLessThan(6 * table!.rows)
  })

  test('is of one moment, though vouchers are booked while it is written', async () => {
    const agreement = await world.smallBooks()
    const rent = { date: '2026-01-02', accountNumber: 2210, contraAccountNumber: 5820, amount: '1' }
    await world.book(agreement, rent)
    const there = world.database.at(agreement)
    let booked = 0
    // Right after the balances are read, before any entry is.
    const busy: Database = {
      ...world.database,
      at: () => busy,
      snapshot: (work) =>
        there.snapshot((transaction) =>
          work({
            ...transaction,
            async bytes(statement) {
              const read = await transaction.bytes(statement)
              await world.book(agreement, rent)
              booked += 1
              return read
            },
          }),
        ),
    }
    expect(await exportSafT(busy, agreement, file)).toMatchObject({ transactions: 1, entries: 2, totalDebit: '1.00' })
    expect(booked).toBe(1)
    const { accounts, totals } = await readWhole(file)
    expect(totals).toMatchObject({ transactions: 1, lines: 2 })
    expect(accounts.find(({ accountId }) => accountId === '2210')!.closingBalance).toBe(100n)
  })

  test('of nothing is valid, too', async () => {
    const agreement = await world.newAgreement()
    const exported = await exportSafT(world.database, agreement, file, { from: '2026-01-01', to: '2026-01-31' })
    expect(exported).toMatchObject({ accounts: 0, customers: 0, transactions: 0, totalDebit: '0.00' })
    if (!SCHEMA_ABSENT) expect(await norwegianFaults(file)).toBe('')
    expect((await readWhole(file)).transactions).toEqual([])
  })
})

test('a file is on disk before it takes the place of another one, and its name with it', async () => {
  const agreement = await world.smallBooks()
  const handle = await open(world.directory)
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const flushed: string[] = []
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.push(await readlink(`/proc/self/fd/${this.fd}`))
  })
  await exportSafT(world.database, agreement, file, { from: '2026-01-01', to: '2026-12-31' })
  spy.mockRestore()
  expect(flushed).toEqual([expect.stringMatching(/^\/.+\.[0-9a-f]{8}\.part$/), await realpath(world.directory)])
  expect(flushed[0]).toContain(await realpath(file))
})

test('two exports into one file at once write it whole', async () => {
  const agreement = await world.smallBooks()
  const days = { from: '2026-01-01', to: '2026-12-31' }
  await Promise.all([1, 2].map(() => exportSafT(world.database, agreement, file, days)))
  expect(await readWhole(file)).toBeDefined()
  expect(await partsThere()).toEqual([])
})

test('what is written is there before the books are read: nothing makes it after it was removed', async () => {
  let there: string[] = []
  const watching: Database = {
    ...world.database,
    at: () => watching,
    snapshot: async (work) => {
      there = await partsThere()
      return await world.database.snapshot(work)
    },
  }
  await expect(exportSafT(watching, 999_999, file)).rejects.toThrow(SafTError)
  expect(there).toEqual([expect.stringMatching(/\.part$/)])
  expect(await partsThere()).toEqual([])
})

describe('an export is refused, and leaves the place as it was:', () => {
  const refusal = async (work: () => Promise<unknown>): Promise<string> => {
    await writeFile(file, 'of before')
    const fault = await work().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(SafTError)
    expect(await readFile(file, 'utf8')).toBe('of before')
    expect(await partsThere()).toEqual([])
    return (fault as SafTError).message
  }
  const days = { from: '2026-01-01', to: '2026-12-31' }

  test('no such agreement, nothing booked, days that are none', async () => {
    const { database } = world
    const agreement = await world.newAgreement()
    expect(await refusal(() => exportSafT(database, 999_999, file))).toBe('There is no agreement 999999.')
    expect(await refusal(() => exportSafT(database, agreement, file))).toContain(
      `Nothing is booked in agreement ${agreement}`,
    )
    const backwards = (): Promise<unknown> =>
      exportSafT(database, agreement, file, { from: '2026-02-01', to: '2026-01-01' })
    expect(await refusal(backwards)).toBe('The days end before they begin: 2026-02-01 to 2026-01-01.')
    expect(await refusal(() => exportSafT(database, agreement, file, { ...days, from: '1969-12-31' }))).toContain(
      '1970 to 2100',
    )
    expect(await refusal(() => exportSafT(database, agreement, file, { ...days, to: '2101-01-01' }))).toContain(
      '1970 to 2100',
    )
  })

  test('days that cut a voucher which balances by month', async () => {
    const agreement = await world.smallBooks()
    const one = { voucherNumber: 41, accountNumber: 2210 }
    await world.bookPostings(agreement, [
      { ...one, date: '2026-05-04', amount: 500n, amountInBaseCurrency: 500n },
      { ...one, date: '2026-05-30', amount: -500n, amountInBaseCurrency: -500n },
    ])
    expect(await refusal(() => exportSafT(world.database, agreement, file, { ...days, from: '2026-05-10' }))).toBe(
      'Voucher 41 of journal 1 does not balance within 2026-05-10 to 2026-12-31; it balances by month: export whole months.',
    )
    await exportSafT(world.database, agreement, file, { ...days, from: '2026-05-01' })
    expect((await readWhole(file)).transactions).toMatchObject([{ transactionId: '41', date: '2026-05-30' }])
  })

  test('amounts that the schema has no room for', async () => {
    const agreement = await world.smallBooks()
    const most = 10n ** 18n
    const pair = (amount: bigint) => [
      { amount, amountInBaseCurrency: amount },
      { amount: -amount, amountInBaseCurrency: -amount, accountNumber: 6500 },
    ]
    await world.bookPostings(agreement, pair(most - 1n))
    await world.again(agreement, file)
    await world.bookPostings(agreement, pair(1n))
    expect(await refusal(() => exportSafT(world.database, agreement, file))).toContain('has more than 18 digits')
  })
})

describe('the command', () => {
  const run = (options: Record<string, string>, to = file): Promise<unknown> =>
    exportSafTCommand.run({
      options,
      arguments: [to],
      isJson: false,
      config: { ...readConfig({}), databaseUrl: world.url },
    })

  test('writes the file and says what is in it', async () => {
    const agreement = await world.smallBooks()
    await world.book(agreement, { date: '2026-01-02', accountNumber: 2210, contraAccountNumber: 5820, amount: '1' })
    const output = await run({ agreement: String(agreement), from: '2026-01-01', to: '2026-01-31' })
    expect(output).toEqual({
      json: {
        from: '2026-01-01',
        to: '2026-01-31',
        accounts: 12,
        customers: 2,
        suppliers: 2,
        transactions: 1,
        entries: 2,
        totalDebit: '1.00',
        totalCredit: '1.00',
      },
    })
    expect((await readWhole(file)).totals.lines).toBe(2)
  })

  test('says what is wrong before it opens the books', async () => {
    await expect(run({ agreement: '1', from: '2026-02-30' })).rejects.toThrow("--from is '2026-02-30'; give a date")
    await expect(run({ agreement: '1', to: 'x' })).rejects.toThrow("--to is 'x'; give a date")
    await expect(run({ agreement: 'x' })).rejects.toThrow("--agreement is 'x'")
    await expect(run({ agreement: '1' }, world.directory)).rejects.toThrow('cannot be written: it is a directory')
    await expect(run({ agreement: '1' }, join(world.directory, 'none', 'a.xml'))).rejects.toThrow(
      'cannot be written: ENOENT',
    )
    expect(existsSync(file)).toBe(false)
  })
})
