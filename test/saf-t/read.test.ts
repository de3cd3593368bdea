import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { DEPTH_MAX, PROLOG_MAX, RECORD_ELEMENTS_MAX, TEXT_MAX, TOKEN_MAX } from '../../src/saf-t/limits.ts'
import { SafTError } from '../../src/saf-t/read/read.ts'
import { brokenFiles, expectedLine } from './broken.ts'
import { EXAMPLE, EXAMPLE_ABSENT, lineOf, readWhole, sample, sampleText, withFile } from './files.ts'

/** The fault of a file that must be refused. */
async function faultOf(content: string | Uint8Array): Promise<SafTError> {
  const fault = await withFile(content, (file) => readWhole(file)).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(fault instanceof SafTError)) throw new Error(`The file was not refused by a SafTError but by ${String(fault)}.`)
  return fault
}

describe('a file of version 1.30', () => {
  test('is read whole', async () => {
    const file = await readWhole(sample('minimal-1.30.xml'))
    expect(file).toMatchObject({
      version: '1.30',
      company: { registrationNumber: '999999999', name: 'Ærlig & Ørliten AS' },
      defaultCurrency: 'NOK',
      periodFrom: '2025-01-01',
      periodTo: '2025-01-31',
      totals: { transactions: 4, lines: 12, debit: 431_900n, credit: 431_900n },
      journals: [
        { journalId: 'SALG', description: 'Salg' },
        { journalId: 'KJØP', description: 'Kjøp' },
      ],
    })
    expect(file.accounts[1]).toMatchObject({
      accountId: '1920',
      standardAccountId: '1920',
      groupingCategory: 'balanseverdiForOmloepsmiddel',
      openingBalance: 50_000n,
      closingBalance: -63_450n,
    })
  })

  test('gives parties their balances per account, terms and addresses', async () => {
    const { customers, suppliers } = await readWhole(sample('minimal-1.30.xml'))
    expect(customers[0]).toMatchObject({
      id: 'K-1',
      street: 'Storgata 1',
      city: 'Ålesund',
      balances: [{ accountId: '1500', openingBalance: 60_000n, closingBalance: 135_000n }],
      paymentTermDays: 14,
      paymentTermEndOfMonth: true,
    })
    expect(customers[1]).toMatchObject({ id: '2', balances: [], paymentTermDays: undefined, currency: undefined })
    expect(suppliers[0]).toMatchObject({ id: '99999999999', currency: 'EUR', bankAccount: '12345678903' })
  })

  test('signs amounts debit positive, also negative credits and currency amounts', async () => {
    const { transactions } = await readWhole(sample('minimal-1.30.xml'))
    expect(transactions[1]!.lines.map((line) => line.amount)).toEqual([-25_000n, 20_000n, 5_000n])
    expect(transactions[3]!.lines[1]).toMatchObject({
      amount: -138_450n,
      currency: { code: 'EUR', amount: -11_789n },
      referenceNumber: 'F/77',
    })
  })

  test("takes a transaction's party for its lines on the party's account only", async () => {
    const { transactions } = await readWhole(sample('minimal-1.30.xml'))
    expect(transactions[1]!.lines.map((line) => line.customerId)).toEqual(['K-1', undefined, undefined])
  })
})

test('a file of version 1.10 with periods, a prefix and CDATA is read', async () => {
  const file = await readWhole(sample('minimal-1.10.xml'))
  expect(file).toMatchObject({ periodFrom: '2020-02-01', periodTo: '2020-02-29', customers: [], suppliers: [] })
  expect(file.accounts.map((account) => [account.standardAccountId, account.openingBalance])).toEqual([
    ['19', 10_050n],
    ['77', 0n],
  ])
  expect(file.transactions[0]).toMatchObject({ transactionId: '7', date: '2020-02-29', period: 2, year: 2020 })
  expect(file.transactions[0]!.lines[0]!.description).toBe('Gebyr < 30')
})

test('the public example is read', async (context) => {
  if (EXAMPLE_ABSENT) return context.skip(EXAMPLE_ABSENT)
  const told: number[] = []
  const file = await readWhole(EXAMPLE, ({ done, total }) => told.push(done / total))
  expect(told.at(-1)).toBe(1)
  expect(file.totals).toEqual({ transactions: 53, lines: 170, debit: 948_704_935n, credit: 948_704_935n })
  expect([file.accounts.length, file.customers.length, file.suppliers.length]).toEqual([22, 6, 6])
  expect(file.accounts.reduce((sum, account) => sum + account.openingBalance, 0n)).toBe(254_541_000n)
  expect(file.transactions.every((one) => Number(one.date.slice(5, 7)) === one.period)).toBe(true)
})

describe('a broken file is refused with its line and reason:', () => {
  test.each(brokenFiles)('$name', async (broken) => {
    const content = broken.breaks(await sampleText('minimal-1.30.xml'))
    const fault = await faultOf(content)
    expect(fault.reason).toMatch(broken.reason)
    expect(fault.line).toBe(expectedLine(broken, content))
    expect(fault.message).toBe(`Line ${fault.line}: ${fault.reason}`)
  })

  test('one that is not there', async () => {
    for (const file of ['/nowhere/at-all.xml', tmpdir()]) {
      await expect(readWhole(file)).rejects.toThrow(new SafTError(undefined, `There is no file ${file}.`))
    }
  })

  test('bytes that are not UTF-8', async () => {
    const content = Buffer.from(await sampleText('minimal-1.30.xml'))
    content[content.indexOf('Ærlig')] = 0xff
    expect((await faultOf(content)).reason).toMatch(/not UTF-8/)
  })
})

describe('bounds', () => {
  const within = (xml: string, text: string) => xml.replace('Kundefordringer', () => text)

  test('of a text', async () => {
    const xml = await sampleText('minimal-1.30.xml')
    const longest = within(xml, 'x'.repeat(TEXT_MAX))
    const { accounts } = await withFile(longest, (file) => readWhole(file))
    expect(accounts[0]!.description).toHaveLength(TEXT_MAX)
    const fault = await faultOf(within(xml, 'x'.repeat(TEXT_MAX + 1)))
    expect(fault.reason).toBe(`AccountDescription has a text of more than ${TEXT_MAX} characters.`)
    expect(fault.line).toBe(lineOf(xml, 'Kundefordringer'))
  })

  test('of nesting', async () => {
    const xml = await sampleText('minimal-1.30.xml')
    const nested = (depth: number) =>
      xml.replace(
        '</MasterFiles>',
        `<Taxonomies>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</Taxonomies></MasterFiles>`,
      )
    await withFile(nested(DEPTH_MAX - 3), (file) => readWhole(file))
    expect((await faultOf(nested(DEPTH_MAX - 2))).reason).toBe(`a is nested deeper than ${DEPTH_MAX} elements.`)
  })

  test('of the elements in a record', async () => {
    const xml = await sampleText('minimal-1.30.xml')
    const wide = (count: number) => xml.replace('<Name>Kunde', () => `${'<Address/>'.repeat(count)}<Name>Kunde`)
    const others = 2
    const { customers } = await withFile(wide(RECORD_ELEMENTS_MAX - others), (file) => readWhole(file))
    expect(customers).toHaveLength(2)
    expect((await faultOf(wide(RECORD_ELEMENTS_MAX - others + 1))).reason).toMatch(/^Customer holds more than/)
  })

  test('of what the parser holds at once', async () => {
    const xml = await sampleText('minimal-1.30.xml')
    const fault = await faultOf(within(xml, 'x'.repeat(3 * TOKEN_MAX)))
    expect(fault.reason).toMatch(/^A single text, tag or comment is longer than/)
  })

  test('of what stands before the root element', async () => {
    const xml = await sampleText('minimal-1.30.xml')
    const declaration = xml.indexOf('<AuditFile')
    const padded = (count: number) => xml.slice(0, declaration) + ' '.repeat(count) + xml.slice(declaration)
    await withFile(padded(PROLOG_MAX - declaration), (file) => readWhole(file))
    expect((await faultOf(padded(PROLOG_MAX - declaration + 1))).reason).toMatch(/^There is no root element/)
    expect((await faultOf(' '.repeat(10 * PROLOG_MAX))).reason).toMatch(/^There is no root element/)
  })
})
