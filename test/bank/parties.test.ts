import { expect, test } from 'vitest'
import type { Facts } from '../../src/bank/suggesting/facts.ts'
import { suggestAll } from '../../src/bank/suggesting/suggest.ts'
import { best, firstOf, item, line, NOTHING } from './suggesting.ts'

test('the fee of a payout goes where that of the last of its text went', () => {
  const items = [item('1', '6250.00'), item('2', '3750.00')]
  const before = { pattern: 'udbetaling', count: 3, accountNumber: 3620, vatCode: null, text: null }
  const lines = [line('9843.75', 'Café Æblet udbetaling', { pattern: 'udbetaling' })]
  const payout = { lines, items, history: [{ ...before, isFee: true }] }
  expect(firstOf(payout)).toMatchObject({
    confidence: 'likely',
    code: 'ItemsLessFee',
    reason: '1, 2 of Café Æblet less a fee of 156.25, as the last of this text',
    facts: { lessAmount: '156.25', count: 3 },
    match: { differenceAccountNumber: 3620 },
  })
  // What was a fee before is not where the whole of a line goes.
  expect(suggestAll({ ...NOTHING, ...payout })[0]!.suggestions.map(({ code }) => code)).toEqual(['ItemsLessFee'])
  expect(
    best({ ...payout, lines: [line('8000.00', 'Café Æblet udbetaling', { pattern: 'udbetaling' })] }),
  ).toBeUndefined()
})

test('a rule that names a party says whose items a line pays, whatever name stands on it', () => {
  const own = { amountFrom: null, amountTo: null, vatCode: null, departmentNumber: null, text: null, isFollowed: false }
  const of = { ...own, number: 4, textLike: 'kortindløser*', accountNumber: 5610, supplierNumber: null, isFee: false }
  const fee = { ...of, number: 5, accountNumber: 3620, customerNumber: 201, isFee: true }
  const rules = [{ ...of, customerNumber: 201 }, fee]
  const items = [
    item('1', '6250.00'),
    item('2', '3750.00'),
    item('9', '10000.00', { customerNumber: 202, name: 'Holm' }),
  ]
  const paid = (amount: string, more: Partial<Facts> = {}) =>
    firstOf({ lines: [line(amount, 'KORTINDLØSER 7781')], items, rules, ...more })
  expect(paid('10000.00')).toMatchObject({
    confidence: 'likely',
    code: 'ItemsOfParty',
    reason: 'Rule 4 (kortindløser*): 1, 2 of Café Æblet come to the amount',
    facts: { name: 'Café Æblet', openAmount: '10000.00', ruleNumber: 4, textLike: 'kortindløser*' },
    match: {
      items: [
        { customerNumber: 201, invoiceNumber: '1' },
        { customerNumber: 201, invoiceNumber: '2' },
      ],
    },
  })
  expect(paid('9843.75')).toMatchObject({ code: 'ItemsLessFee', match: { differenceAccountNumber: 3620 } })
  // The fee of another party is not this one's.
  expect(paid('9843.75', { rules: [rules[0]!, { ...fee, customerNumber: 202 }] }).code).not.toBe('ItemsLessFee')
  const part = suggestAll({ ...NOTHING, lines: [line('7000.00', 'Kortindløser 7782')], items, rules })[0]!.suggestions
  expect(part.map(({ code, confidence }) => [code, confidence])).toEqual([
    ['Rule', 'likely'],
    ['OldestItemsOfParty', 'possible'],
  ])
  expect(part[1]).toMatchObject({
    reason: 'Rule 4 (kortindløser*): 1, 2 of Café Æblet, the oldest first; 3000.00 stays open',
    facts: { lessAmount: '3000.00' },
    match: { leaveOpen: true },
  })
  // More than is open, and what went out, are posted on the account of the rule.
  expect(paid('10000.01').code).toBe('Rule')
  expect(paid('-7000.00').code).toBe('Rule')
})
