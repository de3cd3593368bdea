import type { Exception, Kind } from './difference.ts'

const SOUGHT: readonly Kind[] = ['not found by reference', 'not found by filter']

/** Where the database and the declarations differ on purpose. A whole table may be named, too. */
export const catalogueExceptions: readonly Exception[] = [
  // Few rows in an agreement: reading all of them by the key is no matter. A new resource like them is one name more.
  {
    reason: 'the chart of accounts and what it is made of: at most some thousand rows, made by hand',
    kinds: SOUGHT,
    at: ['account', 'vat_code', 'system_account', 'currency', 'accounting_year', 'accounting_period', 'period_total'],
  },
  {
    reason: 'what a company sets up once: seldom more than hundreds',
    kinds: SOUGHT,
    at: [
      'journal',
      'payment_term',
      'customer_group',
      'supplier_group',
      'asset_group',
      'departmental_distribution',
      'delivery_condition',
      'discount',
      'discount_group',
      'layout',
      'price_group',
      'product_group',
      'sales_setup',
      'unit',
      'vat_zone',
      'webhook',
    ],
  },
  {
    reason: 'dimensions and what a company owns: at most some thousand',
    kinds: SOUGHT,
    at: ['department', 'cost_type', 'employee', 'unit1', 'unit2', 'asset'],
  },
  { reason: 'corrections: few beside the entries, and for good', kinds: SOUGHT, at: ['voucher_reversal'] },

  {
    reason: 'one row for each booking, and each index would cost every one',
    kinds: SOUGHT,
    at: ['booking.app', 'booking.booked_at', 'booking.journal_number', 'booking.last_entry'],
  },
  {
    reason: 'asked together with the resource, which has an index with the key',
    kinds: ['not found by filter'],
    at: ['change.app', 'change.key', 'change.property'],
  },
  {
    reason: 'seals are bytes, and told as hex',
    kinds: ['type'],
    at: ['booking.previous_seal', 'booking.seal', 'change.seal'],
  },
  {
    reason: 'what verify asks of a closed year; the published schema has no property for it',
    kinds: ['no property'],
    at: ['accounting_year.seal'],
  },

  // Many rows, and no index.
  {
    reason: 'each index costs every booking; what lists of entries need is measured and made as a whole (issue 16)',
    kinds: ['not found by filter'],
    at: [
      'booked_entry.amount',
      'booked_entry.amount_in_base_currency',
      'booked_entry.currency',
      'booked_entry.due_date',
      'booked_entry.quantity1',
      'booked_entry.quantity2',
      'booked_entry.remainder',
      'booked_entry.text',
      'booked_entry.type',
      'booked_entry.vat_code',
    ],
  },
  {
    reason: 'each index costs every new entry, about 0.9 ms for 500; drafts are booked soon, so they are few',
    kinds: SOUGHT,
    at: [
      'draft_entry.accounting_year',
      'draft_entry.asset_number',
      'draft_entry.contra_vat_code',
      'draft_entry.currency',
      'draft_entry.vat_code',
      'draft_entry.voucher_number',
      'draft_entry_accrual.entry_number',
    ],
  },
  {
    reason: 'asked only when a currency or VAT code is deleted, which is seldom; the foreign key asks booked_reference',
    kinds: ['not found by reference'],
    at: ['booked_entry.currency', 'booked_entry.vat_code'],
  },
  {
    reason: 'asked only when an account is deleted that no entry has',
    kinds: ['not found by reference'],
    at: ['day_total.account_number'],
  },
  {
    reason: 'a log of some days, written with every event: each index would cost all of them',
    kinds: SOUGHT,
    at: [
      'webhook_delivery.attemptCount',
      'webhook_delivery.due_at',
      'webhook_delivery.event_type',
      'webhook_delivery.occurred_at',
      'webhook_delivery.state',
      'webhook_delivery.webhook_id',
    ],
  },
  {
    reason: 'many rows share a value, so a page is soon full',
    kinds: ['not found by filter'],
    at: [
      'customer.city',
      'customer.country',
      'customer.currency',
      'customer.postal_code',
      'customer_contact.user_interface_number',
      'delivery_location.city',
      'delivery_location.country',
      'delivery_location.user_interface_number',
      'product_sales_price.currency',
      'product_special_price_in_currency.currency',
      'supplier.city',
      'supplier.country',
      'supplier.currency',
      'supplier.postal_code',
      'supplier_contact.user_interface_number',
    ],
  },
  { reason: 'nobody looks a rate up by what it is', kinds: ['not found by filter'], at: ['exchange_rate.rate'] },
  {
    reason: 'a view: numbers are found by the key and the index of entry_match, dates by the entries',
    kinds: ['not found by filter'],
    at: [
      'matched_entry_pair.from_entry',
      'matched_entry_pair.from_entry_date',
      'matched_entry_pair.to_entry',
      'matched_entry_pair.to_entry_date',
    ],
  },

  // What the database refuses, and clients are told before by the code.
  {
    reason: 'a day after the first',
    kinds: ['narrower'],
    at: ['accounting_year.accounting_year_check'],
    code: 'InvalidAccountingYearDates',
  },
  { reason: 'three capitals', kinds: ['narrower'], at: ['currency.currency_code_check'], code: 'CurrencyCodeInvalid' },
  {
    reason: 'all or nothing of an asset; the entry fills in what may be left out',
    kinds: ['narrower'],
    at: ['draft_entry.draft_entry_asset_is_whole'],
    code: 'JournalEntryAssetNumberMustBePositive',
  },
  {
    reason: 'above 0',
    kinds: ['narrower'],
    at: ['draft_entry.draft_entry_asset_life_time_months_check'],
    code: 'JournalEntryAssetLifeTimeMustBePositive',
  },
  {
    reason: 'above 0',
    kinds: ['narrower'],
    at: ['draft_entry.draft_entry_asset_number_check'],
    code: 'JournalEntryAssetNumberMustBePositive',
  },
  {
    reason: 'above 0, below 1,000,000,000,000',
    kinds: ['narrower'],
    at: ['draft_entry.draft_entry_exchange_rate_check', 'draft_entry.exchange_rate'],
    code: 'JournalEntryExchangeRateError',
  },
  {
    reason: 'not before the first day',
    kinds: ['narrower'],
    at: ['draft_entry_accrual.draft_entry_accrual_end_after_start'],
    code: 'JournalEntryAccrualEndBeforeStart',
  },
  {
    reason: 'above 0',
    kinds: ['narrower'],
    at: ['exchange_rate.exchange_rate_rate_check'],
    code: 'ExchangeRateNotPositive',
  },
  { reason: 'not below the lowest', kinds: ['narrower'], at: ['journal.journal_check'], code: 'ValueOutOfRange' },
  {
    reason: 'two levels only',
    kinds: ['narrower'],
    at: ['project.project_main_has_no_main'],
    code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberCannotBeSet',
  },
  {
    reason: 'a percentage',
    kinds: ['narrower'],
    at: ['customer.customer_default_discount_pct_check'],
    code: 'CustomerInvalidDiscount',
  },
  {
    reason: 'the four of the published names',
    kinds: ['narrower'],
    at: ['customer.customer_nem_handel_receiver_type_check'],
    code: 'ValueNotAllowed',
  },
  {
    reason: 'both accounts take something',
    kinds: ['narrower'],
    at: ['payment_term.payment_term_contra_account_percent_check'],
    code: 'ValueOutOfRange',
  },
  {
    reason: 'a price or a discount',
    kinds: ['narrower'],
    at: ['product_special_price.product_special_price_is_one'],
    code: 'ProductSpecialPriceCreateSalesPriceBaseCurrencyAndDiscountPercentageSpecified',
  },
  {
    reason: 'a percentage',
    kinds: ['narrower'],
    at: ['vat_code.rate', 'vat_code.vat_code_rate_check'],
    code: 'ValueOutOfRange',
  },

  { reason: 'below 1,000,000,000,000', kinds: ['narrower'], at: ['exchange_rate.rate'], code: 'ValueOutOfRange' },

  // The rest.
  { reason: 'a rule asks for it (InvalidAccountName)', kinds: ['never null'], at: ['account.name'] },
  { reason: 'filled in by the rate of the day', kinds: ['never null'], at: ['draft_entry.exchange_rate'] },
  { reason: 'a period is of a year; its path names only the number', kinds: ['key'], at: ['accounting_period'] },
  {
    reason: 'currencies are three capitals, so no two differ in case alone',
    kinds: ['unique'],
    at: ['currency.code', 'exchange_rate.date'],
  },
  {
    reason: 'kept for the service alone: no property shows it',
    kinds: ['no property'],
    at: [
      'booked_entry.accounting_year',
      'booked_entry.booking',
      'booked_entry.exchange_rate',
      'booked_entry.journal_number',
      'draft_entry.accounting_year',
      'draft_entry.last_updated',
      'draft_entry_accrual.months',
      'journal.first_of_version',
      'project.main_project_is_main',
      'webhook.failing_since',
      'webhook.previous_secret',
      'webhook.previous_secret_until',
      'webhook_delivery.fields',
      'webhook_delivery.position',
      'webhook_delivery.round_attempts',
    ],
  },
]
