/** The columns of a table that hold the properties of a row, as pieces of SQL. */
export interface Columns {
  /** The columns, for INSERT and SET. */
  names: string
  /** The properties of the record `e`, in the same order. */
  values: string
  /** The columns of a table's row, named as properties. */
  read(row: string): string
}

/** The columns of the properties named, each with its type: a column has its property's name in snake case. */
export function columnsOf<Row>(types: Readonly<Record<keyof Row & string, string>>): Columns {
  const properties = Object.entries<string>(types)
  const column = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return {
    names: properties.map(([property]) => column(property)).join(', '),
    values: properties.map(([property]) => `e."${property}"`).join(', '),
    read: (row) => properties.map(([property]) => `${row}.${column(property)} AS "${property}"`).join(', '),
  }
}
