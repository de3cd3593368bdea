import { NUMBER_MAX } from '../../limits.ts'
import type { RuleFault } from '../rules.ts'
import { journalOf } from './draft-columns.ts'
import type { DraftEntryInput, StoredEntry } from './input.ts'
import { type JournalFact, voucherKey } from './references.ts'

/*
 * The rules of a draft entry's voucher number (rules 6.4 and 6.5), each beside the SQL that it asks. They apply when an
 * entry is written: the journal is locked then, and an entry keeps its number until it is booked.
 */

/** What a rule finds wrong with a number; without a sentence of its own, that of its code says it. */
export type VoucherFault = Omit<RuleFault, 'message'> & Partial<Pick<RuleFault, 'message'>>

type Numbered = Pick<DraftEntryInput, 'journalNumber' | 'voucherNumber'>

/** A number that is given lies within the journal's bounds. Only a new entry may leave it to the journal. */
export function voucherFault(
  { journalNumber, voucherNumber }: Numbered,
  journal: Pick<JournalFact, 'minimum' | 'maximum'> | undefined,
  isNew: boolean,
): VoucherFault | undefined {
  const property = 'voucherNumber'
  if (voucherNumber === undefined) return isNew ? undefined : { code: 'JournalVoucherNull', property }
  const { minimum, maximum } = journal ?? { minimum: 0, maximum: NUMBER_MAX }
  if (voucherNumber >= minimum && voucherNumber <= maximum) return undefined
  const message = `Voucher numbers of journal ${journalNumber} run from ${minimum} to ${maximum}.`
  return { code: 'JournalEntryVoucherNumberNotWithinBoundaries', property, message }
}

/** SQL: whether a journal of `giving` has fewer numbers left than it is about to give. */
export const LACKS_NUMBERS = 'EXISTS (SELECT FROM giving g WHERE g.first + g.amount - 1 > g.most)'

/**
 * A voucher number is used once: no entry joins a booked voucher. A draft that had its number before stays part of it.
 * @param voucher the entry's own, as `voucherKey` has it.
 */
export function bookedVoucherFault(
  voucher: string,
  { journalNumber, voucherNumber }: Numbered,
  bookedVouchers: ReadonlySet<string>,
  stored: StoredEntry | undefined,
): VoucherFault | undefined {
  if (!bookedVouchers.has(voucher)) return undefined
  if (stored && voucherKey(stored.journalNumber, stored.accountingYear, stored.voucherNumber) === voucher)
    return undefined
  const message = `Voucher ${voucherNumber} of journal ${journalNumber} is booked.`
  return { code: 'JournalVoucherEntityAlreadyExistsError', property: 'voucherNumber', message }
}

/** SQL: the vouchers named (`$2`) that are booked in a year of the entries. */
export const BOOKED_VOUCHERS = `(SELECT json_agg(json_build_array(v.journal, y.year, v.voucher))
  FROM (SELECT split_part(n, ' ', 1)::int AS journal, split_part(n, ' ', 2)::int AS voucher
    FROM json_array_elements_text($2::json -> 'numbers') AS n) AS v
  CROSS JOIN (SELECT DISTINCT p.year FROM period_found p) AS y
  WHERE EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = v.voucher
    AND e.journal_number = v.journal
    AND e.accounting_year = y.year))`

const isTaken = (table: string): string => `EXISTS (SELECT FROM giving g JOIN ${table} e ON e.agreement = $1
    AND ${journalOf('e')} = g.number AND e.voucher_number BETWEEN g.first AND g.first + g.amount - 1)`

/** SQL: whether any of the numbers that the journals of `giving` are about to give is an entry's. */
export const GIVES_TAKEN_NUMBERS = `${isTaken('draft_entry')} OR ${isTaken('booked_entry')}`

/** SQL: voucher numbers taken, from the journal's next one on, among as many as are asked for. */
export const USED_NUMBERS = `(SELECT json_agg(json_build_array(j.number, v.number)) FROM journal_found j JOIN wanted w
  ON w.number = j.number
  CROSS JOIN LATERAL (
    SELECT d.voucher_number AS number FROM draft_entry d WHERE d.agreement = $1 AND ${journalOf('d')} = j.number
      AND d.voucher_number BETWEEN greatest(j.next, j.minimum) AND greatest(j.next, j.minimum) + w.amount - 1
    UNION
    SELECT e.voucher_number FROM booked_entry e WHERE e.agreement = $1 AND e.journal_number = j.number
      AND e.voucher_number BETWEEN greatest(j.next, j.minimum) AND greatest(j.next, j.minimum) + w.amount - 1) AS v)`
