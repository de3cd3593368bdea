import type { Command, Output } from './command.ts'
import { identifier } from './command.ts'
import { withStore } from './store.ts'
import { table } from './table.ts'

/** Rows as a list of `json`, or as a table with a column for each of their properties. */
const listed = (name: string, rows: readonly object[], columns: readonly string[]): Output => ({
  json: { [name]: rows },
  text: table(rows, columns),
})

/** `agreement list`. */
export const agreementList: Command = {
  name: 'agreement list',
  summary: 'List the agreements.',
  arguments: [],
  options: {},
  async run({ config }) {
    const { listAgreements } = await import('../access/list.ts')
    const agreements = await withStore(config, ({ database }) => listAgreements(database))
    const columns = [
      'agreementNumber',
      'name',
      'baseCurrency',
      'country',
      'isDemo',
      'isSandbox',
      'createdAt',
      'modules',
    ]
    return listed('agreements', agreements, columns)
  },
}

/** `app list`. */
export const appList: Command = {
  name: 'app list',
  summary: 'List the apps; secrets are not kept.',
  arguments: [],
  options: {},
  async run({ config }) {
    const { listApps } = await import('../access/list.ts')
    const apps = await withStore(config, ({ database }) => listApps(database))
    return listed('apps', apps, [
      'appNumber',
      'name',
      'compatibility',
      'isGrantable',
      'createdAt',
      'previousSecretUntil',
    ])
  },
}

/** `grant list`. */
export const grantList: Command = {
  name: 'grant list',
  summary: 'List the grants, ended ones too.',
  arguments: [],
  options: {
    agreement: { value: 'NUMBER', summary: 'Of one agreement only.' },
    app: { value: 'NUMBER', summary: 'Of one app only.' },
  },
  async run({ options, config }) {
    const { listGrants } = await import('../access/list.ts')
    const only = {
      ...(options.agreement === undefined ? {} : { agreement: identifier('agreement', options.agreement) }),
      ...(options.app === undefined ? {} : { app: identifier('app', options.app) }),
    }
    const grants = await withStore(config, ({ database }) => listGrants(database, only))
    return listed('grants', grants, [
      'grantNumber',
      'agreementNumber',
      'appNumber',
      'person',
      'mayNameActor',
      'createdAt',
      'revokedAt',
      'roles',
    ])
  },
}
