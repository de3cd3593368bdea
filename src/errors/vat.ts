import type { ErrorEntry } from './entry.ts'

/** Codes of VAT returns: one line per code. */
// prettier-ignore
export const vatErrors = {
  EuSalesListIncomplete: { status: 409, message: 'The company has no CVR number, or a sale to the EU has no VAT number.', hint: 'PUT the CVR number to company; give the customers in `missing` of the list in JSON their VAT numbers.' },
  VatAccountIsSettled: { status: 409, message: 'A settled VAT return has used the box of the account, which stays.', hint: 'Undo the return where it is not reported, or use another account from now on.' },
  VatCodeIsSettled: { status: 409, message: 'A settled VAT return has used the boxes of the code, which stay.', hint: 'Undo the return where it is not reported, or make another code.' },
  VatBoxesNotDeclared: { status: 400, message: 'An account of a VAT code declares no box of the return.', hint: 'PUT the box of each account that `lacking` of the preview names to vat-accounts, or give the codes a box.' },
  VatPeriodIsSettled: { status: 400, message: 'The VAT of the date is settled, and late entries are refused.', hint: 'Date the voucher in a period that is not settled, or let vat-setup take late entries in the next return.' },
  VatPeriodOfOtherFrequency: { status: 400, message: 'VAT is not reported for periods of that length.', hint: 'Name a period of the frequency that vat-setup has, or change that.' },
  VatReturnAlreadySettled: { status: 409, message: 'The VAT return is settled already.', hint: 'Read it; where it is not reported, it can be undone.' },
  VatReturnIsReported: { status: 409, message: 'The VAT return is reported, so it stays.', hint: 'Book what is to be corrected: it counts in the next return.' },
  VatReturnNotNext: { status: 409, message: 'Returns are settled one after the other, without a gap.', hint: 'Settle the period that follows the last settled one.' },
  VatReturnNotLast: { status: 409, message: 'A later VAT return is settled.', hint: 'Undo the later ones first.' },
  VatReturnDoesNotExist: { status: 404, message: 'A settled VAT return of the period was not found.', hint: 'Settle it first: POST vat-returns. Periods are called 2026-07, 2026-Q3 or 2026-H2.' },
  VatSettlementAccountNotSet: { status: 400, message: 'The agreement has no account that VAT is settled on.', hint: 'PUT its number to system-accounts/vatSettlement.' },
} satisfies Record<string, ErrorEntry>
