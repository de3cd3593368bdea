import { rowsOf } from './csv-cells.ts'
import type { Column, CsvProfile, DateFormat } from './profiles.ts'

/** What headings are called, in the languages of the countries around. */
const HEADINGS: readonly [Column, RegExp][] = [
  ['balance', /saldo|balance|solde|stand/i],
  ['debit', /^(hævet|ud|debet|debit|soll|out)$/i],
  ['amount', /^(indsat|ind|kredit|credit|haben|in)$|bel.b|amount|betrag|montant|importe|belopp|bedrag/i],
  ['valueDate', /valør|rentedato|value|wertstellung|valuta.?dat/i],
  ['date', /dato|date|datum|buchungstag|fecha/i],
  ['currency', /^(valuta|currency|ccy|währung|devise)$/i],
  ['reference', /reference|^ref$|referenz/i],
  ['counterpartyName', /^(navn|name|modtager|afsender|payee|naam)$/i],
  ['counterpartyAccount', /iban|konto|account/i],
  ['text', /tekst|text|beskrivelse|description|verwendungszweck|libell|concepto|title|titel/i],
]

const DAY = /^(\d{1,4})[.\-/ ](\d{1,2})[.\-/ ](\d{1,4})(?:$|[ T])/

/** The order in which days are written, if all are days of one. */
function formatOf(days: readonly string[]): DateFormat | undefined {
  const parts = days.map((day) => DAY.exec(day))
  if (days.length === 0 || parts.includes(null)) return undefined
  if (parts.every((part) => part![1]!.length === 4)) return 'YMD'
  return parts.some((part) => Number(part![2]) > 12) ? 'MDY' : 'DMY'
}

/** Whether amounts have a comma before their decimals, if they are amounts. */
function hasCommas(amounts: readonly string[]): boolean | undefined {
  const plain = amounts.map((amount) => amount.replace(/\s/g, ''))
  if (amounts.length === 0 || !plain.every((amount) => /^[-+\u2212]?[\d.,'’]+-?$/.test(amount))) return undefined
  return plain.some((amount) => /,\d{1,2}-?$/.test(amount)) && !plain.some((amount) => /\.\d{1,2}-?$/.test(amount))
}

/**
 * A profile for a text that none knows: the delimiter that makes most columns, headings by their words, days and
 * amounts by how they look.
 */
export function guessProfile(text: string): CsvProfile | undefined {
  const split = ([';', ',', '\t', '|'] as const).map((delimiter) => ({
    delimiter,
    rows: [...rowsOf(text, delimiter)].slice(0, 50),
  }))
  const { delimiter, rows } = split.toSorted(
    (a, b) => (b.rows[0]?.cells.length ?? 0) - (a.rows[0]?.cells.length ?? 0),
  )[0]!
  const skipRows = rows.findIndex(
    ({ cells }) => cells.filter((cell) => HEADINGS.some(([, name]) => name.test(cell.trim()))).length >= 2,
  )
  if (skipRows < 0) return undefined
  const headings = rows[skipRows]!.cells.map((cell) => cell.trim())
  const columns: Partial<Record<Column, string[]>> = {}
  const taken = new Set<string>()
  for (const [column, name] of HEADINGS) {
    const heading = headings.find((one) => !taken.has(one) && name.test(one))
    if (heading === undefined) continue
    taken.add(heading)
    columns[column] = [heading]
  }
  const cellsOf = (column: Column): string[] => {
    const place = headings.indexOf(columns[column]?.[0] ?? '')
    return rows
      .slice(skipRows + 1)
      .map(({ cells }) => (cells[place] ?? '').trim())
      .filter((cell) => cell !== '')
  }
  const dateFormat = formatOf(cellsOf('date'))
  const decimalComma = hasCommas(cellsOf('amount'))
  if (!columns.date || dateFormat === undefined || decimalComma === undefined) return undefined
  return { name: 'Proposed', encoding: 'auto', delimiter, decimalComma, dateFormat, skipRows, columns }
}
