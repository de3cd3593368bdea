import type { Exception } from './difference.ts'
import { indexExceptions } from './index-exceptions.ts'

/** Which keys of dimensions something has, as the views of /dimensionsapi show them. */
const KEYS = ['departmental_distribution_number', 'dimension2_key', 'dimension3_key']

/** Where the database and the declarations differ on purpose. A whole table may be named, too. */
export const catalogueExceptions: readonly Exception[] = [
  ...indexExceptions,

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
    at: [
      ...['vat_code.rate', 'vat_code.vat_code_rate_check'],
      ...['vat_code.deductible_percentage', 'vat_code.vat_code_deductible_percentage_check'],
    ],
    code: 'ValueOutOfRange',
  },
  {
    reason: 'all of the tax of sales is owed',
    kinds: ['narrower'],
    at: ['vat_code.vat_code_deducts_from_purchases'],
    code: 'ValueNotAllowed',
  },

  {
    reason: 'starts by its end, and ends by its expiry',
    kinds: ['narrower'],
    at: ['subscriber.subscriber_dates'],
    code: 'SubscriberStartDateHasToBeBeforeEndDate',
  },
  {
    reason: 'a percentage',
    kinds: ['narrower'],
    at: ['subscriber.subscriber_discount_percentage_check'],
    code: 'ValueOutOfRange',
  },
  {
    reason: 'other than 0',
    kinds: ['narrower'],
    at: ['subscriber.subscriber_quantity_factor_check'],
    code: 'SubscriberQuanityFactorCannotBeZero',
  },
  {
    reason: 'there are no calendar weeks',
    kinds: ['narrower'],
    at: ['subscription.subscription_calendar_interval'],
    code: 'SubscriptionIntervalCannotUseCalendarYear',
  },

  { reason: 'below 1,000,000,000,000', kinds: ['narrower'], at: ['exchange_rate.rate'], code: 'ValueOutOfRange' },

  // The rest.
  { reason: 'a rule asks for it (InvalidAccountName)', kinds: ['never null'], at: ['account.name'] },
  { reason: 'filled in by the rate of the day', kinds: ['never null'], at: ['draft_entry.exchange_rate'] },
  { reason: 'filled in by the next number of the journal', kinds: ['never null'], at: ['draft_entry.voucher_number'] },
  {
    reason:
      'a whole of partitions, of which those of dimension 1 have the key of departments: the whole has a unique index',
    kinds: ['key'],
    at: ['dimension_distribution', 'dimension_value'],
  },
  { reason: 'its list is the newest first', kinds: ['key'], at: ['dimension_change'] },
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
      'access_grant.previous_token_hash',
      'access_grant.roles',
      'access_grant.token_hash',
      'bank_reconciliation.report',
      'booked_entry.accounting_year',
      'booked_entry.departmental_distribution_number',
      'booked_entry.dimension2_key',
      'booked_entry.dimension3_key',
      'booking.last_document',
      'booking.logs',
      'booked_invoice.sensitivity_level',
      'booked_invoice.service_recipient_cpr',
      ...['credited_line', 'vat_code', ...KEYS].map((column) => `booked_invoice_line.${column}`),
      'department.dimension_number',
      'departmental_distribution.dimension_number',
      'dimension_change.app',
      'dimension_change.number',
      'dimension_distribution.last_updated',
      'dimension_value.last_updated',
      'draft_entry.accounting_year',
      'draft_entry.dimension2_key',
      'draft_entry.dimension3_key',
      'draft_entry.last_updated',
      'draft_entry_accrual.months',
      'draft_invoice.sensitivity_level',
      'draft_invoice.service_recipient_cpr',
      'draft_invoice_line.credited_line',
      ...['draft_invoice', 'sales_order', 'sales_quote'].flatMap((table) =>
        ['vat_amount', 'vat_code', 'vat_rate', ...KEYS].map((column) => `${table}_line.${column}`),
      ),
      'item_change.last_number',
      'journal.first_of_version',
      'mileage.document_id',
      'mileage.project_is_main',
      'project.main_project_is_main',
      'sales_order.is_superseded',
      'subscriber.anchor_day',
      'subscriber.chain',
      'subscriber.chain_end',
      'subscriber.chain_reached',
      'subscriber.uncut_end',
      'subscription.has_missed',
      'time_entry.document_id',
      'time_entry.project_is_main',
      'time_entry.sales_rate',
      'webhook.failing_since',
      'webhook.previous_secret',
      'webhook.previous_secret_until',
      'webhook_delivery.fields',
      'webhook_delivery.position',
      'webhook_delivery.round_attempts',
      'webhook_delivery.trace',
    ],
  },
]
