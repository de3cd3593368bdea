import { cancelPayment } from '../../bank/payments/cancel.ts'
import { paymentState } from '../../bank/payments/payment-state.ts'
import { date, decimal, F1, F1L, F2, instant, int32, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** Payments that banks are asked for, each of an open item (MONTH.md 6). */
export const payments = resource('Payments', {
  logsBodies: true,
  schema: 'Payment',
  table: 'payment',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    proposalNumber: int32()
      .present()
      .references('payment_proposal.number')
      .filter(F1)
      .sortable()
      .describe('The proposal whose file asks for it'),
    state: text(9)
      .computed(paymentState('t'))
      .filter(F1)
      .describe(
        '`waiting` for the bank, `settled` by a match of its line or because nothing is open of the item, or `cancelled`',
      ),
    supplierNumber: int32().present().references('supplier.number').filter(F1).sortable().describe('Who is paid'),
    invoiceNumber: text(100).present().filter(F1L).describe('The invoice that is paid'),
    dueDate: date().present().filter(F2).sortable().describe('When the invoice is due'),
    currency: text(3).present().references('currency.code').describe('Of the amount'),
    amount: decimal().present().describe('What is paid'),
    endToEndId: text(35).present().describe('What the payment is called at both banks, and on their statements'),
    paymentType: int32().present().describe('How it is paid, as supplierPaymentType of a draft entry'),
    account: text(34)
      .present()
      .describe('An IBAN, the 14 digits of a Danish account, or the creditor number of a payment slip'),
    bic: text(11).describe('Of the bank that the IBAN is at'),
    message: text(140).describe('What the payee is told: a payment id where it is a payment slip'),
    payeeName: text(70).present().describe('The supplier, in letters that banks take'),
    matchNumber: int32().references('bank_match.number').filter(F1).describe('The match of the line that settled it'),
    cancelledAt: instant().describe('When it was cancelled'),
  },
  operations: reads('/payments', 'number'),
})

/** Cancelling one payment. */
export const paymentCancelling = operations('PaymentCancelling', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('payment.number', 'PaymentDoesNotExist') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/payments/{number}/cancel',
      status: 204,
      summary: 'Cancel a payment, as one that the bank refused; it stays in the file of its proposal',
      run: cancelPayment,
    },
  ],
  codes: ['PaymentDoesNotExist', 'PaymentIsNotWaiting'],
})
