import type { ErrorCode } from '../../src/errors/catalogue.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { columnName } from '../../src/resource/resource.ts'
import { forbidden, type StateName } from './forbidden.ts'
import { namedByOne, type Row, type World } from './rows.ts'
import { fieldEntries, type Subject } from './subjects.ts'

/** How a row is put into a state. */
interface State {
  /** Its columns, by the table where they differ. */
  row: (table: string) => Row
  /** Makes the rows beside it. */
  also?: (world: World, row: Row, n: number) => Promise<unknown>
}

const STATES: Readonly<Record<StateName, State>> = {
  'a heading': { row: () => ({ type: 3 }) },
  'the account of a group': {
    row: () => ({ type: 2 }),
    also: (world, row, n) => world.plainRows('customer_group', [n], [], { account_number: row.number }),
  },
  'a contra account': {
    row: () => ({ type: 2 }),
    also: (world, row, n) => world.plainRows('account', [n + 1], [], { contra_account_number: row.number }),
  },
  barred: {
    row: (table) =>
      table === 'activity' ? { is_accessible: false } : { is_barred: true, ...(table === 'account' && { type: 2 }) },
  },
  closed: { row: () => ({ is_closed: true }) },
  'a main project': { row: () => ({ is_main_project: true }) },
  'a barred value': { row: () => ({ is_distribution: false, is_barred: true }) },
  'a barred distribution': { row: () => ({ is_distribution: true, is_barred: true }) },
}

/** A property that may not name a row in a state, with the code that says so. */
export interface ForbiddenName {
  property: string
  field: Field
  state: StateName
  code: ErrorCode
  /** Stored items are asked as well. */
  isKept: boolean
}

/** What the items of a subject may not name. */
export function forbiddenBy(subject: Subject): ForbiddenName[] {
  const { api, group } = subject
  const fields = new Map(fieldEntries(subject))
  return (forbidden[`${api.name}/${group.name}`] ?? []).flatMap(([properties, state, code, when]) =>
    [properties].flat().flatMap((property) => {
      const field = fields.get(property)
      if (field) return [{ property, field, state, code, isKept: when !== 'new' }]
      if (api.isNewest) throw new Error(`${subject.name} has no ${property}`)
      return []
    }),
  )
}

/** What an item has to name a row in the state: the `n`th of its table, made here. */
export async function namingOf(
  world: World,
  { resource }: Subject,
  { property, field, state }: ForbiddenName,
  n: number,
): Promise<Item> {
  const { table, column, alongside } = field.facts.references!
  const { row: inState, also } = STATES[state]
  const one = namedByOne(resource.table, columnName(property, field))
  const [row] = await world.plainRows(table, [n], [], { ...one?.row, ...inState(table) })
  await also?.(world, row!, n)
  return {
    [property]: row![column],
    ...Object.fromEntries(Object.entries(alongside).map(([name, theirs]) => [name, row![theirs]])),
  }
}
