import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '../../src/resource/operations.ts'
import { brokenWhen } from '../../src/records/derived-rules.ts'
import { columnName } from '../../src/resource/resource.ts'
import { someOf } from '../long.ts'
import type { Client } from '../service/harness.ts'
import { type Act, describeMeeting, Meetings } from './meetings.ts'
import { type ClientOf, clientsOf, type NamingWrite, namingWrites, writing } from './naming-writes.ts'
import { namedByOne } from './rows.ts'
import { type Subject, subjects } from './subjects.ts'
import { FIRST } from './values.ts'

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

/** The changes that exclude a write: each is refused after the other. */
const changesAgainst = ({ subject: { resource }, property, field, kind }: NamingWrite): Change[] =>
  CHANGES.filter(
    ({ isAsked, asksFor }) =>
      asksFor(resource.table, columnName(property, field)) &&
      resource.rules.some(
        (rule) => rule.property === property && (!rule.on || rule.on.includes(kind)) && isAsked(brokenWhen(rule).text),
      ),
  )

let meetings: Meetings
let clientOf: ClientOf
beforeAll(async () => {
  meetings = await Meetings.begin()
  clientOf = clientsOf(meetings)
})
afterAll(() => meetings.end())

let accounts = FIRST.used

const excluded = namingWrites('account').filter((way) => changesAgainst(way).length > 0)

describeMeeting.each(excluded.map((way, at) => ({ ...way, at })))('$name', ({ at, ...way }) => {
  const { subject, property, field } = way
  const { table } = subject.resource
  // The changes of one write meet it in different ways, and those of the next in others. The short form tries one of
  // them, of the next write another.
  const changes = someOf(changesAgainst(way), at, 1).map((change, place) => ({ ...change, nth: at + place }))
  test.each(changes)('and its account, which $name', async ({ nth, ...change }) => {
    const client = await clientOf(subject)
    const more = namedByOne(table, columnName(property, field))?.row ?? {}
    const prepare = async (): Promise<[write: Act, change: Act]> => {
      const n = ++accounts
      await client.world.plainRows('account', [n], [], more)
      return [await writing(client, way, { [property]: n }), await change.act(client, n)]
    }
    expect(await meetings.faultsOf(client, { tables: [table, change.table], prepare }, nth)).toEqual([])
  })
})
