import type { Booking } from './books.ts'
import { type CsvColumn, csvOf } from './csv.ts'
import { newestFirst } from './period.ts'
import type { Change } from './trail.ts'

const COLUMNS: readonly CsvColumn[] = [
  { name: 'time', isFigure: true },
  { name: 'person' },
  { name: 'personName' },
  { name: 'app', isFigure: true },
  { name: 'appName' },
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

const doerOf = ({ time, person, personName, app, appName }: Change | Booking): Line => [
  time,
  person,
  personName,
  app,
  appName,
]

const linesOf = (change: Change): Line[] =>
  change.properties.map(({ number, property, before, after, seal }) => [
    ...doerOf(change),
    ...[number, change.resource, change.key, change.name, property, before, after],
    ...[null, null, null, null, null, null],
    seal,
  ])

const lineOf = (booking: Booking): Line => [
  ...doerOf(booking),
  ...[null, null, null, null, null, null, null, booking.number, booking.journalNumber],
  booking.vouchers.map(({ accountingYear, voucherNumber }) => `${accountingYear}/${voucherNumber}`).join(' '),
  ...[booking.firstEntry, booking.lastEntry, booking.amount, booking.seal],
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
