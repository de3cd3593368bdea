import { cancelProposal } from '../../bank/payments/cancel.ts'
import { PAIN_VERSIONS, type PainVersion } from '../../bank/payments/pain.ts'
import { paymentFile } from '../../bank/payments/payment-file.ts'
import { PROPOSAL_STATE } from '../../bank/payments/payment-state.ts'
import { propose, REASONS } from '../../bank/payments/propose.ts'
import { NUMBER_MAX, PAYMENTS_MAX } from '../../limits.ts'
import { date, decimal, F1, F2, flag, instant, int32, itemList, objects, text } from '../../resource/fields.ts'
import { type ActionOperation, type FileOperation, reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { actingFields } from './acting.ts'
import { ofBankAccount } from './bank-accounts.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** SQL: what the payments of a proposal come to, by currency. */
const TOTALS = `(
  SELECT coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount, 'payments', s.payments)
    ORDER BY s.currency), '[]')
  FROM (SELECT p.currency, sum(p.amount) AS amount, count(*) AS payments FROM payment p
    WHERE p.agreement = t.agreement AND p.proposal_number = t.number GROUP BY p.currency) s)`

/** Payments that go to a bank in one file (MONTH.md 6). */
export const paymentProposals = resource('PaymentProposals', {
  logsBodies: true,
  schema: 'PaymentProposal',
  table: 'payment_proposal',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    bankAccountNumber: ofBankAccount('The bank account that pays'),
    paymentDate: date().present().filter(F2).sortable().describe('The day on which the bank is to pay'),
    state: text(9)
      .computed(PROPOSAL_STATE)
      .filter(F1)
      .describe('`waiting` while the bank may still carry a payment out, `settled`, or `cancelled`'),
    payments: int32()
      .computed(
        '(SELECT count(*)::int FROM payment p WHERE p.agreement = t.agreement AND p.proposal_number = t.number)',
      )
      .describe('How many payments it has'),
    totals: objects({
      currency: text(3).present().describe('Of the payments'),
      amount: decimal().present().describe('What they come to'),
      payments: int32().present().describe('How many there are'),
    })
      .present()
      .computed(TOTALS)
      .describe('What its payments come to, by currency, in the order of their codes; those that were cancelled, too'),
    messageId: text(35).present().describe('What its file is called at the bank'),
    payerName: text(70).present().describe('The company, as the file has it'),
    payerAccount: text(34).present().describe('The IBAN that pays, or the 14 digits of a Danish account'),
    payerBic: text(11).describe('Of the bank of that account'),
    payerCurrency: text(3).present().describe('Of that account'),
    proposedAt: instant().present().filter(F2).describe('When it was made'),
    app: int32().describe('The app that asked for it'),
    ...actingFields(false),
    cancelledAt: instant().describe('When all of it was cancelled that was not settled'),
  },
  operations: reads('/payment-proposals', 'number'),
})

const item = {
  supplierNumber: int32().present().describe('Whose item it is'),
  name: text(255).present().describe('Of that supplier'),
  invoiceNumber: text(100).present().describe('Of the open item'),
  dueDate: date().present().describe('When it is due'),
  currency: text(3).present().describe('Of the item'),
  amount: decimal().present().describe('What is open of it'),
}

const proposing: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/payment-proposals',
  status: 201,
  answersPreview: true,
  schema: 'PaymentProposalCreate',
  summary:
    'Propose payments of what suppliers are owed: the items that are due, or those that are named, each in one proposal at a time',
  body: {
    bankAccountNumber: int32(1, NUMBER_MAX).required().describe('The bank account that pays'),
    paymentDate: date().required().describe('The day on which the bank is to pay: today or later'),
    dueTo: date().describe('Items that are due up to this day; not needed where items are named'),
    supplierNumber: int32(1, NUMBER_MAX).describe('Items of this supplier alone'),
    items: itemList(
      {
        supplierNumber: int32(1, NUMBER_MAX).required().describe('Whose item it is'),
        invoiceNumber: text(100).required().describe('Of an open item'),
      },
      PAYMENTS_MAX,
    )
      .filled()
      .describe('These items, whenever they are due, all or none'),
    preview: flag().describe('true: a dry run, answered 200: says what would be paid, and writes nothing'),
  },
  answer: {
    number: int32().present().describe('Of the proposal'),
    payments: itemList(
      {
        ...item,
        paymentType: int32().present().describe('How it is paid, as supplierPaymentType of a draft entry'),
        account: text(34)
          .present()
          .describe('An IBAN, the 14 digits of a Danish account, or the creditor number of a payment slip'),
        bic: text(11).describe('Of the bank that the IBAN is at'),
        message: text(140).describe('What the payee is told: a payment id where it is a payment slip'),
        payeeName: text(70).present().describe('The supplier, in letters that banks take'),
      },
      PAYMENTS_MAX,
    )
      .present()
      .describe('What is paid, the first due first'),
    skipped: itemList(
      {
        ...item,
        reason: text(20).oneOf(REASONS).present().describe('Why it is not paid'),
        message: text(250).present().describe('The same as a sentence'),
      },
      PAYMENTS_MAX,
    )
      .present()
      .describe('What is due and not paid'),
    totals: itemList(
      {
        currency: text(3).present().describe('Of the payments'),
        amount: decimal().present().describe('What they come to'),
        payments: int32().present().describe('How many there are'),
      },
      PAYMENTS_MAX,
    )
      .present()
      .describe('By currency'),
  },
  given: ['number'],
  run: propose,
}

const file = (version: PainVersion): FileOperation => ({
  kind: 'file',
  method: 'GET',
  path: `/payment-proposals/{number}/${version}`,
  contentType: 'application/xml; charset=utf-8',
  summary: `The file for the bank, as ${version} of ISO 20022: the same bytes each time`,
  codes: ['PaymentProposalIsCancelled'],
  find: ({ agreement }, database, { number }) => paymentFile(database, agreement, number as number, version),
})

/** Making and cancelling proposals, and their files. */
export const paymentProposing = operations('PaymentProposing', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('payment_proposal.number', 'PaymentProposalDoesNotExist') },
  operations: [
    proposing,
    ...PAIN_VERSIONS.map(file),
    {
      kind: 'action',
      method: 'POST',
      path: '/payment-proposals/{number}/cancel',
      status: 204,
      summary: 'Cancel the payments of a proposal that no line of the bank has settled: others may take their items',
      run: cancelProposal,
    },
  ],
  codes: [
    'BankAccountDoesNotExist',
    'PaymentBankAccountUnknown',
    'PaymentDateIsPast',
    'PaymentIsNotWaiting',
    'PaymentItemNotPayable',
    'PaymentNothingDue',
    'PaymentProposalDoesNotExist',
    'PaymentProposalIsCancelled',
    'ValueRequired',
  ],
})
