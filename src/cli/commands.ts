import { type Command, type Output, UsageError, identifier, list, yesOrNo } from './command.ts'
import { agreementAllow, agreementDelete, agreementExport, agreementImport } from './agreement-commands.ts'
import { backupCommand, restoreCommand } from './backups.ts'
import { sandboxClock } from './clock.ts'
import { coverageCommand } from './coverage.ts'
import { consoleCommand } from './console.ts'
import { distributeCommand } from './distribute.ts'
import { explainCommand } from './explain.ts'
import { exportSafTCommand } from './export-saf-t.ts'
import { forwardCommand } from './forward.ts'
import { checkReadable } from './files.ts'
import { watchInboxCommand } from './inbox-watch.ts'
import { agreementList, appList, grantList } from './list-commands.ts'
import { withProgress } from './progress.ts'
import { logsCommand } from './logs.ts'
import { replayCommand } from './replay.ts'
import { routesCommand } from './routes.ts'
import { runSubscriptionsCommand } from './run-subscriptions.ts'
import { COMPATIBILITY, sandbox, sandboxBranch, sandboxReset, sandboxRestore, sandboxSnapshot } from './sandbox.ts'
import { sqlCommand } from './sql.ts'
import { withStore } from './store.ts'
import { trafficCommand } from './traffic.ts'

// Each command loads what it needs when it runs: `sandbox` does not wait for the importer to load.

const serve: Command = {
  name: 'serve',
  summary: 'Run the service until it is stopped.',
  arguments: [],
  options: {},
  async run({ config }) {
    const { serve: start } = await import('./serve.ts')
    await start(config)
    return undefined
  },
}

const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date, as every start does: the role that owns the tables is enough.',
  arguments: [],
  options: {},
  async run({ config }) {
    return await withStore(config, ({ migrated }) => {
      const text = migrated.length === 0 ? 'The database is up to date.' : `Migrations made: ${migrated.length}.`
      return Promise.resolve({ json: { migrated: [...migrated] }, text })
    })
  },
}

const agreementCreate: Command = {
  name: 'agreement create',
  summary: 'Make an agreement: one company and its books.',
  arguments: [],
  options: {
    name: { value: 'NAME', summary: 'The company.', required: true },
    template: { value: 'demo|danish|empty', summary: 'What it begins with; empty where left out.' },
    modules: { value: 'A,B', summary: 'Of Projects, Dimension, Accruals, Complete.' },
    currency: { value: 'CODE', summary: 'The base currency; DKK where left out.' },
    country: { value: 'CODE', summary: 'The country; DK where left out.' },
  },
  async run({ options, config }) {
    const { createAgreement, TEMPLATES } = await import('../companies/create.ts')
    const template = TEMPLATES.find((name) => name === (options.template ?? 'empty'))
    if (!template) throw new UsageError(`--template is '${options.template}'; give one of ${TEMPLATES.join(', ')}.`)
    const request = {
      name: options.name!,
      template,
      modules: list(options.modules),
      ...(options.currency === undefined ? {} : { currency: options.currency }),
      ...(options.country === undefined ? {} : { country: options.country }),
    }
    return await withStore(config, async ({ database }) => {
      return { json: { agreementNumber: await createAgreement(database, request) } }
    })
  },
}

const appCreate: Command = {
  name: 'app create',
  summary: 'Make an app; its secret is shown once.',
  arguments: [],
  options: {
    name: { value: 'NAME', summary: 'The app.', required: true },
    compatibility: COMPATIBILITY,
  },
  async run({ options, config }) {
    const { createApp } = await import('../access/issue.ts')
    return await withStore(config, async ({ database }) => {
      const { app, appSecretToken } = await createApp(database, options.name!, { compatibility: options.compatibility })
      return { json: { appNumber: app, appSecretToken } }
    })
  },
}

const appSet: Command = {
  name: 'app set',
  summary: 'Say how what an app sends is read, and whether agreements may let it in by themselves.',
  arguments: [],
  options: {
    app: { value: 'NUMBER', summary: 'The app.', required: true },
    compatibility: COMPATIBILITY,
    grantable: { value: 'yes|no', summary: 'Whether SuperUsers of agreements may make grants for it.' },
  },
  async run({ options, config }) {
    const { setCompatibility, setGrantable } = await import('../access/issue.ts')
    const appNumber = identifier('app', options.app!)
    const { compatibility } = options
    const isGrantable = yesOrNo('grantable', options.grantable)
    if (compatibility === undefined && isGrantable === undefined) {
      throw new UsageError('Give --compatibility or --grantable.')
    }
    return await withStore(config, async ({ database }) => {
      const said: Record<string, unknown> = { appNumber }
      if (compatibility !== undefined) said.compatibility = await setCompatibility(database, appNumber, compatibility)
      if (isGrantable !== undefined) {
        await setGrantable(database, appNumber, isGrantable)
        said.isGrantable = isGrantable
      }
      return { json: said }
    })
  },
}

const appRotate: Command = {
  name: 'app rotate',
  summary: 'Give an app a new secret, shown once; the previous one opens too for 24 hours.',
  arguments: [],
  options: { app: { value: 'NUMBER', summary: 'The app.', required: true } },
  async run({ options, config }) {
    const { rotateSecret } = await import('../access/issue.ts')
    const appNumber = identifier('app', options.app!)
    return await withStore(config, async ({ database }) => {
      return { json: { appNumber, ...(await rotateSecret(database, appNumber)) } }
    })
  },
}

const grantCreate: Command = {
  name: 'grant create',
  summary: 'Let an app into an agreement; the token is shown once.',
  arguments: [],
  options: {
    app: { value: 'NUMBER', summary: 'The app.', required: true },
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    roles: { value: 'A,B', summary: 'Of SuperUser, Bookkeeping, Sales, ProjectEmployee.', required: true },
    person: { value: 'INITIALS', summary: 'Whose it is: an active person of the agreement.' },
    'may-name-actor': { summary: 'The app may say who acts.' },
  },
  async run({ options, config }) {
    const { createGrant } = await import('../access/issue.ts')
    const request = {
      app: identifier('app', options.app!),
      agreement: identifier('agreement', options.agreement!),
      roles: list(options.roles),
      mayNameActor: options['may-name-actor'] !== undefined,
      ...(options.person === undefined ? {} : { person: options.person }),
    }
    return await withStore(config, async ({ database }) => ({
      json: { ...(await database.transaction((transaction) => createGrant(transaction, request))) },
    }))
  },
}

const grantRevoke: Command = {
  name: 'grant revoke',
  summary: 'End a grant, on every node within a second.',
  arguments: [],
  options: { grant: { value: 'NUMBER', summary: 'The grant.', required: true } },
  async run({ options, config }) {
    const { revokeGrant } = await import('../access/issue.ts')
    const grantNumber = identifier('grant', options.grant!)
    return await withStore(config, async ({ database }) => {
      return { json: { grantNumber, agreementNumber: await revokeGrant(database, grantNumber), revoked: true } }
    })
  },
}

const importSafTCommand: Command = {
  name: 'import saf-t',
  summary: 'Import a SAF-T Financial file into an agreement, whole or not at all.',
  arguments: ['FILE'],
  options: { agreement: { value: 'NUMBER', summary: 'The agreement.', required: true } },
  async run({ options, arguments: [file], config }) {
    const { importSafT } = await import('../saf-t/import/import.ts')
    const agreement = identifier('agreement', options.agreement!)
    await checkReadable(file!)
    return await withStore(config, async ({ database }) => ({
      json: { ...(await withProgress((report) => importSafT(database, agreement, file!, report))) },
    }))
  },
}

const verifyCommand: Command = {
  name: 'verify',
  summary: 'Recompute the books from their entries and name the first thing that is wrong.',
  arguments: [],
  options: { agreement: { value: 'NUMBER', summary: 'One agreement only.' } },
  async run({ options, config }): Promise<Output> {
    const { verify } = await import('../ledger/proof/verify.ts')
    const agreement = options.agreement === undefined ? undefined : identifier('agreement', options.agreement)
    return await withStore(config, async ({ database }) => {
      const result = await verify(database, agreement)
      return result.ok
        ? {
            json: { ...result },
            text: [`The books are right: ${result.entries} entries.`, ...(result.notes ?? [])].join('\n'),
          }
        : { json: { ...result }, text: result.fault, failed: true }
    })
  },
}

const secretsRenew: Command = {
  name: 'secrets renew',
  summary: 'Give every webhook a new secret, where the key of secrets is lost for good.',
  arguments: [],
  options: {},
  async run({ config }) {
    const { renewSecrets } = await import('../secrets/claim.ts')
    return await withStore(config, async ({ database }) => ({
      json: { webhooks: await renewSecrets(database, config) },
    }))
  },
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  migrateCommand,
  sandbox,
  sandboxReset,
  sandboxSnapshot,
  sandboxRestore,
  sandboxBranch,
  sandboxClock,
  agreementCreate,
  agreementList,
  agreementAllow,
  agreementExport,
  agreementImport,
  agreementDelete,
  appCreate,
  appList,
  appSet,
  appRotate,
  grantCreate,
  grantList,
  grantRevoke,
  consoleCommand,
  importSafTCommand,
  exportSafTCommand,
  watchInboxCommand,
  runSubscriptionsCommand,
  verifyCommand,
  backupCommand,
  restoreCommand,
  distributeCommand,
  secretsRenew,
  forwardCommand,
  logsCommand,
  coverageCommand,
  replayCommand,
  trafficCommand,
  routesCommand,
  explainCommand,
  sqlCommand,
]
