import type { ErrorEntry } from './entry.ts'

/** Codes of documents that came before their vouchers: one line per code. */
// prettier-ignore
export const inboxErrors = {
  EInvoiceAlreadyThere: { status: 409, message: 'The inbox has the invoice already.', hint: 'Use the one that is there. Reject it first where it shall come anew.' },
  InboxFileAlreadyThere: { status: 409, message: 'The inbox has the same file already.', hint: 'Use the one that is there. Reject it first where it shall come anew.' },
  InboxFileUnreadable: { status: 400, message: 'The file cannot be taken into the inbox.', hint: 'Send a PDF without encryption and scripts, a JPEG, a PNG, or an e-invoice (UBL invoice or credit note, Peppol BIS Billing 3), of 1 to 9437184 bytes. The message says what is wrong.' },
  InboxItemDoesNotExist: { status: 404, message: 'The inbox has no such document.', hint: 'Give the number of a document of the inbox.' },
  InboxItemIsNotRejected: { status: 409, message: 'The document is not rejected.', hint: 'Only a document that is rejected can be taken up again.' },
  InboxItemIsUsed: { status: 409, message: 'The document has its voucher already, or is rejected.', hint: 'Read its state. Delete the draft, detach the document, or reopen it first.' },
  InboxLinesDoNotAddUp: { status: 400, message: 'The lines do not come to the amount.', hint: 'Give lines that sum to the amount of the document.' },
} satisfies Record<string, ErrorEntry>
