import type { Fault } from '../errors/catalogue.ts'

/** A draft entry as a client gives it (spec 3, Draft entry). Decimals are plain decimal text, days ISO. */
export interface DraftEntryInput {
  entryTypeNumber: number
  journalNumber: number
  voucherNumber?: number | undefined
  date: string
  amount?: string | undefined
  currency?: string | undefined
  exchangeRate?: string | undefined
  accountNumber?: number | undefined
  contraAccountNumber?: number | undefined
  vatCode?: string | undefined
  contraVatCode?: string | undefined
  text?: string | undefined
  projectNumber?: number | undefined
  costTypeNumber?: number | undefined
  customerNumber?: number | undefined
  customerInvoiceNumber?: string | undefined
  supplierNumber?: number | undefined
  supplierInvoiceNumber?: string | undefined
  supplierPaymentType?: number | undefined
  supplierPaymentBank?: string | undefined
  supplierPaymentMessage?: string | undefined
  dueDate?: string | undefined
  departmentNumber?: number | undefined
}

/** A whole draft entry that replaces the stored one: what is left out is cleared. */
export interface DraftEntryUpdate extends DraftEntryInput {
  entryNumber: number
  objectVersion?: string | undefined
}

/** Whose draft entries they are, and whether they came as one entry or as a list. */
export interface DraftContext {
  agreement: number
  baseCurrency: string
  /** A list of the client's: faults name `entries[17].accountNumber`, and the list's own limits apply. */
  bulk?: boolean | undefined
  /** Where each entry stands in the client's list, when others of it were too faulty to be handed over. */
  places?: readonly number[] | undefined
  /** What is already known to be wrong: it is told together with what the rules find, and nothing is written. */
  faults?: readonly Fault[] | undefined
}

/** A draft entry as it is stored: checked, with its defaults; a voucher number of null is yet to be given. */
export interface DraftRow extends Omit<DraftEntryInput, 'voucherNumber'> {
  voucherNumber: number | null
  accountingYear: string
  amount: string
  currency: string
  exchangeRate: string
}
