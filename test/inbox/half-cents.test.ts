import { expect, test } from 'vitest'
import { planEInvoice } from '../../src/inbox/plan-einvoice.ts'
import { readUbl } from '../../src/inbox/reading/ubl.ts'
import { ubl } from './ubl.ts'

const CODE = { code: 'I12', rate: '12', isReverse: false, deductiblePercentage: '100', report: null, contraBox: null }

test('VAT at half a cent is that which booking makes of it', () => {
  const vat = [{ rate: '12', taxable: '83.37', tax: '10.01' }]
  const { einvoice } = readUbl(ubl({ number: '7002', lines: [{ net: '83.37', rate: '12' }], vat }))
  const { entries } = planEInvoice(
    einvoice,
    { journalNumber: 1, accountNumber: 2210, vatCode: 'I12' },
    { supplierNumber: 1, hasTerms: true, country: 'DK', alike: [], codes: [CODE], roundingAccount: undefined },
  )
  // By rule 7.1 the net of 93.38 is 83.375, booked as 83.38, which leaves 10.00 of VAT; that of 93.43 is 83.42, and
  // leaves 10.01.
  expect(entries.map(({ input: { amount, contraVatCode } }) => [amount, contraVatCode])).toEqual([
    ['-93.43', 'I12'],
    ['0.05', undefined],
  ])
})
