import type { Api } from '../../resource/resource.ts'
import { costTypes } from './cost-types.ts'
import { currencies, exchangeRates } from './currencies.ts'
import { customerGroups } from './customer-groups.ts'
import { customers } from './customers.ts'
import { departments } from './departments.ts'
import { paymentTerms } from './payment-terms.ts'
import { projects } from './projects.ts'
import { reports } from './reports.ts'
import { entryReversals, voucherReversals, vouchers } from './reversals.ts'
import { suppliers } from './suppliers.ts'
import { systemAccounts } from './system-accounts.ts'
import { vatCodes } from './vat-codes.ts'
import { yearClosing } from './year-closing.ts'

/** What the published contract lacks, in the same conventions. */
export const daybookApi: Api = {
  name: 'daybook',
  title: 'Daybook',
  prefix: '/daybookapi',
  version: '1.0.0',
  style: 'problem',
  resources: [
    currencies,
    exchangeRates,
    vatCodes,
    departments,
    projects,
    costTypes,
    paymentTerms,
    customerGroups,
    customers,
    suppliers,
    reports,
    vouchers,
    voucherReversals,
    entryReversals,
    yearClosing,
    systemAccounts,
  ],
}
