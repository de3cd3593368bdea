import type { Api } from '../../resource/versions.ts'
import { units } from '../../sales/units.ts'
import { salesSetup } from '../customers/setup.ts'
import { distributions } from '../dimensions/distributions.ts'
import { accounts } from './accounts.ts'
import { assetGroups, assets, openingAssets } from './assets.ts'
import { depreciations, disposals } from './depreciations.ts'
import { agreementWebhooks, webhookSetup } from './agreement-webhooks.ts'
import { bankAccounts } from './bank-accounts.ts'
import { bankLines, bankLineStates } from './bank-lines.ts'
import { bankMatches, bankMatching } from './bank-matches.ts'
import { bankStatements } from './bank-statements.ts'
import { bankRules, bankSuggestions } from './bank-suggestions.ts'
import { bookedEntries } from './booked-entries.ts'
import { bookedInvoices } from './booked-invoices.ts'
import { bookings } from './bookings.ts'
import { budgets } from './budgets.ts'
import { changes } from './changes.ts'
import { clock } from './clock.ts'
import { company } from './company.ts'
import { consolePasskeys } from './console-passkeys.ts'
import { consoleSessions } from './console-sessions.ts'
import { costTypeGroups, costTypes } from './cost-types.ts'
import { coverage } from './coverage.ts'
import { csvProfiles } from './csv-profiles.ts'
import { currencies, exchangeRates } from './currencies.ts'
import { customerGroups } from './customer-groups.ts'
import { customers } from './customers.ts'
import { departmentalDistributions } from './departmental-distributions.ts'
import { departments } from './departments.ts'
import { documentLog, documents } from './documents.ts'
import { dimensionReports } from './dimension-totals.ts'
import { draftEntries } from './draft-entries.ts'
import { employees } from './employees.ts'
import { faultPlan } from './fault-plan.ts'
import { grants } from './grants.ts'
import { draftInvoiceFiles } from './draft-invoice-files.ts'
import { inbox } from './inbox.ts'
import { vouchersWithoutDocument } from './inbox-lists.ts'
import { invoiceFiles } from './invoice-files.ts'
import { invoiceRecipients } from './invoice-recipients.ts'
import { draftInvoices, invoicing } from './invoicing.ts'
import { journalVouchers } from './journal-vouchers.ts'
import { matches, matchTakeBack } from './matches.ts'
import { mileageSetup } from './mileage-setup.ts'
import { paymentProposals, paymentProposing } from './payment-proposals.ts'
import { paymentTerms } from './payment-terms.ts'
import { paymentCancelling, payments } from './payments.ts'
import { people } from './people.ts'
import { projectClosing } from './project-closing.ts'
import { projectInvoicing } from './project-invoicing.ts'
import { projectReport } from './project-report.ts'
import { projectStatuses } from './project-statuses.ts'
import { projects } from './projects.ts'
import { disputedItems, disputing, reminders, reminderSetup, reminding } from './reminders.ts'
import { reconciliations, reconciling } from './reconciliations.ts'
import { recordingRules } from './recording-rules.ts'
import { requestLog } from './request-log.ts'
import { requestDetails, requests } from './requests.ts'
import { reports } from './reports.ts'
import { revaluations } from './revaluations.ts'
import { entryReversals, voucherReversals, vouchers } from './reversals.ts'
import { openingBalances } from './opening-balances.ts'
import { orderLines, orders, quoteLines, quotes } from './sales-documents.ts'
import { deliveryConditions, discountGroups, discounts, layouts, vatZones } from './sales-lists.ts'
import { matchMaking, writeOffSetup } from './write-offs.ts'
import { search } from './search.ts'
import { snapshots } from './snapshots.ts'
import { statementFiles } from './statement-files.ts'
import { standardAccounts, standardMapping } from './standard-accounts.ts'
import { subscriptionRuns, subscriptionSchedule } from './subscription-runs.ts'
import { suppliers } from './suppliers.ts'
import { systemAccounts } from './system-accounts.ts'
import { unbalancedVouchers } from './unbalanced-vouchers.ts'
import { units1, units2 } from './units.ts'
import { valueImport } from './value-import.ts'
import { vatCodes } from './vat-codes.ts'
import { vatReturns } from './vat-returns.ts'
import { vatAccounts, vatSetup } from './vat-setup.ts'
import { journalApprovals, voucherApprovals } from './voucher-approvals.ts'
import { voucherSuggestions } from './voucher-suggestions.ts'
import { verifications } from './verifications.ts'
import { waiting } from './waiting.ts'
import { webhookDeliveries, webhookRedelivery } from './webhook-deliveries.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import { webhookTests } from './webhook-tests.ts'
import { currencyCorrections, yearClosing } from './year-closing.ts'

/** The API for everything that the published contract lacks, in the same conventions. */
export const daybookApi: Api = {
  name: 'daybook',
  title: 'Daybook',
  prefix: '/daybookapi',
  version: '1.0.0',
  style: 'problem',
  isOurs: true,
  groups: [
    currencies,
    exchangeRates,
    vatCodes,
    departments,
    departmentalDistributions,
    distributions,
    dimensionReports,
    valueImport,
    units1,
    units2,
    employees,
    assetGroups,
    assets,
    openingAssets,
    depreciations,
    disposals,
    draftEntries,
    journalVouchers,
    bookedEntries,
    projects,
    projectClosing,
    projectInvoicing,
    projectReport,
    projectStatuses,
    costTypes,
    costTypeGroups,
    recordingRules,
    mileageSetup,
    paymentTerms,
    customerGroups,
    customers,
    vatZones,
    layouts,
    units,
    deliveryConditions,
    discountGroups,
    discounts,
    salesSetup,
    company,
    draftInvoices,
    bookedInvoices,
    invoicing,
    draftInvoiceFiles,
    invoiceFiles,
    invoiceRecipients,
    orders,
    orderLines,
    quotes,
    quoteLines,
    subscriptionRuns,
    subscriptionSchedule,
    suppliers,
    reports,
    statementFiles,
    budgets,
    bookings,
    documents,
    documentLog,
    inbox,
    vouchersWithoutDocument,
    voucherApprovals,
    journalApprovals,
    bankAccounts,
    bankStatements,
    csvProfiles,
    bankLines,
    bankLineStates,
    bankMatches,
    bankMatching,
    bankRules,
    bankSuggestions,
    paymentProposals,
    paymentProposing,
    payments,
    paymentCancelling,
    voucherSuggestions,
    matchMaking,
    writeOffSetup,
    search,
    reminderSetup,
    disputedItems,
    disputing,
    reminders,
    reminding,
    reconciling,
    reconciliations,
    changes,
    clock,
    people,
    grants,
    consolePasskeys,
    consoleSessions,
    requests,
    requestDetails,
    faultPlan,
    snapshots,
    requestLog,
    coverage,
    vouchers,
    voucherReversals,
    entryReversals,
    matches,
    matchTakeBack,
    yearClosing,
    currencyCorrections,
    revaluations,
    openingBalances,
    systemAccounts,
    accounts,
    standardAccounts,
    standardMapping,
    vatAccounts,
    vatSetup,
    unbalancedVouchers,
    vatReturns,
    verifications,
    waiting,
    agreementWebhooks,
    webhookSetup,
    webhookDeliveries,
    webhookRedelivery,
    webhookSecrets,
    webhookTests,
  ],
}
