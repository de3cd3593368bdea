import { detachDocument } from '../../documents/detach.ts'
import { SOURCES } from '../../documents/voucher.ts'
import { loggedPdf } from '../../documents/serve.ts'
import { date, F1, F2, flag, instant, int32, text } from '../../resource/fields.ts'
import { type FileOperation, reads, standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { actingFields } from './acting.ts'
import { documentFields, documentForm, pdf, upload, uploadCodes } from '../documents/attached-documents.ts'

const source = text(10).present().oneOf(SOURCES).describe('Where the voucher is from')
const journalNumber = int32().filter(F1).describe('The journal of the voucher; null for vouchers of no journal')

/** Documents of vouchers; the journal identifies the voucher too (rule 15.6). */
export const documents = resource('Documents', {
  logsBodies: true,
  schema: 'Document',
  table: 'attached_document',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: { ...documentFields, source, journalNumber },
  codes: [...uploadCodes, 'NotFound'],
  operations: [
    ...standard('/documents', 'number', ['cursor', 'paged', 'count', 'single']),
    upload('/documents', 'DocumentCreate', documentForm),
    pdf('/documents/{number}/pdf'),
    {
      kind: 'action',
      method: 'DELETE',
      path: '/documents/{number}',
      status: 204,
      summary: 'Take a document off its voucher, and say why; the log keeps what was on a booked voucher',
      body: { reason: text(250, 1).required().describe('Why it is taken off; the log tells it, and is sealed') },
      schema: 'DocumentDetaching',
      run: detachDocument,
    },
  ],
})

const filePdf: FileOperation = {
  kind: 'file',
  method: 'GET',
  path: '/document-log/{number}/pdf',
  contentType: 'application/pdf',
  summary: 'The attached file as a PDF, as long as it is kept',
  find: ({ agreement }, database, { number }) => loggedPdf(database, agreement, number as number),
}

/** The permanent log of documents attached to vouchers and taken off them. The next booking seals it. */
export const documentLog = resource('DocumentLog', {
  logsBodies: true,
  schema: 'LoggedDocument',
  table: 'document_log',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    time: instant().present().column('logged_at').filter(F2).sortable(),
    app: int32().describe('The app that asked for it; null for a command'),
    ...actingFields(false),
    isDetached: flag().describe('true: the document was removed from its voucher'),
    documentNumber: int32().present().filter(F1),
    accountingYear: text(4).present(),
    source: text(10)
      .oneOf(SOURCES)
      .describe('Where the voucher is from; null of what was logged before that was asked'),
    journalNumber: int32(),
    voucherNumber: int32().present().filter(F1),
    reason: text(250).describe('Why a document was removed from its voucher'),
    hash: text(64).readAs(`encode(t.hash, 'hex')`).describe('SHA-256 of the file that was attached, as hex'),
    kind: text(4).describe('`pdf`, `jpeg` or `png`'),
    bytes: int32().describe('Of the file that was attached'),
    pages: int32().describe('Of the file that was attached'),
    keptUntil: date().describe('Until when a document removed from a booked voucher can be read here'),
  },
  operations: [...reads('/document-log', 'number'), filePdf],
})
