import type { Fault } from '../../errors/catalogue.ts'
import { columnsOf } from '../columns.ts'
import type { DraftDimensions } from '../dimensions.ts'
import type { RememberedData } from './remembered.ts'

/** Keys of dimensions 2 and 3: accounts give them to new entries, and data of dimensions change them. */
export interface DraftKeys {
  dimension2Key?: number | undefined
  dimension3Key?: number | undefined
}

/** The types of their columns. */
export const KEY_TYPES = { dimension2Key: 'int', dimension3Key: 'int' } as const satisfies Record<
  keyof DraftKeys,
  string
>

/** The types of their columns. */
export const DIMENSION_TYPES = {
  departmentNumber: 'int',
  departmentalDistributionNumber: 'int',
  unit1Number: 'int',
  quantity1: 'numeric',
  unit2Number: 'int',
  quantity2: 'numeric',
  employeeNumber: 'int',
  assetGroupNumber: 'int',
  assetNumber: 'int',
  assetStartDate: 'date',
  assetLifeTimeMonths: 'int',
  allowsRepeatedInvoice: 'boolean',
  documentDate: 'date',
  externalNumber: 'text',
} as const satisfies Record<keyof DraftDimensions, string>
/** How a supplier's invoice is paid. */
export interface PaymentDetails {
  supplierPaymentType?: number | undefined
  supplierPaymentBank?: string | undefined
  supplierPaymentMessage?: string | undefined
}

/** What draft entries of some versions lack: what is beyond the published one of today, or came with 10.0.0. */
export type LackedProperties = DraftDimensions & PaymentDetails

const PAYMENT_TYPES = {
  supplierPaymentType: 'int',
  supplierPaymentBank: 'text',
  supplierPaymentMessage: 'text',
} as const satisfies Record<keyof PaymentDetails, string>
/** Whether the property is one of the payment details of a supplier's invoice. */
export const isPaymentDetail = (name: string): boolean => name in PAYMENT_TYPES

/** The types of their columns. */
const LACKED_TYPES = {
  ...DIMENSION_TYPES,
  ...PAYMENT_TYPES,
} as const satisfies Record<keyof LackedProperties, string>
/** Their columns of `draft_entry`. */
export const LACKED_COLUMNS = columnsOf<LackedProperties>(LACKED_TYPES)
export const LACKED = Object.keys(LACKED_TYPES) as (keyof LackedProperties)[]

/** The same as stored. */
export type StoredProperties = {
  [Property in keyof LackedProperties]-?: Exclude<LackedProperties[Property], undefined> | null
}

/** A draft entry as a client gives it (rule 6.1). Decimals are plain decimal text, days ISO. */
export interface DraftEntryInput extends DraftDimensions, PaymentDetails {
  entryTypeNumber: number
  journalNumber: number
  voucherNumber?: number | undefined
  date: string
  amount?: string | undefined
  currency?: string | undefined
  exchangeRate?: string | undefined
  accountNumber?: number | undefined
  contraAccountNumber?: number | undefined
  /** Sent as none: no default fills in a contra account. */
  withoutContraAccount?: boolean | undefined
  vatCode?: string | undefined
  contraVatCode?: string | undefined
  text?: string | undefined
  projectNumber?: number | undefined
  costTypeNumber?: number | undefined
  customerNumber?: number | undefined
  customerInvoiceNumber?: string | undefined
  supplierNumber?: number | undefined
  supplierInvoiceNumber?: string | undefined
  dueDate?: string | undefined
}

/** An entry with every property that it has as a row. Those yet to be given are empty. */
type WholeEntry = Required<DraftKeys> & {
  [Property in keyof DraftEntryInput]-?: DraftEntryInput[Property]
} & Pick<DraftRow, 'accountingYear'>

/**
 * The entry with every property of its row. Entries of one shape are checked several times as fast as those in the many
 * shapes that clients send. A property that is first given to an entry later costs V8 as much as a quarter of a bulk
 * create.
 */
export const wholeEntry = (given: DraftEntryInput): WholeEntry => ({
  entryTypeNumber: given.entryTypeNumber,
  journalNumber: given.journalNumber,
  voucherNumber: given.voucherNumber,
  date: given.date,
  amount: given.amount,
  currency: given.currency,
  exchangeRate: given.exchangeRate,
  accountNumber: given.accountNumber,
  contraAccountNumber: given.contraAccountNumber,
  withoutContraAccount: given.withoutContraAccount,
  vatCode: given.vatCode,
  contraVatCode: given.contraVatCode,
  text: given.text,
  projectNumber: given.projectNumber,
  costTypeNumber: given.costTypeNumber,
  customerNumber: given.customerNumber,
  customerInvoiceNumber: given.customerInvoiceNumber,
  supplierNumber: given.supplierNumber,
  supplierInvoiceNumber: given.supplierInvoiceNumber,
  allowsRepeatedInvoice: given.allowsRepeatedInvoice,
  documentDate: given.documentDate,
  externalNumber: given.externalNumber,
  supplierPaymentType: given.supplierPaymentType,
  supplierPaymentBank: given.supplierPaymentBank,
  supplierPaymentMessage: given.supplierPaymentMessage,
  dueDate: given.dueDate,
  departmentNumber: given.departmentNumber,
  departmentalDistributionNumber: given.departmentalDistributionNumber,
  unit1Number: given.unit1Number,
  quantity1: given.quantity1,
  unit2Number: given.unit2Number,
  quantity2: given.quantity2,
  employeeNumber: given.employeeNumber,
  assetGroupNumber: given.assetGroupNumber,
  assetNumber: given.assetNumber,
  assetStartDate: given.assetStartDate,
  assetLifeTimeMonths: given.assetLifeTimeMonths,
  dimension2Key: undefined,
  dimension3Key: undefined,
  accountingYear: '',
})

/** A whole draft entry that replaces the stored one: what is left out is cleared. */
export interface DraftEntryUpdate extends DraftEntryInput {
  entryNumber: number
  objectVersion?: string | undefined
}

/** Whose draft entries they are. */
export interface DraftContext {
  agreement: number
  baseCurrency: string
  /**
   * What the client's draft entry lacks. An update keeps what is stored of it; of other properties it clears those left
   * out.
   */
  lacks?: readonly (keyof LackedProperties)[] | undefined
  /** What creates before looked up. Only for transactions that change no master data themselves. */
  remembered?: RememberedData | undefined
}

/** An incoming draft entry without its malformed properties, and the faults found so far. Rules add theirs. */
export interface SentDraft<Input = DraftEntryInput> {
  input: Partial<Input>
  faults: Fault[]
  /** Takes what the client should know of an entry that is taken. */
  read?: { note(done: string, name: string): void } | undefined
}

/** A draft entry as it is stored: checked, with its defaults; a voucher number of null is yet to be given. */
export interface DraftRow extends Omit<DraftEntryInput, 'voucherNumber' | 'withoutContraAccount'>, DraftKeys {
  voucherNumber: number | null
  accountingYear: string
  amount: string
  currency: string
  exchangeRate: string
}

/** What is stored of a draft entry that an update replaces. */
export interface StoredEntry extends StoredProperties {
  entryNumber: number
  journalNumber: number
  voucherNumber: number
  accountingYear: string
  supplierNumber: number | null
  objectVersion: string
  hasAccrual: boolean
  /** Its key of dimension 2 or 3 is a distribution's. */
  hasDistribution: boolean
}
