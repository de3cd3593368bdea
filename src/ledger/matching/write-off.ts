import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { bookEntries } from '../booking/book.ts'
import { createDraftEntries, type DraftContext, type DraftEntryInput } from '../drafts/drafts.ts'
import { lockLedger } from '../lock.ts'
import { centsOf, centsToText, divideRounded } from '../money.ts'
import { matchEntries } from './match.ts'

/** A part of an item by the VAT code that it was booked with: `weight` is what the part came to, tax included. */
export interface VatShare {
  vatCode: string | null
  weight: bigint
}

/** What is written off under a VAT code, in cents with the sign that was asked for, tax included. */
export interface WriteOffPart {
  vatCode: string | null
  cents: bigint
}

/** What the vouchers of entries were made of, but for what the party owes and the tax itself: tax is added by rate. */
const SHARES = `
  SELECT p.entry_number AS "entryNumber", e.vat_code AS "vatCode",
    (sum(e.amount) * (1 + CASE WHEN v.contra_account_number IS NULL THEN coalesce(v.rate, 0)
      ELSE 0 END / 100))::numeric(24, 2)::text AS weight
  FROM booked_entry p
  JOIN booked_entry e ON e.agreement = $1 AND e.voucher_number = p.voucher_number
    AND e.journal_number IS NOT DISTINCT FROM p.journal_number
    AND e.booking = p.booking AND e.accounting_year = p.accounting_year AND e.non_deductible_vat_code IS NULL
      AND e.type <> 9
  LEFT JOIN vat_code v ON v.agreement = $1 AND v.code = e.vat_code
  WHERE p.agreement = $1 AND p.entry_number = ANY ($2::int[])
    AND NOT EXISTS (SELECT FROM open_item o WHERE o.agreement = $1 AND o.entry_number = e.entry_number)
    AND NOT EXISTS (SELECT FROM vat_code t WHERE t.agreement = $1
      AND e.account_number IN (t.account_number, t.contra_account_number))
  GROUP BY p.entry_number, e.vat_code, v.rate, v.contra_account_number ORDER BY p.entry_number, e.vat_code NULLS LAST`

/** The shares of items, by the entry of each. */
export async function vatShares(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<Map<number, VatShare[]>> {
  const rows = await transaction.rows<{ entryNumber: number; vatCode: string | null; weight: string }>(SHARES, [
    agreement,
    arrayOf(elements(entryNumbers)),
  ])
  const shares = new Map<number, VatShare[]>()
  for (const { entryNumber, vatCode, weight } of rows) {
    shares.set(entryNumber, [...(shares.get(entryNumber) ?? []), { vatCode, weight: centsOf(weight) }])
  }
  return shares
}

/**
 * Divides what is written off in proportion of the shares; the last takes what rounding leaves. Without shares there is
 * no VAT in it.
 */
export function dividedByVat(cents: bigint, shares: readonly VatShare[]): WriteOffPart[] {
  const sums = new Map<string | null, bigint>()
  for (const { vatCode, weight } of shares) sums.set(vatCode, (sums.get(vatCode) ?? 0n) + weight)
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0n)
  const alike = [...sums]
    .map(([vatCode, weight]) => ({ vatCode, weight }))
    .filter(({ weight }) => weight !== 0n && weight < 0n === whole < 0n)
  const total = alike.reduce((sum, { weight }) => sum + weight, 0n)
  if (total === 0n) return [{ vatCode: null, cents }]
  let left = cents
  return alike
    .map(({ vatCode, weight }, at) => {
      const part = at === alike.length - 1 ? left : divideRounded(cents * weight, total)
      left -= part
      return { vatCode, cents: part }
    })
    .filter((part) => part.cents !== 0n)
}

/** The most that a match may write off, as decimal text; undefined: there is no limit. */
export async function writeOffLimit(transaction: Transaction, agreement: number): Promise<string | undefined> {
  const [setup] = await transaction.rows<{ most: string }>(
    'SELECT s.amount_max::text AS most FROM write_off_setup s WHERE s.agreement = $1',
    [agreement],
  )
  return setup?.most
}

/** The fault of more than a match may write off. */
export function limitFaults(most: string | undefined, left: bigint, property: string): Fault[] {
  const cents = left < 0n ? -left : left
  if (most === undefined || cents <= centsOf(most)) return []
  const message = `${centsToText(cents)} is left, and ${most} may be written off.`
  return [{ code: 'WriteOffExceedsLimit', property, message }]
}

/** Where what is left of matched entries is written off. */
export interface WriteOff {
  accountNumber: number
  journalNumber: number
  date: string
  text?: string
}

interface PartyEntry {
  customerNumber: number | null
  supplierNumber: number | null
  currency: string
  left: string
}

const PARTY = `
  SELECT o.customer_number AS "customerNumber", o.supplier_number AS "supplierNumber", o.currency,
    sum(o.remainder_in_currency)::text AS left
  FROM open_item o WHERE o.agreement = $1 AND o.entry_number = ANY ($2::int[]) GROUP BY 1, 2, 3`

/** What was written off, by the voucher that did. */
export interface WrittenOff {
  accountingYear: string
  journalNumber: number
  voucherNumber: number
  amount: string
}

/**
 * Matches booked entries of one party, after what is left of them was written off by a voucher: a cost, and the VAT of
 * the items in proportion. Without `writeOff` what is left stays open.
 * @throws ApiError as `matchEntries` and `bookEntries` do; WriteOffExceedsLimit, WriteOffOfSeveralCurrencies.
 */
export async function matchAndWriteOff(
  transaction: Transaction,
  context: DraftContext & { mayApprove: boolean },
  entryNumbers: readonly number[],
  writeOff?: WriteOff,
): Promise<WrittenOff | undefined> {
  const { agreement } = context
  await lockLedger(transaction, agreement)
  const parties = writeOff
    ? await transaction.rows<PartyEntry>(PARTY, [agreement, arrayOf(elements(entryNumbers))])
    : []
  const [party] = parties
  if (
    parties.length > 1 &&
    parties.every((one) => one.customerNumber === party!.customerNumber && one.supplierNumber === party!.supplierNumber)
  ) {
    throw new ApiError({ code: 'WriteOffOfSeveralCurrencies', property: 'entries' })
  }
  const left = parties.length === 1 ? centsOf(party!.left) : 0n
  if (!writeOff || left === 0n) {
    await matchEntries(transaction, agreement, entryNumbers)
    return undefined
  }
  const faults = limitFaults(await writeOffLimit(transaction, agreement), left, 'writeOffAccountNumber')
  if (faults.length > 0) throw new ApiError(faults)
  const shares = await vatShares(transaction, agreement, entryNumbers)
  const parts = dividedByVat(-left, [...shares.values()].flat())
  const made = await createDraftEntries(transaction, context, entriesOf(parts, party!, writeOff))
  const booked = await bookEntries(transaction, {
    agreement,
    journalNumber: writeOff.journalNumber,
    selection: { kind: 'entries', entryNumbers: made },
    mayApprove: context.mayApprove,
  })
  const rows = await transaction.rows<{ entry: number; accountingYear: string; voucherNumber: number }>(
    `SELECT e.entry_number AS entry, e.accounting_year AS "accountingYear", e.voucher_number AS "voucherNumber"
     FROM booked_entry e JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
     WHERE e.agreement = $1 AND e.booking = $2 ORDER BY e.entry_number`,
    [agreement, booked!.booking],
  )
  await matchEntries(transaction, agreement, [...entryNumbers, ...rows.map(({ entry }) => entry)])
  const { accountingYear, voucherNumber } = rows[0]!
  return { accountingYear, voucherNumber, journalNumber: writeOff.journalNumber, amount: centsToText(left) }
}

/** The entries of the voucher: of the party, against the account of the loss with its VAT. */
function entriesOf(
  parts: readonly WriteOffPart[],
  { customerNumber, supplierNumber, currency }: PartyEntry,
  { accountNumber, journalNumber, date, text }: WriteOff,
): DraftEntryInput[] {
  return parts.map(({ vatCode, cents }) => ({
    entryTypeNumber: customerNumber !== null ? 2 : 4,
    journalNumber,
    date,
    currency,
    amount: centsToText(cents),
    contraAccountNumber: accountNumber,
    ...(vatCode !== null && { contraVatCode: vatCode }),
    ...(customerNumber !== null ? { customerNumber } : { supplierNumber: supplierNumber! }),
    ...(text !== undefined && { text }),
  }))
}
