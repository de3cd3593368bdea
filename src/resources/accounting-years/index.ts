import { aliases, type Api } from '../../resource/versions.ts'
import { periodLinks } from './links.ts'
import { accountingYearPeriods, accountingYears } from './years.ts'

export const accountingYearsApi: Api = {
  name: 'accounting-years',
  title: 'Accounting years',
  prefix: '/accountingyearsapi',
  version: '2.0.1',
  style: 'problem',
  groups: [accountingYearPeriods, accountingYears],
  older: aliases('2.0.0', '1.2.1', '1.2.0', '1.1.0', '1.0.0'),
}

/** The period as its links name it: at the root, without version (rule 8.3). */
export const accountingYearLinksApi: Api = {
  name: 'accounting-year-links',
  title: 'Accounting year periods',
  prefix: '/accounting-years',
  version: '',
  style: 'problem',
  groups: [periodLinks],
}
