import type { Relation, UnseenReference } from '../resource/relations.ts'
import type { Api } from '../resource/versions.ts'
import { accountingYearLinksApi, accountingYearsApi } from './accounting-years/index.ts'
import { accountsApi } from './accounts/index.ts'
import { bookedEntriesApi } from './booked-entries/index.ts'
import { budgetsApi } from './budgets/index.ts'
import { customersApi } from './customers/index.ts'
import { daybookApi } from './daybook/index.ts'
import { dimensionsApi } from './dimensions/index.ts'
import { documentsApi } from './documents/index.ts'
import { journalsApi } from './journals/index.ts'
import { productsApi } from './products/index.ts'
import { projectsApi } from './projects/index.ts'
import { projectResourcesApi } from './projects/newer-name.ts'
import { salesApi } from './sales/index.ts'
import { subscriptionsApi } from './subscriptions/index.ts'
import { suppliersApi } from './suppliers/index.ts'
import { webhooksApi } from './webhooks/index.ts'

/** For a key together with its dimension. */
const OF_DIMENSION: Relation['alongside'] = [['x.dimension_number', 'dimension_number']]

/** References of lines of sales documents: their keys of dimensions are in columns that no property shows. */
const OF_LINES: readonly UnseenReference[] = (
  [
    ['draft_invoice_line', 'draft invoice lines'],
    ['sales_order_line', 'order lines'],
    ['sales_quote_line', 'quote lines'],
    ['booked_invoice_line', 'booked invoice lines'],
  ] as const
).flatMap(([table, by]): UnseenReference[] => [
  [`${table}.departmental_distribution_number`, 'departmental_distribution.number', by],
  [`${table}.dimension2_key`, 'dimension_key.key2', by],
  [`${table}.dimension3_key`, 'dimension_key.key3', by],
])

/** References that no field of a resource declares. */
export const unseenReferences: readonly UnseenReference[] = [
  ...OF_LINES,
  ['access_grant.person', 'person.initials', 'grants'],
  ['accounting_period.year', 'accounting_year.year'],
  ['asset_opening.asset_number', 'asset.number'],
  ['bank_file_piece.hash', 'bank_file.hash'],
  ['bank_match_entry.entry_number', 'booked_entry.entry_number'],
  ['bank_match_entry.match_number', 'bank_match.number'],
  ['bank_statement.hash', 'bank_file.hash'],
  ['booked_entry.accounting_year', 'accounting_year.year'],
  ['booked_entry.booking', 'booking.number'],
  ['booked_entry.departmental_distribution_number', 'departmental_distribution.number', 'booked entries'],
  ['booked_entry.dimension2_key', 'dimension_key.key2', 'booked entries'],
  ['booked_entry.dimension3_key', 'dimension_key.key3', 'booked entries'],
  ['changed_dimension.dimension_key', 'dimension_key.number', 'booked entries, as changed', OF_DIMENSION],
  ['changed_dimension.entry_number', 'booked_entry.entry_number'],
  ['payment_detail.supplier_number', 'supplier.number'],
  ['closed_account.accounting_year', 'accounting_year.year'],
  ['closed_party.accounting_year', 'accounting_year.year'],
  ['closed_vat_code.accounting_year', 'accounting_year.year'],
  ['console_link.grant_number', 'access_grant.number'],
  ['console_passkey.grant_number', 'access_grant.number'],
  ['console_session.grant_number', 'access_grant.number'],
  ['dimension_distribution.dimension_number', 'dimension.number', 'distributions'],
  ['dimension_key.dimension_number', 'dimension.number'],
  ['distribution_part.distribution_number', 'dimension_distribution.number'],
  ['distribution_part.value_number', 'dimension_value.number', 'distributions', OF_DIMENSION],
  ['document_part.document_number', 'attached_document.number'],
  ['document_part.hash', 'document_file.hash'],
  ['document_piece.hash', 'document_file.hash'],
  ['draft_entry.accounting_year', 'accounting_year.year'],
  ['draft_entry.dimension2_key', 'dimension_key.key2', 'draft entries'],
  ['draft_entry.dimension3_key', 'dimension_key.key3', 'draft entries'],
  ['entry_reversal.reversed_entry', 'booked_entry.entry_number'],
  ['entry_reversal.reversing_entry', 'booked_entry.entry_number'],
  ['entry_reversal.reversal_number', 'voucher_reversal.number'],
  ['inbox_item.hash', 'document_file.hash'],
  ['inbox_part.hash', 'document_file.hash'],
  ['inbox_part.inbox_number', 'inbox_item.number'],
  ['issued_document.document_id', 'booked_invoice.number'],
  ['open_item.entry_number', 'booked_entry.entry_number'],
  ['period_total.period_number', 'accounting_period.period_number'],
  ['project_expense.account_closed', 'account.number', 'expenses of projects'],
  ['project_expense.account_ongoing', 'account.number'],
  ['project_expense.entry_number', 'booked_entry.entry_number'],
  ['project_expense.project_number', 'project.number'],
  ['project_posting.account_closed', 'account.number', 'postings of projects'],
  ['project_posting.account_contra', 'account.number'],
  ['project_posting.account_ongoing', 'account.number'],
  ['project_posting.booking', 'booking.number'],
  ['project_posting.project_number', 'project.number'],
  ['project_total.project_number', 'project.number'],
  // Contacts are only marked as deleted; deleting their customer removes them.
  ['subscription_run_part.run', 'subscription_run.number'],
  ['subscriber.your_ref', 'customer_contact.number'],
  ['system_account.account_number', 'account.number', 'system accounts'],
  ['vat_code_use.vat_code', 'vat_code.code'],
  ['voucher_reversal.accounting_year', 'accounting_year.year'],
  ['voucher_reversal.reversing_accounting_year', 'accounting_year.year'],
  ['webhook_delivery.event_type', 'webhook.event_type'],
  ['reminder.booking', 'booking.number'],
  ['reminder_item.entry_number', 'booked_entry.entry_number'],
  ['reminder_item.reminder_number', 'reminder.number'],
  ['reminder_setup.fee_account_number', 'account.number', 'the setup of reminders'],
  ['reminder_setup.interest_account_number', 'account.number'],
  ['snapshot_part.snapshot', 'snapshot.number'],
  ['webhook_due.event_type', 'webhook.event_type'],
  ['vat_return.booking', 'booking.number'],
  ['vat_return.undo_booking', 'booking.number'],
]

/** Every resource-API served. */
export const apis: readonly Api[] = [
  accountsApi,
  accountingYearsApi,
  accountingYearLinksApi,
  bookedEntriesApi,
  budgetsApi,
  customersApi,
  daybookApi,
  dimensionsApi,
  documentsApi,
  journalsApi,
  productsApi,
  projectsApi,
  projectResourcesApi,
  salesApi,
  subscriptionsApi,
  suppliersApi,
  webhooksApi,
]
