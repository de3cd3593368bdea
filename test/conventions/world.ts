import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import type { Item } from '../../src/resource/operations.ts'
import { bodyFields } from '../../src/resource/resource.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { itemPath, keyOf, operationOf, pathOf, type Served, type Subject } from './subjects.ts'

/**
 * What bodies refer to: the same rows in every agreement that asks for them. Numbers begin at 900,000 and codes are few,
 * so that they stay out of the way of the rows the fixtures fill in.
 */
export async function seedWorld(database: Database, agreement: number): Promise<void> {
  for (const statement of WORLD) await database.rows(statement, [agreement])
}

const WORLD = [
  `INSERT INTO account (agreement, number, name, type) VALUES ($1, 900100, 'Vareforbrug', 1), ($1, 900110, 'Salg', 1),
     ($1, 900680, 'Kreditorer', 2), ($1, 900560, 'Debitorer', 2), ($1, 900580, 'Bank', 2), ($1, 900690, 'Moms', 2),
     ($1, 900000, 'Resultat', 4), ($1, 900700, 'Kursdifference', 1), ($1, 900800, 'Øreafrunding', 1)`,
  `INSERT INTO system_account (agreement, purpose, account_number)
     VALUES ($1, 'rounding', 900800), ($1, 'result', 900680), ($1, 'exchangeDifference', 900700)`,
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number) VALUES ($1, 'I25', 'Købsmoms', 2, 25, 900690)`,
  `INSERT INTO currency (agreement, code, name) VALUES ($1, 'DKK', 'Danske kroner'), ($1, 'EUR', 'Euro')`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES ($1, 900001, 'EUR', '2023-06-01', 745)`,
  `INSERT INTO department (agreement, number, name) VALUES ($1, 900001, 'Lager'), ($1, 900002, 'Kontor')`,
  `INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2024', '2024-01-01', '2024-12-31')`,
  `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
     SELECT $1, '2024', n, make_date(2024, n, 1), (make_date(2024, n, 1) + interval '1 month - 1 day')::date
     FROM generate_series(1, 12) n`,
  `INSERT INTO payment_term (agreement, number, name, type, days) VALUES ($1, 900001, 'Netto 8', 1, 8)`,
  `INSERT INTO supplier_group (agreement, number, name, account_number) VALUES ($1, 900001, 'Danske', 900680)`,
  `INSERT INTO customer_group (agreement, number, name, account_number) VALUES ($1, 900001, 'Danske', 900560)`,
  `INSERT INTO supplier (agreement, number, name, group_number, currency)
     VALUES ($1, 900501, 'Ørsted A/S', 900001, 'DKK'), ($1, 900502, 'Ålborg Portland', 900001, 'DKK')`,
  `INSERT INTO customer (agreement, number, name, group_number, currency) VALUES ($1, 900601, 'Ærø Kommune', 900001, 'DKK')`,
  `INSERT INTO journal (agreement, number, name) VALUES ($1, 900001, 'Kassekladde')`,
  `INSERT INTO project (agreement, number, name) SELECT $1, 900000 + n, 'Ombygning ' || n FROM generate_series(1, 4) n`,
  `INSERT INTO project (agreement, number, name, is_main_project) VALUES ($1, 900005, 'Havnen', true)`,
  `INSERT INTO cost_type (agreement, number, name) VALUES ($1, 900001, 'Materialer')`,
]

/** Puts the items `from` to `to` straight into the subject's table, and its counters past them. */
export async function fill(database: Database, agreement: number, subject: Served, from: number, to: number) {
  const { fill: statement, counters = [] } = subject.fixture
  if (!statement) throw new Error(`The fixture of ${subject.name} needs 'fill': its lists are to be tried`)
  if (typeof statement === 'string') await database.rows(statement, [agreement, from, to])
  else await statement(database, agreement, from, to)
  await database.rows(
    `INSERT INTO counter AS c (agreement, name, value) SELECT $1, name, $3 FROM json_array_elements_text($2::json) name
     ON CONFLICT (agreement, name) DO UPDATE SET value = greatest(c.value, excluded.value)`,
    [agreement, JSON.stringify(counters), to],
  )
}

const made = new WeakMap<Client, number>()

/** A client of a new agreement that has the world, and so many items of the subject. */
export async function worldClient(service: TestService, subject: Served, items = 0): Promise<Client> {
  const client = await service.client({ modules: ['Projects', 'Dimension', 'Accruals'] })
  await seedWorld(service.database, client.agreement)
  if (subject.fixture.seed) await service.database.rows(subject.fixture.seed, [client.agreement])
  if (items > 0) await fill(service.database, client.agreement, subject, 1, items)
  const call: Client['call'] = async (method, path, options) => {
    const reply = await client.call(method, path, options)
    if (reply.status === 201) made.set(counting, (made.get(counting) ?? 0) + 1)
    return reply
  }
  const counting: Client = { ...client, call, post: (path, body, more) => call('POST', path, { body, ...more }) }
  return counting
}

/** A body that the subject's create takes: another one after each item that was made. */
export function freshBody(client: Client, subject: Subject): Item {
  const { body } = subject.fixture
  if (!body) throw new Error(`The fixture of ${subject.name} needs 'body': its create is to be tried`)
  const names = Object.keys(bodyFields(subject.resource))
  const full = Object.entries(body((made.get(client) ?? 0) + 1))
  // An older version may lack some of it.
  return Object.fromEntries(full.filter(([name]) => names.includes(name)))
}

/** Creates an item and reads it. */
export async function createItem(client: Client, subject: Subject, body = freshBody(client, subject)): Promise<Item> {
  const reply = await client.post(pathOf(subject, 'create'), body)
  expect(reply.status, `${subject.name}: ${JSON.stringify(body)} → ${reply.text}`).toBe(201)
  const read = await client.get(reply.headers.get('location')!)
  expect(read.status, read.text).toBe(200)
  return read.json as Item
}

let changes = 0

/** A change of an item that was read, as its update takes it. */
export function changed(subject: Subject, item: Item): Item {
  const { change } = subject.fixture
  if (!change) throw new Error(`The fixture of ${subject.name} needs 'change': its update is to be tried`)
  return { ...sendable(item), ...change(++changes) }
}

/** An item as it can be sent back: absent values left out (spec 1, Shared property rules 4). */
export function sendable(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
}

/** Deletes an item: by its path, or, where the contract has it so, by the identifier in the body. */
export function deleteItem(client: Client, subject: Subject, item: Item): Promise<Reply> {
  const operation = operationOf(subject, 'delete')
  const path = itemPath(subject, item, 'delete')
  const inBody = operation !== undefined && 'keyInBody' in operation && operation.keyInBody === true
  return inBody ? client.delete(path, { body: keyOf(subject, item) }) : client.delete(path)
}
