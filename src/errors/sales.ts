import type { ErrorEntry } from './entry.ts'

/** Codes of what customers and products refer to, under /daybookapi: one line per code. */
// prettier-ignore
export const salesErrors = {
  AccountIsBarred: { status: 400, message: 'The account is barred.', hint: 'Give an account that is not barred.' },
  AccountIsSummaryAccount: { status: 400, message: 'The account sums up customers or suppliers, so sales are not booked on it.', hint: 'Give an account of sales.' },
  DiscountGroupDoesNotExist: { status: 400, message: 'The discount group does not exist.', hint: 'Give the number of a discount group.' },
  EmployeeDoesNotExist: { status: 400, message: 'The employee does not exist.', hint: 'Give the number of an employee.' },
  LayoutDoesNotExist: { status: 400, message: 'The layout does not exist.', hint: 'Give the number of a layout.' },
  PaymentTermChanged: { status: 400, message: 'What a payment term says never changes: documents have it.', hint: 'Make another payment term, and bar this one.' },
  PaymentTermIncomplete: { status: 400, message: 'The payment term needs more, or has what its type does not take.', hint: 'Paid in cash has contraAccountNumber; factoring both accounts and contraAccountPercent; credit card cardCustomerNumber; other types none of these.' },
  PaymentTermIsBarred: { status: 400, message: 'The payment term is barred.', hint: 'Give a payment term that is not barred.' },
  ProjectAccountMismatch: { status: 400, message: 'A product group in projects has an account for them, and no other has.', hint: 'Give isInProject with projectAccountId, or neither.' },
  UnitDoesNotExist: { status: 400, message: 'The unit does not exist.', hint: 'Give the number of a unit.' },
  VatZoneDoesNotExist: { status: 400, message: 'The VAT zone does not exist.', hint: 'Give the number of a VAT zone.' },
  VatZoneStays: { status: 400, message: 'The zone stays as it is.', hint: 'Zones 1 to 7 are the same everywhere; of a product group, that of its domestic account stays.' },
} satisfies Record<string, ErrorEntry>
