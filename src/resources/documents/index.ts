import type { Api } from '../../resource/resource.ts'
import { aliases, withoutOperation, withoutPart } from '../../resource/versions.ts'
import { attachedDocuments } from './attached-documents.ts'

/** The resource-API for the documents of vouchers. */
export const documentsApi: Api = {
  name: 'documents',
  title: 'documents',
  prefix: '/documentsapi',
  version: '4.0.1',
  style: 'problem',
  groups: [attachedDocuments],
  // Before 3.0.1 images were not taken; whoever sends one then is not worse off.
  older: [
    ...aliases('4.0.0'),
    { version: '3.0.1', differences: [withoutPart('AttachedDocuments', 'onConflict')] },
    ...aliases('3.0.0', '2.2.0'),
    {
      version: '2.1.0',
      differences: [withoutOperation('AttachedDocuments', 'DELETE', '/AttachedDocuments/deletebulk')],
    },
  ],
}
