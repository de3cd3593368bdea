import type { Api } from '../../resource/resource.ts'
import { accounts } from './accounts.ts'
import { keyFigureCodes } from './key-figure-codes.ts'
import { totalIntervals } from './total-intervals.ts'

export const accountsApi: Api = {
  name: 'accounts',
  title: 'Accounts',
  prefix: '/accountsapi',
  version: '7.0.0',
  style: 'problem',
  groups: [accounts, keyFigureCodes, totalIntervals],
}
