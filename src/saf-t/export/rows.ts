/** Days of an export, both included. */
export interface ExportDays {
  from: string
  to: string
}

/** An account of the company at a bank: by IBAN, or by the number of the bank and of the account. */
export interface ExportedBankAccount {
  iban: string | null
  registrationNumber: string | null
  accountNumber: string | null
  bic: string | null
  currency: string | null
  /** Its account of the ledger, where it is one. */
  ledgerAccount: number | null
}

/** What the header and the tax table say of an agreement. */
export interface ExportedAgreement {
  name: string
  baseCurrency: string
  country: string
  /** CVR of a Danish company; null where none is kept. */
  registrationNumber: string | null
  vatNumber: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  phone: string | null
  email: string | null
  /** Those at banks, else that of its invoices; none where neither is kept. */
  bankAccounts: ExportedBankAccount[]
  /** ISO day, by the clock of the agreement. */
  today: string
}

/** An account that takes entries, with its balances before and at the end of the days. */
export interface ExportedAccount {
  number: number
  name: string
  /** 1 profit and loss, 2 status. */
  type: number
  isCredit: boolean | null
  /** Its number in the Danish standard chart. */
  standard: number | null
  opening: string
  closing: string
}

/** A customer or a supplier. */
export interface ExportedParty {
  number: number
  name: string
  summaryAccount: number
  currency: string
  /** 1 net, 2 from the end of the month; null without terms. */
  termType: number | null
  days: number | null
  registration: string | null
  vatNumber: string | null
  email: string | null
  phone: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  bankAccount: string | null
  /** JSON array of `[account, opening, closing]`, its amounts as text; null without entries. */
  balances: string | null
}

/** A VAT code as the tax table lists it. */
export interface ExportedVatCode {
  code: string
  name: string
  rate: string
  /** 1 sales, 2 purchase. */
  type: number
  accountNumber: number
  contraAccountNumber: number | null
  /** Per cent of the tax that is deducted. */
  deductible: string
}

/** A booked entry. */
export interface ExportedEntry {
  entryNumber: number
  booking: number
  bookedOn: string
  voucherNumber: number
  date: string
  year: number
  period: number
  accountNumber: number
  amount: string
  base: string
  /** Null for the base currency. */
  currency: string | null
  exchangeRate: string
  text: string | null
  vatCode: string | null
  /** Per cent of the VAT code. */
  vatRate: string | null
  /** The tax on the entry in base currency; null where it has no VAT code, or none was booked. */
  tax: string | null
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  externalNumber: string | null
  dueDate: string | null
}
