/** A schema of OpenAPI, for bodies that fields cannot describe: objects within objects. */
type Schema = Readonly<Record<string, unknown>>

const link = { type: 'string', format: 'uri-reference' }
const day = { type: 'string', format: 'date' }
const whole = { type: 'integer', format: 'int32' }
const amount = { type: 'number', format: 'decimal' }
const text = { type: 'string' }
const flag = { type: 'boolean' }

/** An object that has all its properties, except the optional ones. */
const object = (properties: Schema, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})

const year = { year: text, fromDate: day, toDate: day, closed: flag, periods: link, totals: link, self: link }
const period = {
  periodNumber: whole,
  accountingYear: object({ year: text, self: link }),
  fromDate: day,
  toDate: day,
  closed: flag,
  entries: link,
  totals: link,
  self: link,
}
const pagination = {
  pageSize: whole,
  skipPages: whole,
  maxPageSizeAllowed: whole,
  results: whole,
  firstPage: link,
  lastPage: link,
}
const total = {
  account: object({ accountNumber: whole, name: text, self: link }),
  openingInBaseCurrency: amount,
  debitInBaseCurrency: amount,
  creditInBaseCurrency: amount,
  totalInBaseCurrency: amount,
}

export const yearSchema = object(year, ['closed'])
export const periodSchema = object(period, ['closed'])
export const totalSchema = object(total)

/** A collection at the root, of items of the schema. */
export const collectionSchema = (items: Schema): Schema =>
  object({ collection: { type: 'array', items }, pagination: object(pagination), self: link })
