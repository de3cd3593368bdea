import type { Fault } from '../../errors/catalogue.ts'
import { TAX_BOXES, VALUE_BOXES } from '../../ledger/vat-returns/boxes.ts'
import { euSalesList } from '../../ledger/vat-returns/eu-sales-list.ts'
import { type VatPeriod, vatPeriod } from '../../ledger/vat-returns/periods.ts'
import { noteReported, settleReturn, undoReturn } from '../../ledger/vat-returns/settle.ts'
import { vatReturn, vatReturnEntries } from '../../ledger/vat-returns/statement.ts'
import { date, decimal, Field, type Fields, flag, instant, int32, text } from '../../resource/fields.ts'
import type { Item, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { previewed } from './previewed.ts'
import { CSV, FORMAT, formatOf } from './report-parameters.ts'

const BOXES = [...TAX_BOXES, ...VALUE_BOXES]
const amount = (): Field => decimal(24, 2).required()
const kroner = (): Field => decimal(24, 0).required()
const count = (): Field => int32().required()
const items = (fields: Fields): Field => new Field({ type: 'list', items: fields, nullable: false })
const box = (): Field => text(20).oneOf(BOXES).describe('A box of the return.')
const accountNumber = int32().required()
const period = (): Field => text(7).describe('A period of VAT: 2026-07, 2026-Q3 or 2026-H2.')

/** A return, as it is answered before it is settled and after. */
const RETURN: Fields = {
  period: period().required(),
  from: date().required(),
  to: date().required(),
  state: text(10).required().oneOf(['preview', 'settled']),
  deadline: date().required().describe('The day by which it is due.'),
  boxes: items({
    code: box().required(),
    amount: amount().describe('Exact, with the sign of a return.'),
    rounded: kroner().describe('In whole kroner.'),
    entries: count().describe('How many entries count in the box.'),
  }).describe('All boxes of the return, in its order.'),
  payable: kroner().describe('In whole kroner; negative: to be received.'),
  rounding: amount().describe('What goes to the account of rounding: payable less the exact sum.'),
  exact: decimal(24, 2).describe('The exact sum. Absent from returns that were settled before it was said.'),
  settlement: items({ accountNumber, amount: amount() }).describe('What the voucher posts to each VAT account.'),
  accountingYear: text(4).describe('Of the voucher; null: there is none.'),
  voucherNumber: int32().describe(
    'Of the voucher that settles it, which has no journal; null: nothing is to be settled, or not yet.',
  ),
  codes: items({
    vatCode: text(5).required(),
    entries: count(),
    base: amount(),
    tax: amount(),
    expected: amount().describe('The base times the rate, as far as it is deducted.'),
  }).describe('The VAT codes that entries of the return have.'),
  late: items({
    period: period().required(),
    side: text(10).required().oneOf(['sales', 'purchases']),
    box: box().required(),
    amount: amount(),
    entries: count(),
  }).describe('Entries of settled periods that were booked after, by their period.'),
  unexplained: items({ accountNumber, box: box(), amount: amount(), entries: count() }).describe(
    'What no VAT code explains, as in the ledger: debit is positive.',
  ),
  settledByHand: items({ accountNumber, amount: amount() }).describe(
    'What vouchers by hand moved to the account of settlement. It counts in no box.',
  ),
  remaining: items({ accountNumber, amount: amount() }).describe('VAT accounts that are not 0.00 after settlement.'),
  withoutVatNumber: items({
    customerNumber: int32().describe('null: the voucher has no customer, or several.'),
    amount: amount(),
  }).describe('Sales to the EU whose customer has no VAT number.'),
  lacking: items({ vatCode: text(5).required(), accountNumber }).describe(
    'Accounts of VAT codes that declare no box. It cannot be settled before they do.',
  ),
  checks: items({
    check: text(30)
      .required()
      .describe('What is checked: nothing that fails keeps it from being settled but boxesDeclared.'),
    isPassed: flag().describe('Whether there is nothing to look at.'),
    count: count().describe('How many are to be looked at.'),
  }).describe('What is to be looked at before it is settled.'),
}

const ENTRIES: Fields = {
  items: items({
    entryNumber: int32().required(),
    date: date().required(),
    accountNumber,
    accountingYear: text(4).required(),
    journalNumber: int32(),
    voucherNumber: int32().required(),
    text: text(250),
    vatCode: text(5).describe('The code that it is the base or the tax of; null: none explains it.'),
    amount: amount().describe('With the sign of a return.'),
    late: period().describe('The settled period that it is dated in; null: it is not late.'),
    currency: text(3).required().describe('Of the entry.'),
    amountInCurrency: amount().describe('In the currency of the entry, with the sign of a return.'),
    customerNumber: int32().describe('Of its voucher; null: it has no customer, or several.'),
    supplierNumber: int32().describe('Of its voucher; null: it has no supplier, or several, or a customer.'),
    name: text(255).describe('Of that customer or supplier.'),
    vatNumber: text(50).describe('Of that customer or supplier.'),
  }),
  cursor: int32().describe('For the next page; null: there is none.'),
}

const UNKNOWN = 'Periods of VAT are called 2026-07, 2026-Q3 or 2026-H2.'

/** The fault of a path whose period is none. */
function periodFaults({ path }: { path: Item }): Fault[] {
  return vatPeriod(path.period as string) ? [] : [{ code: 'NotFound', property: 'period', message: UNKNOWN }]
}

const periodOf = (path: Item): VatPeriod => vatPeriod(path.period as string)!

const read: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/vat-returns/{period}',
  summary: 'The VAT return of a period: as it was settled, the same bytes for ever; else as it would be now',
  answer: RETURN,
  check: periodFaults,
  statement: ({ agreement }, { path }) => vatReturn(agreement, periodOf(path)),
}

const readEntries: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/vat-returns/{period}/entries',
  summary: 'The entries that count in a box of a VAT return, 1000 at a time',
  answer: ENTRIES,
  query: [
    { name: 'box', field: text(20).oneOf(BOXES).describe('The box.'), required: true },
    { name: 'cursor', field: int32(0).describe('The cursor of the answer before.') },
  ],
  check: periodFaults,
  statement: ({ agreement }, { path, query }) =>
    vatReturnEntries(agreement, periodOf(path), query.box as string, query.cursor as number | undefined),
}

const list: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/vat-returns',
  summary: 'The VAT returns that are settled, the last first',
  answer: {
    isList: true,
    schema: 'SettledVatReturn',
    items: {
      period: period(),
      from: date(),
      to: date(),
      payable: decimal(24, 0).describe('In whole kroner; negative: to be received.'),
      settledAt: instant().describe('When it was settled.'),
      reportedOn: date().describe('null: it is not reported.'),
      reference: text(100).describe('Of the authority.'),
    },
  },
  statement: ({ agreement }) => ({
    text: `SELECT coalesce(json_agg(json_build_object('period', r.period, 'from', r.date_from, 'to', r.date_to,
      'payable', r.payable,
        'settledAt', to_char(r.settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'reportedOn',
          r.reported_on,
        'reference', r.reported_reference) ORDER BY r.date_to DESC), '[]')::text
      FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone`,
    values: [agreement],
  }),
}

/** A part of the list of sales to the EU. */
const SOLD: Fields = {
  goods: kroner().describe('Goods, in whole kroner.'),
  services: kroner().describe('Services, in whole kroner.'),
  amount: amount().describe('Both, exact.'),
}

const euSales: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/eu-sales-list',
  summary: 'Sales to the EU without VAT, by the VAT number of the customer; also as the file that the authority takes',
  answer: {
    period: period().required(),
    from: date().required(),
    to: date().required(),
    deadline: date().required().describe('The day by which it is due.'),
    items: items({ vatNumber: text(50).required().describe('With the letters of its country.'), ...SOLD }),
    missing: items({
      customerNumber: int32().describe('null: the voucher has no customer, or several.'),
      ...SOLD,
    }).describe('Sales without a VAT number. There is no file until they have one.'),
    goods: kroner().describe('In whole kroner: box bGoods of the return.'),
    services: kroner().describe('In whole kroner: box bServices of the return.'),
  },
  formats: { csv: CSV },
  query: [{ name: 'period', field: period(), required: true }, FORMAT],
  check: ({ query }) =>
    query.period === undefined || vatPeriod(query.period as string)
      ? []
      : [{ code: 'QueryParameterInvalid', property: 'period', message: UNKNOWN }],
  none: () => ({ code: 'EuSalesListIncomplete', property: 'format' }),
  statement: ({ agreement }, { query }) => euSalesList(agreement, vatPeriod(query.period as string)!, formatOf(query)),
}

/** VAT returns (MONTH.md 2): previewed, settled by a voucher, reported, and undone while they are not reported. */
export const vatReturns = operations('VatReturns', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: { period: period() },
  operations: [
    list,
    read,
    readEntries,
    euSales,
    {
      kind: 'action',
      method: 'POST',
      path: '/vat-returns',
      status: 201,
      answersPreview: true,
      summary: 'Settle the VAT of a period: book its voucher on the last day, and keep the return as it is',
      schema: 'VatReturnRequest',
      body: {
        period: period().required(),
        preview: flag().describe('true: a dry run, answered 200: says what would be settled, and writes nothing'),
      },
      answer: { ...RETURN, ...previewed },
      given: ['voucherNumber'],
      async run({ transaction, caller: { agreement } }, { body, faults }) {
        const asked = vatPeriod(body.period as string)
        if (!asked) {
          faults.push({ code: 'ValueNotAllowed', property: 'period', message: UNKNOWN })
          return { status: 201, body: '', location: '' }
        }
        const settled = await settleReturn(transaction, agreement, asked)
        if (body.preview) return { status: 200, body: settled }
        return { status: 201, body: settled, location: `/vat-returns/${asked.name}` }
      },
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/vat-returns/{period}/reported',
      status: 204,
      summary: 'Note that a settled return was reported to the authority',
      schema: 'VatReturnReported',
      body: {
        reportedOn: date().required().describe('The day it was reported'),
        reference: text(100).describe('What the authority calls the receipt'),
      },
      async run({ transaction, caller: { agreement } }, { path, body }) {
        const reference = (body.reference as string | null | undefined) ?? null
        await noteReported(transaction, agreement, path.period as string, { on: body.reportedOn as string, reference })
        return { status: 204 }
      },
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/vat-returns/{period}',
      status: 204,
      summary: 'Undo the last settled return, which is not reported: its voucher is reversed',
      async run({ transaction, caller: { agreement } }, { path }) {
        await undoReturn(transaction, agreement, path.period as string)
        return { status: 204 }
      },
    },
  ],
  codes: [
    'EuSalesListIncomplete',
    'JournalBookingRoundingAccountNotSet',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalVoucherAccountingYearClosed',
    'JournalVoucherAccountingYearDoesNotExist',
    'VatBoxesNotDeclared',
    'VatPeriodOfOtherFrequency',
    'VatReturnAlreadySettled',
    'VatReturnDoesNotExist',
    'VatReturnIsReported',
    'VatReturnNotLast',
    'VatReturnNotNext',
    'VatSettlementAccountNotSet',
  ],
})
