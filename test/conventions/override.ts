import type { Row, World } from './rows.ts'

/** A part of the suite that a resource may skip, with a reason. */
export type Check = 'reach' | 'stability' | 'isolation'

/** What rules of a resource demand of one property, beyond what its field says. */
export interface Given {
  because: string
  /** In items that are sent. */
  sent?: (n: number) => unknown
  /** In rows that are put straight into the table. */
  row?: (n: number) => unknown
  /** It names a row of its own, which has these columns. */
  named?: Row
  /** Each item names a row of its own by it. */
  isOwn?: true
  /** Every value that it can have names a row that is there. */
  namesAll?: true
  /** No new item can have it. */
  isNever?: true
  /** Optional by its declaration, and demanded by a rule all the same. */
  isDemanded?: true
}

/**
 * What the rules of a resource demand of the items made to try it out. Everything else follows from its declaration.
 */
export interface Override {
  properties?: Readonly<Record<string, Given>>
  /** Optional properties that rows have all of, or none. */
  together?: { because: string; properties: readonly string[] }
  /** SQL for what only its items need to be there, for agreement `$1`. */
  seed?: { because: string; statements: readonly string[] }
  /** Why its rows are written without the database's own checks. */
  unchecked?: string
  /** SQL that goes with rows put into its table, for agreement `$1`. */
  also?: { because: string; statement: string }
  /** What fills its list with the rows of these numbers, where the table alone cannot. */
  fill?: { because: string; rows: (world: World, numbers: readonly number[]) => Promise<void> }
  /** Why all agreements have the same items, and nothing can be put into the list: it has tests of its own. */
  constant?: string
  /**
   * Why an agreement can have only a few of its items, or they are in each other's way: each test has an agreement of
   * its own.
   */
  few?: string
  /** Why a check does not fit the resource. */
  skip?: Partial<Record<Check, string>>
}

/** By the names of the API and the resource, or of a table that no resource shows. */
export type Overrides = Readonly<Record<string, Override>>

type Value = string | number | boolean | object | ((n: number) => unknown) | null

const always = (value: Value): ((n: number) => unknown) =>
  typeof value === 'function' ? (value as (n: number) => unknown) : () => value

/** Everywhere it is given, the property has this value. */
export const given = (because: string, value: Value): Given => ({ because, sent: always(value), row: always(value) })
/** Items that are sent have this value. */
export const sent = (because: string, value: Value): Given => ({ because, sent: always(value) })
/** Rows put straight into the table have this value. */
export const stored = (because: string, value: Value): Given => ({ because, row: always(value) })
/** The property names a row that nothing else does, with these columns. */
export const naming = (because: string, named: Row = {}): Given => ({ because, named })
/** Each item names a row of its own by the property. */
export const eachItsOwn = (because: string): Given => ({ because, isOwn: true })
/** No value that the property can have names a row that is not there. */
export const namesAll = (because: string): Given => ({ because, namesAll: true })
/** No new item can have the property. */
export const never = (because: string): Given => ({ because, isNever: true })
/** The property may be neither left out nor cleared, although its field does not say so. */
export const demanded = (because: string, value?: Value): Given => ({
  because,
  isDemanded: true,
  ...(value !== undefined && { sent: always(value) }),
})
