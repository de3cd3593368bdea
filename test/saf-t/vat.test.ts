import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importSafT, type SafTImport } from '../../src/saf-t/import/import.ts'
import { TAX_CODES_MAX } from '../../src/saf-t/limits.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { balances, ExportWorld, vatOf } from './exported.ts'
import { withFile } from './files.ts'
import { type WrittenBooks, writtenFile, type WrittenLine } from './written.ts'
import { runs } from '../long.ts'

let world: ExportWorld
beforeAll(async () => void (world = await ExportWorld.open()))
afterAll(() => world.drop())

interface VatItem {
  vatCode: string
  type: number
  base: string
  tax: string
  reverseChargeTax: string
}

/** A written file, imported into a fresh agreement, and its VAT statement. */
async function imported(books: WrittenBooks, prepare = async (_agreement: number) => {}) {
  const agreement = await world.newAgreement()
  await prepare(agreement)
  const result = await withFile(writtenFile(books), (file) => importSafT(world.database, agreement, file))
  const text = await vatOf(world.database, agreement, '2025-01-01', '2025-12-31')
  const statement = JSON.parse(text.replace(/:\s*(-?\d+\.\d+)/g, ': "$1"')) as {
    items: VatItem[]
    otherPostings: string
  }
  const items = statement.items.map(({ vatCode, type, base, tax, reverseChargeTax }) => {
    return [vatCode, type, base, tax, reverseChargeTax]
  })
  return { agreement, result, items, otherPostings: statement.otherPostings }
}

const date = '2025-03-01'
const taxed = (code: string, percentage: string, amount: bigint) => ({ code, percentage, amount })
const code = (name: string, percentage: string, standard = 'NA') => ({ code: name, percentage, standard })
const madeOf = ({ vatCodes }: SafTImport) =>
  vatCodes.map((one) => [one.code, one.rate, one.accountNumber, one.contraAccountNumber])

const sale: WrittenLine[] = [
  { account: 3000, amount: -10_000n, tax: taxed('3', '25', 2500n) },
  { account: 1920, amount: 12_500n },
  { account: 2700, amount: -2500n, text: 'Mva' },
]
const purchase: WrittenLine[] = [
  { account: 4300, amount: 8000n, tax: taxed('1', '25', 2000n) },
  { account: 1920, amount: -10_000n },
  { account: 2710, amount: 2000n, text: 'Mva' },
]

describe('VAT codes that an agreement has not are made', () => {
  test('with their rate, side and accounts, wherever in a transaction the tax stands', async () => {
    const reverse = [
      { account: 6800, amount: 4000n, tax: taxed('86', '25', 1000n) },
      { account: 2740, amount: -1000n },
      { account: 1920, amount: -4000n },
      { account: 2710, amount: 1000n },
    ]
    const books = {
      codes: [code('3', '25', '3'), code('1', '25'), code('86', '25', '86'), code('5', '0', '5')],
      transactions: [
        { date, lines: sale },
        { date, lines: purchase },
        { date, lines: reverse },
        {
          date,
          lines: [
            { account: 3100, amount: -700n, tax: taxed('5', '0', 0n) },
            { account: 1920, amount: 700n },
          ],
        },
      ],
    }
    const { agreement, result, items, otherPostings } = await imported(books)
    expect(madeOf(result)).toEqual([
      ['3', '25', 2700, null],
      ['1', '25', 2710, null],
      ['86', '25', 2710, 2740],
      ['5', '0', 2700, null],
    ])
    expect(items).toEqual([
      ['3', 1, '100.00', '25.00', '0.00'],
      ['5', 1, '7.00', '0.00', '0.00'],
      ['1', 2, '80.00', '20.00', '0.00'],
      ['86', 2, '40.00', '10.00', '10.00'],
    ])
    expect(otherPostings).toBe('0.00')
    expect(result.notes).toEqual(['Entries of tax that took the text of the entry they are the tax of: 3.'])
    expect(await verify(world.database, agreement)).toMatchObject({ ok: true })
  })

  test('and one line that is the tax of several entries is divided among them', async () => {
    const lines = [
      { account: 3000, amount: -10_000n, tax: taxed('3', '25', 2500n) },
      { account: 3100, amount: -2000n, tax: taxed('31', '15', 300n) },
      { account: 3000, amount: -4000n, tax: taxed('3', '25', 1000n) },
      { account: 2700, amount: -3800n },
      { account: 1920, amount: 19_800n },
    ]
    const alone = [
      { account: 3100, amount: -2000n, tax: taxed('31', '15', 300n) },
      { account: 2700, amount: -300n },
      { account: 1920, amount: 2300n },
    ]
    const { result, items, otherPostings } = await imported({
      codes: [code('3', '25', '3'), code('31', '15', '31')],
      transactions: [sale, lines, alone].map((own) => ({ date, lines: own })),
    })
    expect(items).toEqual([
      ['3', 1, '240.00', '60.00', '0.00'],
      ['31', 1, '40.00', '6.00', '0.00'],
    ])
    expect([result.entries, otherPostings]).toEqual([13, '0.00'])
    expect(result.notes).toContain('Lines that were the tax of several entries, and were divided among them: 1.')
  })

  test('one for every rate, and called by five characters', async () => {
    const at = (day: string, name: string, percentage: string, tax: bigint) => ({
      date: day,
      lines: [
        { account: 3000, amount: -10_000n, tax: taxed(name, percentage, tax) },
        { account: 2700, amount: -tax },
        { account: 1920, amount: 10_000n + tax },
      ],
    })
    const { result, items } = await imported({
      codes: [
        { ...code('33', '12', '33'), to: '2025-06-30' },
        { ...code('33', '6', '33'), from: '2025-07-01' },
        code('UTGÅENDE', '25', '3'),
        code('INN   HØY', '25', '1'),
      ],
      transactions: [
        at('2025-06-30', '33', '', 1200n),
        at('2025-07-01', '33', '', 600n),
        at(date, 'UTGÅENDE', '25', 2500n),
        at(date, 'INN   HØY', '25', 2500n),
      ],
    })
    expect(items).toEqual([
      ['33', 1, '100.00', '12.00', '0.00'],
      ['332', 1, '100.00', '6.00', '0.00'],
      ['UTGÅE', 1, '100.00', '25.00', '0.00'],
      ['INN', 2, '-100.00', '-25.00', '0.00'],
    ])
    expect(result.notes).toEqual([
      "VAT code '33' of the file at 6 % became '332': codes have up to 5 characters, one rate and its accounts.",
      "VAT code 'UTGÅENDE' of the file at 25 % became 'UTGÅE': codes have up to 5 characters, one rate and its accounts.",
      "VAT code 'INN   HØY' of the file at 25 % became 'INN': codes have up to 5 characters, one rate and its accounts.",
      'Entries of tax that took the text of the entry they are the tax of: 4.',
    ])
  })
})

test('a VAT code that no address could name gets another', async () => {
  const { result } = await imported({
    codes: [code('..', '25', '3')],
    transactions: [
      {
        date,
        lines: [
          { account: 3000, amount: -10_000n, tax: taxed('..', '25', 2500n) },
          { account: 2700, amount: -2500n },
          { account: 1920, amount: 12_500n },
        ],
      },
    ],
  })
  expect(result.notes.join()).toContain("VAT code '..' of the file at 25 % became '..2'")
})

test('VAT codes the agreement has are used where rate and accounts are the same, and left alone where not', async () => {
  const transactions = [sale, purchase].map((lines) => ({ date, lines }))
  const { result, items } = await imported(
    { codes: [code('3', '25', '3'), code('1', '25', '1')], transactions },
    async (agreement) => {
      await world.database.rows(
        "INSERT INTO account (agreement, number, name, type) VALUES ($1, 2700, 'Ut', 2), ($1, 2799, 'Annet', 2)",
        [agreement],
      )
      await world.database.rows(
        `INSERT INTO vat_code (agreement, code, name, type, rate, account_number)
       VALUES ($1, '3', 'Min', 1, 25, 2700), ($1, '1', 'Annen', 2, 25, 2799)`,
        [agreement],
      )
    },
  )
  expect(madeOf(result)).toEqual([['12', '25', 2710, null]])
  expect(items).toEqual([
    ['3', 1, '100.00', '25.00', '0.00'],
    ['1', 2, '0.00', '0.00', '0.00'],
    ['12', 2, '80.00', '20.00', '0.00'],
  ])
})

describe('what cannot be kept is told with its number:', () => {
  test('a tax that stands nowhere, another base, a rate nobody has', async () => {
    const lost = [
      { account: 3000, amount: -10_000n, tax: taxed('3', '25', 2500n) },
      { account: 2700, amount: -2400n },
      { account: 1920, amount: 12_400n },
    ]
    const odd = [
      { account: 6800, amount: 10_000n, tax: { ...taxed('1', '25', 2500n), base: '70.00' } },
      { account: 2710, amount: 2500n, text: 'Linje 1' },
      { account: 6800, amount: 1000n, tax: taxed('9', '125', 1250n) },
      { account: 6800, amount: 1000n, tax: taxed('8', '', 250n) },
      { account: 1920, amount: -14_500n },
    ]
    const { result, items, otherPostings } = await imported({
      codes: [code('3', '25', '3'), code('77', '25', '1')],
      transactions: [sale, lost, odd].map((lines) => ({ date, lines })),
    })
    expect(result.notes).toEqual([
      'Entries whose tax stands nowhere in their transaction; they keep their VAT code, the VAT statement shows no tax of them: 1.',
      'Entries of tax that took the text of the entry they are the tax of: 1.',
      'Entries with a tax base other than their amount; the VAT statement counts the amount: 1.',
      'Entries that lost their VAT code, as the file gives it no rate from 0 to 100 per cent: 2.',
      'VAT codes of the tax table left out, as no entry has them and nothing tells their accounts: 1.',
    ])
    expect(items).toEqual([
      ['3', 1, '200.00', '25.00', '0.00'],
      ['1', 2, '100.00', '25.00', '0.00'],
    ])
    expect(otherPostings).toBe('24.00')
  })

  test('more VAT codes than a file has are refused with the line', async () => {
    const lines = (count: number): WrittenLine[] => [
      ...Array.from({ length: count }, (_, at) => ({ account: 3000, amount: -1n, tax: taxed(`K${at}`, '25', 0n) })),
      { account: 1920, amount: BigInt(count) },
    ]
    const most = await imported({ codes: [], transactions: [{ date, lines: lines(TAX_CODES_MAX) }] })
    expect(most.result.vatCodes).toHaveLength(TAX_CODES_MAX)
    const more = imported({ codes: [], transactions: [{ date, lines: lines(TAX_CODES_MAX + 1) }] })
    await expect(more).rejects.toThrow(/^Line \d+: The file has more than 1000 VAT codes and rates\.$/)
  })
})

/** Codes that random files use: their tax account, and for reverse charges the account of the opposite amount. */
const KNOWN = [
  { name: '3', percentage: '25', standard: '3', type: 1, account: 2700, contra: undefined },
  { name: '31', percentage: '15', standard: '31', type: 1, account: 2701, contra: undefined },
  { name: '1', percentage: '25', standard: '1', type: 2, account: 2710, contra: undefined },
  { name: '86', percentage: '25', standard: '86', type: 2, account: 2710, contra: 2740 },
  { name: '5', percentage: '0', standard: '5', type: 1, account: 2700, contra: undefined },
] as const

const signed = fc
  .tuple(fc.bigInt(1000n, 900_000n), fc.boolean())
  .map(([cents, isCredit]) => (isCredit ? -cents : cents))
const randomLine = fc.record({ known: fc.constantFrom(...KNOWN), amount: signed })
type Line = { known: (typeof KNOWN)[number]; amount: bigint }
const taxOf = ({ known, amount }: Line): bigint => (amount * BigInt(known.percentage)) / 100n
const magnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

const randomTransaction = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  // No two taxes of one size: nothing in a file says which entry each of them belongs to.
  lines: fc.uniqueArray(randomLine, { maxLength: 5, selector: (line) => magnitude(taxOf(line)) || line }),
  place: fc.constantFrom('behind', 'last', 'together'),
  // Too small for any tax, on accounts of taxes too: nothing may take them for one.
  others: fc.array(fc.tuple(fc.constantFrom(6800, 2700, 2710, 1500), fc.bigInt(-99n, 99n).filter(Boolean)), {
    maxLength: 3,
  }),
})

type Random = typeof randomTransaction extends fc.Arbitrary<infer T> ? T : never

function writtenTransaction({ month, lines, place, others }: Random): WrittenBooks['transactions'][number] {
  const body: WrittenLine[] = []
  const last: WrittenLine[] = []
  for (const line of lines) {
    const { known, amount } = line
    body.push({ account: 7000, amount, tax: taxed(known.name, known.percentage, magnitude(taxOf(line))) })
    const taxes = [{ account: known.account as number, amount: taxOf(line), of: known.name }]
    if (known.contra) taxes.push({ account: known.contra, amount: -taxOf(line), of: known.name })
    for (const tax of taxes.filter((one) => one.amount !== 0n)) {
      if (place === 'behind') body.push(tax)
      else last.push({ ...tax, text: `Mva ${tax.of}` })
    }
  }
  const ends = place === 'together' ? together(last) : last
  const written = [...body, ...others.map(([account, amount]) => ({ account, amount })), ...ends]
  const sum = written.reduce((total, { amount }) => total + amount, 0n)
  return {
    date: `2025-${String(month).padStart(2, '0')}-15`,
    lines: [...written, { account: 1920, amount: -sum }],
  }
}

/** The taxes of a code in one line each, unless they come to nothing together. */
function together(taxes: readonly WrittenLine[]): WrittenLine[] {
  const sums = new Map<string, WrittenLine>()
  for (const tax of taxes) {
    const key = `${tax.account} ${tax.text}`
    sums.set(key, { ...tax, amount: tax.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()].some(({ amount }) => amount === 0n) ? [...taxes] : [...sums.values()]
}

/** The statement's items by the rules alone: taxed amounts and their tax, with the signs of a VAT return. */
function expectedItems(transactions: readonly Random[]): [string, bigint, bigint, bigint][] {
  const lines = transactions.flatMap((one) => one.lines)
  return KNOWN.flatMap((known) => {
    const own = lines.filter((line) => line.known === known)
    if (own.length === 0) return []
    const sign = known.type === 1 ? -1n : 1n
    const base = sign * own.reduce((sum, { amount }) => sum + amount, 0n)
    const tax = sign * own.reduce((sum, line) => sum + taxOf(line), 0n)
    return [[known.name, base, tax, known.contra ? tax : 0n]]
  })
}

test('random files: the VAT statement is what the lines say, and export and import keep it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomTransaction, { minLength: 1, maxLength: 12 }), async (random) => {
      const codes = KNOWN.map(({ name, percentage, standard }) => code(name, percentage, standard))
      const transactions = random.map(writtenTransaction)
      const { agreement, items } = await imported({ codes, transactions })
      const cents = (text: unknown) => BigInt(String(text).replace('.', ''))
      const found = items.map(
        ([name, , base, tax, reverse]) => [name, cents(base), cents(tax), cents(reverse)] as const,
      )
      const byName = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
      expect([...found].sort(byName)).toEqual(expectedItems(random).sort(byName))
      const fresh = await world.again(agreement, world.newFile())
      const days = ['2025-01-01', '2025-12-31'] as const
      expect(await balances(world.database, fresh, ...days)).toEqual(await balances(world.database, agreement, ...days))
      expect(await vatOf(world.database, fresh, ...days)).toBe(await vatOf(world.database, agreement, ...days))
    }),
    { numRuns: runs(6, 200) },
  )
})
