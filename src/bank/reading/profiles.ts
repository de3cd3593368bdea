import type { Encoding } from '../../reading/text.ts'

/** How days are written: the order of day, month and year. */
export const DATE_FORMATS = ['DMY', 'MDY', 'YMD'] as const
/** One of them. */
export type DateFormat = (typeof DATE_FORMATS)[number]

/** What a column of a CSV file can say of a line. */
export const COLUMNS = [
  'date',
  'valueDate',
  'amount',
  'debit',
  'balance',
  'text',
  'counterpartyName',
  'counterpartyAccount',
  'reference',
  'bankReference',
  'state',
  'currency',
] as const
/** One of them. */
export type Column = (typeof COLUMNS)[number]

/** How the CSV files of a bank are read. */
export interface CsvProfile {
  name: string
  encoding: Encoding
  delimiter: ';' | ',' | '\t' | '|'
  /** Whether a comma stands before the decimals; else a point. */
  decimalComma: boolean
  dateFormat: DateFormat
  /** Rows before the row of headings. */
  skipRows: number
  /** The headings of columns; several are put together in order, separated by a space. */
  columns: Readonly<Partial<Record<Column, readonly string[]>>>
  /** Words in the column of states, or of days, of lines that are not carried out yet. */
  waiting?: readonly string[]
}

const ours = { encoding: 'auto', skipRows: 0 } as const

/** Profiles of Danish banks, known by their headings. */
export const KNOWN_PROFILES: readonly CsvProfile[] = [
  {
    ...ours,
    name: 'Danske Bank',
    delimiter: ';',
    decimalComma: true,
    dateFormat: 'DMY',
    columns: { date: ['Dato'], text: ['Tekst'], amount: ['Beløb'], balance: ['Saldo'], state: ['Status'] },
    waiting: ['Venter'],
  },
  {
    ...ours,
    name: 'Nordea',
    delimiter: ';',
    decimalComma: true,
    dateFormat: 'YMD',
    columns: {
      date: ['Bogføringsdato'],
      amount: ['Beløb'],
      counterpartyName: ['Navn'],
      text: ['Beskrivelse'],
      balance: ['Saldo'],
      currency: ['Valuta'],
    },
    waiting: ['Reserveret'],
  },
  {
    ...ours,
    name: 'Jyske Bank',
    delimiter: ';',
    decimalComma: false,
    dateFormat: 'DMY',
    columns: { date: ['Date'], text: ['Text'], amount: ['Amount'], balance: ['Balance'], state: ['Reconciled'] },
  },
  {
    ...ours,
    name: 'Lunar',
    delimiter: ',',
    decimalComma: true,
    dateFormat: 'YMD',
    columns: {
      date: ['Date'],
      text: ['Title'],
      amount: ['Amount'],
      balance: ['Balance'],
      bankReference: ['Transaction ID'],
    },
  },
  {
    ...ours,
    name: 'Lunar, before 2026',
    delimiter: ',',
    decimalComma: true,
    dateFormat: 'YMD',
    columns: { date: ['Date'], text: ['Text'], amount: ['Amount'], balance: ['Balance'] },
  },
]
