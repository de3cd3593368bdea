import type { ErrorEntry } from './entry.ts'

/** Codes of documents of vouchers (contract, AttachedDocuments): one line per code. */
// prettier-ignore
export const documentErrors = {
  InvalidFileData: { status: 400, message: 'The file cannot be attached.', hint: 'Send a whole PDF without encryption, scripts, XFA, or links that run, start, send or open something, a JPEG or a PNG, of 1 to 9437184 bytes. Printing a PDF to a new one removes these.' },
  InvalidVoucherNumber: { status: 400, message: 'The accounting year has no such voucher, or several.', hint: 'Give the number of a voucher that is drafted or booked in the year; where several have it, also its source (journal, invoice, opening, system) and journalNumber.' },
  DocumentAlreadyAttachedToVoucher: { status: 400, message: 'The voucher has a document already.', hint: 'Send onConflict 0 to add the pages to it, or delete it first.' },
  CannotAttachToElectronicInvoice: { status: 400, message: 'The voucher is of an electronic invoice, which is its document.', hint: 'Attach nothing to it.' },
  UnableToAttach: { status: 400, message: 'The file cannot be added to the document of the voucher.', hint: 'The document is as it was. Attach less to it, or join the files before.' },
} satisfies Record<string, ErrorEntry>
