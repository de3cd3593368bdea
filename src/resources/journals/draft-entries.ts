import {
  createDraftEntries,
  deleteDraftEntries,
  type DraftEntryInput,
  type DraftEntryUpdate,
  updateDraftEntries,
} from '../../ledger/drafts/drafts.ts'
import { throwFaults } from '../../errors/catalogue.ts'
import { AMOUNT_DIGITS_MAX, BULK_ENTRIES_MAX, NUMBER_MAX } from '../../limits.ts'
import { day, decimal, F1, F2, type Fields, int32, itemList, objectVersion, text } from '../../resource/fields.ts'
import {
  type ActionOperation,
  type Item,
  type Resource,
  resource,
  standard,
  type WriteItems,
} from '../../resource/resource.ts'

/** Ours: longest text of a draft entry the rules do not bound more narrowly. */
const TEXT_MAX = 250

const codes = [
  'Customer_Invoice_Is_Not_Numeric',
  'Customer_invoice_too_big',
  'JournalEntryAccountAndContraAccountNotSet',
  'JournalEntryAccountIsBlockedForDirectEntries',
  'JournalEntryAccountNotAccessible',
  'JournalEntryAccountNotFound',
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
  'JournalNumberCannotBeChangedOnDraftEntry',
  'JournalVoucherAccountingYearClosed',
  'JournalVoucherAccountingYearDoesNotExist',
  'JournalVoucherDataIntegrityError',
  'JournalVoucherEntityAlreadyExistsError',
  'JournalVoucherEntriesEmptyOrNull',
  'JournalVoucherNextNumberNotWithinBoundaries',
  'JournalVoucherNull',
  'JournalVoucherNullEntry',
  'OneAPIEntriesListCannotBeEmpty',
  'OneAPITooManyEntries',
] as const

/**
 * Whether the rules can say anything sensible of an entry: they all turn on its type, journal and date, those of an update on the
 * entry and version it names too.
 */
const canBeChecked = (item: Item | undefined, kind: 'create' | 'update'): item is Item => {
  const needed = [
    'entryTypeNumber',
    'journalNumber',
    'date',
    ...(kind === 'update' ? ['entryNumber', 'objectVersion'] : []),
  ]
  return item !== undefined && needed.every((property) => item[property] !== undefined)
}

/** Payment details are returned only for supplier invoices (spec document 3, Draft entry). */
const ofSupplierInvoice = (column: string): string => `CASE WHEN t.entry_type_number = 3 THEN t.${column} END`

/** The published draft entry. */
export const draftEntryFields = {
  entryNumber: int32().readOnly().filter(F1).sortable(),
  entryTypeNumber: int32().required().oneOf([2, 3, 4, 5, 10]).codes({ values: 'JournalEntryTypeNotCorrect' }),
  voucherNumber: int32(0, NUMBER_MAX)
    .codes({ range: 'JournalEntryVoucherNumberNotWithinBoundaries' })
    .filter(F1)
    .sortable(),
  journalNumber: int32().required().filter(F1).sortable(),
  date: day().required().filter(F2),
  accountNumber: int32().filter(F1),
  vatCode: text(TEXT_MAX),
  amount: decimal(AMOUNT_DIGITS_MAX)
    .required('JournalEntryEitherAmountsNotSet')
    .codes({ range: 'JournalEntryAmountExceedsDigitLimit' }),
  currency: text(TEXT_MAX, 1).requiredByRule().filter(F1),
  exchangeRate: decimal(18, 18).codes({ range: 'JournalEntryExchangeRateScalePrecisionError' }),
  contraAccountNumber: int32().filter(F1),
  contraVatCode: text(TEXT_MAX),
  text: text(TEXT_MAX).codes({ tooLong: 'JournalEntryTextTooLong' }),
  projectNumber: int32().filter(F1),
  costTypeNumber: int32(),
  customerNumber: int32().filter(F1),
  customerInvoiceNumber: text(TEXT_MAX).codes({ tooLong: 'Customer_invoice_too_big' }),
  supplierNumber: int32().filter(F1),
  supplierInvoiceNumber: text(TEXT_MAX).codes({ tooLong: 'JournalEntrySupplierInvoiceTooBig' }),
  supplierPaymentType: int32().oneOf([-1, 1, 2, 5, 7, 10, 17]).readAs(ofSupplierInvoice('supplier_payment_type')),
  supplierPaymentBank: text(TEXT_MAX).readAs(ofSupplierInvoice('supplier_payment_bank')),
  supplierPaymentMessage: text(TEXT_MAX).readAs(ofSupplierInvoice('supplier_payment_message')),
  dueDate: day(),
  objectVersion: objectVersion(),
}

const BULK = 'entries'

/** The entries of a bulk body that the rules can be asked about, and where they stand in it. */
function checkable(body: Item, kind: 'create' | 'update'): { entries: readonly Item[]; places: number[] } {
  const list = (body[BULK] ?? []) as readonly (Item | undefined)[]
  const places = list.flatMap((entry, index) => (canBeChecked(entry, kind) ? [index] : []))
  return { entries: places.map((index) => list[index]!), places }
}

/** 1 to 500 entries at once, all or none (spec document 3, Bulk calls are atomic); what is wrong is told of all at once. */
function bulkOperations(fields: Fields, withDimensions: boolean): ActionOperation[] {
  const path = '/draft-entries/bulk'
  const schema = 'DraftEntries'
  const bodyOf = (kind: 'create' | 'update'): Fields => ({
    [BULK]: itemList(fields, { kind, key: ['entryNumber'] }, BULK_ENTRIES_MAX)
      .required('OneAPIEntriesListCannotBeEmpty')
      .codes({ range: 'OneAPITooManyEntries', nullItem: 'JournalVoucherNullEntry' }),
  })
  return [
    {
      ...{ kind: 'action', method: 'POST', path, status: 201, schema, body: bodyOf('create') },
      async run({ caller, transaction }, { body, faults }) {
        const { entries, places } = checkable(body, 'create')
        const context = { ...caller, bulk: true, places, faults, withDimensions }
        throwFaults(entries.length === 0 ? faults : [])
        const entryNumbers = await createDraftEntries(transaction, context, entries as unknown as DraftEntryInput[])
        const filter = `entryNumber$gte:${entryNumbers[0]}$and:entryNumber$lte:${entryNumbers.at(-1)}`
        const location = `/draft-entries?filter=${encodeURIComponent(filter)}`
        return { status: 201, body: JSON.stringify({ entryNumbers }), location }
      },
    },
    {
      ...{ kind: 'action', method: 'PUT', path, status: 204, schema, body: bodyOf('update') },
      async run({ caller, transaction }, { body, faults }) {
        const { entries, places } = checkable(body, 'update')
        const context = { ...caller, bulk: true, places, faults, withDimensions }
        throwFaults(entries.length === 0 ? faults : [])
        await updateDraftEntries(transaction, context, entries as unknown as DraftEntryUpdate[])
        return { status: 204 }
      },
    },
  ]
}

/** Removes every draft entry of a journal. */
const deleteAll: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/draft-entries/delete/{journalNumber}',
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

/**
 * Declares draft entries: what is to be booked (spec document 3, Draft entry). The rules are the ledger's: see ledger/drafts/drafts.ts.
 * Of fields without the dimensions an update keeps those.
 */
export function declareDraftEntries(fields: Fields, withDimensions: boolean): Resource {
  const create: WriteItems = async ({ caller, transaction }, items, faults) => {
    if (!items.every((item) => canBeChecked(item, 'create'))) return []
    const context = { ...caller, faults, withDimensions }
    const numbers = await createDraftEntries(transaction, context, items as unknown as DraftEntryInput[])
    return numbers.map((entryNumber): Item => ({ entryNumber }))
  }
  const update: WriteItems = async ({ caller, transaction }, items, faults) => {
    if (!items.every((item) => canBeChecked(item, 'update'))) return []
    const context = { ...caller, faults, withDimensions }
    await updateDraftEntries(transaction, context, items as unknown as DraftEntryUpdate[])
    return items
  }
  return resource('DraftEntries', {
    schema: 'DraftEntry',
    table: 'draft_entry',
    key: ['entryNumber'],
    roles: ['SuperUser', 'Bookkeeping'],
    fields,
    operations: [...standard('/draft-entries', 'entryNumber'), ...bulkOperations(fields, withDimensions), deleteAll],
    missing: 'JournalEntryDoesNotExist',
    create,
    update,
    codes,
    constraints: {
      draft_entry_journal_fk: { code: 'JournalDoesNotExist', property: 'journalNumber' },
      draft_entry_accounting_year_fk: { code: 'JournalEntryDateAccountingYearDoesNotExist', property: 'date' },
      draft_entry_account_fk: { code: 'JournalEntryAccountNotFound', property: 'accountNumber' },
      draft_entry_contra_account_fk: { code: 'JournalEntryContraAccountNotFound', property: 'contraAccountNumber' },
      draft_entry_currency_fk: { code: 'JournalEntryCurrencyNotFound', property: 'currency' },
      draft_entry_vat_code_fk: { code: 'ValueNotAllowed', property: 'vatCode' },
      draft_entry_contra_vat_code_fk: { code: 'ValueNotAllowed', property: 'contraVatCode' },
      draft_entry_customer_fk: { code: 'JournalEntryCustomerNotFound', property: 'customerNumber' },
      draft_entry_supplier_fk: { code: 'JournalEntrySupplierNotFound', property: 'supplierNumber' },
      draft_entry_department_fk: { code: 'JournalEntryDepartmentalDistributionNotFound', property: 'journalNumber' },
      draft_entry_distribution_fk: {
        code: 'JournalEntryDepartmentalDistributionNotFound',
        property: 'departmentalDistributionNumber',
      },
      draft_entry_unit1_fk: { code: 'JournalEntryDimensionUnit1NotFound', property: 'unit1Number' },
      draft_entry_unit2_fk: { code: 'JournalEntryDimensionUnit2NotFound', property: 'unit2Number' },
      draft_entry_employee_fk: { code: 'JournalEntryEmployeeNotFound', property: 'employeeNumber' },
      draft_entry_asset_group_fk: { code: 'JournalEntryAssetGroupNotFound', property: 'assetGroupNumber' },
      draft_entry_project_fk: { code: 'JournalEntryProjectNotFound', property: 'projectNumber' },
      draft_entry_cost_type_fk: { code: 'JournalEntryCostTypeNotFound', property: 'costTypeNumber' },
    },
  })
}

/** Draft entries as published. */
export const draftEntries = declareDraftEntries(draftEntryFields, false)
