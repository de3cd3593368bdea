import type { Api } from '../../resource/resource.ts'
import { attachedDocuments } from './attached-documents.ts'

/** The resource-API for the documents of vouchers. */
export const documentsApi: Api = {
  name: 'documents',
  title: 'documents',
  prefix: '/documentsapi',
  version: '4.0.1',
  style: 'problem',
  groups: [attachedDocuments],
}
