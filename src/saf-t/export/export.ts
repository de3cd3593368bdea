import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Transaction } from '../../database/connection.ts'
import { centsOf } from '../../ledger/money.ts'
import { writeWhole } from '../../whole-file.ts'
import { SafTError } from '../error.ts'
import type { Progress } from '../model.ts'
import { decimal } from '../read/element.ts'
import { exportedAccounts } from './accounts.ts'
import { writeDocuments } from './documents.ts'
import { exportedJournals, journalXml } from './entries.ts'
import type { Format } from './format.ts'
import { type FormatName, FORMATS, USUAL_FORMAT } from './formats.ts'
import { type ExportedYear, ownBooksXml } from './header.ts'
import { partiesXml } from './parties.ts'
import type { ExportDays, ExportedAgreement, ExportedVatCode } from './rows.ts'
import { amountLeaf, leaf } from './xml.ts'
import type { Xml } from '../../xml.ts'
import { Zip } from './zip.ts'

/** What was exported: the days, and how many of each. */
export interface SafTExport extends ExportDays {
  accounts: number
  customers: number
  suppliers: number
  transactions: number
  /** Lines of the transactions: a booked entry each. */
  entries: number
  /** Decimal text; equal. */
  totalDebit: string
  totalCredit: string
  /** Beside the books, where they were asked for. */
  documents?: number
}

/** What to export. Without days: the first to the last accounting year with booked entries. */
export interface SafTRequest extends Partial<ExportDays> {
  /** The file is a zip: the books as `saf-t.xml`, the files of their vouchers' documents, and a list of these. */
  withDocuments?: boolean
  /** `USUAL_FORMAT` where left out. */
  format?: FormatName
}

/** Characters gathered before they are written. */
const CHUNK = 64 * 1024

/**
 * Writes an agreement's books of some days as a SAF-T Financial file: Danish, version 2.1, or Norwegian, 1.30 or 1.40.
 * It has accounts, customers and suppliers with their balances before and after, VAT codes, and every entry in its
 * journal and transaction (see `exportedJournals`). Opening balances are those of the trial balance. Imported into an
 * agreement without entries, the file gives the same trial balance of the days.
 *
 * Reads one consistent state of the database while bookings go on, and holds one batch of rows at a time. The file
 * appears whole or not at all: it is written beside its place as `.part`, and then moved.
 * @param onProgress stage `writing`, in entries.
 * @throws SafTError where there is no such agreement or nothing to export, and what the format has no room for.
 */
export async function exportSafT(
  database: Database,
  agreement: number,
  file: string,
  request: SafTRequest = {},
  onProgress: Progress = () => {},
): Promise<SafTExport> {
  return await writeWhole(file, (part) =>
    database.at(agreement).snapshot(async (transaction) => {
      const company = await agreementOf(transaction, agreement)
      const report = await reportOf(transaction, agreement, request)
      const format = FORMATS[request.format ?? USUAL_FORMAT]
      const xml = chunked(auditFile(transaction, { ...company, number: agreement }, report, { format, onProgress }))
      if (request.withDocuments === true) report.documents = await zipped(transaction, agreement, report, xml, part)
      else await pipeline(Readable.from(xml), part.createWriteStream())
      return report
    }),
  )
}

/** Writes the books, and the documents of their vouchers, into a zip. @returns how many documents. */
async function zipped(
  transaction: Transaction,
  agreement: number,
  days: ExportDays,
  xml: AsyncIterable<Xml>,
  part: FileHandle,
): Promise<number> {
  const zip = new Zip(part)
  await zip.add('saf-t.xml', xml, 6)
  const documents = await writeDocuments(transaction, agreement, days, zip)
  await zip.end()
  return documents
}

/** The days of the export, and counts of 0. */
async function reportOf(transaction: Transaction, agreement: number, days: Partial<ExportDays>): Promise<SafTExport> {
  const [found] = await transaction.rows<{ from: string | null; to: string | null }>(
    `SELECT min(y.date_from) AS "from", max(y.date_to) AS "to" FROM accounting_year y
     WHERE y.agreement = $1 AND EXISTS (
       SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year)`,
    [agreement],
  )
  const [from, to] = [days.from ?? found!.from, days.to ?? found!.to]
  if (from === null || to === null) {
    throw new SafTError(
      undefined,
      `Nothing is booked in agreement ${agreement}; say from and to for a file without entries.`,
    )
  }
  if (from > to) throw new SafTError(undefined, `The days end before they begin: ${from} to ${to}.`)
  if (from < '1970-01-01' || to > '2100-12-31') {
    throw new SafTError(undefined, `SAF-T knows the years 1970 to 2100, not ${from} to ${to}.`)
  }
  const none = { accounts: 0, customers: 0, suppliers: 0, transactions: 0, entries: 0 }
  return { from, to, ...none, totalDebit: '0.00', totalCredit: '0.00' }
}

/** The whole file, piece by piece. Counts into `report` what it writes. */
async function* auditFile(
  transaction: Transaction,
  company: ExportedAgreement & { number: number },
  report: SafTExport,
  { format, onProgress }: { format: Format; onProgress: Progress },
): AsyncGenerator<Xml> {
  const agreement = company.number
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="${format.namespace}">\n`
  yield format.header(company, report)
  yield '<MasterFiles>\n'
  const own = await ownBooks(transaction, agreement, report)
  yield ownBooksXml(own.years, own.result, own.matches)
  const accounts = await exportedAccounts(transaction, agreement, report, own.closedYear)
  report.accounts = accounts.length
  yield format.accounts(accounts)
  const named = { format, company, closedTo: own.closedTo }
  report.customers = yield* partiesXml(transaction, agreement, 'Customer', report, named)
  report.suppliers = yield* partiesXml(transaction, agreement, 'Supplier', report, named)
  const codes = await transaction.rows<ExportedVatCode>(
    `SELECT v.code, coalesce(c.name, v.name) AS name, v.rate, v.type, v.account_number AS "accountNumber",
      v.contra_account_number AS "contraAccountNumber",
       trim_scale(v.deductible_percentage) AS deductible
     FROM vat_code v LEFT JOIN closed_vat_code c ON c.agreement = $1 AND c.accounting_year = $2 AND c.code = v.code
     WHERE v.agreement = $1 ORDER BY v.code COLLATE "C"`,
    [agreement, own.closedYear],
  )
  yield `${format.taxTable(codes, company, report)}</MasterFiles>\n`
  yield* entriesXml(transaction, company, report, { format, onProgress })
  yield '</AuditFile>\n'
}

async function* entriesXml(
  transaction: Transaction,
  { number: agreement, baseCurrency }: ExportedAgreement & { number: number },
  report: SafTExport,
  { format, onProgress }: { format: Format; onProgress: Progress },
): AsyncGenerator<Xml> {
  const journals = await exportedJournals(transaction, agreement, report)
  for (const { transactions, entries } of journals) {
    report.transactions += transactions
    report.entries += entries
  }
  const sumOf = (side: 'debit' | 'credit') => decimal(journals.reduce((sum, one) => sum + centsOf(one[side]), 0n))
  report.totalDebit = sumOf('debit')
  report.totalCredit = sumOf('credit')
  yield `<GeneralLedgerEntries>\n${leaf('NumberOfEntries', report.transactions)}`
  yield `${amountLeaf('TotalDebit', report.totalDebit)}${amountLeaf('TotalCredit', report.totalCredit)}`
  let done = 0
  for (const journal of journals) {
    yield* journalXml(transaction, agreement, report, { format, journal, baseCurrency }, (count) => {
      done += count
      onProgress({ stage: 'writing', done, total: report.entries })
    })
  }
  yield '</GeneralLedgerEntries>\n'
}

/**
 * What the format has no elements for, and the closed year that the days end in: its names are those of its closing.
 */
async function ownBooks(
  transaction: Transaction,
  agreement: number,
  { from, to }: ExportDays,
): Promise<{
  years: ExportedYear[]
  result: number | null
  matches: number
  closedYear: string | null
  closedTo: string | null
}> {
  const years = await transaction.rows<ExportedYear & { year: string; wasClosed: boolean }>(
    `SELECT y.year, y.date_from AS "from", y.date_to AS "to", y.is_closed AS "wasClosed",
       y.is_closed AND y.date_from >= $2::date AND y.date_to <= $3::date AS "isClosed"
     FROM accounting_year y WHERE y.agreement = $1 AND y.date_to >= $2::date AND y.date_from <= $3::date
       ORDER BY y.date_from`,
    [agreement, from, to],
  )
  const [row] = await transaction.rows<{ result: number | null; matches: number }>(
    `SELECT (SELECT s.account_number FROM system_account s WHERE s.agreement = $1 AND s.purpose = 'result') AS result,
       (SELECT count(*)::int FROM matched_entry_pair m WHERE m.agreement = $1
         AND m.from_entry_date BETWEEN $2::date AND $3::date
          AND m.to_entry_date BETWEEN $2::date AND $3::date) AS matches`,
    [agreement, from, to],
  )
  const last = years.at(-1)
  const closed = last?.wasClosed && to <= last.to ? last : undefined
  return { years, ...row!, closedYear: closed?.year ?? null, closedTo: closed?.to ?? null }
}

async function agreementOf(transaction: Transaction, agreement: number): Promise<ExportedAgreement> {
  const [found] = await transaction.rows<Omit<ExportedAgreement, 'bankAccounts'> & { bankAccounts: string }>(
    `SELECT a.name, a.base_currency AS "baseCurrency", a.country,
      c.corporate_identification_number AS "registrationNumber",
       c.vat_number AS "vatNumber", c.address, c.postal_code AS "postalCode", c.city, c.phone, c.email,
       coalesce((SELECT json_agg(json_build_object('iban', b.iban, 'registrationNumber', b.registration_number,
           'accountNumber', b.bank_account_number, 'bic', b.bic, 'currency', coalesce(l.currency, a.base_currency),
             'ledgerAccount', b.account_number)
           ORDER BY b.number) FROM bank_account b JOIN account l ON l.agreement = $1 AND l.number = b.account_number
             WHERE b.agreement = $1),
         json_build_array(json_build_object('iban', c.iban, 'registrationNumber', c.bank_registration_number,
           'accountNumber', c.bank_account_number, 'bic', c.bic, 'currency', NULL, 'ledgerAccount', NULL)))
           AS "bankAccounts", today_of($1)::text AS today
     FROM agreement a LEFT JOIN company c ON c.agreement = $1 WHERE a.agreement = $1`,
    [agreement],
  )
  if (!found) throw new SafTError(undefined, `There is no agreement ${agreement}.`)
  return { ...found, bankAccounts: JSON.parse(found.bankAccounts) as ExportedAgreement['bankAccounts'] }
}

async function* chunked(parts: AsyncIterable<Xml>): AsyncGenerator<Xml> {
  let gathered = ''
  for await (const part of parts) {
    gathered += part
    if (gathered.length < CHUNK) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}
