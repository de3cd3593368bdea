import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/bank/suggesting/facts.ts'
import { suggestAll } from '../../src/bank/suggesting/suggest.ts'
import { isLike, names, numbersIn } from '../../src/bank/suggesting/words.ts'
import { Chance } from '../chance.ts'
import { best, entry, firstOf, item, line, NOTHING, reasonOf } from './suggesting.ts'

describe('an entry of the same amount within five days', () => {
  test('is sure where one more fact agrees and nothing else could be meant', () => {
    const lines = [line('-800.00', 'Leje 20451')]
    expect(best({ lines, entries: [entry(7, '-800.00', 'Bilag 20451')] })).toEqual([
      'entry',
      'sure',
      'SameAmountAndFact',
    ])
    expect(
      best({ lines: [line('-800.00', 'Ørsted A/S el')], entries: [entry(7, '-800.00', 'El', { name: 'Ørsted A/S' })] }),
    ).toEqual(['entry', 'sure', 'SameAmountAndFact'])
  })

  test('is likely where none does, or where there is a second on either side', () => {
    const lines = [line('-800.00', 'Leje 20451')]
    const entries = [entry(7, '-800.00', 'Bilag 20451')]
    expect(best({ lines: [line('-800.00', 'Leje')], entries })).toEqual(['entry', 'likely', 'SameAmountNearDate'])
    expect(best({ lines, entries: [...entries, entry(8, '-800.00', 'Bilag 20451')] })).toEqual([
      'entry',
      'likely',
      'SameAmountAndFact',
    ])
    expect(best({ lines: [...lines, line('-800.00', 'x', { number: 2 })], entries })).toEqual([
      'entry',
      'likely',
      'SameAmountAndFact',
    ])
    expect(best({ lines, entries: [entry(7, '-800.00', 'Bilag 20451', { isDraft: true })] })).toEqual([
      'draft',
      'sure',
      'SameAmountAndFact',
    ])
  })

  test('is not sure where only a year agrees', () => {
    const likely = ['entry', 'likely', 'SameAmountNearDate']
    const entries = [entry(7, '-800.00', 'Betaling F-2026/12')]
    expect(best({ lines: [line('-800.00', 'F-2026/57')], entries })).toEqual(likely)
    expect(best({ lines: [line('-800.00', 'Kontingent 2026')], entries })).toEqual(likely)
    expect(best({ lines: [line('-800.00', 'F-2026/12')], entries })).toEqual(['entry', 'sure', 'SameAmountAndFact'])
  })

  test('is told alone as among all lines', () => {
    const lines = [line('-800.00', 'Leje 20451'), line('-800.00', 'x', { number: 2 })]
    const found = suggestAll({ ...NOTHING, lines, entries: [entry(7, '-800.00', 'Bilag 20451')], asked: 1 })
    expect(found).toMatchObject([{ bankLine: 1, suggestions: [{ confidence: 'likely' }] }])
  })

  test('is sure where the account of its party agrees, however it is written', () => {
    const lines = [line('-800.00', 'Overførsel', { account: 'DK5000400440116243' })]
    const of = (...accounts: string[]): unknown => best({ lines, entries: [entry(7, '-800.00', 'Leje', { accounts })] })
    const sure = ['entry', 'sure', 'SameAmountAndFact']
    expect([of('DK50 0040 0440 1162 43'), of('0040-0440116243'), of('x', '0040 440116243')]).toEqual([sure, sure, sure])
    expect(of('0040 0440116244')).toEqual(['entry', 'likely', 'SameAmountNearDate'])
    const nothing = [line('-800.00', 'Overførsel', { account: 'NETS' })]
    expect(best({ lines: nothing, entries: [entry(7, '-800.00', 'Leje', { accounts: ['NETS'] })] })).toEqual([
      'entry',
      'likely',
      'SameAmountNearDate',
    ])
  })

  test('is none on the sixth day', () => {
    expect(
      best({
        lines: [line('-800.00', 'Leje 20451')],
        entries: [entry(7, '-800.00', 'Bilag 20451', { date: '2026-03-03' })],
      }),
    ).toBeUndefined()
  })
})

describe('an open item whose number stands in the text', () => {
  test('is sure at its remainder, likely at less, which is named', () => {
    expect(best({ lines: [line('1250.00', 'Faktura 1001')], items: [item('1001', '1250.00')] })).toEqual([
      'item',
      'sure',
      'ItemNamed',
    ])
    const less = { lines: [line('1162.50', 'Faktura 1001')], items: [item('1001', '1250.00')] }
    expect(best(less)).toEqual(['item', 'likely', 'ItemNamedLess'])
    expect(reasonOf(less)).toBe('Invoice 1001 of Café Æblet: 87.50 less than asked')
    expect(firstOf(less).facts).toEqual({ name: 'Café Æblet', openAmount: '1250.00', lessAmount: '87.50' })
  })

  test('is likely where more came and nothing else fits: the rest is to their credit', () => {
    const more = { lines: [line('1337.50', 'Faktura 1001')], items: [item('1001', '1250.00')] }
    expect(best(more)).toEqual(['item', 'likely', 'ItemNamedMore'])
    expect(reasonOf(more)).toBe('Invoice 1001 of Café Æblet: 87.50 more than asked')
    expect(firstOf(more)).toMatchObject({
      facts: { openAmount: '1250.00', moreAmount: '87.50' },
      match: { items: [{ customerNumber: 201, invoiceNumber: '1001', amount: '1337.50' }] },
    })
    for (const [amount, name] of [
      ['1337.50', 'Zoo'],
      ['2500.01', null],
    ] as const)
      expect(best({ ...more, lines: [line(amount, 'Faktura 1001', { name })] })).toEqual([
        'item',
        'possible',
        'ItemNamedMore',
      ])
    const both = [line('1349.00', 'Café Æblet 1001')]
    expect(best({ lines: both, items: [...more.items, item('1002', '99.00')] })).toEqual([
      'items',
      'likely',
      'ItemsOfParty',
    ])
  })

  test('is known by a payment id, by a short number behind a word, and by a supplier’s number with letters', () => {
    // Invoice 1101: 14 digits and their check digit by Luhn.
    expect(
      best({ lines: [line('1250.00', '+71<000000000011015+87654321<')], items: [item('1101', '1250.00')] }),
    ).toEqual(['item', 'sure', 'ItemNamed'])
    expect(best({ lines: [line('1250.00', 'Fakt. 7')], items: [item('7', '1250.00')] })).toEqual([
      'item',
      'sure',
      'ItemNamed',
    ])
    const supplier = item('F-2026/17', '-500.00', {
      customerNumber: undefined as never,
      supplierNumber: 501,
      name: 'Ørsted A/S',
    })
    expect(best({ lines: [line('-500.00', 'betaling F-2026/17')], items: [supplier] })).toEqual([
      'item',
      'sure',
      'ItemNamed',
    ])
  })

  test('is not sure for another payer, for two lines of one number, or on the other side', () => {
    const items = [item('1001', '1250.00')]
    expect(best({ lines: [line('1250.00', 'Faktura 1001', { name: 'Zoo' })], items })).toEqual([
      'item',
      'likely',
      'ItemNamed',
    ])
    const twice = [line('1250.00', 'Faktura 1001'), line('1250.00', 'Faktura 1001', { number: 2 })]
    expect(best({ lines: twice, items })).toEqual(['item', 'likely', 'ItemNamed'])
    expect(best({ lines: [line('-1250.00', 'Faktura 1001')], items })).toBeUndefined()
  })

  test('is not sure where a draft pays it, whatever its day', () => {
    const lines = [line('1250.00', 'Faktura 1001')]
    expect(best({ lines, items: [item('1001', '1250.00', { isDrafted: true })] })).toEqual([
      'item',
      'likely',
      'ItemNamed',
    ])
    const facts = { lines, items: [item('1001', '1250.00')] }
    const sure = (entries: Facts['entries']): unknown =>
      suggestAll({ ...NOTHING, ...facts, entries })[0]!.suggestions.filter(({ confidence }) => confidence === 'sure')
    expect(sure([])).toMatchObject([{ kind: 'item' }])
    expect(sure([entry(7, '1250.00', 'Indbetaling 1001', { isDraft: true })])).toMatchObject([{ kind: 'draft' }])
    expect(sure([entry(7, '1250.00', 'Betaling', { isDraft: true })])).toEqual([])
    expect(sure([entry(7, '1250.00', 'Indbetaling 1001')])).toMatchObject([{ kind: 'entry' }])
    // An entry of the same party that does not name the invoice may be of another.
    const named = [line('1250.00', 'Café Æblet Faktura 1001')]
    const either = suggestAll({
      ...NOTHING,
      ...facts,
      lines: named,
      entries: [entry(7, '1250.00', 'Indbetaling', { name: 'Café Æblet' })],
    })
    expect(either[0]!.suggestions).toMatchObject([
      { kind: 'entry', confidence: 'likely' },
      { kind: 'item', confidence: 'likely' },
      { kind: 'item' },
    ])
  })

  test('in another currency goes by the line’s own rate', () => {
    const items = [item('1001', '100.00', { currency: 'EUR' })]
    const paid = line('744.90', 'Faktura 1001', { originalAmount: '100.00', originalCurrency: 'EUR' })
    expect(best({ lines: [paid], items })).toEqual(['item', 'likely', 'ItemNamedInCurrency'])
  })
})

test('several items of a party come to the amount, or to more by a fee', () => {
  const items = [item('1', '6250.00'), item('2', '3750.00'), item('3', '99.00')]
  expect(best({ lines: [line('10000.00', 'Café Æblet')], items })).toEqual(['items', 'likely', 'ItemsOfParty'])
  const rules = [
    {
      number: 1,
      textLike: 'café*',
      amountFrom: null,
      amountTo: null,
      accountNumber: 2210,
      vatCode: null,
      departmentNumber: null,
      text: null,
      customerNumber: null,
      supplierNumber: null,
      isFee: true,
      isFollowed: false,
    },
  ]
  const payout = { lines: [line('9843.75', 'Café Æblet udbetaling')], items: items.slice(0, 2), rules }
  expect(best(payout)).toEqual(['items', 'likely', 'ItemsLessFee'])
  expect(reasonOf(payout)).toBe('1, 2 of Café Æblet less a fee of 156.25')
  expect(firstOf(payout).facts).toEqual({ name: 'Café Æblet', openAmount: '10000.00', lessAmount: '156.25' })
})

test('a rule, the same text before, and the only item of the amount come after', () => {
  const rule = {
    number: 3,
    textLike: 'netto*',
    amountFrom: null,
    amountTo: '0.00',
    accountNumber: 1310,
    vatCode: 'I25',
    departmentNumber: null,
    text: null,
    customerNumber: null,
    supplierNumber: null,
    isFee: false,
    isFollowed: false,
  }
  expect(best({ lines: [line('-99.00', 'NETTO 1234 Aarhus')], rules: [rule] })).toEqual(['rule', 'likely', 'Rule'])
  expect(best({ lines: [line('99.00', 'NETTO 1234 Aarhus')], rules: [rule] })).toBeUndefined()
  const history = [{ pattern: 'shell', count: 10, accountNumber: 1310, vatCode: 'I25', text: null, isFee: false }]
  const alike = { lines: [line('-412.00', 'Shell', { pattern: 'shell' })], history }
  expect(best(alike)).toEqual(['alike', 'likely', 'SameTextBefore'])
  expect(reasonOf(alike)).toBe('As the last 10 of this text')
  expect(firstOf(alike).facts).toEqual({ count: 10 })
  expect(best({ lines: [line('1250.00', 'Indbetaling')], items: [item('1001', '1250.00')] })).toEqual([
    'amount',
    'possible',
    'SameAmountOpen',
  ])
  expect(
    best({ lines: [line('1250.00', 'Indbetaling')], items: [item('1001', '1250.00'), item('1002', '1250.00')] }),
  ).toBeUndefined()
})

test('numbers, names and patterns are found in texts', () => {
  expect([...numbersIn('Faktura 1001, kr. 1.250,00 nr 7 konto 2')]).toEqual(['1001', '7'])
  expect([...numbersIn('Betaling F-2026/45/Holz Import GmbH, Zoo/A-7/b')]).toEqual(['2026', 'f-2026/45', 'a-7'])
  expect([
    names('Betaling cafe CAFÉ ÆBLET ApS', 'Café Æblet'),
    names('Æblet', 'Café Æblet'),
    names('x', 'A/S'),
  ]).toEqual([true, false, false])
  expect([
    isLike('NETTO 12', 'netto*'),
    isLike('x netto', 'netto*'),
    isLike('a b c', 'a*b*c'),
    isLike('ab', 'a'),
    isLike('xay', '*a*'),
  ]).toEqual([true, false, true, false, true])
})

/** A month at the bank whose truth is known: items that are paid, entries that are there, and noise. */
function month(seed: number, size: number): { facts: Facts; truth: Map<number, string> } {
  const chance = new Chance(seed)
  const random = (below: number): number => chance.int(0, below - 1)
  const truth = new Map<number, string>()
  const facts: Facts = { ...NOTHING, lines: [], entries: [], items: [] }
  for (let n = 1; n <= size; n += 1) {
    const open = `${100 + random(400)}.${String(random(4) * 25).padStart(2, '0')}`
    const number = String(1000 + n)
    const kind = random(10)
    const name = `Kunde${random(30)} Handel`
    if (kind <= 5) {
      facts.items.push(item(number, open, { customerNumber: n, name }))
      truth.set(n, `item ${number}`)
      const swapped = number.slice(0, 2) + number[3] + number[2]
      const said = kind === 0 ? `Faktura ${swapped}` : kind === 1 ? 'Indbetaling' : `Faktura ${number}`
      facts.lines.push(line(open, kind === 2 ? `${said} ${name}` : said, { number: n, name: kind === 2 ? name : null }))
    } else if (kind <= 8) {
      const voucher = String(70_000 + n)
      facts.entries.push(entry(n, `-${open}`, `Bilag ${voucher}`))
      truth.set(n, `entry ${n}`)
      facts.lines.push(line(`-${open}`, kind === 6 ? 'Overførsel' : `Betaling ${voucher}`, { number: n }))
    } else {
      truth.set(n, 'nothing')
      facts.lines.push(line(open, `Andet ${1000 + random(size)}`, { number: n }))
    }
  }
  return { facts, truth }
}

test.each([1, 2, 3])('of 3,000 lines with noise whatever is sure is right (seed %i)', (seed) => {
  const { facts, truth } = month(seed, 3000)
  const found = suggestAll(facts)
  const told = ({ match }: { match: { items?: { invoiceNumber: string }[]; entries?: number[] } }): string =>
    match.items
      ? `item ${match.items.map(({ invoiceNumber }) => invoiceNumber).join()}`
      : `entry ${match.entries?.join()}`
  const sure = found.flatMap(({ bankLine, suggestions }) =>
    suggestions.filter(({ confidence }) => confidence === 'sure').map((one) => [bankLine, told(one)] as const),
  )
  expect(sure.filter(([bankLine, what]) => truth.get(bankLine) !== what)).toEqual([])
  expect(sure.length).toBeGreaterThan(800)
})

describe('a payment that the bank was asked for', () => {
  const owed = (invoiceNumber: string, open: string, more: object = {}) => ({
    supplierNumber: 501,
    name: 'Ørsted A/S',
    invoiceNumber,
    date: '2026-03-01',
    currency: 'DKK',
    open,
    ...more,
  })
  const payment = (invoiceNumber: string, amount: string, more: object = {}) => ({
    endToEndId: `DB1P${invoiceNumber}`,
    messageId: 'DB1F1',
    date: '2026-03-09',
    supplierNumber: 501,
    invoiceNumber,
    currency: 'DKK',
    amount,
    ...more,
  })
  const first = (facts: Partial<Facts>) =>
    suggestAll({ ...NOTHING, ...facts }).map(({ suggestions: [best] }) => [best?.code, best?.confidence])

  test('is surely what the line is that names it, unless two do, or a draft pays it', () => {
    const [items, payments] = [[owed('1', '-100.00')], [payment('1', '100.00')]]
    const said = line('-100.00', 'Overførsel DB1P1')
    expect(first({ lines: [said], items, payments })).toEqual([['PaymentNamed', 'sure']])
    const twice = first({ lines: [said, { ...said, number: 2 }], items, payments })
    expect(twice).toEqual([
      ['PaymentNamed', 'likely'],
      ['PaymentNamed', 'likely'],
    ])
    const drafted = [owed('1', '-100.00', { isDrafted: true })]
    expect(first({ lines: [said], items: drafted, payments })).toEqual([['PaymentNamed', 'likely']])
    const [other] = first({ lines: [line('-90.00', 'Overførsel DB1P1')], items, payments })
    expect(other![0]).not.toBe('PaymentNamed')
  })

  test('is one of several that the bank booked as one line, or the only one of its amount in these days', () => {
    const items = [owed('1', '-100.00'), owed('2', '-50.00')]
    const payments = [payment('1', '100.00'), payment('2', '50.00')]
    const day = { date: '2026-03-10' }
    expect(first({ lines: [line('-150.00', 'Masseudbetaling DB1F1', day)], items, payments })).toEqual([
      ['PaymentsOfProposal', 'sure'],
    ])
    expect(first({ lines: [line('-150.00', 'Masseudbetaling', day)], items, payments })).toEqual([
      ['PaymentsOfProposal', 'likely'],
    ])
    expect(first({ lines: [line('-50.00', 'Overførsel', day)], items, payments })).toEqual([
      ['PaymentOfAmount', 'likely'],
    ])
  })

  test('in another currency is known by what the line says was paid in it', () => {
    const items = [owed('1', '-100.00', { currency: 'EUR' })]
    const payments = [payment('1', '100.00', { currency: 'EUR' })]
    const paid = line('-746.25', 'DB1P1', { originalAmount: '-100.00', originalCurrency: 'EUR' })
    expect(first({ lines: [paid], items, payments })).toEqual([['PaymentNamed', 'sure']])
  })
})
