import type { Transaction } from '../database/connection.ts'
import { ApiError, type ErrorCode } from '../errors/catalogue.ts'
import { CANDIDATES_TOLD_MAX } from '../limits.ts'

/** Where vouchers are from. */
export const SOURCES = ['journal', 'invoice', 'opening', 'system'] as const
export type Source = (typeof SOURCES)[number]

/** How a voucher is named: by year and number and, where several have them, by its source and journal (rule 6.11). */
export interface VoucherNamed {
  voucherNumber: number
  accountingYear: string
  source?: Source
  journalNumber?: number
}

/** A voucher: with its number it is told from all others. */
export interface Voucher {
  /** As the year is written. */
  accountingYear: string
  source: Source
  journalNumber: number | null
}

interface Candidate extends Voucher {
  journal: string | null
  date: string
  text: string | null
}

/**
 * The voucher that is meant, booked or drafted.
 * @throws ApiError AccountingYearNotFound; InvalidVoucherNumber where there is none, or several: then it names them.
 */
export async function findVoucher(transaction: Transaction, agreement: number, named: VoucherNamed): Promise<Voucher> {
  const fault = (code: ErrorCode, property: string, message?: string): ApiError =>
    new ApiError({ code, property, ...(message !== undefined && { message }) })
  const { voucherNumber, accountingYear, source, journalNumber } = named
  if (journalNumber !== undefined && source !== undefined && source !== 'journal') {
    const message = `journalNumber belongs to the source 'journal'; a voucher of the source '${source}' has none.`
    throw fault('ValueNotAllowed', 'journalNumber', message)
  }
  const rows = await transaction.rows<Candidate | (Voucher & { source: null })>(CANDIDATES, [
    agreement,
    voucherNumber,
    accountingYear,
  ])
  if (rows.length === 0) throw fault('AccountingYearNotFound', 'accountingYear')
  const all = rows.filter((row): row is Candidate => row.source !== null)
  const meant = all.filter(
    (one) =>
      (source === undefined || one.source === source) &&
      (journalNumber === undefined || one.journalNumber === journalNumber),
  )
  if (meant.length === 1) return meant[0]!
  const { accountingYear: year } = rows[0]!
  if (meant.length > 1) {
    const message = `Voucher ${voucherNumber} of ${year} may be ${told(meant)}. Say which by source and journalNumber.`
    throw fault('InvalidVoucherNumber', 'voucherNumber', message)
  }
  if (all.length === 0) throw fault('InvalidVoucherNumber', 'voucherNumber')
  const message = `There is no such voucher ${voucherNumber} in ${year}, only ${told(all)}.`
  throw fault('InvalidVoucherNumber', 'voucherNumber', message)
}

const CALLED: Readonly<Record<Exclude<Source, 'journal'>, string>> = {
  invoice: 'an invoice',
  opening: 'an opening',
  system: 'one of the service',
}

function told(candidates: readonly Candidate[]): string {
  const shown = candidates.slice(0, CANDIDATES_TOLD_MAX).map(({ source, journalNumber, journal, date, text }) => {
    const from =
      source === 'journal' ? `of journal ${journalNumber}${journal === null ? '' : ` (${journal})`}` : CALLED[source]
    const said = text === null ? '' : `, '${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`
    return `${from}, ${date}${said}`
  })
  return shown.join('; ') + (candidates.length > shown.length ? '; and more' : '')
}

/**
 * The vouchers of a year and number, each once, and a row without a source where there is none. No row: there is no
 * such year.
 */
const CANDIDATES = `
  SELECT y.year AS "accountingYear", v.source, v.journal AS "journalNumber", coalesce(j.name, g.name) AS journal,
    v.date, v.text
  FROM accounting_year y
  LEFT JOIN LATERAL (
    SELECT f.source, f.journal, min(f.date)::text AS date,
      (array_agg(f.text ORDER BY f.entry) FILTER (WHERE f.text <> ''))[1] AS text
    FROM (
      SELECT source_of_voucher($1, e.journal_number, e.booking, e.voucher_number, e.type) AS source,
        e.journal_number AS journal, e.date, e.text, e.entry_number AS entry
      FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = $2 AND e.accounting_year = y.year
      UNION ALL
      SELECT 'journal', d.journal_number, d.date, d.text, d.entry_number
      FROM draft_entry d WHERE d.agreement = $1 AND d.voucher_number = $2 AND d.accounting_year = y.year
    ) AS f GROUP BY f.source, f.journal
  ) AS v ON true
  LEFT JOIN journal j ON j.agreement = $1 AND j.number = v.journal
  LEFT JOIN deleted_journal g ON g.agreement = $1 AND g.number = v.journal
  WHERE y.agreement = $1 AND fold(y.year) = fold($3)
  ORDER BY array_position(ARRAY['journal', 'invoice', 'opening', 'system'], v.source), v.journal`
