/** What every agreement with the Danish chart begins with, besides the chart: plain rows, named as the columns. */

/** Names of currencies by code, in Danish. */
export const currencyNames: Readonly<Record<string, string>> = {
  DKK: 'Danske kroner',
  EUR: 'Euro',
  USD: 'Amerikanske dollar',
  GBP: 'Britiske pund',
  SEK: 'Svenske kroner',
  NOK: 'Norske kroner',
}

/** The foreign currencies with their usual rate: units of DKK for 100, as millionths, so that no float is needed. */
export const foreignCurrencies: readonly { code: string; usualRate: bigint }[] = [
  { code: 'EUR', usualRate: 746_000_000n },
  { code: 'USD', usualRate: 672_500_000n },
  { code: 'GBP', usualRate: 868_200_000n },
  { code: 'SEK', usualRate: 66_900_000n },
  { code: 'NOK', usualRate: 63_700_000n },
]

/**
 * Table `payment_term`: type 1 counts days from the invoice date, type 2 from the end of its month. 4 is prepaid. With
 * 5 the caller gives the due date.
 */
export const paymentTerms = [
  { number: 1, name: 'Netto 8 dage', type: 1, days: 8 },
  { number: 2, name: 'Netto 14 dage', type: 1, days: 14 },
  { number: 3, name: 'Netto 30 dage', type: 1, days: 30 },
  { number: 4, name: 'Løbende måned', type: 2, days: 0 },
  { number: 5, name: 'Løbende måned + 15 dage', type: 2, days: 15 },
  { number: 6, name: 'Kontant', type: 1, days: 0 },
  { number: 7, name: 'Forudbetaling', type: 4, days: 0 },
  { number: 8, name: 'Forfaldsdato efter aftale', type: 5, days: 0 },
] as const

/** Names of table `vat_zone`, whose rows every agreement has. */
export const vatZones = [
  { number: 1, name: 'Indland' },
  { number: 2, name: 'EU' },
  { number: 3, name: 'Udland' },
  { number: 4, name: 'Indland uden moms' },
  { number: 5, name: 'Sager' },
] as const

/** Tables `unit`, `layout` and `delivery_condition`. */
export const units = ['stk.', 'time', 'måned', 'kg', 'pakke'].map((name, at) => ({ number: at + 1, name }))
export const layouts = ['Standard', 'Standard, engelsk'].map((name, at) => ({ number: at + 1, name }))
export const deliveryConditions = ['Ab lager', 'Frit leveret'].map((name, at) => ({ number: at + 1, name }))

/** Table `product_group`; the domestic account is the row of zone 1. */
export const productGroups = [
  { number: 1, name: 'Varer', domestic_account_number: 1010, accrual_account_number: null },
  { number: 2, name: 'Ydelser', domestic_account_number: 1020, accrual_account_number: null },
  { number: 3, name: 'Abonnementer', domestic_account_number: 1030, accrual_account_number: 6720 },
] as const

/** Table `product_group_zone`: sales to the EU, to the rest of the world, and at home without VAT. */
export const productGroupZones = [
  { product_group_number: 1, zone: 2, account_number: 1040 },
  { product_group_number: 1, zone: 3, account_number: 1060 },
  { product_group_number: 1, zone: 4, account_number: 1080 },
  { product_group_number: 2, zone: 2, account_number: 1050 },
  { product_group_number: 2, zone: 3, account_number: 1070 },
  { product_group_number: 2, zone: 4, account_number: 1080 },
  { product_group_number: 3, zone: 2, account_number: 1050 },
  { product_group_number: 3, zone: 3, account_number: 1070 },
  { product_group_number: 3, zone: 4, account_number: 1080 },
] as const

/** Tables `customer_group` and `supplier_group`, each on its summary account. */
export const customerGroups = [
  { number: 1, name: 'Indenlandske kunder', account_number: 5600 },
  { number: 2, name: 'Kunder i EU', account_number: 5605 },
  { number: 3, name: 'Kunder uden for EU', account_number: 5607 },
] as const
export const supplierGroups = [
  { number: 1, name: 'Indenlandske leverandører', account_number: 6800 },
  { number: 2, name: 'Leverandører i EU', account_number: 6805 },
  { number: 3, name: 'Leverandører uden for EU', account_number: 6807 },
] as const

/** Table `department`. */
export const departments = [
  { number: 1, name: 'Administration' },
  { number: 2, name: 'Salg' },
  { number: 3, name: 'Lager og logistik' },
  { number: 4, name: 'Service' },
] as const

/** A row of table `journal`, named as its columns. */
export interface JournalRow {
  number: number
  name: string
  /** The one entry type the journal takes; 0 for all. */
  entry_type_restricted_to: number
  /** True: vouchers balance by month instead of by date. */
  balancing_behavior: boolean
  lock_vat_codes: boolean
  minimum_voucher_number: number
  maximum_voucher_number: number
  customer_contra_account: number | null
  supplier_contra_account: number | null
  customer_payment_text: string | null
  supplier_payment_text: string | null
  priority: number
  require_balance_per_voucher_id: boolean
  repeat_text: boolean
  payment_message_text: string | null
  default_department: number | null
}

/** The journals by purpose. */
export const JOURNAL = { daily: 1, finance: 2, suppliers: 3, customers: 4, payroll: 5, outlays: 6 } as const

/**
 * How many voucher numbers a journal has. Those of journal n begin at n times as many, so that no two series meet, nor
 * one with that of invoices.
 */
const SERIES_WIDTH = 10_000_000

/** What a journal begins with: its number, and its own series. */
const begun = (number: number) => ({
  ...plain,
  number,
  minimum_voucher_number: number * SERIES_WIDTH,
  maximum_voucher_number: (number + 1) * SERIES_WIDTH - 1,
})

const plain = {
  entry_type_restricted_to: 0,
  balancing_behavior: false,
  lock_vat_codes: false,
  customer_contra_account: null,
  supplier_contra_account: null,
  customer_payment_text: null,
  supplier_payment_text: null,
  require_balance_per_voucher_id: false,
  repeat_text: false,
  payment_message_text: null,
  default_department: null,
}
/** The bank account of a currency. Other currencies use the krone account. */
export const BANK: { DKK: number } & Readonly<Partial<Record<string, number>>> = { DKK: 5820, EUR: 5830, USD: 5840 }

export const journals: readonly JournalRow[] = [
  {
    ...begun(JOURNAL.daily),
    name: 'Daglig',
    priority: 1,
    customer_contra_account: BANK.DKK,
    supplier_contra_account: BANK.DKK,
    customer_payment_text: 'Indbetaling',
    supplier_payment_text: 'Betaling',
    repeat_text: true,
  },
  {
    ...begun(JOURNAL.finance),
    name: 'Finans',
    priority: 2,
    entry_type_restricted_to: 5,
    require_balance_per_voucher_id: true,
    repeat_text: true,
  },
  {
    ...begun(JOURNAL.suppliers),
    name: 'Kreditorer',
    priority: 3,
    supplier_payment_text: 'Betaling til leverandør',
    payment_message_text: 'Betaling af faktura',
  },
  {
    ...begun(JOURNAL.customers),
    name: 'Debitorer',
    priority: 4,
    customer_payment_text: 'Indbetaling fra kunde',
    lock_vat_codes: true,
  },
  {
    ...begun(JOURNAL.payroll),
    name: 'Løn',
    priority: 5,
    entry_type_restricted_to: 5,
    balancing_behavior: true,
    default_department: 1,
  },
]

/** A journal of the demo company alone: what its owner has paid waits there to be looked at and booked. */
export const outlaysJournal: JournalRow = { ...begun(JOURNAL.outlays), name: 'Udlæg', priority: 6, repeat_text: true }
