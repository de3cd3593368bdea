import type { Executor } from '../database/connection.ts'
import { SECRET_OVERLAP_HOURS } from '../limits.ts'
import { COMPATIBILITIES, type Compatibility } from './compatibility.ts'
import { DEMO_TOKEN } from './grant.ts'
import { moment } from './list.ts'
import { type Module, ROLES, type Role } from './roles.ts'
import { CONSOLE_SECRET_HASH, hashToken, newToken } from './tokens.ts'

/** An agreement, app or grant cannot be made or found as asked; the message is for the person who asked. */
export class AccessError extends Error {}

const NAME_MAX_LENGTH = 255

/**
 * Makes an app.
 * @returns its number and its secret, which cannot be read again.
 * @param options `isSandbox`: it goes with the last sandbox that it is let into. `compatibility`: how what it sends is
 * read; left out, as the service's setting says.
 * @throws AccessError for an empty or overlong name, and an unknown compatibility.
 */
export async function createApp(
  executor: Executor,
  name: string,
  options: { isSandbox?: boolean; compatibility?: string | undefined } = {},
): Promise<{ app: number; appSecretToken: string }> {
  const appSecretToken = newToken()
  const { isSandbox = false, compatibility } = options
  const [row] = await executor.rows<{ app: number }>(
    `INSERT INTO app (name, secret_hash, is_sandbox, compatibility) VALUES ($1, decode($2, 'hex'), $3, $4)
      RETURNING app`,
    [checkName(name), hashToken(appSecretToken), isSandbox, checkCompatibility(compatibility) ?? null],
  )
  return { app: row!.app, appSecretToken }
}

/**
 * Says how what an app sends is read, on every node within a second.
 * @throws AccessError for an unknown app, and an unknown compatibility.
 */
export async function setCompatibility(executor: Executor, app: number, compatibility: string): Promise<Compatibility> {
  const known = checkCompatibility(compatibility)!
  const [row] = await executor.rows('UPDATE app SET compatibility = $2 WHERE app = $1 RETURNING app', [app, known])
  if (!row) throw new AccessError(`There is no app ${app}.`)
  return known
}

/**
 * Says whether agreements may let an app in by themselves.
 * @throws AccessError for an unknown app, and for that of the demo company or a sandbox.
 */
export async function setGrantable(executor: Executor, app: number, isGrantable: boolean): Promise<void> {
  const [row] = await executor.rows(
    `UPDATE app SET is_grantable = $2 WHERE app = $1 AND NOT is_sandbox AND secret_hash <> decode($3, 'hex')
      RETURNING app`,
    [app, isGrantable, hashToken(DEMO_TOKEN)],
  )
  if (!row) throw new AccessError(`There is no app ${app} that agreements could let in.`)
}

/**
 * Lets an app into an agreement.
 * @returns the grant's number and its token, which cannot be read again.
 * @param request `person`: whose the grant is, by initials. `mayNameActor`: with a grant of nobody, the app may say who
 * acts.
 * @throws AccessError for an unknown agreement, app, role or person, and for no role at all.
 */
export async function createGrant(
  executor: Executor,
  request: { agreement: number; app: number; roles: readonly string[]; person?: string; mayNameActor?: boolean },
): Promise<{ grantNumber: number; agreementGrantToken: string }> {
  const { mayNameActor = false } = request
  if (request.person !== undefined && mayNameActor) {
    throw new AccessError('A grant is of a person or may name who acts, not both.')
  }
  const roles = chooseFrom(ROLES, request.roles, 'role')
  if (roles.length === 0) throw new AccessError(`A grant needs at least one role: ${ROLES.join(', ')}.`)
  const agreementGrantToken = newToken()
  // Looked for before: grants are on every server, and have no key to agreements, which are on one each.
  const [agreement] = await executor.rows('SELECT 1 FROM agreement WHERE agreement = $1', [request.agreement])
  if (!agreement) throw new AccessError(`There is no agreement ${request.agreement}.`)
  const [app] = await executor.rows('SELECT 1 FROM app WHERE app = $1', [request.app])
  if (!app) throw new AccessError(`There is no app ${request.app}.`)
  const person = request.person === undefined ? null : await holdPerson(executor, request.agreement, request.person)
  const [row] = await executor.rows<{ number: number }>(
    `INSERT INTO access_grant (agreement, app, token_hash, roles, person, may_name_actor)
     VALUES ($1, $2, decode($3, 'hex'), $4::text[], $5, $6) RETURNING number`,
    [request.agreement, request.app, hashToken(agreementGrantToken), `{${roles.join(',')}}`, person, mayNameActor],
  )
  return { grantNumber: row!.number, agreementGrantToken }
}

/** The initials of an active person, as they are written. In a transaction the person stays active until its end. */
async function holdPerson(executor: Executor, agreement: number, initials: string): Promise<string> {
  const [row] = await executor.rows<{ initials: string }>(
    'SELECT p.initials FROM person p WHERE p.agreement = $1 AND fold(p.initials) = fold($2) AND NOT p.is_barred FOR SHARE',
    [agreement, initials],
  )
  if (!row) throw new AccessError(`There is no active person '${initials}' in agreement ${agreement}.`)
  return row.initials
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
    `UPDATE app p SET secret_hash = decode($2, 'hex'), previous_secret_hash = p.secret_hash,
      previous_secret_until = $3::timestamptz
     WHERE p.app = $1 AND p.secret_hash <> decode($4, 'hex') AND p.secret_hash <> decode($5, 'hex') RETURNING p.app`,
    [app, hashToken(appSecretToken), until, hashToken(DEMO_TOKEN), CONSOLE_SECRET_HASH],
  )
  if (changed) return { appSecretToken, previousSecretUntil: until }
  const [kept] = await executor.rows<{ is_demo: boolean }>(
    `SELECT p.secret_hash = decode($2, 'hex') AS is_demo FROM app p WHERE p.app = $1`,
    [app, hashToken(DEMO_TOKEN)],
  )
  if (!kept) throw new AccessError(`There is no app ${app}.`)
  throw new AccessError(
    kept.is_demo
      ? 'The demo tokens are the same everywhere. Set DAYBOOK_DEMO=0 to switch them off.'
      : 'The console has no secret: people sign in to it by links (daybook console).',
  )
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

/** A name without the blanks around it. @throws AccessError for an empty or overlong one. */
export function checkName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > NAME_MAX_LENGTH || name.includes('\0')) {
    throw new AccessError(`A name has 1 to ${NAME_MAX_LENGTH} characters.`)
  }
  return name
}

/** The compatibility of that name; undefined where none is said. @throws AccessError for one that is not there. */
export function checkCompatibility(text: string | undefined): Compatibility | undefined {
  const known = COMPATIBILITIES.find((one) => one === text)
  if (text === undefined || known) return known
  throw new AccessError(`There is no compatibility '${text}'; there are ${COMPATIBILITIES.join(', ')}.`)
}

/**
 * The chosen names in the order of `all`, each once; case does not matter. @throws AccessError for one that is not
 * there.
 */
export function chooseFrom<T extends Role | Module>(all: readonly T[], names: readonly string[], kind: string): T[] {
  const chosen = new Map(names.map((name) => [name.toLowerCase(), name]))
  const known = all.filter((name) => chosen.delete(name.toLowerCase()))
  if (chosen.size > 0) {
    throw new AccessError(`There is no ${kind} '${[...chosen.values()].join("', '")}'; there are ${all.join(', ')}.`)
  }
  return known
}

/**
 * Makes an app of its own for a sandbox, and lets it in with the role of all roles.
 * @param compatibility as of `createApp`. @throws AccessError as `createApp` and `createGrant`.
 */
export async function letIntoSandbox(
  executor: Executor,
  agreement: number,
  name: string,
  compatibility?: string,
): Promise<{ grantNumber: number; appSecretToken: string; agreementGrantToken: string }> {
  const { app, appSecretToken } = await createApp(executor, name, { isSandbox: true, compatibility })
  const granted = await createGrant(executor, { agreement, app, roles: ['SuperUser'] })
  return { ...granted, appSecretToken }
}
