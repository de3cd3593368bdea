import type { Dimensions } from '../dimensions.ts'
import type { AccountFact } from '../rules.ts'

/** A journal: its bounds of voucher numbers, and what its entries take for defaults. */
export interface JournalFact {
  number: number
  entryTypeRestrictedTo: number
  next: number
  minimum: number
  maximum: number
  customerContraAccount: number | null
  supplierContraAccount: number | null
  /** Whether those are accounts of profit and loss, which invoices are booked against. */
  isCustomerContraOfResult: boolean
  isSupplierContraOfResult: boolean
  customerPaymentText: string | null
  supplierPaymentText: string | null
  defaultDepartment: number | null
  paymentMessageText: string | null
  /** An entry's VAT codes are those of its accounts. */
  lockVatCodes: boolean
  /** A new entry without text takes that of the entry before it in the voucher. */
  repeatText: boolean
}

/** A customer or supplier: the summary account of its entries, and their defaults. */
export interface PartyFact {
  number: number
  name: string
  isBarred: boolean
  currency: string
  contraAccount: number | null
  /** The group's summary account. */
  account: number
  /** The type of its payment term, as in `dueDate`; null without one. */
  termType: number | null
  termDays: number | null
}

/** The account and VAT code of a cost type's expenses. */
export interface ExpenseFact {
  /** The group's ongoing account. */
  account: number
  vatCode: string | null
}

/** The key of a dimension that an account gives to new entries on it. */
export interface AccountKey {
  dimension: number
  key: number
  isDistribution: boolean
}

/** The master data of lists that name no projects, units and the like. */
export interface MasterData extends Pick<Dimensions, 'departments'> {
  /** Whether dimension 1 is active: its keys can be given. */
  givesDepartments: boolean
  journals: ReadonlyMap<number, JournalFact>
  accounts: ReadonlyMap<number, AccountFact>
  customers: ReadonlyMap<number, PartyFact>
  suppliers: ReadonlyMap<number, PartyFact>
  vatCodes: ReadonlySet<string>
  currencies: ReadonlySet<string>
  /** The keys that an account gives to new entries, by account. */
  dataOfAccounts: ReadonlyMap<number, readonly AccountKey[]>
}

/** Everything a list of draft entries refers to, as found. */
export interface References extends MasterData, Dimensions {
  /** By cost type. */
  expenses: ReadonlyMap<number, ExpenseFact>
  modules: readonly string[]
  /** The latest rate of a currency on or before a day: keyed by `rateKey`. */
  rates: ReadonlyMap<string, string>
  /**
   * What is left of open items in currencies without decimals, of the amounts that are no whole units: by
   * `remainderKey`.
   */
  remainders: ReadonlySet<string>
  /** The latest text of each voucher of a journal that repeats texts, by `voucherKey`. */
  texts: ReadonlyMap<string, string>
  /** The vouchers named that are booked, by `voucherKey`. */
  bookedVouchers: ReadonlySet<string>
  /** The vouchers that booked the supplier's invoices named, by `invoiceKey`, as `voucherKey`. */
  bookedInvoices: ReadonlyMap<string, ReadonlySet<string>>
}

/** The key of a rate in `References.rates`; `day` is ISO. */
export const rateKey = (currency: string, day: string): string => `${currency} ${day}`

/** The key of what is left of an item in `References.remainders`, whatever its sign. */
export const remainderKey = (currency: string, cents: bigint): string => `${currency} ${cents < 0n ? -cents : cents}`

/** What makes a voucher, as the key of its text in `References.texts`. */
export const voucherKey = (journal: number, year: string, voucher: number): string => `${journal} ${year} ${voucher}`
