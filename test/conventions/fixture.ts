import type { Database } from '../../src/database/connection.ts'
import type { Item } from '../../src/resource/operations.ts'

/** A part of the suite that a fixture may skip, with a reason. */
export type Check = 'lists' | 'reach' | 'stability' | 'create' | 'clearing' | 'update' | 'race' | 'delete' | 'isolation'

/** How one resource is tried out; what it refers to is in `world.ts`. */
export interface Fixture {
  /** SQL that inserts the items `$2` to `$3`, in the order of the list, for agreement `$1`; or what does the same. */
  fill?: string | ((database: Database, agreement: number, from: number, to: number) => Promise<void>)
  /** SQL for what only this resource's bodies refer to, for agreement `$1`. */
  seed?: string
  /** The counters that give out the identifiers. */
  counters?: readonly string[]
  /** A body that create takes, with every property a client may give; `n` is one more than the items an agreement has made. */
  body?(n: number): Item
  /** Properties that no new item can have, with the reason. */
  never?: Readonly<Record<string, string>>
  /** Properties that are optional by their declaration, and that a rule demands all the same. */
  demanded?: readonly string[]
  /** What an update changes of an item; another one for each `n`. */
  change?(n: number): Item
  /** Properties that name rows of other resources: in an agreement without those rows, each is at fault. */
  refersTo?: readonly string[]
  /** Values of the path parameters of the resource's own operations, as they are in the world. */
  parameters?: Item
  /** Bodies of the resource's own operations, by path. */
  actions?: Readonly<Record<string, Item>>
  /** Why a check does not fit the resource. */
  skip?: Partial<Record<Check, string>>
}

export type Fixtures = Readonly<Record<string, Fixture>>
