import type { Api } from '../../resource/resource.ts'
import { accounts } from './accounts.ts'

export const accountsApi: Api = {
  name: 'accounts',
  title: 'Accounts',
  prefix: '/accountsapi',
  version: '7.0.0',
  style: 'problem',
  groups: [accounts],
}
