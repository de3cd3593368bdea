import { ROLES, type Role } from '../../access/roles.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { GRANT_OVERLAP_MINUTES } from '../../limits.ts'
import { F1, F2, type Field, flag, instant, int32, list, objects, text } from '../../resource/fields.ts'
import { type ActionOperation, type QueryOperation, reads, type Work } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

const role = (): Field => text(20).oneOf(ROLES)
const grantNumber = int32().present().describe('The number of the grant')
const token = text(120).present().describe('Shown once: it is stored as a hash only')

/** A grant as rotating and revoking look at it. */
interface Known {
  app: number
  roles: Role[]
  isGrantable: boolean
  isRevoked: boolean
}

/**
 * Whoever changes the grants of an agreement holds its row: of two who revoke at once, the second sees what the first
 * did.
 */
async function hold(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows('SELECT FROM agreement a WHERE a.agreement = $1 FOR NO KEY UPDATE', [agreement])
}

/** The grant that the path names. @throws ApiError 404 */
async function known({ transaction, caller }: Work, number: number): Promise<Known> {
  await hold(transaction, caller.agreement)
  const [row] = await transaction.rows<Omit<Known, 'roles'> & { roles: string }>(
    `SELECT g.app, array_to_json(g.roles)::text AS roles, p.is_grantable AS "isGrantable",
      g.revoked_at IS NOT NULL AS "isRevoked"
     FROM access_grant g JOIN app p ON p.app = g.app WHERE g.agreement = $1 AND g.number = $2`,
    [caller.agreement, number],
  )
  if (!row) throw new ApiError({ code: 'NotFound', property: 'number' })
  return { ...row, roles: JSON.parse(row.roles) as Role[] }
}

/** The fault of roles that the caller's grant does not have. */
function widerFaults({ caller }: Work, roles: readonly string[], property: string): Fault[] {
  const wider = roles.filter((one) => !caller.roles.includes(one))
  if (wider.length === 0) return []
  const message = `The grant that asks has ${caller.roles.join(', ')}, not ${wider.join(', ')}.`
  return [{ code: 'GrantTooWide', property, message }]
}

/** Tells the trail what was done to a grant: never a token. */
async function record(
  { transaction, caller }: Work,
  number: number,
  changed: readonly (readonly [property: string, before: string | null, after: string | null])[],
): Promise<void> {
  await transaction.rows(
    `SELECT record_changes($1, 'Grants', array_agg($2::text ORDER BY c.place), array_agg(c.change ->> 0
      ORDER BY c.place),
       array_agg(c.change ->> 1 ORDER BY c.place), array_agg(c.change ->> 2 ORDER BY c.place))
     FROM json_array_elements($3::json) WITH ORDINALITY AS c(change, place)`,
    [caller.agreement, String(number), JSON.stringify(changed)],
  )
}

/** The answer with a new token. The answer that is kept for an Idempotency-Key has it encrypted. */
async function withToken({ settings, caller }: Work, grantNumber: number, made: string): Promise<string> {
  return JSON.stringify({ grantNumber, agreementGrantToken: await settings.vault.sealed(caller.agreement, made) })
}

interface Asked {
  app: number
  roles: Role[]
  person?: string
  mayNameActor?: boolean
}

/** Checks what is asked of a new grant. @returns the initials of its person, as they are written. */
async function checkAsked(work: Work, asked: Asked, faults: Fault[]): Promise<string | null> {
  const { transaction, caller } = work
  const [app] = await transaction.rows<{ name: string }>(
    'SELECT p.name FROM app p WHERE p.app = $1 AND p.is_grantable',
    [asked.app],
  )
  if (!app) faults.push({ code: 'AppNotGrantable', property: 'app' })
  faults.push(...widerFaults(work, asked.roles, 'roles'))
  if (asked.person === undefined) return null
  if (asked.mayNameActor) faults.push({ code: 'GrantOfPersonNamesActor', property: 'mayNameActor' })
  const [person] = await transaction.rows<{ initials: string }>(
    'SELECT p.initials FROM person p WHERE p.agreement = $1 AND fold(p.initials) = fold($2) AND NOT p.is_barred FOR SHARE',
    [caller.agreement, asked.person],
  )
  if (!person) faults.push({ code: 'PersonDoesNotExist', property: 'person' })
  return person?.initials ?? null
}

const make: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/grants',
  summary: 'Let an app into the agreement; the token is shown once',
  status: 201,
  schema: 'GrantCreate',
  body: {
    app: int32(1).required().describe('One of /grant-apps'),
    roles: list(role(), ROLES.length).required().describe('Of those that the grant that asks has'),
    person: text(10).describe('Whose the grant is: the initials of an active person'),
    mayNameActor: flag().describe('The app may say who acts (Daybook-Actor); of a grant of no person'),
  },
  answer: { grantNumber, agreementGrantToken: token },
  reveals: 'agreementGrantToken',
  async run(work, { body, faults }) {
    const { transaction, caller } = work
    const asked = body as unknown as Asked
    await hold(transaction, caller.agreement)
    if (asked.roles.length === 0) faults.push({ code: 'ValueRequired', property: 'roles', message: 'roles is empty.' })
    const person = await checkAsked(work, asked, faults)
    if (faults.length > 0) return { status: 204 }
    const made = newToken()
    const { app, roles, mayNameActor = false } = asked
    const [row] = await transaction.rows<{ number: number }>(
      `SELECT let_in($1, $2, decode($3, 'hex'), ARRAY(SELECT json_array_elements_text($4::json)), $5, $6) AS number`,
      [caller.agreement, app, hashToken(made), JSON.stringify(roles), person, mayNameActor],
    )
    const { number } = row!
    await record(work, number, [
      ['app', null, String(app)],
      ...(mayNameActor ? [['mayNameActor', null, 'true'] as const] : []),
      ...(person === null ? [] : [['person', null, person] as const]),
      ['roles', null, roles.join(',')],
    ])
    return { status: 201, body: await withToken(work, number, made), location: `/grants/${number}` }
  },
}

const rotate: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/grants/{number}/rotate',
  summary: `Give a grant another token, shown once; the previous one opens for ${GRANT_OVERLAP_MINUTES} minutes more`,
  status: 200,
  answer: { grantNumber, agreementGrantToken: token },
  reveals: 'agreementGrantToken',
  async run(work, { path, faults }) {
    const { transaction, caller } = work
    const number = path.number as number
    const { roles, isGrantable, isRevoked } = await known(work, number)
    if (isRevoked) faults.push({ code: 'GrantRevoked', property: 'number' })
    if (!isGrantable) faults.push({ code: 'AppNotGrantable', property: 'number' })
    faults.push(...widerFaults(work, roles, 'number'))
    if (faults.length > 0) return { status: 204 }
    const made = newToken()
    await transaction.rows(`SELECT renew_token($1, $2, decode($3, 'hex'), make_interval(mins => $4))`, [
      caller.agreement,
      number,
      hashToken(made),
      GRANT_OVERLAP_MINUTES,
    ])
    await record(work, number, [['token', null, 'rotated']])
    return { status: 200, body: await withToken(work, number, made) }
  },
}

const revoke: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/grants/{number}',
  summary: 'End a grant, on every node within a second',
  status: 204,
  async run(work, { path, faults }) {
    const { transaction, caller } = work
    const number = path.number as number
    const { isRevoked } = await known(work, number)
    if (isRevoked) return { status: 204 }
    const [others] = await transaction.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM access_grant g
       WHERE g.agreement = $1 AND g.number <> $2 AND g.revoked_at IS NULL AND 'SuperUser' = ANY (g.roles)`,
      [caller.agreement, number],
    )
    if (others!.count === 0) faults.push({ code: 'LastSuperUserGrant', property: 'number' })
    else {
      await transaction.rows('SELECT shut_out($1, $2)', [caller.agreement, number])
      await record(work, number, [['isRevoked', null, 'true']])
    }
    return { status: 204 }
  },
}

const apps: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/grant-apps',
  summary: 'The apps that grants can be made for',
  answer: { items: objects({ app: int32().present(), name: text(255).present() }).present() },
  statement: () => ({
    text: `SELECT json_build_object('items',
      coalesce((SELECT json_agg(json_build_object('app', p.app, 'name', p.name) ORDER BY p.app)
      FROM app p WHERE p.is_grantable), '[]'::json))::text`,
    values: [],
  }),
}

/**
 * Grants of the agreement: which apps are let in, and how. They are made for apps that the operator allows, and never
 * with more roles than the grant that makes them. The last one with the role SuperUser stays.
 */
export const grants = resource('Grants', {
  schema: 'Grant',
  table: 'access_grant',
  key: ['number'],
  isInGrants: true,
  roles: ['SuperUser'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    app: int32().present().filter(F1),
    appName: text(255).computed('(SELECT p.name FROM app p WHERE p.app = t.app)').describe('The name of that app'),
    roles: list(role(), ROLES.length).present().computed('array_to_json(t.roles)').describe('What it may do'),
    person: text(10).references('person.initials').filter(F1).describe('Whose it is, by initials'),
    mayNameActor: flag().describe('The app may say who acts (Daybook-Actor)'),
    createdAt: instant().present().filter(F2).describe('When it was made'),
    revokedAt: instant().filter(F2).describe('Since when it opens nothing any more'),
    previousTokenUntil: instant().describe('Until when the token before the last rotation opens, too'),
  },
  operations: [...reads('/grants', 'number'), make, rotate, revoke, apps],
  codes: [
    'AppNotGrantable',
    'GrantOfPersonNamesActor',
    'GrantRevoked',
    'GrantTooWide',
    'LastSuperUserGrant',
    'PersonDoesNotExist',
  ],
})
