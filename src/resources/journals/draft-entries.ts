import type { ErrorCode } from '../../errors/catalogue.ts'
import {
  createDraftLists,
  deleteDraftEntries,
  type DraftEntryInput,
  type DraftEntryUpdate,
  type SentDraft,
  updateDraftEntries,
} from '../../ledger/drafts/drafts.ts'
import { LACKED } from '../../ledger/drafts/input.ts'
import { RememberedData } from '../../ledger/drafts/remembered.ts'
import {
  AMOUNT_DECIMALS,
  AMOUNT_DIGITS_MAX,
  BULK_ENTRIES_MAX,
  EXCHANGE_RATE_DECIMALS,
  NUMBER_MAX,
  QUANTITY_DECIMALS,
} from '../../limits.ts'
import { day, decimal, F1, F2, type Fields, int32, objectVersion, text } from '../../resource/fields.ts'
import { type ActionOperation, bulk, type Item, standard } from '../../resource/operations.ts'
import { type Resource, resource, type SentItem, type WriteItems } from '../../resource/resource.ts'

/** Our own limit: the longest text of a draft entry, unless a rule sets a shorter one. */
const TEXT_MAX = 250

const codes = [
  'JournalEntryAccountCurrencyMismatch',
  'JournalEntrySupplierInvoiceAlreadyBooked',
  'Customer_Invoice_Is_Not_Numeric',
  'Customer_invoice_too_big',
  'JournalDoesNotExist',
  'JournalEntryAccountAndContraAccountNotSet',
  'JournalEntryAccountIsBlockedForDirectEntries',
  'JournalEntryAccountNotAccessible',
  'JournalEntryAccountNotFound',
  'JournalEntryAccrualWrongEntryType',
  'JournalEntryAssetAccrualError',
  'JournalEntryAssetGroupNotFound',
  'JournalEntryAssetLifeTimeMustBePositive',
  'JournalEntryAssetNumberMustBePositive',
  'JournalEntryAssetStartNotInAccountingYear',
  'JournalEntryAssetWrongEntryType',
  'JournalEntryContraAccountAndDistributionCannotBeUsedSimultaneously',
  'JournalEntryContraAccountIsBlockedForDirectEntries',
  'JournalEntryContraAccountNotAccessible',
  'JournalEntryContraAccountNotFound',
  'JournalEntryCostTypeNotAccessible',
  'JournalEntryCostTypeNotFound',
  'JournalEntryCostTypeSetWithoutModuleAccess',
  'JournalEntryCurrencyNotFound',
  'JournalEntryCurrencyNotSet',
  'JournalEntryCustomerAndAccountNotSet',
  'JournalEntryCustomerNotAccessible',
  'JournalEntryCustomerNotFound',
  'JournalEntryDateAccountingYearClosed',
  'JournalEntryDateAccountingYearDoesNotExist',
  'JournalEntryDateAccountingYearPeriodBarred',
  'JournalEntryDepartmentalDistributionNotAccessible',
  'JournalEntryDepartmentalDistributionNotFound',
  'JournalEntryDimensionOrUnit1NotAccessible',
  'JournalEntryDimensionOrUnit2NotAccessible',
  'JournalEntryDimensionQuantity1SetWithoutAccess',
  'JournalEntryDimensionQuantity2SetWithoutAccess',
  'JournalEntryDimensionUnit1NotFound',
  'JournalEntryDimensionUnit2NotFound',
  'JournalEntryDistributionDimensionAccessNotAccessible',
  'JournalEntryDueDateNotInRange',
  'JournalEntryDueDateNotSet',
  'JournalEntryEmployeeNotAccessible',
  'JournalEntryEmployeeNotFound',
  'JournalEntryExchangeRateError',
  'JournalEntryExchangeRateMustBeOneHundredForBaseCurrency',
  'JournalEntryMultipleDimensionAccessNotAccessible',
  'JournalEntryMultipleDimensionRequired',
  'JournalEntryNotWithinEnclosingVoucherAccountingYear',
  'JournalEntryPaymentDetailsCreditorIdDoesNotMatchStringPattern',
  'JournalEntryPaymentDetailsPaymentIdDoesNotMatchStringPattern',
  'JournalEntryPaymentDetailsPaymentIdMustBeNumeric',
  'JournalEntryPaymentDetailsPaymentIdTooLong',
  'JournalEntryPaymentDetailsPaymentIdTooShort',
  'JournalEntryPaymentDetailsPaymentIdWrongLength',
  'JournalEntryPaymentDetailsRequiredFieldsWrong',
  'JournalEntryProjectCostTypeSetMismatch',
  'JournalEntryProjectIdSetWithoutModuleAccess',
  'JournalEntryProjectNotAccessible',
  'JournalEntryProjectNotFound',
  'JournalEntryProjectSetIsClosed',
  'JournalEntryProjectSetIsMainProject',
  'JournalEntrySupplierAndAccountNotSet',
  'JournalEntrySupplierNotAccessible',
  'JournalEntrySupplierNotFound',
  'JournalEntrySupplierNotSet',
  'JournalEntryUnitAndQuantityNotSet',
  'JournalEntryWrongAccountType',
  'JournalEntryVatCodeIsLocked',
  'JournalEntryWrongContraAccountType',
  'JournalVoucherAccountingYearClosed',
  'JournalVoucherAccountingYearDoesNotExist',
  'JournalVoucherEntityAlreadyExistsError',
  'JournalVoucherEntriesEmptyOrNull',
  'JournalVoucherNextNumberNotWithinBoundaries',
  'JournalVoucherNull',
  'JournalVoucherNullEntry',
  'NumberAlreadyInUse',
  'OneAPIEntriesListCannotBeEmpty',
  'OneAPITooManyEntries',
] as const

/** Payment details are returned only for supplier invoices (rule 6.8). */
const ofSupplierInvoice = (column: string): string => `CASE WHEN t.entry_type_number = 3 THEN t.${column} END`

/** The published draft entry. */
export const draftEntryFields = {
  entryNumber: int32().readOnly().filter(F1).sortable(),
  entryTypeNumber: int32().required().oneOf([2, 3, 4, 5, 10]).codes({ values: 'JournalEntryTypeNotCorrect' }),
  voucherNumber: int32(0, NUMBER_MAX)
    .neededOn('update')
    .codes({ range: 'JournalEntryVoucherNumberNotWithinBoundaries' })
    .filter(F1)
    .sortable()
    .indexed(),
  journalNumber: int32()
    .required()
    .references('journal.number', 'JournalVoucherDataIntegrityError')
    .fixed('JournalNumberCannotBeChangedOnDraftEntry')
    .filter(F1)
    .sortable()
    .indexed(),
  date: day().required().filter(F2),
  accountNumber: int32().references('account.number', 'JournalEntryAccountNotFound').filter(F1),
  vatCode: text(TEXT_MAX).references('vat_code.code', 'ValueNotAllowed'),
  amount: decimal(AMOUNT_DIGITS_MAX, AMOUNT_DECIMALS)
    .required('JournalEntryEitherAmountsNotSet')
    .codes({ range: 'JournalEntryAmountExceedsDigitLimit' }),
  currency: text(TEXT_MAX, 1)
    .requiredByRule()
    .codes({ required: 'JournalEntryCurrencyNotSet' })
    .references('currency.code', 'JournalEntryCurrencyNotFound')
    .filter(F1),
  exchangeRate: decimal(18, EXCHANGE_RATE_DECIMALS).nullIsAbsent().codes({
    range: 'JournalEntryExchangeRateScalePrecisionError',
    tooLong: 'JournalEntryExchangeRateScalePrecisionError',
  }),
  contraAccountNumber: int32().references('account.number', 'JournalEntryContraAccountNotFound').filter(F1),
  contraVatCode: text(TEXT_MAX).references('vat_code.code', 'ValueNotAllowed'),
  text: text(TEXT_MAX).codes({ tooLong: 'JournalEntryTextTooLong' }),
  projectNumber: int32().references('project.number', 'JournalEntryProjectNotFound').filter(F1),
  costTypeNumber: int32().references('cost_type.number', 'JournalEntryCostTypeNotFound'),
  customerNumber: int32().references('customer.number', 'JournalEntryCustomerNotFound').filter(F1),
  customerInvoiceNumber: text(TEXT_MAX).codes({ tooLong: 'Customer_invoice_too_big' }),
  supplierNumber: int32().references('supplier.number', 'JournalEntrySupplierNotFound').filter(F1),
  supplierInvoiceNumber: text(TEXT_MAX).codes({ tooLong: 'JournalEntrySupplierInvoiceTooBig' }),
  supplierPaymentType: int32().oneOf([-1, 1, 2, 5, 7, 10, 17]).readAs(ofSupplierInvoice('supplier_payment_type')),
  supplierPaymentBank: text(TEXT_MAX).readAs(ofSupplierInvoice('supplier_payment_bank')),
  supplierPaymentMessage: text(TEXT_MAX).readAs(ofSupplierInvoice('supplier_payment_message')),
  dueDate: day(),
  objectVersion: objectVersion(),
}

/** The dimensions of a draft entry: in the published entry until 9.0.0, and in ours under /daybookapi. */
export const draftEntryDimensions: Fields = {
  departmentNumber: int32().references('department.number', 'JournalEntryDepartmentalDistributionNotFound').filter(F1),
  departmentalDistributionNumber: int32()
    .references('departmental_distribution.number', 'JournalEntryDepartmentalDistributionNotFound')
    .filter(F1)
    .describe(
      'A distribution that shares the own side among departments. It cannot be combined with a department or a contra account',
    ),
  unit1Number: int32().references('unit1.number', 'JournalEntryDimensionUnit1NotFound').filter(F1),
  quantity1: decimal(AMOUNT_DIGITS_MAX, QUANTITY_DECIMALS)
    .measure()
    .describe('Of unit 1; takes the sign of the amount'),
  unit2Number: int32().references('unit2.number', 'JournalEntryDimensionUnit2NotFound').filter(F1),
  quantity2: decimal(AMOUNT_DIGITS_MAX, QUANTITY_DECIMALS)
    .measure()
    .describe('Of unit 2; takes the sign of the amount'),
}

/** 1 to 500 entries at once (rule 1.12). */
const BULK = bulk('/draft-entries/bulk', {
  list: 'entries',
  schema: 'DraftEntries',
  answer: 'entryNumbers',
  max: BULK_ENTRIES_MAX,
  codes: {
    empty: 'OneAPIEntriesListCannotBeEmpty',
    tooMany: 'OneAPITooManyEntries',
    nullItem: 'JournalVoucherNullEntry',
  },
})

/** Removes every draft entry of a journal. */
const deleteAll: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/draft-entries/delete/{journalNumber}',
  summary: 'Delete every draft entry of a journal',
  status: 204,
  async run({ caller, transaction }, { path, faults }) {
    const journalNumber = path.journalNumber as number
    const [journal] = await transaction.rows(
      'SELECT 1 FROM journal WHERE agreement = $1 AND number = $2 FOR KEY SHARE',
      [caller.agreement, journalNumber],
    )
    if (!journal) faults.push({ code: 'JournalDoesNotExist', property: 'journalNumber' })
    else await deleteDraftEntries(transaction, caller.agreement, { journalNumber })
    return { status: 204 }
  },
}

const drafts = <Input>(items: readonly SentItem[]): SentDraft<Input>[] =>
  items.map(({ item, faults, read }) => ({ input: sayNone(item) as Partial<Input>, faults, read }))

/** A contra account that was sent as none: null says so to our own reading, and no default fills it in. */
export const sayNone = (item: Item): Item =>
  item.contraAccountNumber === null ? { ...item, contraAccountNumber: undefined, withoutContraAccount: true } : item

const remembered = new RememberedData()

const create: WriteItems = async (transaction, requests, _resource, end) => {
  const lists = requests.map(({ items }) => drafts<DraftEntryInput>(items))
  const numbers = await createDraftLists(transaction, { ...requests[0]!.caller, remembered }, lists, end)
  return numbers.map((list) => list?.map((entryNumber) => ({ entryNumber })))
}

/** An update keeps what is stored of properties that its version lacks. */
const update: WriteItems = async (transaction, requests, { fields }) => {
  const lacks = LACKED.filter((name) => !(name in fields) || fields[name]!.facts.hidden)
  const written = []
  for (const { caller, items } of requests) {
    const context = { ...caller, lacks }
    const isDone = await updateDraftEntries(transaction, context, drafts<DraftEntryUpdate>(items))
    written.push(isDone ? items.map(({ item: { entryNumber } }) => ({ entryNumber })) : undefined)
  }
  return written
}

/** Declares draft entries, which wait to be booked (rule 6.1). Their rules are in ledger/drafts. */
export const declareDraftEntries = (fields: Fields, more: readonly ErrorCode[] = []): Resource =>
  resource('DraftEntries', {
    logsBodies: true,
    schema: 'DraftEntry',
    table: 'draft_entry',
    key: ['entryNumber'],
    roles: ['SuperUser', 'Bookkeeping'],
    fields,
    operations: [...standard('/draft-entries', 'entryNumber'), ...BULK, deleteAll],
    missing: 'JournalEntryDoesNotExist',
    create,
    update,
    codes: [...codes, ...more],
    constraints: {
      draft_entry_accounting_year_fk: { code: 'JournalEntryDateAccountingYearDoesNotExist', property: 'date' },
      draft_entry_department_number_fk: {
        code: 'JournalEntryDepartmentalDistributionNotFound',
        property: 'journalNumber',
      },
    },
  })

/** Draft entries as published. */
export const draftEntries = declareDraftEntries(draftEntryFields)
