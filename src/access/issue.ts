import { SECRET_OVERLAP_HOURS } from '../limits.ts'
import type { Database, Executor, Transaction } from '../database/connection.ts'
import { pristineContent } from '../templates/pristine.ts'
import type { Template } from '../templates/templates.ts'
import { fillAgreement } from '../templates/templates.ts'
import type { Module, Role } from './roles.ts'
import { MODULES, ROLES } from './roles.ts'
import { moment } from './list.ts'
import { hashToken, newToken } from './tokens.ts'
import { DEMO_TOKEN } from './grant.ts'

/** What a new agreement holds: nothing, a Danish chart of accounts, or a company with a history. */
export const TEMPLATES = ['empty', 'danish', 'demo'] as const satisfies readonly Template[]

/** An agreement, app or grant cannot be made or found as asked; the message is for the person who asked. */
export class AccessError extends Error {}

const NAME_MAX_LENGTH = 255
const SANDBOX = { name: 'Sandbox', modules: MODULES, currency: 'DKK', country: 'DK', isSandbox: true } as const
/** The agreement of the fixed pair `demo`/`demo`: below the first number given out. */
const DEMO_AGREEMENT = 100_000
/** The demo company: no other agreement may have its number, its token, or an app with its secret. The hash is in hex, of both tokens. */
export const DEMO = { agreement: DEMO_AGREEMENT, tokenHash: hashToken(DEMO_TOKEN) }
/** Any constant will do: whoever holds it makes the demo agreement, everyone else waits. */
const DEMO_LOCK = 7_310_332

/**
 * Makes an agreement and fills it by its template, in one transaction.
 * @returns its number.
 * @param request `currency` is the base currency, DKK where left out; the filled templates are for DKK only.
 * @throws AccessError for an empty or overlong name, unknown modules, and a currency the template is not for.
 */
export async function createAgreement(
  database: Database,
  request: {
    name: string
    template: Template
    modules: readonly string[] | 'all'
    currency?: string
    country?: string
  },
): Promise<number> {
  const name = checkName(request.name)
  const currency = checkCode(request.currency ?? 'DKK', /^[A-Z]{3}$/, 'A currency is three letters, such as DKK.')
  const country = checkCode(request.country ?? 'DK', /^[A-Z]{2}$/, 'A country is two letters, such as DK.')
  if (request.template !== 'empty' && currency !== 'DKK') {
    throw new AccessError(`The template ${request.template} is for DKK; use empty for ${currency}.`)
  }
  const modules = request.modules === 'all' ? MODULES : chooseFrom(MODULES, request.modules, 'module')
  const { template } = request
  return await database.transaction((transaction) =>
    makeAgreement(transaction, { name, modules, currency, country, template, isSandbox: false }),
  )
}

async function makeAgreement(
  transaction: Transaction,
  request: {
    name: string
    modules: readonly Module[]
    currency: string
    country: string
    template: Template
    isSandbox: boolean
  },
): Promise<number> {
  const { name, modules, currency, country, template, isSandbox } = request
  const [drawn] = await transaction.rows<{ agreement: number }>(`SELECT nextval('agreement_number')::int AS agreement`)
  const { agreement } = drawn!
  const there = transaction.at(agreement)
  await there.rows(
    `INSERT INTO agreement (agreement, name, modules, base_currency, country, is_sandbox)
     VALUES ($1, $2, ARRAY(SELECT json_array_elements_text($3::json)), $4, $5, $6)`,
    [agreement, name, JSON.stringify(modules), currency, country, isSandbox],
  )
  await fillAgreement(there, agreement, template)
  return agreement
}

/**
 * Makes an app.
 * @returns its number and its secret, which cannot be read again.
 * @param isSandbox whether it goes with the last sandbox that it is let into.
 * @throws AccessError for an empty or overlong name.
 */
export async function createApp(
  executor: Executor,
  name: string,
  isSandbox = false,
): Promise<{ app: number; appSecretToken: string }> {
  const appSecretToken = newToken()
  const [row] = await executor.rows<{ app: number }>(
    `INSERT INTO app (name, secret_hash, is_sandbox) VALUES ($1, decode($2, 'hex'), $3) RETURNING app`,
    [checkName(name), hashToken(appSecretToken), isSandbox],
  )
  return { app: row!.app, appSecretToken }
}

/**
 * Lets an app into an agreement.
 * @returns the grant's number and its token, which cannot be read again.
 * @throws AccessError for an unknown agreement, app or role, and for no role at all.
 */
export async function createGrant(
  executor: Executor,
  request: { agreement: number; app: number; roles: readonly string[] },
): Promise<{ grantNumber: number; agreementGrantToken: string }> {
  const roles = chooseFrom(ROLES, request.roles, 'role')
  if (roles.length === 0) throw new AccessError(`A grant needs at least one role: ${ROLES.join(', ')}.`)
  const agreementGrantToken = newToken()
  // Looked for before: grants are on every server, and have no key to agreements, which are on one each.
  const [agreement] = await executor.rows('SELECT 1 FROM agreement WHERE agreement = $1', [request.agreement])
  if (!agreement) throw new AccessError(`There is no agreement ${request.agreement}.`)
  const [app] = await executor.rows('SELECT 1 FROM app WHERE app = $1', [request.app])
  if (!app) throw new AccessError(`There is no app ${request.app}.`)
  const [row] = await executor.rows<{ number: number }>(
    `INSERT INTO access_grant (agreement, app, token_hash, roles) VALUES ($1, $2, decode($3, 'hex'), $4::text[]) RETURNING number`,
    [request.agreement, request.app, hashToken(agreementGrantToken), `{${roles.join(',')}}`],
  )
  return { grantNumber: row!.number, agreementGrantToken }
}

/**
 * Gives an app a new secret. The one until now opens too for `SECRET_OVERLAP_HOURS`; one from before that ends at once.
 * @returns the secret, which cannot be read again, and until when the previous one opens.
 * @throws AccessError for an unknown app, and for that of the demo tokens.
 */
export async function rotateSecret(
  executor: Executor,
  app: number,
): Promise<{ appSecretToken: string; previousSecretUntil: string }> {
  const appSecretToken = newToken()
  const [overlap] = await executor.rows<{ until: string }>(
    `SELECT ${moment('(now() + make_interval(hours => $1))')} AS until`,
    [SECRET_OVERLAP_HOURS],
  )
  const { until } = overlap!
  const [changed] = await executor.rows(
    `UPDATE app p SET secret_hash = decode($2, 'hex'), previous_secret_hash = p.secret_hash, previous_secret_until = $3::timestamptz
     WHERE p.app = $1 AND p.secret_hash <> decode($4, 'hex') RETURNING p.app`,
    [app, hashToken(appSecretToken), until, hashToken(DEMO_TOKEN)],
  )
  if (changed) return { appSecretToken, previousSecretUntil: until }
  const [demo] = await executor.rows('SELECT 1 FROM app WHERE app = $1', [app])
  throw new AccessError(
    demo
      ? 'The demo tokens are the same everywhere. Set DAYBOOK_DEMO=0 to switch them off.'
      : `There is no app ${app}.`,
  )
}

/**
 * Makes the agreement of a sandbox, with all modules and without grants. That of a demo company is copied from a kept one, where this program keeps
 * one.
 * @returns its number.
 */
export async function createSandboxAgreement(database: Database, template: Template): Promise<number> {
  return await database.transaction((transaction) => makeSandbox(transaction, template, database.isSpread()))
}

/** @param isSpread whether agreements lie on several servers: a copy would go to each row by row. */
async function makeSandbox(transaction: Transaction, template: Template, isSpread: boolean): Promise<number> {
  const content = template === 'demo' && !isSpread ? await pristineContent() : undefined
  if (content !== undefined) {
    const [cloned] = await transaction.rows<{ agreement: number | null }>('SELECT clone_pristine($1) AS agreement', [
      content,
    ])
    if (cloned!.agreement !== null) return cloned!.agreement
  }
  const agreement = await makeAgreement(transaction, { ...SANDBOX, template })
  if (content !== undefined) await transaction.rows('SELECT keep_pristine($1, $2)', [content, agreement])
  return agreement
}

/**
 * Lets an app of its own into a fresh agreement, with all modules and the role of all roles.
 * @param request `agreement` is one made before; where left out, one is made of the template.
 */
export async function createSandbox(
  database: Database,
  request: { template: Template; agreement?: number },
): Promise<{ agreementNumber: number; appSecretToken: string; agreementGrantToken: string }> {
  const { template } = request
  const agreement = request.agreement ?? (await createSandboxAgreement(database, template))
  const { app, appSecretToken } = await createApp(database, 'Sandbox', true)
  const { agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['SuperUser'] })
  return { agreementNumber: agreement, appSecretToken, agreementGrantToken }
}

/**
 * Moves the grants of a sandbox to a fresh one, on every node within a second. The old sandbox stays, without grants, because booked entries are
 * never deleted.
 * @throws AccessError for an agreement that is not there, is no sandbox, or has no grants, as after a reset.
 */
export async function resetSandbox(
  database: Database,
  agreement: number,
): Promise<{ agreementNumber: number; previousAgreementNumber: number }> {
  return await database.transaction(async (transaction) => {
    const [found] = await transaction
      .at(agreement)
      .rows<{ is_sandbox: boolean }>('SELECT a.is_sandbox FROM agreement a WHERE a.agreement = $1 FOR NO KEY UPDATE', [
        agreement,
      ])
    if (!found) throw new AccessError(`There is no agreement ${agreement}.`)
    if (!found.is_sandbox) throw new AccessError(`Agreement ${agreement} is no sandbox; it stays as it is.`)
    const [grant] = await transaction.rows('SELECT 1 FROM access_grant WHERE agreement = $1 LIMIT 1', [agreement])
    if (!grant) {
      throw new AccessError(`No grant leads to agreement ${agreement}: after a reset its grants lead to another one.`)
    }
    const fresh = await makeSandbox(transaction, 'demo', database.isSpread())
    await transaction.rows('UPDATE access_grant SET agreement = $2 WHERE agreement = $1', [agreement, fresh])
    return { agreementNumber: fresh, previousAgreementNumber: agreement }
  })
}

/**
 * Lets products of an agreement change their numbers, or not.
 * @throws AccessError when there is no such agreement.
 */
export async function allowProductRenumbering(executor: Executor, agreement: number, allows: boolean): Promise<void> {
  const rows = await executor.rows(
    'UPDATE agreement SET allows_product_renumbering = $2 WHERE agreement = $1 RETURNING agreement',
    [agreement, allows],
  )
  if (rows.length === 0) throw new AccessError(`There is no agreement ${agreement}.`)
}

/**
 * Ends a grant: within a second no node lets it in any more. Ending it twice changes nothing.
 * @returns the agreement it was for.
 * @throws AccessError when there is no such grant.
 */
export async function revokeGrant(executor: Executor, grantNumber: number): Promise<number> {
  await executor.rows('UPDATE access_grant SET revoked_at = now() WHERE number = $1 AND revoked_at IS NULL', [
    grantNumber,
  ])
  const [row] = await executor.rows<{ agreement: number }>('SELECT agreement FROM access_grant WHERE number = $1', [
    grantNumber,
  ])
  if (!row) throw new AccessError(`There is no grant ${grantNumber}.`)
  return row.agreement
}

/**
 * Makes the demo agreement and its grant for the fixed pair `demo`/`demo` where they are missing. Any number of nodes
 * may call it at once.
 */
export async function ensureDemoAgreement(database: Database): Promise<void> {
  if (await hasDemoAgreement(database)) return
  await database.transaction(async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [DEMO_LOCK])
    if (!(await hasDemoAgreement(transaction))) await createDemo(transaction)
  })
}

/** Whether the demo company is there. */
export async function hasDemoAgreement(executor: Executor): Promise<boolean> {
  return (await executor.rows('SELECT 1 FROM agreement WHERE is_demo')).length > 0
}

async function createDemo(transaction: Transaction): Promise<void> {
  const there = transaction.at(DEMO_AGREEMENT)
  await there.rows(
    `INSERT INTO agreement (agreement, name, modules, is_demo)
     VALUES ($1, 'Demo', ARRAY(SELECT json_array_elements_text($2::json)), true)`,
    [DEMO_AGREEMENT, JSON.stringify(MODULES)],
  )
  const [demo] = await transaction.rows<{ app: number }>(
    `INSERT INTO app (name, secret_hash) VALUES ('Demo', decode($1, 'hex')) RETURNING app`,
    [hashToken(DEMO_TOKEN)],
  )
  await transaction.rows(
    `INSERT INTO access_grant (agreement, app, token_hash, roles) VALUES ($1, $2, decode($3, 'hex'), '{SuperUser}')`,
    [DEMO_AGREEMENT, demo!.app, hashToken(DEMO_TOKEN)],
  )
  await fillAgreement(there, DEMO_AGREEMENT, 'demo')
}

function checkName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > NAME_MAX_LENGTH || name.includes('\0')) {
    throw new AccessError(`A name has 1 to ${NAME_MAX_LENGTH} characters.`)
  }
  return name
}

function checkCode(text: string, pattern: RegExp, otherwise: string): string {
  if (!pattern.test(text)) throw new AccessError(otherwise)
  return text
}

/** The chosen names in the order of `all`, each once; case does not matter. */
function chooseFrom<T extends Role | Module>(all: readonly T[], names: readonly string[], kind: string): T[] {
  const chosen = new Map(names.map((name) => [name.toLowerCase(), name]))
  const known = all.filter((name) => chosen.delete(name.toLowerCase()))
  if (chosen.size > 0) {
    throw new AccessError(`There is no ${kind} '${[...chosen.values()].join("', '")}'; there are ${all.join(', ')}.`)
  }
  return known
}
