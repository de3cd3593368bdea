import { readFile } from 'node:fs/promises'
import type { Finish } from '../backup/agreement/import.ts'
import type { Transactions } from '../backup/agreement/transactions.ts'
import type { AgreementStart } from '../backup/format.ts'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { type Command, identifier, numbered, StartError, UsageError } from './command.ts'
import { checkPlace, checkReadable } from './files.ts'
import { withProgress } from './progress.ts'
import { withBareStore, withOwner, withStore } from './store.ts'
import { isUnreadable } from './unreadable.ts'

/** @throws UsageError unless the text is an agreement's number. */
const agreementOf = (text: string): number => numbered(text, `'${text}' is no number of an agreement.`)

/** `agreement allow`. */
export const agreementAllow: Command = {
  name: 'agreement allow',
  summary: 'Set what an agreement lets its programs do, and which of their requests it logs.',
  arguments: ['NUMBER'],
  options: {
    'product-renumbering': { value: 'on|off', summary: 'Whether a PUT may change the number of a product.' },
    'request-log': { value: 'off|faults|all', summary: 'Which requests are logged; all with their bodies.' },
  },
  async run({ arguments: [number], options, config }) {
    const { allowProductRenumbering, setRequestLog } = await import('../companies/create.ts')
    const { REQUEST_LOG_MODES } = await import('../access/grant.ts')
    const agreementNumber = agreementOf(number!)
    const { 'product-renumbering': wanted, 'request-log': requestLog } = options
    if (wanted === undefined && requestLog === undefined) {
      throw new UsageError('Give --product-renumbering or --request-log.')
    }
    if (wanted !== undefined && wanted !== 'on' && wanted !== 'off')
      throw new UsageError(`--product-renumbering is '${wanted}'; give on or off.`)
    const mode = REQUEST_LOG_MODES.find((one) => one === requestLog)
    if (requestLog !== undefined && mode === undefined) {
      throw new UsageError(`--request-log is '${requestLog}'; give one of ${REQUEST_LOG_MODES.join(', ')}.`)
    }
    return await withStore(config, async ({ database }) => {
      const said: Record<string, unknown> = { agreementNumber }
      if (wanted !== undefined) {
        said.productRenumbering = wanted === 'on'
        await allowProductRenumbering(database, agreementNumber, wanted === 'on')
      }
      if (mode !== undefined) {
        said.requestLog = mode
        await setRequestLog(database, agreementNumber, mode)
      }
      return { json: said }
    })
  },
}

/** `agreement export`. */
export const agreementExport: Command = {
  name: 'agreement export',
  summary: 'Write one agreement, with everything that names it, into a file.',
  arguments: ['NUMBER', 'FILE'],
  options: {},
  async run({ arguments: [number, file], config }) {
    const { exportAgreement } = await import('../backup/agreement/export.ts')
    const agreementNumber = agreementOf(number!)
    await checkPlace(file!)
    return await withBareStore(config, async ({ database }) => ({
      json: {
        agreementNumber,
        file,
        ...(await withProgress((report) => exportAgreement(database, agreementNumber, file!, report))),
      },
    }))
  },
}

/** `agreement import`. */
export const agreementImport: Command = {
  name: 'agreement import',
  summary: 'Bring an exported agreement in, whole or not at all, and verify it.',
  arguments: ['FILE'],
  options: {
    as: { value: 'NUMBER', summary: 'Its number here, where that of the file is taken.' },
    'secret-key': { value: 'FILE', summary: 'The secret.key of where it comes from: its webhooks keep their secrets.' },
    'renew-secrets': { summary: 'Give its webhooks new secrets, which their receivers must be told.' },
  },
  async run({ arguments: [file], options, config }) {
    const { importAgreement } = await import('../backup/agreement/import.ts')
    const wanted = options.as === undefined ? undefined : identifier('as', options.as)
    const way = {
      ...(options['secret-key'] !== undefined && { key: await keyIn(options['secret-key']) }),
      isRenewing: options['renew-secrets'] !== undefined,
    }
    await checkReadable(file!)
    return await withOwner(config, async ({ database, owner }) => {
      let [entries, secrets]: [number, Secrets] = [0, 'none']
      const finish: Finish = async (transactions, start, agreement) => {
        entries = await verified(transactions.there, agreement)
        secrets = await settleSecrets({ transactions, start, agreement, database, config }, way)
      }
      const work = withProgress((report) => importAgreement(owner, file!, wanted, finish, report))
      const { agreement, ...imported } = await work
      return { json: { agreementNumber: agreement, file, ...imported, webhookSecrets: secrets, ok: true, entries } }
    })
  },
}

/** `agreement delete`. */
export const agreementDelete: Command = {
  name: 'agreement delete',
  summary: 'Remove an agreement with its books: a sandbox, or one whose export says what is there now.',
  arguments: ['NUMBER'],
  options: { exported: { value: 'FILE', summary: 'Its export; only a sandbox goes without.' } },
  async run({ arguments: [number], options, config }) {
    const { deleteAgreement } = await import('../backup/agreement/delete.ts')
    const agreementNumber = agreementOf(number!)
    if (options.exported !== undefined) await checkReadable(options.exported)
    return await withOwner(config, async ({ owner }) => ({
      json: {
        agreementNumber,
        ...(await withProgress((report) => deleteAgreement(owner, agreementNumber, options.exported, report))),
      },
    }))
  },
}

/** @throws BackupError where the books are not right: nothing is imported then. @returns how many entries they have. */
export async function verified(transaction: Transaction, agreement: number): Promise<number> {
  const { verifyAgreement } = await import('../ledger/proof/verify.ts')
  const { BackupError } = await import('../backup/format.ts')
  const { entries, fault } = await verifyAgreement(transaction, agreement).catch((error: Error) => {
    if (!isUnreadable(error)) throw error
    throw new BackupError(`The books that came cannot be read (${error.message}). Nothing is imported.`)
  })
  if (fault !== undefined) throw new BackupError(`The books that came are not right: ${fault} Nothing is imported.`)
  return entries
}

/** What became of the secrets of webhooks. */
type Secrets = 'none' | 'kept' | 'moved' | 'renewed'

interface Brought {
  transactions: Transactions
  start: AgreementStart
  agreement: number
  /** As the service's role, beside the transaction. */
  database: Database
  config: Config
}

/** @throws SecretError where the secrets mean nothing here, and nothing was said of what to do. */
async function settleSecrets(
  { transactions: { whole, there }, start, agreement, database, config }: Brought,
  way: { key?: Buffer; isRenewing: boolean },
): Promise<Secrets> {
  const { checkKey, hasSecrets, keyFingerprint, moveSecrets, renewSecretsOf } = await import('../secrets/move.ts')
  const { SecretError } = await import('../secrets/key.ts')
  const { Vault } = await import('../secrets/vault.ts')
  // What the file says of itself may be wrong: its rows tell.
  if (!(await hasSecrets(there, agreement))) return 'none'
  const { claimKey } = await import('../secrets/claim.ts')
  // Before the rows are there: a service without a key does not start where something is encrypted.
  if ((await keyFingerprint(whole)) === null) await claimKey(database, config)
  const isSameKey = (await keyFingerprint(whole)) === start.keyFingerprint
  if (isSameKey && agreement === start.agreement) return 'kept'
  if (way.isRenewing) {
    await renewSecretsOf(there, agreement)
    return 'renewed'
  }
  if (!isSameKey && !way.key) {
    throw new SecretError(
      'The secrets of its webhooks are encrypted with another key than this installation has. Give the secret.key of where it comes from with ' +
        '--secret-key FILE, and its webhooks keep their secrets; or --renew-secrets, and tell their receivers the new ones. Nothing is imported.',
    )
  }
  if (isSameKey && (await whole.rows('SELECT FROM agreement a WHERE a.agreement = $1', [start.agreement])).length > 0) {
    throw new SecretError(
      `Agreement ${start.agreement}, which the file names as its own, is here with its own secrets, and nobody else is given them. ` +
        'Give --renew-secrets, and tell the receivers of the webhooks that come the new ones. Nothing is imported.',
    )
  }
  await claimKey(database, config)
  const elsewhere = { ...config, ...(way.key && { secretKey: way.key }) }
  await checkKey(elsewhere, start.keyFingerprint)
  await moveSecrets(
    there,
    { agreement: start.agreement, vault: new Vault(elsewhere) },
    { agreement, vault: new Vault(config) },
  )
  return 'moved'
}

async function keyIn(file: string): Promise<Buffer> {
  const { KEY_BYTES } = await import('../secrets/key.ts')
  const key = await readFile(file).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be read: ${error.message}`)
  })
  if (key.length === KEY_BYTES) return key
  const text = key.toString('latin1').trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  throw new StartError(`The file ${file} holds no key of secrets: ${KEY_BYTES} bytes, or 64 hexadecimal digits.`)
}
