import { ENTRY_COLUMNS, ENTRY_TYPES, type SealedEntry } from './seal.ts'

const PROPERTIES = Object.keys(ENTRY_TYPES) as (keyof SealedEntry)[]
const ESCAPED = /["\\]/g

/**
 * Booked entries column by column, each as the text of a PostgreSQL array: the database reads them several times as fast as JSON. A
 * column in which no entry has anything is an empty array, which `unnest` fills up with NULL.
 */
export class EntryLists {
  readonly #columns = PROPERTIES.map((property) => ({
    property,
    isText: ENTRY_TYPES[property] === 'text',
    parts: [] as string[],
    isEmpty: true,
  }))

  /** Appends entries to every column. */
  add(entries: readonly SealedEntry[]): void {
    for (const column of this.#columns) {
      const { property, isText } = column
      const values: (string | number)[] = []
      for (const entry of entries) {
        const value = entry[property]
        if (value !== null) column.isEmpty = false
        values.push(value === null ? 'NULL' : isText ? quoted(value as string) : value)
      }
      column.parts.push(values.join(','))
    }
  }

  /** The arrays, in the order of `ENTRY_COLUMNS`. */
  arrays(): string[] {
    return this.#columns.map(({ parts, isEmpty }) => (isEmpty ? '{}' : `{${parts.join(',')}}`))
  }
}

const quoted = (text: string): string => `"${text.replace(ESCAPED, '\\$&')}"`

/** Inserts the entries of a booking ($1 agreement, $2 booking, then the arrays). */
export const INSERT_ENTRIES = `
  INSERT INTO booked_entry (agreement, booking, ${ENTRY_COLUMNS.names})
  SELECT $1, $2, e.* FROM unnest(${Object.values(ENTRY_TYPES)
    .map((type, index) => `$${index + 3}::text::${type}[]`)
    .join(', ')}) AS e`
