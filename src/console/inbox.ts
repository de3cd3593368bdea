import { PATHS } from './books.ts'
import { meant } from './filter.ts'
import type { Amount } from './money.ts'

const DB = PATHS.daybook

/** A document that came before its voucher. */
export interface InboxItem {
  number: number
  kind: 'pdf' | 'jpeg' | 'png' | 'einvoice'
  state: 'new' | 'drafted' | 'attached' | 'rejected'
  fileName: string | null
  note: string | null
  receivedAt: string
  supplierName: string | null
  invoiceNumber: string | null
  invoiceDate: string | null
  dueDate: string | null
  currency: string | null
  amount: Amount | null
  rejectedReason: string | null
  accountingYear: string | null
  journalNumber: number | null
  voucherNumber: number | null
}

/** What an e-invoice says, and whose it is. */
export interface EInvoice {
  isCreditNote: boolean
  lines: { id: string; name: string; quantity: Amount; net: Amount }[]
  totals: { net: Amount; vat: Amount; gross: Amount; payable: Amount }
  supplier: { supplierNumber: number; name: string; foundBy: string } | null
  proposedSupplier: Record<string, unknown> | null
}

/** What a draft of a document became, or would become. */
export interface Drafted {
  accountingYear: string
  journalNumber: number
  voucherNumber: number
  notes: string[]
}

/** What somebody was asked to approve. */
export interface Approval {
  number: number
  state: 'submitted' | 'approved' | 'rejected'
  accountingYear: string
  journalNumber: number
  voucherNumber: number
  people: string[]
  note: string | null
  submittedAt: string
  isCurrent?: boolean
}

/** Somebody of the company. */
export interface Person {
  initials: string
  name: string
}

/** What the screens of documents read and write. */
export const inboxPaths = {
  all: `${DB}/inbox`,
  ofVoucher: (voucher: number) => `${DB}/inbox?filter=voucherNumber$eq:${voucher}`,
  file: (item: number) => `${DB}/inbox/${item}/file`,
  pdf: (item: number) => `${DB}/inbox/${item}/pdf`,
  einvoice: (item: number) => `${DB}/inbox/${item}/einvoice`,
  act: (item: number, what: 'draft' | 'reject' | 'reopen') => `${DB}/inbox/${item}/${what}`,
  suppliers: `${DB}/suppliers`,
  findSuppliers: (text: string) => meant(`${DB}/suppliers/paged`, text),
  approvals: `${DB}/voucher-approvals`,
  waiting: `${DB}/voucher-approvals?filter=state$eq:submitted`,
  decide: (approval: number, what: 'approve' | 'reject') => `${DB}/voucher-approvals/${approval}/${what}`,
  draftsOf: (voucher: number) => `${DB}/draft-entries?filter=voucherNumber$eq:${voucher}`,
  people: `${DB}/people`,
} as const

/** What a document is called: who sent it, else its file. */
export const nameOf = ({ supplierName, note, fileName, number }: InboxItem): string =>
  supplierName ?? note ?? fileName ?? String(number)

/** A form of one file, with what is said of it. */
export function formOf(file: File, note: string): FormData {
  const form = new FormData()
  if (note.trim() !== '') form.set('note', note.trim())
  form.set('file', file)
  return form
}
