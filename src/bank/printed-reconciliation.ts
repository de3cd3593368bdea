import type { Executor } from '../database/connection.ts'
import { type Seller, sellerOf } from '../sales/printed-invoice.ts'

/** What explained the difference, as the report of a locked day has it. */
export type ExplainedKind =
  | 'inLedgerNotAtBank'
  | 'atBankNotInLedger'
  | 'ignored'
  | 'drafted'
  | 'matchedOnOtherDays'
  | 'beforeFirstStatement'

/** A kind with what it comes to. Amounts are decimal text: by how much the bank has more. */
export interface PrintedKind {
  kind: ExplainedKind
  amount: string
  count: number
}

/** An entry, line or match that explains a part. */
export interface PrintedItem {
  kind: ExplainedKind
  number: number | null
  date: string | null
  amount: string
  text: string | null
}

/** Everything that a locked day is printed from; days ISO. */
export interface PrintedReconciliation {
  number: number
  date: string
  /** UTC, to the second. */
  reconciledAt: string
  currency: string
  accountNumber: number
  bank: { name: string; account: string | null; iban: string | null }
  bankBalance: string
  ledgerBalance: string
  difference: string
  explained: PrintedKind[]
  items: PrintedItem[]
  seller: Seller
}

/** SQL: an amount of JSON as decimal text with two places. */
const cents = (value: string): string => `(${value})::numeric(24, 2)::text`

const PRINTED = `
  SELECT json_build_object('number', r.number, 'date', r.date, 'reconciledAt',
    to_char(r.reconciled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    'currency', r.report ->> 'currency', 'accountNumber', (r.report ->> 'accountNumber')::int,
    'bank', json_build_object('name', b.name, 'account',
      nullif(concat_ws(' ', b.registration_number, b.bank_account_number), ''), 'iban', b.iban),
    'bankBalance', r.bank_balance::text, 'ledgerBalance', r.ledger_balance::text, 'difference',
      (r.bank_balance - r.ledger_balance)::text,
    'explained', (SELECT coalesce(json_agg(json_build_object('kind', k.value ->> 'kind', 'amount',
      ${cents(`k.value ->> 'amount'`)},
        'count', (k.value ->> 'count')::int) ORDER BY k.place), '[]')
          FROM json_array_elements(r.report -> 'explained') WITH ORDINALITY AS k(value, place)),
    'items', (SELECT coalesce(json_agg(json_build_object('kind', i.value ->> 'kind', 'number',
      (i.value ->> 'number')::int, 'date', i.value ->> 'date',
        'amount', ${cents(`i.value ->> 'amount'`)}, 'text', i.value ->> 'text') ORDER BY i.place), '[]')
      FROM json_array_elements(r.report -> 'items') WITH ORDINALITY AS i(value, place)))::text AS printed
  FROM bank_reconciliation r JOIN bank_account b ON b.agreement = $1 AND b.number = r.bank_account_number
  WHERE r.agreement = $1 AND r.number = $2`

/** A locked day with what explained its difference then; undefined where there is no such reconciliation. */
export async function printedReconciliation(
  database: Executor,
  agreement: number,
  number: number,
): Promise<PrintedReconciliation | undefined> {
  const [row] = await database.rows<{ printed: string }>(PRINTED, [agreement, number])
  if (!row) return undefined
  const printed = JSON.parse(row.printed) as Omit<PrintedReconciliation, 'seller'>
  return { ...printed, seller: await sellerOf(database, agreement) }
}
