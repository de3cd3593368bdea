import { AccessError, checkName, chooseFrom } from '../access/issue.ts'
import type { RequestLogMode } from '../access/grant.ts'
import { MODULES, type Module } from '../access/roles.ts'
import type { Database, Executor, Transaction } from '../database/connection.ts'
import { type Template, fillAgreement } from '../templates/templates.ts'

/** What a new agreement holds: nothing, a Danish chart of accounts, or a company with a history. */
export const TEMPLATES = ['empty', 'danish', 'demo'] as const satisfies readonly Template[]

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

/** As `createAgreement`, of what was checked, in the transaction. */
export async function makeAgreement(
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

/** Sets which requests of an agreement are logged. @throws AccessError where there is no such agreement. */
export async function setRequestLog(executor: Executor, agreement: number, wanted: RequestLogMode): Promise<void> {
  const rows = await executor.rows('UPDATE agreement SET request_log = $2 WHERE agreement = $1 RETURNING agreement', [
    agreement,
    wanted,
  ])
  if (rows.length === 0) throw new AccessError(`There is no agreement ${agreement}.`)
}

function checkCode(text: string, pattern: RegExp, otherwise: string): string {
  if (!pattern.test(text)) throw new AccessError(otherwise)
  return text
}
