import type { ReadableProperty } from './readable.ts'

/** What a page in the order of an indexed property is made with, as SQL over the row `t`. */
export interface IndexedOrder {
  property: ReadableProperty
  /** The value as lists order it: that of the index. */
  value: string
  descending: boolean
  /** What decides between equal values, the identifier at the end. */
  rest: string
  /** `FROM … WHERE …` of all rows. */
  from: string
  /** The placeholder of how many rows the page reaches. */
  reach: string
}

/**
 * SQL of the rows that a page sorted by a property may contain, for the caller to sort. At most three times as many
 * rows as the page reaches, and an index finds each of them.
 *
 * No index has the order of the list, which goes down by the value and up by the identifier, with absent values in a
 * place of their own. So the statement first looks up the value at which the page ends (`edge`). Then it puts three
 * parts together: all rows before that value, the first rows that have it, and the first rows without a value.
 */
export function firstRows({ property, value, descending, rest, from, reach }: IndexedOrder): string {
  const mayBeAbsent = property.field.facts.nullable
  const present = mayBeAbsent ? `${from} AND ${property.sql} IS NOT NULL` : from
  const order = `ORDER BY ${value}${descending ? ' DESC' : ''} LIMIT ${reach}`
  const edge = `edge AS MATERIALIZED (
    SELECT ${descending ? 'min' : 'max'}(a.value) AS value, count(*) AS found
      FROM (SELECT ${value} AS value ${present} ${order}) a)`
  const parts = [
    `(SELECT t.* ${present} AND ${value} ${descending ? '>' : '<'} (SELECT e.value FROM edge e) ${order})`,
    `(SELECT t.* ${present} AND ${value} = (SELECT e.value FROM edge e) ORDER BY ${rest} LIMIT ${reach})`,
  ]
  if (mayBeAbsent) {
    // Absent values are last where the order goes down. Then they are looked for only where the others do not fill the
    // page.
    const isReached = descending ? ` AND (SELECT e.found FROM edge e) < ${reach}` : ''
    parts.push(`(SELECT t.* ${from} AND ${value} IS NULL${isReached} ORDER BY ${rest} LIMIT ${reach})`)
  }
  return `(WITH ${edge} ${parts.join(' UNION ALL ')})`
}
