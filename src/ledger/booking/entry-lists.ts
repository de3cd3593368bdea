import { arrayOf, elements, textElements } from '../arrays.ts'
import { ENTRY_COLUMNS, ENTRY_TYPES, type SealedEntry } from './seal.ts'

interface Column {
  property: keyof SealedEntry
  isText: boolean
  /** The elements of one batch after the other. */
  batches: string[]
  isEmpty: boolean
}

/**
 * Booked entries column by column, each as the text of a PostgreSQL array. A column in which no entry has anything is an empty array,
 * which the statement fills up with NULL.
 */
export class EntryLists {
  readonly #columns: readonly Column[] = Object.entries(ENTRY_TYPES).map(([property, type]) => ({
    property: property as keyof SealedEntry,
    isText: type === 'text',
    batches: [],
    isEmpty: true,
  }))

  /** Appends a batch of entries to every column. */
  add(entries: readonly SealedEntry[]): void {
    const nothing = elements(entries.map(() => null))
    for (const column of this.#columns) {
      const { property, isText, batches } = column
      const values = entries.map((entry) => entry[property])
      if (values.every((value) => value === null)) {
        batches.push(nothing)
        continue
      }
      column.isEmpty = false
      batches.push(isText ? textElements(values as (string | null)[]) : elements(values))
    }
  }

  /** The arrays, in the order of `ENTRY_COLUMNS`. */
  arrays(): string[] {
    return this.#columns.map(({ batches, isEmpty }) => arrayOf(isEmpty ? '' : batches.join(',')))
  }
}

/**
 * Inserts the entries of a booking ($1 agreement, $2 booking, then the arrays). Arrays unnested in the SELECT list run side by side,
 * and one that has ended gives NULL; in FROM each would be gathered first.
 */
export const INSERT_ENTRIES = `
  INSERT INTO booked_entry (agreement, booking, ${ENTRY_COLUMNS.names})
  SELECT $1, $2, ${Object.values(ENTRY_TYPES)
    .map((type, index) => `unnest($${index + 3}::${type}[])`)
    .join(', ')}`
