import type { Database, Executor, Transaction } from '../database/connection.ts'
import {
  CONSOLE_BROWSER_MAX_LENGTH,
  CONSOLE_ENROL_MINUTES,
  CONSOLE_IDLE_HOURS,
  CONSOLE_LINK_MINUTES,
  CONSOLE_SESSION_DAYS,
  CONSOLE_TOUCH_MINUTES,
} from '../limits.ts'
import { type Finder, type Grant, type GrantRow, grantOf } from './grant.ts'
import { AccessError, createGrant } from './issue.ts'
import { moment } from './list.ts'
import { ROLES } from './roles.ts'
import { CONSOLE_SECRET_HASH, hashToken, newToken } from './tokens.ts'

/** SQL: a session `s` that is neither too old nor idle for too long. */
const IS_ALIVE = `s.ends_at > now() AND s.last_used_at > now() - make_interval(hours => ${CONSOLE_IDLE_HOURS})`

/** The app Console, made with the first link. */
async function consoleApp(transaction: Transaction): Promise<number> {
  const find = `SELECT p.app FROM app p WHERE p.secret_hash = decode($1, 'hex')`
  const [known] = await transaction.rows<{ app: number }>(find, [CONSOLE_SECRET_HASH])
  if (known) return known.app
  await transaction.rows(
    `INSERT INTO app (name, secret_hash) VALUES ('Console', decode($1, 'hex')) ON CONFLICT (secret_hash) DO NOTHING`,
    [CONSOLE_SECRET_HASH],
  )
  const [made] = await transaction.rows<{ app: number }>(find, [CONSOLE_SECRET_HASH])
  return made!.app
}

/**
 * Makes a link's code for the console. Its grant is the one that the app Console has for this person and these roles,
 * or a new one.
 * @param request `person`: initials of an active person. `roles`: SuperUser where left out.
 * @returns the code, which cannot be read again, and until when it works.
 * @throws AccessError for an unknown agreement, role or person, and for the demo company, which needs no link.
 */
export async function createLink(
  transaction: Transaction,
  request: { agreement: number; roles?: readonly string[]; person?: string },
): Promise<{ code: string; grantNumber: number; expiresAt: string }> {
  const { agreement, person } = request
  const given = request.roles ?? ['SuperUser']
  const [home] = await transaction.rows<{ is_demo: boolean }>(
    'SELECT a.is_demo FROM agreement a WHERE a.agreement = $1',
    [agreement],
  )
  if (home?.is_demo) throw new AccessError('The demo company needs no link: the console shows it to everybody.')
  const app = await consoleApp(transaction)
  const roles = ROLES.filter((role) => given.some((name) => name.toLowerCase() === role.toLowerCase()))
  const [known] = await transaction.rows<{ number: number }>(
    `SELECT g.number FROM access_grant g WHERE g.agreement = $1 AND g.app = $2 AND g.revoked_at IS NULL
       AND coalesce(fold(g.person), '') = coalesce(fold($3), '') AND g.roles = $4::text[] ORDER BY g.number LIMIT 1`,
    [agreement, app, person ?? null, `{${roles.join(',')}}`],
  )
  const isKnown = known !== undefined && given.length === roles.length
  const { grantNumber } = isKnown
    ? { grantNumber: known.number }
    : await createGrant(transaction, { agreement, app, roles: given, ...(person !== undefined && { person }) })
  const code = newToken()
  // Citus calls no function in RETURNING that depends on settings, as writing a time does.
  const [link] = await transaction.rows<{ expires_at: string }>(
    `INSERT INTO console_link (agreement, code_hash, grant_number, expires_at)
     VALUES ($1, decode($2, 'hex'), $3, now() + make_interval(mins => $4)) RETURNING expires_at`,
    [agreement, hashToken(code), grantNumber, CONSOLE_LINK_MINUTES],
  )
  return { code, grantNumber, expiresAt: `${new Date(link!.expires_at).toISOString().slice(0, 19)}Z` }
}

/** Why a link does not sign in. */
export type LinkFault = 'unknown' | 'used' | 'expired' | 'revoked'

/** A browser that was signed in: its new token, and to which agreement. */
export interface SignedIn {
  token: string
  agreement: number
}

/** The browser that signs in: what it calls itself, and the token of the session that it has. */
export interface SigningBrowser {
  browser?: string | undefined
  token?: string | undefined
}

/** Signs a browser in by a link's code. Of two that use it at once, one is too late. */
export async function useLink(database: Database, code: string, by: SigningBrowser): Promise<SignedIn | LinkFault> {
  const hash = hashToken(code)
  return await database.transaction(async (transaction) => {
    const [link] = await transaction.rows<{ agreement: number; grant_number: number }>(
      `UPDATE console_link k SET used_at = now()
       WHERE k.code_hash = decode($1, 'hex') AND k.used_at IS NULL AND k.expires_at > now()
         RETURNING k.agreement, k.grant_number`,
      [hash],
    )
    if (!link) return await faultOf(transaction, hash)
    const { agreement, grant_number: grant } = link
    const inForce = await transaction.rows(
      'SELECT FROM access_grant g WHERE g.agreement = $1 AND g.number = $2 AND g.revoked_at IS NULL FOR SHARE',
      [agreement, grant],
    )
    if (inForce.length === 0) return 'revoked'
    return await signIn(transaction, [{ agreement, grant, mayEnrol: true }], by)
  })
}

async function faultOf(executor: Executor, hash: string): Promise<LinkFault> {
  const [link] = await executor.rows<{ is_used: boolean }>(
    `SELECT k.used_at IS NOT NULL AS is_used FROM console_link k WHERE k.code_hash = decode($1, 'hex')`,
    [hash],
  )
  return link ? (link.is_used ? 'used' : 'expired') : 'unknown'
}

/** What a browser is signed in to. */
export interface Opened {
  agreement: number
  grant: number
  mayEnrol: boolean
}

/**
 * Signs a browser in to agreements, of which there is one at least. It gets a new token, whatever it had: nobody who
 * knew the old one comes in. The agreements that it is signed in to go on under the new one, until the end that they
 * have.
 */
export async function signIn(
  transaction: Transaction,
  opened: readonly Opened[],
  by: SigningBrowser,
): Promise<SignedIn> {
  const token = newToken()
  if (by.token !== undefined) {
    const before = hashToken(by.token)
    await transaction.rows(
      `DELETE FROM console_session s WHERE s.token_hash = decode($1, 'hex')
         AND (NOT (${IS_ALIVE}) OR s.agreement IN (SELECT n::int FROM json_array_elements_text($2::json) n))`,
      [before, JSON.stringify(opened.map(({ agreement }) => agreement))],
    )
    await transaction.rows(
      `UPDATE console_session s SET token_hash = decode($2, 'hex') WHERE s.token_hash = decode($1, 'hex')`,
      [before, hashToken(token)],
    )
  }
  await transaction.rows(
    `INSERT INTO console_session (agreement, grant_number, token_hash, ends_at, enrols_until, browser)
     SELECT (o.one ->> 'agreement')::int, (o.one ->> 'grant')::int, decode($2, 'hex'),
       now() + make_interval(days => $3), CASE WHEN (o.one ->> 'mayEnrol')::boolean
       THEN now() + make_interval(mins => $4) END, $5
     FROM json_array_elements($1::json) AS o(one)`,
    [
      JSON.stringify(opened),
      hashToken(token),
      CONSOLE_SESSION_DAYS,
      CONSOLE_ENROL_MINUTES,
      by.browser?.slice(0, CONSOLE_BROWSER_MAX_LENGTH) ?? null,
    ],
  )
  return { token, agreement: opened[0]!.agreement }
}

/**
 * The grant that a session's token opens an agreement by, read from the database now; and notes, now and then, that the
 * session is in use.
 * @returns undefined where the browser is not signed in to the agreement (any more).
 */
export async function findSession(executor: Finder, token: string, agreement: string): Promise<Grant | undefined> {
  const values = [hashToken(token), agreement]
  const [row] = await executor.rows<GrantRow & { is_idle: boolean }>(
    `SELECT g.agreement, g.app, g.number, array_to_json(g.roles) AS roles, p.compatibility, g.person, g.may_name_actor,
       s.last_used_at < now() - make_interval(mins => ${CONSOLE_TOUCH_MINUTES}) AS is_idle
     FROM console_session s JOIN access_grant g ON g.agreement = s.agreement AND g.number = s.grant_number
     JOIN app p ON p.app = g.app
     WHERE s.token_hash = decode($1, 'hex') AND s.agreement = $2::int AND g.revoked_at IS NULL AND ${IS_ALIVE}`,
    values,
  )
  if (!row) return undefined
  if (row.is_idle) {
    await executor.rows(
      `UPDATE console_session s SET last_used_at = now() WHERE s.token_hash = decode($1, 'hex')
        AND s.agreement = $2::int`,
      values,
    )
  }
  return await grantOf(executor, row)
}

/** An agreement that a browser is signed in to. */
export interface OpenAgreement {
  agreementNumber: number
  name: string
  /** What the company calls itself on its invoices; null: it has not said so yet. */
  company: string | null
  baseCurrency: string
  country: string
  isSandbox: boolean
  modules: string[]
  roles: string[]
  person: { initials: string; name: string } | null
  grantNumber: number
  sessionNumber: number
  signedInAt: string
  endsAt: string
  /** Whether it may enrol a passkey now. */
  mayEnrol: boolean
}

/** The agreements that a session's token opens, by number. */
export async function openAgreements(executor: Finder, token: string): Promise<OpenAgreement[]> {
  const rows = await executor.rows<
    Omit<OpenAgreement, 'modules' | 'roles' | 'person'> & { roles: string; person: string | null }
  >(
    `SELECT s.agreement AS "agreementNumber", array_to_json(g.roles)::text AS roles, g.person,
      g.number AS "grantNumber", s.number AS "sessionNumber",
       ${moment('s.signed_in_at')} AS "signedInAt", ${moment('s.ends_at')} AS "endsAt",
         coalesce(s.enrols_until > now(), false) AS "mayEnrol"
     FROM console_session s JOIN access_grant g ON g.agreement = s.agreement AND g.number = s.grant_number
     WHERE s.token_hash = decode($1, 'hex') AND g.revoked_at IS NULL AND ${IS_ALIVE} ORDER BY s.agreement`,
    [hashToken(token)],
  )
  const open = await Promise.all(
    rows.map(async ({ roles, person, ...row }): Promise<OpenAgreement[]> => {
      const [home] = await executor.at(row.agreementNumber).rows<{ home: string }>(
        `SELECT json_build_object('name', a.name, 'company', (SELECT c.name FROM company c WHERE c.agreement = $1),
          'baseCurrency', a.base_currency, 'country', a.country, 'isSandbox',
          a.is_sandbox,
             'modules', a.modules, 'person', (SELECT json_build_object('initials', p.initials, 'name', p.name)
               FROM person p WHERE p.agreement = $1 AND p.initials = $2))::text AS home FROM agreement a
                 WHERE a.agreement = $1`,
        [row.agreementNumber, person],
      )
      const known = home && (JSON.parse(home.home) as OpenAgreement)
      return known ? [{ ...row, ...known, roles: JSON.parse(roles) as string[] }] : []
    }),
  )
  return open.flat()
}

/** Signs a browser out of everything that it is signed in to. */
export async function endSession(executor: Executor, token: string): Promise<void> {
  await executor.rows(`DELETE FROM console_session s WHERE s.token_hash = decode($1, 'hex')`, [hashToken(token)])
}

/**
 * Removes sessions that are over, and links that are of no use. A used link stays a day, so that whoever opens it again
 * is told.
 */
export async function forgetOldSessions(executor: Executor): Promise<void> {
  await executor.rows(`DELETE FROM console_session s WHERE NOT (${IS_ALIVE})`)
  await executor.rows(`DELETE FROM console_link k WHERE k.expires_at < now() - interval '1 day'`)
}
