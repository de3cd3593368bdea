import type { Transaction } from '../database/connection.ts'

/** How a supplier's invoice was posted, the newest first and the largest part of each first. */
export interface Posted {
  accountNumber: number
  vatCode: string | null
  departmentNumber: number | null
  voucherNumber: number
}

/** Vouchers that are looked at. */
const VOUCHERS = 10

/**
 * The postings of a supplier's last booked invoices, but for those of VAT and of the supplier itself. Reversed ones do
 * not count: they were wrong.
 */
export const lastAlike = (transaction: Transaction, agreement: number, supplierNumber: number): Promise<Posted[]> =>
  transaction.rows<Posted>(
    `WITH invoice AS MATERIALIZED (
       SELECT e.booking, e.voucher_number, e.journal_number, e.accounting_year, max(e.entry_number) AS last
       FROM (SELECT x.* FROM booked_entry x WHERE x.agreement = $1 AND x.supplier_number = $2 AND x.type = 3
         ORDER BY x.entry_number DESC LIMIT ${VOUCHERS * 20}) AS e
       WHERE NOT EXISTS (SELECT FROM entry_reversal r WHERE r.agreement = $1
         AND e.entry_number IN (r.reversed_entry, r.reversing_entry))
       GROUP BY 1, 2, 3, 4 ORDER BY last DESC LIMIT ${VOUCHERS}
     )
     SELECT b.account_number AS "accountNumber", b.vat_code AS "vatCode", b.department_number AS "departmentNumber",
       i.voucher_number AS "voucherNumber"
     FROM invoice i JOIN booked_entry b ON b.agreement = $1 AND b.voucher_number = i.voucher_number
       AND b.journal_number = i.journal_number AND b.accounting_year = i.accounting_year AND b.booking = i.booking
     JOIN account a ON a.agreement = $1 AND a.number = b.account_number AND NOT a.is_barred
     WHERE b.supplier_number IS NULL AND b.customer_number IS NULL AND b.non_deductible_vat_code IS NULL
       AND NOT EXISTS (SELECT FROM vat_code v WHERE v.agreement = $1
         AND b.account_number IN (v.account_number, v.contra_account_number))
       AND NOT EXISTS (SELECT FROM system_account s WHERE s.agreement = $1 AND s.account_number = b.account_number)
     GROUP BY b.account_number, b.vat_code, b.department_number, i.voucher_number, i.last
     ORDER BY i.last DESC, sum(abs(b.amount)) DESC`,
    [agreement, supplierNumber],
  )
