import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../../ledger/arrays.ts'
import { LINE_STATE } from '../line-state.ts'
import { type VatShare, vatShares, writeOffLimit } from '../../ledger/matching/write-off.ts'
import { isNamedByMatch, isOnMatchedVoucher } from '../matched.ts'
import { type AskedMatch, itemKey } from './asked.ts'

/** A line of the bank, locked. */
export interface LineFact {
  number: number
  bankAccount: number
  date: string
  amount: string
  text: string
  state: string
  originalAmount: string | null
  originalCurrency: string | null
}

/** A bank account that lines are of. */
export interface AccountFact {
  number: number
  accountNumber: number
  journalNumber: number | null
  currency: string
}

/** A booked entry or a draft that lines belong to; its amount as the bank has it. */
export interface EntryFact {
  number: number
  accountNumber: number
  amount: string
  isTaken: boolean
}

/** A draft entry with its voucher. */
export interface DraftFact extends EntryFact {
  journalNumber: number
  accountingYear: string
  voucherNumber: number
}

/** An open item. */
export interface ItemFact {
  customerNumber: number | null
  supplierNumber: number | null
  invoiceNumber: string
  currency: string
  /** In its currency; what is owed to us is positive. Less what matches before in the request pay. */
  open: string
  count: number
  /** Its open entries. */
  entries: number[]
}

/** What matches are checked against. */
export interface MatchFacts {
  lines: Map<number, LineFact>
  accounts: Map<number, AccountFact>
  entries: Map<number, EntryFact>
  drafts: Map<number, DraftFact>
  items: Map<string, ItemFact>
  /** By item what it was made of, where something is written off. */
  shares: Map<string, VatShare[]>
  /** The most that a match may write off, as decimal text; undefined: there is no limit. */
  writeOffMax: string | undefined
}

const LINES = `SELECT t.number, t.bank_account_number AS "bankAccount", t.date::text AS date, t.amount::text AS amount,
  t.text, ${LINE_STATE} AS state,
    t.original_amount::text AS "originalAmount", t.original_currency AS "originalCurrency"
  FROM bank_line t WHERE t.agreement = $1 AND t.number = ANY ($2::int[]) ORDER BY t.number FOR NO KEY UPDATE OF t`

const ACCOUNTS = `SELECT b.number, b.account_number AS "accountNumber", b.journal_number AS "journalNumber",
  coalesce(a.currency, g.base_currency) AS currency
  FROM bank_account b JOIN account a ON a.agreement = $1 AND a.number = b.account_number JOIN agreement g
    ON g.agreement = $1
  WHERE b.agreement = $1 AND b.number IN (SELECT t.bank_account_number FROM bank_line t WHERE t.agreement = $1
    AND t.number = ANY ($2::int[]))
  ORDER BY b.number FOR NO KEY UPDATE OF b`

const ENTRIES = `SELECT e.entry_number AS number, e.account_number AS "accountNumber",
    (CASE WHEN a.currency IS NULL THEN e.amount_in_base_currency ELSE e.amount END)::text AS amount,
      (${isNamedByMatch('e')} OR ${isOnMatchedVoucher('e')}) AS "isTaken"
  FROM booked_entry e JOIN account a ON a.agreement = $1 AND a.number = e.account_number WHERE e.agreement = $1
    AND e.entry_number = ANY ($2::int[])`

const DRAFTS = `SELECT d.entry_number AS number, b.account_number AS "accountNumber",
  d.journal_number AS "journalNumber",
    d.accounting_year AS "accountingYear", d.voucher_number AS "voucherNumber",
    (CASE WHEN d.account_number = b.account_number THEN d.amount ELSE -d.amount END)::text AS amount,
    ${isOnMatchedVoucher('d')} AS "isTaken"
  FROM draft_entry d JOIN bank_account b ON b.agreement = $1
    AND b.account_number IN (d.account_number, d.contra_account_number)
  WHERE d.agreement = $1 AND d.entry_number = ANY ($2::int[]) FOR SHARE OF d`

const ITEMS = `SELECT o.customer_number AS "customerNumber", o.supplier_number AS "supplierNumber",
  lower(o.invoice_number) AS "invoiceNumber",
    min(o.currency) AS currency, sum(o.remainder_in_currency)::text AS open, count(DISTINCT o.currency)::int AS count,
      array_to_json(array_agg(o.entry_number))::text AS entries
  FROM (SELECT DISTINCT i."customerNumber", i."supplierNumber", lower(i."invoiceNumber") AS invoice_number
    FROM json_to_recordset($2::json) AS i("customerNumber" int, "supplierNumber" int, "invoiceNumber" text)) AS i
  JOIN open_item o ON o.agreement = $1 AND lower(o.invoice_number) = i.invoice_number
    AND (o.customer_number = i."customerNumber" OR o.supplier_number = i."supplierNumber")
    AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
  GROUP BY 1, 2, 3`

/**
 * Looks up and locks what matches name, in a fixed number of statements: bank accounts first, so that matches of one
 * account come one after the other.
 */
export async function matchFacts(
  transaction: Transaction,
  agreement: number,
  matches: readonly AskedMatch[],
): Promise<MatchFacts> {
  const numbersOf = (list: (match: AskedMatch) => readonly number[] | undefined): string =>
    arrayOf(elements([...new Set(matches.flatMap((match) => list(match) ?? []))]))
  const lineNumbers = numbersOf(({ bankLines }) => bankLines)
  const accounts = await transaction.rows<AccountFact>(ACCOUNTS, [agreement, lineNumbers])
  const [lines, entries, drafts, stored] = await Promise.all([
    transaction.rows<LineFact>(LINES, [agreement, lineNumbers]),
    transaction.rows<EntryFact>(ENTRIES, [agreement, numbersOf((match) => match.entries)]),
    transaction.rows<DraftFact>(DRAFTS, [agreement, numbersOf((match) => match.drafts)]),
    transaction.rows<Omit<ItemFact, 'entries'> & { entries: string }>(ITEMS, [
      agreement,
      JSON.stringify(matches.flatMap(({ items: asked }) => asked ?? [])),
    ]),
  ])
  const items = stored.map((item): ItemFact => ({ ...item, entries: JSON.parse(item.entries) as number[] }))
  const isWrittenOff = matches.some(({ writeOffAccountNumber }) => writeOffAccountNumber !== undefined)
  return {
    shares: isWrittenOff ? await sharesOf(transaction, agreement, items) : new Map<string, VatShare[]>(),
    writeOffMax: isWrittenOff ? await writeOffLimit(transaction, agreement) : undefined,
    lines: byNumber(lines),
    accounts: byNumber(accounts),
    entries: byNumber(entries),
    drafts: byNumber(drafts),
    items: new Map(items.map((item) => [itemKey(item), item])),
  }
}

/** What items were made of, by their key. */
async function sharesOf(
  transaction: Transaction,
  agreement: number,
  items: readonly ItemFact[],
): Promise<Map<string, VatShare[]>> {
  const all = await vatShares(
    transaction,
    agreement,
    items.flatMap(({ entries }) => entries),
  )
  return new Map(items.map((item) => [itemKey(item), item.entries.flatMap((entry) => all.get(entry) ?? [])]))
}

const byNumber = <T extends { number: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.number, row]))
