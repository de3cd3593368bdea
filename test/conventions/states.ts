import type { ErrorCode } from '../../src/errors/catalogue.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { columnName, type WriteKind } from '../../src/resource/resource.ts'
import { namedByOne, type Row, type World } from './rows.ts'
import { fieldEntries, type Subject } from './subjects.ts'

/** What can be wrong with a row that is there: items may not name it. */
interface State {
  name: string
  /** The codes that say so. */
  means: RegExp
  /** Columns of such a row. */
  row: Row
  /** Makes the rows that put it into the state. */
  also?: (world: World, row: Row, n: number) => Promise<unknown>
}

const BARRED: State = { name: 'barred', means: /Barred|NotAccessible/i, row: { is_barred: true } }

const STATES: Readonly<Record<string, readonly State[]>> = {
  account: [
    { name: 'a heading', means: /NotBalanceOrProfitAndLoss|Wrong\w*Type|AccountNotFound/, row: { type: 3 } },
    {
      name: 'the account of a group',
      means: /IsSummaryAccount|OfWrongType|BlockedForDirectEntries/,
      row: { type: 2 },
      also: (world, row, n) => world.plainRows('customer_group', [n], [], { account_number: row.number }),
    },
    {
      name: 'a contra account',
      means: /CannotBeSummaryAccount|DoesNotContainsRequiredAccounts/,
      row: { type: 2 },
      also: (world, row, n) => world.plainRows('account', [n + 1], [], { contra_account_number: row.number }),
    },
    { ...BARRED, row: { type: 2, is_barred: true } },
  ],
  project: [
    { name: 'closed', means: /Closed/, row: { is_closed: true } },
    { name: 'a main project', means: /IsMain/, row: { is_main_project: true } },
    BARRED,
  ],
  activity: [{ ...BARRED, row: { is_accessible: false } }],
  dimension_key: [
    { name: 'a barred value', means: /BARREDDIMENSIONVALUE/, row: { is_distribution: false, is_barred: true } },
    { name: 'a barred distribution', means: /BARREDDISTRIBUTION/, row: { is_distribution: true, is_barred: true } },
  ],
}

const ALWAYS: readonly WriteKind[] = ['create', 'update', 'delete']

/** A property that may not name a row in a state, with the code that says so. */
export interface Forbidden {
  property: string
  field: Field
  state: State
  code: ErrorCode
  on: readonly WriteKind[]
}

/** What the rules of a subject forbid of the rows that its items name. */
export function forbiddenBy(subject: Subject): Forbidden[] {
  const fields = new Map(fieldEntries(subject))
  const found = new Map<string, Forbidden>()
  for (const { property, code, on = ALWAYS } of subject.resource.rules) {
    const field = fields.get(property)
    const table = field?.facts.references?.table
    if (!field || table === undefined || subject.override.properties?.[property]?.isNever) continue
    for (const state of STATES[table] ?? [BARRED]) {
      if (!state.means.test(code)) continue
      const place = `${property} ${state.name}`
      const known = found.get(place)?.on ?? []
      found.set(place, { property, field, state, code, on: [...known, ...on] })
    }
  }
  return [...found.values()]
}

/** What an item has to name a row in the state: the `n`th of its table, made here. */
export async function namingOf(
  world: World,
  { resource }: Subject,
  { property, field, state }: Forbidden,
  n: number,
): Promise<Item> {
  const { table, column, alongside } = field.facts.references!
  const one = namedByOne(resource.table, columnName(property, field))
  const [row] = await world.plainRows(table, [n], [], { ...one?.row, ...state.row })
  await state.also?.(world, row!, n)
  return {
    [property]: row![column],
    ...Object.fromEntries(Object.entries(alongside).map(([name, theirs]) => [name, row![theirs]])),
  }
}
