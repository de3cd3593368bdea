import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createAgreement } from '../src/companies/create.ts'
import { createApp, createGrant } from '../src/access/issue.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openDatabase, type Pool, type Statement } from '../src/database/connection.ts'
import { CLUSTER_ROLES } from '../src/database/embedded/cluster.ts'
import { FIRST_SEAL, Sealer } from '../src/ledger/booking/seal.ts'
import { SEALED_LINE } from '../src/ledger/proof/sealed-lines.ts'
import { Vault } from '../src/secrets/vault.ts'
import { Outbox } from '../src/webhooks/outbox.ts'
import { type Call, type Tokens, header } from './request.ts'

export { seededRandom, type Random } from '../src/templates/random.ts'

/**
 * The only file of the bench that uses the inside of the product. Everything else uses HTTP, the commands and plain
 * SQL. The rest of the bench imports nothing of src.
 */

/** The address of a server on a unix socket, for pg and pgbench. */
export interface SocketAddress {
  socketDirectory: string
  port: number
  user: string
  database: string
}

/** The superuser of an embedded cluster. Nobody can log in as this role, unless the bench allows itself to. */
export const SUPERUSER = CLUSTER_ROLES.superuser

/**
 * The address of a data directory's embedded server, from its lock file; as the owner of the tables, who may create
 * others.
 */
export async function embeddedAddress(data: string): Promise<SocketAddress> {
  const [, , , port, socketDirectory] = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { socketDirectory: socketDirectory!, port: Number(port), user: 'daybook_owner', database: 'daybook' }
}

/** Makes an agreement of the Danish template, and an app with a grant to it. */
export async function newAgreement(
  address: SocketAddress | { url: string },
  name: string,
): Promise<{ agreement: number; headers: Tokens }> {
  const database = openDatabase(address, 1)
  try {
    const agreement = await createAgreement(database, { name, template: 'danish', modules: ['Projects'] })
    const { app, appSecretToken } = await createApp(database, name)
    const { agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['SuperUser'] })
    return { agreement, headers: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken } }
  } finally {
    await database.close()
  }
}

/** Looks `looks` times for due webhooks. @returns the milliseconds of each look. */
export async function neglectedWebhooks(address: SocketAddress, looks: number): Promise<number[]> {
  const database = openDatabase(address, 1)
  const outbox = new Outbox(database, new Vault({ dataDirectory: '/nowhere' }), () => 0)
  const milliseconds: number[] = []
  try {
    for (let look = 0; look < looks; look++) {
      const begun = performance.now()
      await outbox.neglected(1000)
      milliseconds.push(performance.now() - begun)
    }
  } finally {
    await database.close()
  }
  return milliseconds
}

/** A statement as sent to the database. */
export interface Sent {
  text: string
  values: readonly unknown[]
}

/** The statements of a request, in order. */
export interface Recording {
  statements: Sent[]
  /** Whether the statements were one transaction. */
  transaction: boolean
}

/** Any request of the agreement, so that the service knows the grant. */
const FIRST_PATH = '/journalsapi/v15.0.1/journals/count'

/**
 * Records the statements that the service sends to answer a request: builds the service over a database that records
 * them, and sends the request.
 * @param statuses the expected answers; a read of a missing item sends the same statement.
 */
export async function recordStatements(
  address: SocketAddress,
  call: Call,
  statuses: readonly number[],
): Promise<Recording> {
  const recording: Recording = { statements: [], transaction: false }
  const database = openDatabase(address, 2)
  const noting = noted(database, recording)
  const app = buildApp({ database: noting, config: readConfig({}), log: pino({ level: 'silent' }) })
  const { method, path: url, body } = call
  try {
    await app.inject({ method: 'GET', url: FIRST_PATH, headers: call.headers })
    Object.assign(recording, { statements: [], transaction: false })
    const answer = await app.inject({ method, url, headers: header(call), ...(body !== undefined && { body }) })
    if (!statuses.includes(answer.statusCode)) throw new Error(`${method} ${url}: ${answer.statusCode}\n${answer.body}`)
  } finally {
    await app.close()
    await database.close()
  }
  // The service may read a grant again at any time; that is no part of the answer.
  const statements = recording.statements.filter(({ text }) => !text.includes('access_grant'))
  return { ...recording, statements }
}

/** The same object, but it records every statement that its functions get, as `text, values` or `{text, values}`. */
function noted<T extends object>(target: T, recording: Recording): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name)
      if (typeof member !== 'function') return member
      return (first: unknown, ...rest: unknown[]): unknown => {
        if (typeof first === 'function') {
          recording.transaction ||= name === 'transaction'
          const work = (inner: object): unknown => (first as (inner: object) => unknown)(noted(inner, recording))
          return Reflect.apply(member, object, [work, ...rest])
        }
        if (typeof first === 'string') recording.statements.push({ text: first, values: (rest[0] ?? []) as unknown[] })
        else if (typeof first === 'object' && first !== null && 'text' in first)
          recording.statements.push(first as Sent)
        return Reflect.apply(member, object, [first, ...rest])
      }
    },
  })
}

/** A booking that has its entries but no seal yet. */
export interface Unsealed {
  number: number
  journalNumber: number
  firstEntry: number
  lastEntry: number
}

const BOOKED_AT = '2026-01-01T00:00:00.000Z'
const READ_LINES = `
  SELECT ${SEALED_LINE} AS line FROM booked_entry e
  WHERE e.agreement = $1 AND e.entry_number BETWEEN $2 AND $3 ORDER BY e.entry_number`
const INSERT_BOOKING = `
  INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at, vouchers)
  SELECT $1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), $8, json_agg(json_build_object(
    'accountingYear', v.accounting_year, 'voucherNumber', v.voucher_number) ORDER BY v.accounting_year COLLATE "C", v.voucher_number)
  FROM (
    SELECT DISTINCT e.accounting_year, e.voucher_number FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number BETWEEN $4 AND $5
  ) AS v`

/**
 * Writes the bookings of existing entries as the superuser, each sealed onto the one before it.
 * @param previous the seal before the first of them; undefined when that is the agreement's first.
 * @returns the last seal.
 */
export async function sealBookings(
  superuser: SocketAddress,
  agreement: number,
  bookings: readonly Unsealed[],
  previous: Buffer = FIRST_SEAL,
): Promise<Buffer> {
  const database = openDatabase(superuser, 1)
  let last = previous
  try {
    for (const booking of bookings) {
      const { number, journalNumber, firstEntry, lastEntry } = booking
      const sealer = new Sealer(last, { ...booking, bookedAt: BOOKED_AT })
      for (const { line } of await database.rows<{ line: string }>(READ_LINES, [agreement, firstEntry, lastEntry])) {
        sealer.addLine(line)
      }
      const seal = sealer.seal()
      const seals = [last.toString('hex'), seal.toString('hex')]
      await database.transaction(async (transaction) => {
        await transaction.rows('SET LOCAL session_replication_role = replica')
        const numbers = [agreement, number, journalNumber, firstEntry, lastEntry]
        await transaction.rows(INSERT_BOOKING, [...numbers, ...seals, BOOKED_AT])
      })
      last = seal
    }
    return last
  } finally {
    await database.close()
  }
}

/** The setting that the policies of row-level security compare rows with. */
export const AGREEMENT_SETTING = 'daybook.agreement'

/** Connections of a process, as many as in the service. */
const CONNECTIONS = 18

/**
 * Answers requests in this process until it ends, as the service does.
 * @param setsAgreement whether each statement sets its agreement in its own transaction.
 * @returns the port.
 */
export async function answerAs(address: SocketAddress, setsAgreement: boolean): Promise<number> {
  const plain = openDatabase(address, CONNECTIONS)
  const of = (holder: number): Pool => (holder > 0 ? settingAgreement(plain.of(holder), holder) : plain.of(holder))
  const bytes: Pool['bytes'] = (statement) =>
    statement.wide ? of(statement.wide.agreement).bytes(statement) : plain.bytes(statement)
  const database: Database = setsAgreement ? { ...plain, of, bytes } : plain
  // Writes a line for each request, as the service does.
  const log = pino(pino.destination('/dev/null'))
  const app = buildApp({ database, config: readConfig({}), log })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM|FOR SHARE)\b/

/**
 * Sets the agreement without an extra round trip: within the statement of a read, and together with BEGIN before
 * writes.
 */
function settingAgreement(pool: Pool, agreement: number): Pool {
  const alone = <T>(
    text: string,
    send: (pool: Pick<Pool, 'rows' | 'bytes'>, wrapped: boolean) => Promise<T>,
  ): Promise<T> => (WRITES.test(text) ? whole.transaction((transaction) => send(transaction, false)) : send(pool, true))
  const whole: Pool = {
    ...pool,
    rows: (text, values = []) =>
      alone(text, (on, wrapped) => {
        const sent = wrapped ? reading({ text, values }, agreement) : { text, values }
        return on.rows(sent.text, sent.values)
      }),
    bytes: (statement) =>
      alone(statement.text, (on, wrapped) => on.bytes(wrapped ? reading(statement, agreement) : statement)),
    transaction: (work) =>
      pool.transaction((transaction) => {
        transaction.look(`SELECT set_config('${AGREEMENT_SETTING}', $1, true)`, [String(agreement)]).catch(() => {})
        return work(transaction)
      }),
  }
  return whole
}

/** Joins the read to a row that sets the agreement: nothing of the read runs before that row exists. */
function reading(statement: Statement, agreement: number): Statement {
  const { text, values } = statement
  const set = `SELECT set_config('${AGREEMENT_SETTING}', $${values.length + 1}, true) AS done OFFSET 0`
  const behind = `SELECT * FROM (${text}) AS asked WHERE a.done IS NOT NULL OFFSET 0`
  return {
    ...statement,
    text: `SELECT r.* FROM (${set}) AS a, LATERAL (${behind}) AS r`,
    values: [...values, String(agreement)],
  }
}
