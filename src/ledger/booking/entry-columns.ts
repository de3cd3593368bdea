import { columnsOf } from '../columns.ts'
import { parseRate, type RateMillionths, rateToText } from '../currency.ts'
import { centsOf, centsToText, quantityOf, quantityToText } from '../money.ts'

/** A value as the database writes it: amounts with two decimals, quantities with four, the rate with six. */
export type WrittenValue = string | number | null
type PostedValue = WrittenValue | bigint

/** A column of `booked_entry`: what it holds in a posting, and what the database and the seal have of that. */
interface Column<Posted extends PostedValue, Written extends WrittenValue> {
  type: 'int' | 'text' | 'date' | 'numeric'
  /** What a posting has that says nothing of it. */
  blank: Posted
  /**
   * The columns that came together, from 0. Those of a later generation are sealed of an entry only where it has any of
   * that generation, or of one after it. So the seals of older entries stay valid.
   */
  generation: number
  write(value: Posted): Written
  read(value: Written): Posted
}

function column<Value extends WrittenValue>(type: 'int' | 'text' | 'date', blank: Value): Column<Value, Value> {
  const same = (value: Value): Value => value
  return { type, blank, generation: 0, write: same, read: same }
}

const number = column<number>('int', 0)
const numberOrNone = column<number | null>('int', null)
const text = column<string>('text', '')
const textOrNone = column<string | null>('text', null)
/** ISO days. */
const day = column<string>('date', '')
const dayOrNone = column<string | null>('date', null)
const cents: Column<bigint, string> = {
  type: 'numeric',
  blank: 0n,
  generation: 0,
  write: centsToText,
  read: centsOf,
}
const rate: Column<RateMillionths, string> = {
  type: 'numeric',
  blank: 0n,
  generation: 0,
  write: rateToText,
  read: parseRate,
}
/** Ten-thousandths of a unit, with the sign of the amount. */
const quantityOrNone: Column<bigint | null, string | null> = {
  type: 'numeric',
  blank: null,
  generation: 0,
  write: quantityToText,
  read: quantityOf,
}

/** The column in a later generation. */
const since = <Posted extends PostedValue, Written extends WrittenValue>(
  generation: number,
  column: Column<Posted, Written>,
): Column<Posted, Written> => ({ ...column, generation })

/**
 * Every column of a booked entry but its agreement and booking, in the order of the seal (rule 5.3). The order is fixed
 * for ever: a new column goes to the end, in a generation of its own. All else about columns follows from this table:
 * what a posting is, what the seal covers, what is inserted and read.
 */
const ENTRY = {
  entryNumber: number,
  accountNumber: number,
  /** 1 customer invoice … 10 manual customer invoice. */
  type: number,
  date: day,
  accountingYear: text,
  journalNumber: numberOrNone,
  voucherNumber: number,
  /** Of `currency`. Positive is debit, negative is credit. */
  amount: cents,
  amountInBaseCurrency: cents,
  currency: text,
  exchangeRate: rate,
  text: textOrNone,
  vatCode: textOrNone,
  customerNumber: numberOrNone,
  customerInvoiceNumber: numberOrNone,
  supplierNumber: numberOrNone,
  supplierInvoiceNumber: textOrNone,
  dueDate: dayOrNone,
  projectNumber: numberOrNone,
  costTypeNumber: numberOrNone,
  departmentNumber: numberOrNone,
  unit1Number: since(1, numberOrNone),
  quantity1: since(1, quantityOrNone),
  unit2Number: since(1, numberOrNone),
  quantity2: since(1, quantityOrNone),
  employeeNumber: since(1, numberOrNone),
  assetNumber: since(1, numberOrNone),
  /** Instead of a department: how reports share the entry out among departments. */
  departmentalDistributionNumber: since(2, numberOrNone),
  /** Keys of dimensions 2 and 3: of a value, or a distribution. */
  dimension2Key: since(2, numberOrNone),
  dimension3Key: since(2, numberOrNone),
  /** The code whose tax it is the part of that is not deducted. */
  nonDeductibleVatCode: since(3, textOrNone),
  /** The day on the document; null: the date. */
  documentDate: since(4, dayOrNone),
  /** The number that an item of a party had elsewhere. No payment settles by it. */
  externalNumber: since(5, textOrNone),
}

type Entry = typeof ENTRY

/** A booked entry as the database answers it. */
export type BookedEntry = { [Property in keyof Entry]: ReturnType<Entry[Property]['write']> }

/** One line of a voucher, ready to be booked: an entry without its number, its amounts as whole numbers. */
export type Posting = { -readonly [Property in keyof Omit<Entry, 'entryNumber'>]: Entry[Property]['blank'] }

const ALL = Object.entries(ENTRY) as [keyof BookedEntry, Column<PostedValue, WrittenValue>][]
/** Those of a posting: all but the number, which is the first. */
const POSTED = ALL.slice(1) as [keyof Posting, Column<PostedValue, WrittenValue>][]

/**
 * An empty posting, to be spread first. It has every property, so later ones only change values: that is many times
 * faster than adding them.
 */
export const BLANK = Object.fromEntries(POSTED.map(([property, { blank }]) => [property, blank])) as Posting

/** The properties of an entry with the types of their columns. */
export const ENTRY_TYPES = Object.fromEntries(ALL.map(([property, { type }]) => [property, type])) as Readonly<
  Record<keyof BookedEntry, Column<PostedValue, WrittenValue>['type']>
>

/** The columns of `booked_entry` that an entry is written to and read from. */
export const ENTRY_COLUMNS = columnsOf<BookedEntry>(ENTRY_TYPES)

/** SQL: some columns of a row of `booked_entry`, named as properties. */
export const readColumns = (row: string, properties: readonly (keyof BookedEntry)[]): string =>
  columnsOf(Object.fromEntries(properties.map((property) => [property, ENTRY_TYPES[property]]))).read(row)

/** By generation, how many columns there are up to its last. */
export const GENERATIONS: readonly number[] = Array.from(
  { length: ALL.at(-1)![1].generation + 1 },
  (_, generation) => ALL.filter(([, column]) => column.generation <= generation).length,
)

/** The posting as the values of an entry's columns, in their order. */
export function valuesOf(posting: Posting, entryNumber: number): WrittenValue[] {
  const values: WrittenValue[] = [entryNumber]
  for (const [property, column] of POSTED) values.push(column.write(posting[property]))
  return values
}

/** A booked entry as the posting that it was. */
export function postingOf(entry: BookedEntry): Posting {
  const read = POSTED.map(([property, column]) => [property, column.read(entry[property])])
  return Object.fromEntries(read) as Posting
}
