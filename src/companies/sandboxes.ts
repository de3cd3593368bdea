import { AccessError, checkCompatibility, letIntoSandbox } from '../access/issue.ts'
import { MODULES } from '../access/roles.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { pristineContent } from '../templates/pristine.ts'
import type { Template } from '../templates/templates.ts'
import { makeAgreement } from './create.ts'
import { holdLine, noteInLine } from './sandbox-lines.ts'

const SANDBOX = { name: 'Sandbox', modules: MODULES, currency: 'DKK', country: 'DK', isSandbox: true } as const

/**
 * Makes the agreement of a sandbox, with all modules and without grants. That of a demo company is copied from a kept
 * one, where this program keeps one.
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
 * @param request `agreement` is one made before; where left out, one is made of the template. `compatibility` is as of
 * `createApp`.
 * @throws AccessError for an unknown compatibility, before anything is made.
 */
export async function createSandbox(
  database: Database,
  request: { template: Template; agreement?: number; compatibility?: string | undefined },
): Promise<{ agreementNumber: number; appSecretToken: string; agreementGrantToken: string }> {
  const { template } = request
  const compatibility = checkCompatibility(request.compatibility)
  const agreement = request.agreement ?? (await createSandboxAgreement(database, template))
  const { appSecretToken, agreementGrantToken } = await letIntoSandbox(database, agreement, 'Sandbox', compatibility)
  return { agreementNumber: agreement, appSecretToken, agreementGrantToken }
}

/** A sandbox that was started afresh: where its grants lead now, and where they led. */
export interface Reset {
  agreementNumber: number
  previousAgreementNumber: number
}

/** As `resetSandboxIn`, in a transaction of its own, with the demo company. */
export const resetSandbox = (database: Database, agreement: number): Promise<Reset> =>
  database.transaction((transaction) => resetSandboxIn(transaction, agreement, { isSpread: database.isSpread() }))

/**
 * Moves the grants of a sandbox to a fresh one, with the people whose they are, on every node within a second. The old
 * sandbox stays, without grants, because booked entries are never deleted.
 * @param how `template`: what it begins with, the demo company where left out. `isSpread`: whether agreements lie on
 * several servers. `hourly`: how many sandboxes may be made of its line in an hour; left out, any number.
 * @throws AccessError for an agreement that is not there, is no sandbox, or has no grants, as after a reset.
 * @throws SandboxesTooMany
 */
export async function resetSandboxIn(
  transaction: Transaction,
  agreement: number,
  how: { template?: Template; isSpread: boolean; hourly?: number | undefined },
): Promise<Reset> {
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
  const line = await holdLine(transaction, agreement, how.hourly)
  const fresh = await makeSandbox(transaction, how.template ?? 'demo', how.isSpread)
  await noteInLine(transaction, line, fresh)
  await takePeopleAlong(transaction, agreement, fresh)
  await transaction.rows('UPDATE access_grant SET agreement = $2 WHERE agreement = $1', [agreement, fresh])
  return { agreementNumber: fresh, previousAgreementNumber: agreement }
}

/**
 * Brings the people whose grants these are into the fresh agreement: their grants stay theirs, and their sessions in
 * the console go on.
 */
async function takePeopleAlong(transaction: Transaction, agreement: number, fresh: number): Promise<void> {
  const [found] = await transaction.at(agreement).rows<{ people: string }>(
    `SELECT coalesce(json_agg(json_build_array(p.initials, p.name, p.email, p.is_barred)), '[]')::text AS people
      FROM person p
     WHERE p.agreement = $1 AND p.initials IN (SELECT g.person FROM access_grant g WHERE g.agreement = $1)`,
    [agreement],
  )
  await transaction.at(fresh).rows(
    `INSERT INTO person (agreement, initials, name, email, is_barred)
     SELECT $1, p.one ->> 0, p.one ->> 1, p.one ->> 2, (p.one ->> 3)::boolean
       FROM json_array_elements($2::json) AS p(one) ON CONFLICT DO NOTHING`,
    [fresh, found!.people],
  )
}
