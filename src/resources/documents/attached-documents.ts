import { receiverOf } from '../../documents/attach.ts'
import { deleteDocuments } from '../../documents/detach.ts'
import { SOURCES } from '../../documents/voucher.ts'
import { awaitFile } from '../../documents/parse.ts'
import { documentPdf } from '../../documents/serve.ts'
import { DOCUMENT_FILE_BYTES_MAX, DOCUMENTS_DELETED_MAX, NUMBER_MAX } from '../../limits.ts'
import { F1, type Fields, int32, list, text } from '../../resource/fields.ts'
import { type FileOperation, standard, type UploadOperation } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** The fields of a document, in every view. */
export const documentFields: Fields = {
  number: int32().counted().filter(F1).sortable(),
  note: text(250, 0).describe('A remark on the document'),
  pageCount: int32().describe('Of all the files that it is made of'),
  voucherNumber: int32(1, NUMBER_MAX).required().filter(F1),
  accountingYear: text(11, 0).required().references('accounting_year.year', 'AccountingYearNotFound').filter(F1),
}

/** The fields sent with a file, in every view. */
export const documentForm: Fields = {
  number: int32().present().ignored().describe('The service numbers documents; a value sent is ignored'),
  note: text(250, 0).describe('A remark on the document; left out, the remark stays as it is'),
  pageCount: int32().ignored().describe('The service counts the pages; a value sent is ignored'),
  voucherNumber: int32(1, NUMBER_MAX).required(),
  accountingYear: text(11, 0).required(),
  source: text(10).oneOf(SOURCES).describe('Where the voucher is from; needed where several have the number'),
  journalNumber: int32().describe('The journal of the voucher; needed where several journals have the number'),
  onConflict: int32()
    .present()
    .oneOf([0, 1])
    .describe('If the voucher has a document already: 0 adds the pages to it, 1 refuses'),
}

/** Attaching a file to a voucher, at `path`. */
export const upload = (path: string, schema: string, form: Fields): UploadOperation => ({
  kind: 'upload',
  method: 'POST',
  path,
  schema,
  form,
  file: { name: 'file', maxBytes: DOCUMENT_FILE_BYTES_MAX, code: 'InvalidFileData' },
  summary: 'Attach a PDF, JPEG or PNG to a voucher',
  given: ['number'],
  announced: awaitFile,
  receive: receiverOf(path),
})

/** Reading a document as one PDF, at `path`. */
export const pdf = (path: string): FileOperation => ({
  kind: 'file',
  method: 'GET',
  path,
  contentType: 'application/pdf',
  summary: 'The document as one PDF; an image is a page of it',
  find: ({ agreement }, database, { number }) => documentPdf(database, agreement, number as number),
})

/** The codes of attaching. */
export const uploadCodes = [
  'AccountingYearNotFound',
  'CannotAttachToElectronicInvoice',
  'DocumentAlreadyAttachedToVoucher',
  'InvalidFileData',
  'InvalidVoucherNumber',
  'UnableToAttach',
] as const

const PATH = '/AttachedDocuments'

/** Documents of vouchers, one each (rule 15.5). */
export const attachedDocuments = resource('AttachedDocuments', {
  logsBodies: true,
  schema: 'AttachedDocument',
  table: 'attached_document',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: documentFields,
  codes: uploadCodes,
  operations: [
    ...standard(PATH, 'number', ['cursor', 'paged', 'count', 'single', 'delete']),
    upload(PATH, 'AttachedDocumentCreate', documentForm),
    pdf(`${PATH}/{number}/pdf`),
    {
      kind: 'action',
      method: 'DELETE',
      path: `${PATH}/deletebulk`,
      status: 204,
      schema: 'AttachedDocuments',
      body: {
        documentNumbers: list(int32(), DOCUMENTS_DELETED_MAX).required().describe('The numbers of the documents'),
      },
      summary: 'Delete several documents, all or none',
      run: deleteDocuments,
    },
  ],
})
