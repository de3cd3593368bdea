import type { Transaction } from '../../database/connection.ts'
import { centsOf } from '../../ledger/money.ts'
import { grouped } from '../../ledger/grouped.ts'
import { TAX_OF_ENTRY } from '../../ledger/reports/tax-entries.ts'
import { SafTError } from '../error.ts'
import type { Format } from './format.ts'
import type { ExportDays, ExportedEntry } from './rows.ts'
import { element, leaf, LONG, said } from './xml.ts'
import type { Xml } from '../../xml.ts'

/** Entries fetched at a time. */
const BATCH = 5000

/** A journal, with the number and sums of its transactions in the days exported. */
export interface ExportedJournal {
  /** Null for entries of no journal. */
  number: number | null
  name: string
  restrictedTo: number
  transactions: number
  entries: number
  debit: string
  credit: string
}

/**
 * The journals of the days with the number of their transactions and their sums. A transaction has the entries of one
 * voucher, booking and date. Where these do not balance (a journal that balances by month), it has the entries of the
 * month. Opening entries are no transactions: they are opening balances.
 * @throws SafTError where the days cut a voucher into parts that do not balance.
 */
export async function exportedJournals(
  transaction: Transaction,
  agreement: number,
  { from, to }: ExportDays,
): Promise<ExportedJournal[]> {
  const rows = await transaction.rows<ExportedJournal & { cut: string | null }>(JOURNALS, [agreement, from, to])
  const cut = rows.find((row) => row.cut !== null)
  if (cut) {
    const reason = `Voucher ${cut.cut} of journal ${cut.number} does not balance within ${from} to ${to}`
    throw new SafTError(undefined, `${reason}; it balances by month: export whole months.`)
  }
  return rows
}

const JOURNALS = `
  WITH day AS (
    SELECT e.journal_number, e.accounting_year, e.voucher_number, e.booking, e.date, count(*) AS entries,
      sum(e.amount_in_base_currency) AS difference, sum(greatest(e.amount_in_base_currency, 0)) AS debit,
      sum(greatest(-e.amount_in_base_currency, 0)) AS credit
    FROM booked_entry e
    WHERE e.agreement = $1 AND e.date BETWEEN $2::date AND $3::date AND e.type NOT IN (7, 8)
    GROUP BY e.journal_number, e.accounting_year, e.voucher_number, e.booking, e.date
  ), month AS (
    SELECT d.journal_number, d.voucher_number, CASE WHEN bool_and(d.difference = 0) THEN count(*)
      ELSE 1 END AS transactions, sum(d.entries) AS entries, sum(d.difference) AS difference, sum(d.debit) AS debit,
      sum(d.credit) AS credit
    FROM day d
    GROUP BY d.journal_number, d.accounting_year, d.voucher_number, d.booking, date_trunc('month', d.date::timestamp)
  )
  SELECT m.journal_number AS number,
    coalesce(j.name, CASE WHEN m.journal_number IS NULL THEN 'No journal' ELSE 'Journal ' || m.journal_number END)
      AS name,
    coalesce(j.entry_type_restricted_to, 0) AS "restrictedTo", sum(m.transactions)::int AS transactions,
    sum(m.entries)::int AS entries, sum(m.debit) AS debit, sum(m.credit) AS credit,
    min(m.voucher_number) FILTER (WHERE m.difference <> 0)::text AS cut
  FROM month m LEFT JOIN journal j ON j.agreement = $1 AND j.number = m.journal_number
  GROUP BY m.journal_number, j.name, j.entry_type_restricted_to
  ORDER BY m.journal_number NULLS FIRST`

/**
 * A journal with its transactions in the order of voucher numbers. Holds one batch and one voucher of its entries at a
 * time.
 */
export async function* journalXml(
  transaction: Transaction,
  agreement: number,
  days: ExportDays,
  { format, journal, baseCurrency }: { format: Format; journal: ExportedJournal; baseCurrency: string },
  onEntries: (count: number) => void,
): AsyncGenerator<Xml> {
  yield `<Journal>\n${leaf('JournalID', journal.number ?? 0)}${leaf('Description', said(journal.name, 'Journal'), LONG)}`
  yield leaf('Type', journalType(journal.restrictedTo))
  const writer = new VoucherWriter(format, baseCurrency)
  const values = [agreement, days.from, days.to]
  if (journal.number === null) await transaction.rows(NO_JOURNAL, values)
  else await transaction.rows(ONE_JOURNAL, [...values, journal.number])
  for (;;) {
    const rows = await transaction.rows<ExportedEntry>(`FETCH ${BATCH} FROM exported`)
    yield writer.add(rows)
    onEntries(rows.length)
    if (rows.length < BATCH) break
  }
  await transaction.rows('CLOSE exported')
  yield `${writer.end()}</Journal>\n`
  if (writer.transactions !== journal.transactions) {
    throw new Error(
      `Journal ${journal.number} has ${journal.transactions} transactions, written ${writer.transactions}.`,
    )
  }
}

/** Receivables, payables, or the general ledger, by the only entry type that the journal takes. */
const journalType = (entryType: number): string => ({ 2: 'AR', 10: 'AR', 3: 'AP', 4: 'AP' })[entryType] ?? 'GL'

/** Groups rows into transactions and numbers these: the voucher's number, then `17-2`, `17-3` … */
class VoucherWriter {
  transactions = 0
  #open: ExportedEntry[] = []
  #voucher = -1
  #ofVoucher = 0
  readonly #format: Format
  readonly #baseCurrency: string

  constructor(format: Format, baseCurrency: string) {
    this.#format = format
    this.#baseCurrency = baseCurrency
  }

  /** The transactions that the rows complete. Rows of one voucher and booking must follow each other. */
  add(rows: readonly ExportedEntry[]): Xml {
    const parts: Xml[] = []
    for (const row of rows) {
      const [first] = this.#open
      if (first && (first.voucherNumber !== row.voucherNumber || first.booking !== row.booking)) parts.push(this.end())
      this.#open.push(row)
    }
    return parts.join('')
  }

  end(): Xml {
    const months = groupedBy(this.#open, (row) => `${row.year} ${row.date.slice(0, 7)}`)
    this.#open = []
    return months.flatMap((month) => transactionsOf(month).map((rows) => this.#transaction(rows))).join('')
  }

  #transaction(rows: readonly ExportedEntry[]): Xml {
    this.transactions += 1
    const { voucherNumber } = rows[0]!
    this.#ofVoucher = voucherNumber === this.#voucher ? this.#ofVoucher + 1 : 1
    this.#voucher = voucherNumber
    const id = this.#ofVoucher === 1 ? `${voucherNumber}` : `${voucherNumber}-${this.#ofVoucher}`
    const lines = rows.map((row) => this.#format.line(row, this.#baseCurrency))
    return transactionXml(id, rows, [this.#format.ofTransaction(rows), ...lines])
  }
}

/** A month of a voucher, divided by date where each date balances; else whole. */
function transactionsOf(month: ExportedEntry[]): ExportedEntry[][] {
  const dates = groupedBy(month, ({ date }) => date)
  return dates.every((rows) => rows.reduce((sum, { base }) => sum + centsOf(base), 0n) === 0n) ? dates : [month]
}

function groupedBy(rows: readonly ExportedEntry[], keyOf: (row: ExportedEntry) => string): ExportedEntry[][] {
  const groups = grouped(rows, keyOf)
  return [...groups.keys()].sort().map((key) => groups.get(key)!)
}

/** A transaction has the date of its last entry. */
function transactionXml(id: string, rows: readonly ExportedEntry[], parts: readonly (Xml | undefined)[]): Xml {
  const last = rows.reduce((latest, row) => (row.date > latest.date ? row : latest))
  return element(
    'Transaction',
    leaf('TransactionID', id),
    leaf('Period', last.period),
    leaf('PeriodYear', last.year),
    leaf('TransactionDate', last.date),
    leaf('Description', said(rows[0]!.text, `Voucher ${id}`), LONG),
    leaf('BatchID', last.booking),
    leaf('SystemEntryDate', last.bookedOn),
    leaf('GLPostingDate', last.bookedOn),
    ...parts,
  )
}

/** Opens the cursor of a journal's entries. It goes through them once, however many batches it is read in. */
const rowsOf = (journal: string) => `
  DECLARE exported NO SCROLL CURSOR FOR SELECT e.entry_number AS "entryNumber", e.booking,
    (SELECT to_char(b.booked_at, 'YYYY-MM-DD') FROM booking b WHERE b.agreement = $1 AND b.number = e.booking)
      AS "bookedOn",
    e.voucher_number AS "voucherNumber", e.date, extract(year FROM y.date_from)::int AS year, p.period_number AS period,
    e.account_number AS "accountNumber", e.amount, e.amount_in_base_currency AS base,
    nullif(e.currency, (SELECT a.base_currency FROM agreement a WHERE a.agreement = $1)) AS currency,
    e.exchange_rate AS "exchangeRate", e.text, e.vat_code AS "vatCode", v.rate AS "vatRate",
      t.amount_in_base_currency AS tax,
    e.customer_number AS "customerNumber", e.customer_invoice_number AS "customerInvoiceNumber",
    e.supplier_number AS "supplierNumber", e.supplier_invoice_number AS "supplierInvoiceNumber",
    e.external_number AS "externalNumber", e.due_date AS "dueDate"
  FROM booked_entry e
  JOIN accounting_year y ON y.agreement = $1 AND y.year = e.accounting_year
  JOIN accounting_period p ON p.agreement = $1 AND p.year = e.accounting_year
    AND e.date BETWEEN p.date_from AND p.date_to
  LEFT JOIN vat_code v ON v.agreement = $1 AND v.code = e.vat_code
  ${TAX_OF_ENTRY}
  WHERE e.agreement = $1 AND e.journal_number ${journal} AND e.date BETWEEN $2::date AND $3::date
    AND e.type NOT IN (7, 8)
  ORDER BY e.voucher_number, e.entry_number`
const ONE_JOURNAL = rowsOf('= $4')
const NO_JOURNAL = rowsOf('IS NULL')
