import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnName } from '../../src/resource/resource.ts'
import { Chance, seedOf } from '../chance.ts'
import { isLong, runs } from '../long.ts'
import { type Act, describeMeeting, Meetings } from './meetings.ts'
import { type ClientOf, clientsOf, isNewest, type NamingWrite, namingWrites, writing } from './naming-writes.ts'
import { namedByOne, type Row } from './rows.ts'
import { operationOf, relations, type Subject, subjectsWith } from './subjects.ts'
import { FIRST } from './values.ts'
import { deleteItem, placeOf, type WorldClient } from './world.ts'

/*
 * A row that is deleted while a write names it: whoever comes second is refused, in whatever order they meet. Every
 * delete beside every write of the reference in the long form, some of them, drawn anew each time, in the short one.
 */

/** A delete, and a write that names what is deleted. */
interface Meeting {
  name: string
  write: NamingWrite
  deleter: Subject
}

/** Whether the write can name another row than it did: what names an item itself, or its place, cannot change. */
const isFree = ({ subject, property, kind }: NamingWrite): boolean =>
  kind === 'create' ||
  !(subject.resource.key.includes(property) || operationOf(subject, 'update')?.path.includes(`{${property}}`))

const isInTheWay = ({ resource }: Subject, { subject, property, field }: NamingWrite): boolean =>
  relations
    .inTheWayOf(resource)
    .some(
      ({ table, column, target }) =>
        table === subject.resource.table && column === columnName(property, field) && target === resource.table,
    )

const all: readonly Meeting[] = subjectsWith('delete')
  .filter((deleter) => isLong || isNewest(deleter))
  .flatMap((deleter) =>
    namingWrites(deleter.resource.table)
      .filter((write) => isFree(write) && isInTheWay(deleter, write))
      .map((write) => ({ name: `${write.name}, and the delete of ${deleter.name}`, write, deleter })),
  )

const SEED = seedOf('DAYBOOK_DELETED_SEED')
const COUNT = runs(4, all.length, process.env.DAYBOOK_DELETED_RUNS)
const chance = new Chance(SEED)
const tried = COUNT >= all.length ? all : Array.from({ length: COUNT }, () => chance.pick(all))

let meetings: Meetings
let clientOf: ClientOf
beforeAll(async () => {
  meetings = await Meetings.begin()
  clientOf = clientsOf(meetings)
})
afterAll(() => meetings.end())

/** The identifier of a row that is to be deleted, as a path names it. */
const keyOf = ({ resource }: Subject, row: Row): Row =>
  Object.fromEntries(resource.key.map((property) => [property, row[columnName(property, resource.fields[property])]]))

/** What a body says to name a row. */
function namingOf({ property, field }: NamingWrite, row: Row): Row {
  const { column, alongside } = field.facts.references!
  const beside = Object.entries(alongside).map(([name, theirs]) => [name, row[theirs]])
  return { [property]: row[column], ...Object.fromEntries(beside) }
}

let rows = FIRST.used

describeMeeting(`DAYBOOK_DELETED_SEED=${SEED}`, () => {
  test.each(tried.map((meeting) => [meeting.name, meeting] as const))('%s', async (_, { write, deleter }) => {
    const { table } = write.subject.resource
    const client: WorldClient = await clientOf(write.subject)
    const more = namedByOne(table, columnName(write.property, write.field))?.row
    const prepare = async (): Promise<[write: Act, change: Act]> => {
      const [row] = await client.world.plainRows(deleter.resource.table, [++rows], [], more)
      const item = { ...placeOf(client, deleter), ...keyOf(deleter, row!) }
      const deletes: Act = (other) => deleteItem({ ...client, ...other }, deleter, item)
      return [await writing(client, write, namingOf(write, row!)), deletes]
    }
    expect(await meetings.faultsOf(client, { tables: [table, deleter.resource.table], prepare })).toEqual([])
  })
})
