/**
 * The rules of the pages' newest sections that the judges (`test/ledger/judge.test.ts`, `test/ledger/year.test.ts`,
 * `test/sales/subscription-judge.test.ts`) have learnt, and whether the product keeps them. Whoever brings a rule to
 * the product makes it true here: the judges judge it from then on.
 */
export const LANDED = {
  /**
   * ACCOUNTING.md, Currency at year's end: an account kept in a currency, and the items of a summary account, open in
   * their currency.
   */
  openingsByCurrency: true,
  /**
   * ACCOUNTING.md, Numbers that cannot meet: vouchers without a journal (openings, differences) begin at 900,000,000.
   */
  systemVouchersApart: true,
  /**
   * ACCOUNTING.md, Numbers that cannot meet: `nextVoucherNumber` is answered as what the next voucher without a number
   * gets.
   */
  nextVoucherNumber: true,
  /** ACCOUNTING.md, VAT: `deductiblePercentage` of a purchase code; what is not deductible is an entry of its own. */
  deductibleVat: true,
  /**
   * ACCOUNTING.md, Defaults that are wrong for some: a journal's contra account serves types 3 and 10 only where it is
   * of type 1.
   */
  contraOfInvoices: true,
  /**
   * ACCOUNTING.md, Reports between two years: until a year is closed, its result stands on the result account,
   * provisionally.
   */
  provisionalResult: true,
  /** SALES.md, Currencies: documents in JPY are whole, and drafts of fractions of it are refused. */
  wholeCurrencies: true,
  /** ACCOUNTING.md, VAT: `vat-statement` shows per account what no code explains. */
  unexplainedByAccount: true,
  /** ACCOUNTING.md, What was issued stays as it was issued. */
  frozenDocuments: true,
  /**
   * ACCOUNTING.md, Numbers that cannot meet: `sales-setup.nextInvoiceNumber` starts the series at any number above
   * those used.
   */
  invoiceSeries: true,
  /** SALES.md, Credit notes: dated today, several, bounded. */
  creditNotes: true,
  /** SALES.md, Subscriptions: a change of `expiryDate` anywhere in the chain ends, prolongs or revives the chain. */
  chainsEnd: true,
  /** The same of a day before the end of the subscriber that is sent, which is invoiced or current. */
  chainsEndAnywhere: true,
  /** SALES.md, Subscriptions: `skipMissed` after a pause. */
  skipMissed: true,
  /** SALES.md, E-invoices: the category is that of the VAT code. */
  categories: true,
  /** SALES.md, Project invoices: lines with true quantities. */
  projectQuantities: true,
}
