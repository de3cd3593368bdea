import type { Field, Fields } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { columnName } from '../../src/resource/resource.ts'
import { isLong } from '../long.ts'
import { type Client, inProcess } from '../service/harness.ts'
import type { Act, Meetings } from './meetings.ts'
import { operationOf, type Subject, subjects } from './subjects.ts'
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

/** A write that names a row by a property. */
export interface NamingWrite {
  name: string
  subject: Subject
  property: string
  field: Field
  kind: 'create' | 'update'
}

/** Whether a subject is of the newest version of its API. */
export const isNewest = ({ name }: Subject): boolean => !/ \d/.test(name)

/**
 * Every write that can name a row of the table. The short form leaves out older versions, and other faces of the same
 * column.
 */
export const namingWrites = (table: string): NamingWrite[] =>
  isLong ? writesNaming(table, subjects) : firstOfEachColumn(writesNaming(table, subjects.filter(isNewest)))

function firstOfEachColumn(writes: readonly NamingWrite[]): NamingWrite[] {
  const byColumn = new Map<string, NamingWrite>()
  for (const write of writes) {
    const { resource } = write.subject
    const column = `${write.kind} ${resource.table} ${columnName(write.property, write.field)}`
    if (!byColumn.has(column)) byColumn.set(column, write)
  }
  return [...byColumn.values()]
}

const writesNaming = (table: string, among: readonly Subject[]): NamingWrite[] =>
  among.flatMap((subject) =>
    Object.entries(subject.resource.fields as Fields)
      .filter(([, { facts }]) => facts.references?.table === table && !facts.readOnly)
      .flatMap(([property, field]) =>
        (['create', 'update'] as const)
          .filter((kind) => operationOf(subject, kind) && !(kind === 'update' && field.facts.fixed))
          .filter(() => !subject.override.properties?.[property]?.isNever)
          .map((kind) => ({ name: `${kind} of ${subject.name} by ${property}`, subject, property, field, kind })),
      ),
  )

/** An item that can be changed, which may need a row of its own. */
async function stored(client: WorldClient, subject: Subject, n: number): Promise<Item> {
  const { resource } = subject
  if (operationOf(subject, 'create')) return { ...placeOf(client, subject), ...(await createItem(client, subject)) }
  const key = Object.fromEntries(resource.key.map((name) => [name, n]))
  if (resource.key.length > 0) await client.world.plainRows(resource.table, [n])
  return { ...key, ...((await client.get(itemPath(client, subject, key))).json as Item) }
}

/** What must be sent together with an account. */
function together({ name }: Subject, n: unknown): Item {
  if (name === 'products/ProjectSettings') return { isInProject: true }
  if (name !== 'daybook/MileageSetup') return {}
  const accounts = { costAccount: n, contraAccount: n, costAccountClosed: n }
  return { ...accounts, includeCostInFinance: true, costAccountType: 0 }
}

/** The write that names a row: \`naming\` has its value of the property, and of those beside it. */
export async function writing(
  client: WorldClient,
  { subject, property, kind }: NamingWrite,
  naming: Item,
): Promise<Act> {
  const through = (other: Client): WorldClient => ({ ...client, ...other })
  if (kind === 'create') {
    const body = { ...freshBody(client, subject), ...naming }
    return (other) => create(through(other), subject, body)
  }
  const n = naming[property]
  const item = await stored(client, subject, typeof n === 'number' ? n : 1)
  const body = { ...changed(client, subject, item), ...together(subject, n), ...naming }
  return (other) => update(through(other), subject, body)
}

/** A client of an agreement that has what the subject's items name. */
export type ClientOf = (subject: Subject) => Promise<WorldClient>

/** One client for all writes of a subject: each try has a row of its own. */
export function clientsOf({ service }: Meetings): ClientOf {
  const clients = new Map<Subject, Promise<WorldClient>>()
  return (subject) => {
    const made = async (): Promise<WorldClient> => {
      const client = await worldClient(service, subject)
      return { ...client, ...inProcess(service, client) }
    }
    const client = clients.get(subject) ?? made()
    clients.set(subject, client)
    return client
  }
}
