import type { Booking } from './books.ts'
import { type CsvColumn, csvOf } from './csv.ts'
import { newestFirst } from './period.ts'
import type { Change } from './trail.ts'

const COLUMNS: readonly CsvColumn[] = [
  { name: 'time', isFigure: true },
  { name: 'person' },
  { name: 'app', isFigure: true },
  { name: 'changeNumber', isFigure: true },
  { name: 'resource' },
  { name: 'key' },
  { name: 'name' },
  { name: 'property' },
  { name: 'before' },
  { name: 'after' },
  { name: 'bookingNumber', isFigure: true },
  { name: 'journalNumber', isFigure: true },
  { name: 'vouchers' },
  { name: 'firstEntry', isFigure: true },
  { name: 'lastEntry', isFigure: true },
  { name: 'amount', isFigure: true },
  { name: 'seal' },
]

type Line = readonly (string | number | null)[]

const linesOf = ({ time, person, app, resource, key, name, properties }: Change): Line[] =>
  properties.map(({ number, property, before, after, seal }) => [
    ...[time, person, app, number, resource, key, name, property, before, after],
    ...[null, null, null, null, null, null],
    seal,
  ])

const lineOf = ({ time, person, app, number, journalNumber, vouchers, ...rest }: Booking): Line => [
  ...[time, person, app, null, null, null, null, null, null, null, number, journalNumber],
  vouchers.map(({ accountingYear, voucherNumber }) => `${accountingYear}/${voucherNumber}`).join(' '),
  ...[rest.firstEntry, rest.lastEntry, rest.amount, rest.seal],
]

/** The trail as CSV: a line for each property that was changed and for each booking, the newest first. */
export const trailCsv = (changes: readonly Change[], bookings: readonly Booking[]): string =>
  csvOf(
    COLUMNS,
    [
      ...changes.map((one) => ({ time: one.time, lines: linesOf(one) })),
      ...bookings.map((one) => ({ time: one.time, lines: [lineOf(one)] })),
    ]
      .sort(newestFirst)
      .flatMap(({ lines }) => lines),
  )
