import { expect, test } from 'vitest'
import { paymentOf } from '../../src/inbox/payment.ts'
import { readUbl } from '../../src/inbox/reading/ubl.ts'
import { ubl } from './ubl.ts'

const withPayment = (paymentId: string | null, account: string | null, bic: string | null = null) => {
  const { einvoice } = readUbl(ubl({ number: '7001' }))
  return paymentOf({ ...einvoice, payments: [{ meansCode: '93', paymentId, account, bic }] })
}

test('payment slips, IBAN and Danish accounts are told as a draft entry has them', () => {
  expect(withPayment('71#123456789012347', '12345678').fields).toEqual({
    supplierPaymentType: 1,
    supplierPaymentBank: '12345678',
    supplierPaymentMessage: '123456789012347',
  })
  expect(withPayment(null, 'DK50 0040 0440 1162 43').fields).toEqual({
    supplierPaymentType: 10,
    supplierPaymentBank: 'DK5000400440116243',
    supplierPaymentMessage: '7001',
  })
  expect(withPayment('Ref 5', '1234567', '0040').fields).toEqual({
    supplierPaymentType: 7,
    supplierPaymentBank: '0040 1234567',
    supplierPaymentMessage: 'Ref 5',
  })
})

test('what cannot be told so is a note, and nothing where nothing is said', () => {
  expect(withPayment('71#12', '12345678')).toEqual({
    fields: undefined,
    note: 'How it is to be paid is not told to the entry: 71#12, 12345678.',
  })
  expect(withPayment(null, null)).toEqual({ fields: undefined, note: undefined })
})
