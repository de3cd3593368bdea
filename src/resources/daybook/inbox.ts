import { awaitFile } from '../../documents/parse.ts'
import { SOURCES } from '../../documents/voucher.ts'
import { einvoiceAnswer } from '../../inbox/einvoice-answer.ts'
import { EINVOICE_FACTS } from '../../inbox/supplier-facts.ts'
import { EINVOICE_ANSWER } from './einvoice-answer.ts'
import { attachItem, rejectItem, reopenItem } from '../../inbox/decide.ts'
import { draftItem } from '../../inbox/draft.ts'
import { receiveForInbox } from '../../inbox/receive.ts'
import { INBOX_STATE } from '../../inbox/state.ts'
import { attachmentPdf, sentFile, shownPdf } from '../../inbox/store.ts'
import { DOCUMENT_BYTES_MAX, DOCUMENT_FILE_BYTES_MAX, INBOX_FILES_MAX, NUMBER_MAX } from '../../limits.ts'
import {
  date,
  decimal,
  F1,
  F1L,
  F2,
  type Fields,
  flag,
  instant,
  int32,
  itemList,
  list,
  text,
} from '../../resource/fields.ts'
import {
  type ActionOperation,
  type FileOperation,
  type QueryOperation,
  reads,
  type UploadOperation,
} from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { draftEntries } from './draft-entries.ts'
import { actingFields } from './acting.ts'
import { uploadCodes } from '../documents/attached-documents.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const
const LINES_MAX = 500

const fields: Fields = {
  number: int32().present().filter(F1).sortable(),
  kind: text(8).present().filter(F1).describe('`pdf`, `jpeg`, `png` or `einvoice`'),
  state: text(8)
    .computed(INBOX_STATE)
    .filter(F1)
    .describe('`new`, `drafted` (a voucher was made of it), `attached` (to a voucher that was there), or `rejected`'),
  fileName: text(255).describe('As it was sent'),
  fileHash: text(64)
    .readAs(`encode(t.hash, 'hex')`)
    .column('hash')
    .describe('SHA-256 of the file as it was sent, as hex'),
  note: text(250).describe('What was said of it when it was sent'),
  receivedAt: instant().present().filter(F2).sortable().describe('When it came'),
  app: int32().describe('The app that sent it; null where a command took it from a folder'),
  ...actingFields(false),
  supplierName: text(255).filter(F1L).describe('Of an e-invoice: who sends it'),
  invoiceNumber: text(100).filter(F1L).describe('Of an e-invoice: the number that its supplier gave it'),
  invoiceDate: date().describe('Of an e-invoice: its day'),
  dueDate: date().describe('Of an e-invoice: when it is to be paid'),
  currency: text(3).describe('Of an e-invoice: the currency of its amounts'),
  amount: decimal().describe(
    'Of an e-invoice: what it comes to, before what is paid already; of a credit note negative',
  ),
  rejectedReason: text(250).describe('Why it becomes no voucher'),
  accountingYear: text(4).references('accounting_year.year').describe('Of its voucher'),
  source: text(10).describe('Where its voucher is from: `journal`, `invoice`, `opening` or `system`'),
  journalNumber: int32().describe('The journal of its voucher; null for vouchers of no journal'),
  voucherNumber: int32().filter(F1).describe('Of the voucher that was made of it, or that it was attached to'),
  wasDrafted: flag().nullable().describe('true: its voucher was made of it; false: it was attached to it'),
}

const upload: UploadOperation = {
  kind: 'upload',
  method: 'POST',
  path: '/inbox',
  schema: 'InboxCreate',
  given: ['number', 'numbers'],
  form: { note: text(250).describe('What is to be said of them') },
  file: {
    name: 'file',
    maxBytes: DOCUMENT_FILE_BYTES_MAX,
    code: 'InboxFileUnreadable',
    many: { max: INBOX_FILES_MAX, maxBytesOfAll: DOCUMENT_BYTES_MAX },
  },
  summary: 'Take files into the inbox, all of them or none: PDF, JPEG, PNG, or e-invoices (UBL, Peppol BIS Billing 3)',
  announced: awaitFile,
  receive: receiveForInbox,
}

const files: FileOperation[] = [
  {
    kind: 'file',
    method: 'GET',
    path: '/inbox/{number}/file',
    contentType: 'application/octet-stream',
    summary: 'The file as it was sent; a PDF without what acts in it',
    find: ({ agreement }, database, { number }) => sentFile(database, agreement, number as number),
  },
  {
    kind: 'file',
    method: 'GET',
    path: '/inbox/{number}/pdf',
    contentType: 'application/pdf',
    summary: 'The document as a PDF; of an e-invoice what it says, with the files that were in it',
    find: ({ agreement }, database, { number }) => shownPdf(database, agreement, number as number),
  },
  {
    kind: 'file',
    method: 'GET',
    path: '/inbox/{number}/attachments/{place}/pdf',
    contentType: 'application/pdf',
    summary: 'A file that was in an e-invoice, as a PDF; places count from 1',
    find: ({ agreement }, database, { number, place }) =>
      attachmentPdf(database, agreement, { number: number as number, place: place as number }),
  },
]

const attach: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/inbox/{number}/attach',
  status: 200,
  schema: 'InboxAttach',
  given: ['documentNumber'],
  summary: 'Attach the document to a voucher that is there, drafted or booked',
  body: {
    voucherNumber: int32(1, NUMBER_MAX).required().describe('The voucher'),
    accountingYear: text(11, 0).required().describe('The year of the voucher'),
    source: text(10).oneOf(SOURCES).describe('Where the voucher is from; needed where several have the number'),
    journalNumber: int32().describe('The journal of the voucher; needed where several journals have the number'),
    note: text(250, 0).describe("A remark on the voucher's document"),
    onConflict: int32()
      .oneOf([0, 1])
      .describe('If the voucher has a document already: 0 adds the pages to it, 1 refuses'),
  },
  answer: { documentNumber: int32().present().describe("Of the voucher's document") },
  run: attachItem,
}

const draft: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/inbox/{number}/draft',
  status: 201,
  schema: 'InboxDraft',
  given: ['voucherNumber', 'entryNumbers', 'documentNumber'],
  summary: 'Make the draft voucher of a document, with its file; what an e-invoice says need not be typed',
  body: {
    journalNumber: int32(1, NUMBER_MAX).required().describe('Where the voucher is drafted'),
    supplierNumber: int32(1, NUMBER_MAX).describe(
      'Whose invoice it is. An e-invoice says it; of other documents, without it the voucher is a finance voucher',
    ),
    date: date().describe('Of the voucher; the day of an e-invoice where left out'),
    amount: decimal(18, 2).describe(
      'What the document comes to, VAT included; negative for a credit note. An e-invoice says it',
    ),
    currency: text(3).describe('Of the amount; where left out the base currency. An e-invoice says it'),
    invoiceNumber: text(100).describe("The supplier's number of the invoice. An e-invoice says it"),
    dueDate: date().describe(
      'When it is to be paid; where left out, as an e-invoice says, or the terms of the supplier',
    ),
    text: text(250).describe(
      'Of the entries; where left out, the supplier and the number of an e-invoice, or the name of the file',
    ),
    accountNumber: int32(1, NUMBER_MAX).describe('Where it is posted; where left out, as the supplier was last'),
    vatCode: text(5).describe('Of what is posted; where left out, as the supplier was last'),
    departmentNumber: int32(1, NUMBER_MAX).describe('Of what is posted'),
    contraAccountNumber: int32(1, NUMBER_MAX).describe('Of a finance voucher: what it was paid from'),
    lines: itemList(
      {
        line: text(100).describe('The identifier of the line in the e-invoice'),
        amount: decimal(18, 2).describe('Of a document that is no e-invoice: the part of the amount, VAT included'),
        accountNumber: int32(1, NUMBER_MAX).describe('Where it is posted'),
        vatCode: text(5).describe('Its VAT code'),
        departmentNumber: int32(1, NUMBER_MAX).describe('Its department'),
        text: text(250).describe('Of the entry'),
      },
      LINES_MAX,
    )
      .filled()
      .describe('Where parts of it are posted elsewhere'),
    prepaidAccountNumber: int32(1, NUMBER_MAX).describe(
      'Of an e-invoice that is paid in part: the account that was paid from. Where left out, all of it is owed until the payments are matched',
    ),
    roundingAccountNumber: int32(1, NUMBER_MAX).describe(
      'Where the rounding of an e-invoice is posted; the system account for rounding where left out',
    ),
    preview: flag().describe('true: says what would be drafted, and writes nothing, as Daybook-Dry-Run does'),
  },
  answer: {
    accountingYear: text(4).present().describe('Of the voucher'),
    journalNumber: int32().present().describe('Of the voucher'),
    voucherNumber: int32().present().describe('The voucher'),
    entryNumbers: list(int32(), LINES_MAX).present().describe('Of its draft entries'),
    documentNumber: int32().present().describe('Of its document'),
    supplierNumber: int32().describe('Whose invoice it is'),
    notes: list(text(500), LINES_MAX).present().describe('What to look at before it is booked'),
  },
  run: draftItem,
}

const einvoice: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/inbox/{number}/einvoice',
  summary: 'What was read of an e-invoice, whose it is, or the supplier that its sender would be',
  answer: EINVOICE_ANSWER,
  statement: ({ agreement }, { path }) => ({ text: EINVOICE_FACTS, values: [agreement, path.number as number] }),
  compose: (_caller, facts) => Promise.resolve(einvoiceAnswer(facts)),
}

/** Documents that came before their vouchers (MONTH.md 3). */
export const inbox = resource('Inbox', {
  logsBodies: true,
  schema: 'InboxItem',
  table: 'inbox_item',
  key: ['number'],
  roles: ROLES,
  fields,
  parameters: { place: int32(1, NUMBER_MAX).describe('Of the file in the e-invoice, from 1') },
  operations: [
    ...reads('/inbox', 'number'),
    upload,
    ...files,
    einvoice,
    draft,
    attach,
    {
      kind: 'action',
      method: 'POST',
      path: '/inbox/{number}/reject',
      status: 204,
      schema: 'InboxReject',
      summary: 'Say that the document becomes no voucher, and why; it stays',
      body: { reason: text(250, 1).required().describe('Why it becomes no voucher') },
      run: rejectItem,
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/inbox/{number}/reopen',
      status: 204,
      summary: 'Take up a document again that was rejected',
      run: reopenItem,
    },
  ],
  constraints: {
    inbox_item_hash_unique: { code: 'InboxFileAlreadyThere', property: 'number' },
    inbox_item_invoice_unique: { code: 'EInvoiceAlreadyThere', property: 'number' },
  },
  codes: [
    ...new Set([
      ...uploadCodes,
      ...draftEntries.codes!,
      'EInvoiceAlreadyThere',
      'EInvoiceInBreaksRule',
      'InboxFileAlreadyThere',
      'InboxInvoiceIsThere',
      'InboxItemComesToNothing',
      'InboxSupplierUnknown',
      'InboxFileUnreadable',
      'InboxItemDoesNotExist',
      'InboxItemIsNotRejected',
      'InboxItemIsUsed',
      'InboxLinesDoNotAddUp',
      'ValueRequired',
    ] as const),
  ],
})
