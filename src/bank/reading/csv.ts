import { Unreadable } from '../../parsing/unreadable.ts'
import { centsOf, dayOf, shown } from './amounts.ts'
import { centsToText } from '../../ledger/money.ts'
import { type Row, rowsOf } from './csv-cells.ts'
import { type Column, type CsvProfile, type DateFormat, KNOWN_PROFILES } from './profiles.ts'
import { guessProfile } from './guess-profile.ts'
import { daysOf, lineOf, type ReadLine, type ReadStatement } from './statement.ts'
import { textOf } from '../../reading/text.ts'

/** A line of a CSV file, and the balance that its row gives. */
interface Booked {
  row: Row
  line: ReadLine
  cents: bigint
  balance: bigint | undefined
  currency: string | undefined
}

const fold = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** The places of a profile's columns in a row of headings; undefined where one that is needed is missing. */
function placesOf(profile: CsvProfile, headings: readonly string[]): Map<Column, number[]> | undefined {
  const known = new Map(headings.map((heading, place) => [fold(heading), place]))
  const places = new Map<Column, number[]>()
  for (const [column, names] of Object.entries(profile.columns) as [Column, readonly string[]][]) {
    const found = names.map((name) => known.get(fold(name)))
    if (found.includes(undefined)) return undefined
    places.set(column, found as number[])
  }
  return places.has('date') && places.has('amount') ? places : undefined
}

/** The profile that knows a file by its headings. Among several the one that knows most columns. */
export function knownProfile(bytes: Uint8Array): CsvProfile | undefined {
  const fits = KNOWN_PROFILES.filter((profile) => {
    const start = textOf(bytes.subarray(0, 4096), profile.encoding === 'utf-8' ? 'auto' : profile.encoding)
    const [first] = rowsOf(start, profile.delimiter)
    return first !== undefined && placesOf(profile, first.cells) !== undefined
  })
  return fits.toSorted((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length)[0]
}

/** A profile that may read a file which none knows, from its headings and first rows; undefined where there is none. */
export const proposedProfile = (bytes: Uint8Array): CsvProfile | undefined =>
  guessProfile(textOf(bytes.subarray(0, 64 * 1024), 'auto'))

/**
 * Reads a CSV file of one account by its profile. Where rows have balances, each must follow from the one before.
 * @throws Unreadable
 */
export function readCsv(bytes: Uint8Array, profile: CsvProfile, linesMax: number): ReadStatement[] {
  const rows = rowsOf(textOf(bytes, profile.encoding), profile.delimiter)
  for (let skipped = 0; skipped < profile.skipRows; skipped += 1) rows.next()
  const { value: headings } = rows.next() as IteratorResult<Row, undefined>
  const places = headings && placesOf(profile, headings.cells)
  if (!places) {
    const names = Object.values(profile.columns).flat().join(', ')
    throw new Unreadable(`The file has no row of headings with ${names}, as the profile ${profile.name} has.`)
  }
  const booked: Booked[] = []
  let waiting = 0
  for (const row of rows) {
    const found = bookedOf(row, places, profile)
    if (found === 'waiting') waiting += 1
    else booked.push(found)
    if (booked.length > linesMax) throw new Unreadable(`The file has more than ${linesMax} lines.`)
  }
  return [statementOf(inOrder(booked), waiting)]
}

function bookedOf(row: Row, places: Map<Column, number[]>, profile: CsvProfile): Booked | 'waiting' {
  const cell = (column: Column): string =>
    (places.get(column) ?? [])
      .map((place) => (row.cells[place] ?? '').trim())
      .filter((text) => text !== '')
      .join(' ')
  const isWaiting = (profile.waiting ?? []).some(
    (word) => fold(word) === fold(cell('state')) || fold(word) === fold(cell('date')),
  )
  if (isWaiting) return 'waiting'
  const where = `Line ${row.line}`
  const day = (column: Column): string | undefined => {
    const text = cell(column)
    const found = text === '' ? undefined : dayFrom(text, profile.dateFormat)
    if (text !== '' && !found) throw new Unreadable(`${where}: '${shown(text)}' is no day.`)
    return found
  }
  const money = (column: Column): bigint | undefined => {
    const text = cell(column)
    return text === '' ? undefined : moneyFrom(text, profile.decimalComma, where)
  }
  const date = day('date')
  const [amount, debit] = [money('amount'), money('debit')]
  const isSplit = places.has('debit') && (amount !== undefined || debit !== undefined)
  const cents = isSplit ? abs(amount ?? 0n) - abs(debit ?? 0n) : amount
  if (date === undefined) throw new Unreadable(`${where}: the line has no day.`)
  if (cents === undefined) throw new Unreadable(`${where}: the line has no amount.`)
  const currency = cell('currency')
  if (currency !== '' && !/^[A-Za-z]{3}$/.test(currency))
    throw new Unreadable(`${where}: '${shown(currency)}' is no currency.`)
  const line = lineOf({
    date,
    valueDate: day('valueDate'),
    amount: centsToText(cents),
    text: cell('text') || cell('counterpartyName'),
    counterpartyName: cell('counterpartyName'),
    counterpartyAccount: cell('counterpartyAccount'),
    reference: cell('reference'),
    bankReference: cell('bankReference'),
  })
  return { row, line, cents, balance: money('balance'), currency: currency === '' ? undefined : currency.toUpperCase() }
}

const abs = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/** A day written with points, strokes or hyphens, a time behind it left out. */
export function dayFrom(text: string, format: DateFormat): string | undefined {
  const [, a, b, c] = /^(\d{1,4})[.\-/ ](\d{1,2})[.\-/ ](\d{1,4})(?:$|[ T])/.exec(text) ?? []
  const [year, month, day] = format === 'YMD' ? [a, b, c] : format === 'DMY' ? [c, b, a] : [c, a, b]
  if (year === undefined) return undefined
  return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day))
}

/** An amount with separators of thousands (point, comma, space, apostrophe), a sign before or behind it. */
export function moneyFrom(text: string, decimalComma: boolean, where: string): bigint {
  const thousands = decimalComma ? /(?<=\d)[.\s'’](?=\d{3}(?!\d))/g : /(?<=\d)[,\s'’](?=\d{3}(?!\d))/g
  const plain = text
    .replace(/^(\u2212)/, '-')
    .replace(/^(.*\d)-$/, '-$1')
    .replace(thousands, '')
    .replace(/\s+/g, '')
  return centsOf(plain, decimalComma ? ',' : '.', where)
}

/** Lines from the oldest to the newest: banks write either way. Their balances tell, or their days. */
function inOrder(booked: Booked[]): Booked[] {
  const [first, second] = booked
  if (!first || !second) return booked
  const follows = (rows: readonly Booked[]): boolean =>
    rows.every(
      ({ balance, cents }, place) =>
        place === 0 || balance === undefined || balance === (rows[place - 1]!.balance ?? balance - cents) + cents,
    )
  const turned = booked.toReversed()
  if (booked.some(({ balance }) => balance !== undefined)) {
    if (follows(booked)) return booked
    if (follows(turned)) return turned
    return faultyBalance(booked)
  }
  return first.line.date > booked.at(-1)!.line.date ? turned : booked
}

function faultyBalance(booked: readonly Booked[]): never {
  const isNewestFirst = booked[0]!.line.date > booked.at(-1)!.line.date
  const rows = isNewestFirst ? booked.toReversed() : booked
  const place = rows.findIndex(
    ({ balance, cents }, index) =>
      index > 0 &&
      balance !== undefined &&
      rows[index - 1]!.balance !== undefined &&
      balance !== rows[index - 1]!.balance! + cents,
  )
  const { row, balance, cents } = rows[place]!
  const before = rows[place - 1]!.balance!
  throw new Unreadable(
    `Line ${row.line}: the balance is ${centsToText(balance!)}, and ${centsToText(before)} with ${centsToText(cents)} is ${centsToText(before + cents)}.`,
  )
}

function statementOf(booked: readonly Booked[], waiting: number): ReadStatement {
  const days = daysOf(booked.map(({ line }) => line))
  if (!days) throw new Unreadable('The file has no line that the bank has carried out.')
  const [first, last] = [booked[0]!, booked.at(-1)!]
  const currencies = new Set(booked.flatMap(({ currency }) => currency ?? []))
  if (currencies.size > 1) throw new Unreadable(`The file has lines in ${[...currencies].slice(0, 5).join(' and ')}.`)
  return {
    account: null,
    currency: [...currencies][0] ?? null,
    ...days,
    openingBalance: first.balance === undefined ? null : centsToText(first.balance - first.cents),
    closingBalance: last.balance === undefined ? null : centsToText(last.balance),
    lines: booked.map(({ line }) => line),
    waiting,
  }
}
