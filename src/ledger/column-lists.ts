import { arrayOf, elements, textElements } from './arrays.ts'

interface Column<Row> {
  property: keyof Row
  isText: boolean
  /** The elements of one batch after the other. */
  batches: string[]
  isEmpty: boolean
}

type Types<Row> = Row extends readonly unknown[] ? readonly string[] : Readonly<Record<keyof Row & string, string>>

/**
 * Rows column by column, each as the text of a PostgreSQL array. A column in which no row has anything is an empty
 * array, which `unnested` fills up with NULL.
 */
export class ColumnLists<Row> {
  readonly #columns: readonly Column<Row>[]

  /** @param types the types of the columns: of lists in their order, of records by property. */
  constructor(types: Types<Row>) {
    this.#columns = (Array.isArray(types) ? [...types.entries()] : Object.entries(types)).map(([property, type]) => ({
      property: property as keyof Row,
      isText: type === 'text',
      batches: [],
      isEmpty: true,
    }))
  }

  /** Appends a batch of rows to every column. */
  add(rows: readonly Row[]): this {
    let nothing: string | undefined
    for (const column of this.#columns) {
      const { property, isText, batches } = column
      if (rows.every((row) => row[property] == null)) {
        batches.push((nothing ??= elements(rows.map(() => null))))
        continue
      }
      column.isEmpty = false
      const values = rows.map((row) => row[property] ?? null)
      batches.push(isText ? textElements(values as (string | null)[]) : elements(values as (string | number | null)[]))
    }
    return this
  }

  /** The arrays, in the order of the types. */
  arrays(): string[] {
    return this.#columns.map(({ batches, isEmpty }) => arrayOf(isEmpty ? '' : batches.join(',')))
  }
}

/**
 * SQL: the arrays of `ColumnLists`, whose first is the parameter `$first`, as columns of a SELECT list. There
 * PostgreSQL unnests them side by side, and an array that has ended gives NULL. In FROM it would gather each array
 * first.
 */
export const unnested = (types: Readonly<Record<string, string>>, first: number): string[] =>
  Object.values(types).map((type, index) => `unnest($${index + first}::${type}[])`)
