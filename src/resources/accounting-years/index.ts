import type { Api } from '../../resource/resource.ts'
import { periodLinks } from './links.ts'
import { accountingYearPeriods, accountingYears } from './years.ts'

export const accountingYearsApi: Api = {
  name: 'accounting-years',
  title: 'Accounting years',
  prefix: '/accountingyearsapi',
  version: '2.0.1',
  style: 'problem',
  groups: [accountingYearPeriods, accountingYears],
}

/** The period of spec document 2: at the root, without version (contract note 10). */
export const accountingYearLinksApi: Api = {
  name: 'accounting-year-links',
  title: 'Accounting year periods',
  prefix: '/accounting-years',
  version: '',
  style: 'problem',
  groups: [periodLinks],
}
