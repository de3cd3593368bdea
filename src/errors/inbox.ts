import type { ErrorEntry } from './entry.ts'

/** Codes of documents that came before their vouchers, and of the approval of vouchers: one line per code. */
// prettier-ignore
export const inboxErrors = {
  ApprovalDoesNotExist: { status: 404, message: 'The approval was not found.', hint: 'Give the number of one of /voucher-approvals.' },
  ApprovalIsDecided: { status: 409, message: 'The voucher is approved or rejected already.', hint: 'Submit the voucher again where another decision is wanted.' },
  ApprovalIsOutdated: { status: 409, message: 'The draft voucher is not what was submitted any more.', hint: 'Look at the draft voucher as it is now, and submit it again.' },
  ApprovalJournalDoesNotExist: { status: 400, message: 'The journal does not exist.', hint: 'Give the number of a journal.' },
  ApprovalNeedsPerson: { status: 403, message: 'Only a person can decide, and nobody knows who asks.', hint: 'Ask with a grant of a person, or name the person in Daybook-Actor.' },
  ApprovalNotAskedOf: { status: 403, message: 'Others were asked to decide.', hint: 'Have one of the people decide who were asked, or submit the voucher again to others.' },
  ApprovalVoucherDoesNotExist: { status: 400, message: 'The journal has no draft voucher of the number.', hint: 'Give the journal, year and number of draft entries.' },
  EInvoiceAlreadyThere: { status: 409, message: 'The inbox has the invoice already.', hint: 'Use the one that is there. Reject it first where it shall come anew.' },
  EInvoiceInBreaksRule: { status: 400, message: 'The e-invoice breaks a rule of EN 16931 or Peppol, so its sums cannot be relied on.', hint: 'Send it back to the supplier with the message, which names the rule and the figures.' },
  InboxFileAlreadyThere: { status: 409, message: 'The inbox has the same file already.', hint: 'Use the one that is there. Reject it first where it shall come anew.' },
  InboxFileUnreadable: { status: 400, message: 'The file cannot be taken into the inbox.', hint: 'Send a PDF without encryption and scripts, a JPEG, a PNG, or an e-invoice (UBL invoice or credit note, Peppol BIS Billing 3), of 1 to 9437184 bytes. The message says what is wrong.' },
  InboxInvoiceIsThere: { status: 409, message: 'The invoice of the supplier is drafted or booked already.', hint: 'Attach the document to that voucher, or reject it.' },
  InboxItemComesToNothing: { status: 400, message: 'The document comes to nothing.', hint: 'Reject it, or attach it to a voucher.' },
  InboxItemDoesNotExist: { status: 404, message: 'The document was not found in the inbox.', hint: 'Give the number of a document of the inbox.' },
  InboxItemIsNotRejected: { status: 409, message: 'The document is not rejected.', hint: 'Only a document that is rejected can be taken up again.' },
  InboxItemIsUsed: { status: 409, message: 'The document has its voucher already, or is rejected.', hint: 'Read its state. Delete the draft, detach the document, or reopen it first.' },
  InboxLinesDoNotAddUp: { status: 400, message: 'The lines do not come to the amount.', hint: 'Give lines that sum to the amount of the document.' },
  InboxSupplierUnknown: { status: 400, message: 'No supplier has the numbers of the e-invoice, or several have them.', hint: 'Give supplierNumber. GET /inbox/{number}/einvoice proposes a supplier whole, to be sent to POST /suppliers.' },
} satisfies Record<string, ErrorEntry>
