import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Field, type Fields } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { brokenWhen } from '../../src/records/derived-rules.ts'
import { columnName } from '../../src/resource/resource.ts'
import { runs } from '../long.ts'
import { type Client, inProcess } from '../service/harness.ts'
import { type Act, Meetings } from './meetings.ts'
import { namedByOne } from './rows.ts'
import { operationOf, type Subject, subjects } from './subjects.ts'
import { FIRST } from './values.ts'
import {
  changed,
  create,
  createItem,
  freshBody,
  itemPath,
  placeOf,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'

/** A change of an account that is refused while something is on it, and what is then refused on the account. */
interface Change {
  name: string
  /** The table that it writes. */
  table: string
  /** Whether a rule of what names an account depends on the change. */
  isAsked(brokenWhen: string): boolean
  /** Whether the change asks for what names it by the column. */
  asksFor(table: string, column: string): boolean
  /** The change of account `n`, with what must be read before. */
  act(client: Client, n: number): Promise<Act>
}

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const named = (name: string): Subject => subjects.find((one) => one.name === name)!
const textsOf = (name: string, property: string): string[] =>
  named(name).resource.rules.flatMap((rule) => (rule.property === property ? [brokenWhen(rule).text] : []))

async function accountWith(client: Client, n: number, more: object): Promise<Act> {
  const { json } = await client.get(`${ACCOUNTS}/${n}`)
  const given = Object.entries(json as Item).filter(([, value]) => value !== null)
  return (through) => through.put(ACCOUNTS, { ...Object.fromEntries(given), ...more })
}

const becomesSummary = (kind: 'customer' | 'supplier'): Change => ({
  name: `becomes the account of a ${kind} group`,
  table: `${kind}_group`,
  isAsked: (brokenWhen) => /FROM (summary_account|customer_group|supplier_group)\b/.test(brokenWhen),
  asksFor: (table, column) =>
    textsOf('daybook/CustomerGroups', 'accountNumber').some((text) =>
      text.includes(`FROM ${table} x WHERE x.agreement = $1 AND x.${column} = r.account_number`),
    ),
  async act(_, n) {
    const path = kind === 'customer' ? '/daybookapi/v1.0.0/customer-groups' : '/suppliersapi/v2.0.0/Groups'
    return (through) => through.post(path, { number: n, name: 'Nye', accountNumber: n })
  },
})

const CHANGES: readonly Change[] = [
  {
    name: 'becomes a heading',
    table: 'account',
    isAsked: (brokenWhen) => brokenWhen.includes('x.type NOT IN (1, 2)'),
    asksFor: () => true,
    act: (client, n) => accountWith(client, n, { type: 4 }),
  },
  {
    name: 'is barred',
    table: 'account',
    isAsked: (brokenWhen) => brokenWhen.includes('x.is_barred'),
    asksFor: (table) => textsOf('accounts/Accounts', 'isBarred').some((text) => text.includes(`FROM ${table} x`)),
    act: (client, n) => accountWith(client, n, { isBarred: true }),
  },
  becomesSummary('customer'),
  becomesSummary('supplier'),
]

/** A property by which a write can name an account. */
interface Way {
  name: string
  subject: Subject
  property: string
  field: Field
  kind: 'create' | 'update'
}

const isNewest = ({ name }: Subject): boolean => !/ \d/.test(name)
const ways: readonly Way[] = subjects
  .filter((subject) => runs(0, 1) === 1 || isNewest(subject))
  .flatMap((subject) =>
    Object.entries(subject.resource.fields as Fields)
      .filter(([, { facts }]) => facts.references?.table === 'account' && !facts.readOnly)
      .flatMap(([property, field]) =>
        (['create', 'update'] as const)
          .filter((kind) => operationOf(subject, kind) && !(kind === 'update' && field.facts.fixed))
          .filter(() => !subject.override.properties?.[property]?.isNever)
          .map((kind) => ({ name: `${kind} of ${subject.name} by ${property}`, subject, property, field, kind })),
      ),
  )

/** The changes that exclude a write: each is refused after the other. */
const changesAgainst = ({ subject: { resource }, property, field, kind }: Way): Change[] =>
  CHANGES.filter(
    ({ isAsked, asksFor }) =>
      asksFor(resource.table, columnName(property, field)) &&
      resource.rules.some(
        (rule) => rule.property === property && (!rule.on || rule.on.includes(kind)) && isAsked(brokenWhen(rule).text),
      ),
  )

let meetings: Meetings
beforeAll(async () => void (meetings = await Meetings.begin()))
afterAll(() => meetings.end())

/** An item that can be changed, which may need a row of its own. */
async function stored(client: WorldClient, subject: Subject, n: number): Promise<Item> {
  const { resource } = subject
  if (operationOf(subject, 'create')) return { ...placeOf(client, subject), ...(await createItem(client, subject)) }
  const key = Object.fromEntries(resource.key.map((name) => [name, n]))
  if (resource.key.length > 0) await client.world.plainRows(resource.table, [n])
  return { ...key, ...((await client.get(itemPath(client, subject, key))).json as Item) }
}

/** What must be sent together with an account. */
function together({ name }: Subject, n: number): Item {
  if (name === 'products/ProjectSettings') return { isInProject: true }
  if (name !== 'daybook/MileageSetup') return {}
  const accounts = { costAccount: n, contraAccount: n, costAccountClosed: n }
  return { ...accounts, includeCostInFinance: true, costAccountType: 0 }
}

/** The write that names account `n`. */
async function writing(client: WorldClient, { subject, property, kind }: Way, n: number): Promise<Act> {
  const through = (other: Client): WorldClient => ({ ...client, ...other })
  if (kind === 'create') {
    const body = { ...freshBody(client, subject), [property]: n }
    return (other) => create(through(other), subject, body)
  }
  const item = await stored(client, subject, n)
  const body = { ...changed(client, subject, item), ...together(subject, n), [property]: n }
  return (other) => update(through(other), subject, body)
}

/** One client for all ways of a subject: each try has an account of its own. */
const clients = new Map<Subject, Promise<WorldClient>>()
function clientOf(subject: Subject): Promise<WorldClient> {
  const made = async (): Promise<WorldClient> => {
    const client = await worldClient(meetings.service, subject)
    return { ...client, ...inProcess(meetings.service, client) }
  }
  const client = clients.get(subject) ?? made()
  clients.set(subject, client)
  return client
}

let accounts = FIRST.used

describe.each(ways.filter((way) => changesAgainst(way).length > 0))('$name', (way) => {
  const { subject, property, field } = way
  const { table } = subject.resource
  test.each(changesAgainst(way))('and its account, which $name', async (change) => {
    const client = await clientOf(subject)
    const more = namedByOne(table, columnName(property, field))?.row ?? {}
    const prepare = async (): Promise<[write: Act, change: Act]> => {
      const n = ++accounts
      await client.world.plainRows('account', [n], [], more)
      return [await writing(client, way, n), await change.act(client, n)]
    }
    expect(await meetings.faultsOf(client, { tables: [table, change.table], prepare })).toEqual([])
  })
})
