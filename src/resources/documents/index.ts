import { text } from '../../resource/fields.ts'
import { type Api, aliases } from '../../resource/versions.ts'
import { withoutKinds, withoutOperation, withoutPart, withProperties } from '../../resource/differences.ts'
import { attachedDocuments } from './attached-documents.ts'

/** The resource-API for the documents of vouchers. */
export const documentsApi: Api = {
  name: 'documents',
  title: 'documents',
  prefix: '/documentsapi',
  version: '4.0.1',
  style: 'problem',
  groups: [attachedDocuments],
  // Before 3.0.1 images were refused; accepting them there harms no client.
  older: [
    ...aliases('4.0.0'),
    { version: '3.0.1', differences: [withoutPart('AttachedDocuments', 'onConflict')] },
    ...aliases('3.0.0'),
    {
      version: '2.2.0',
      differences: [
        withProperties('AttachedDocuments', {
          file: text(0).computed('NULL::text').describe('Always null; the file itself is at …/pdf'),
        }),
      ],
    },
    {
      version: '2.1.0',
      differences: [withoutOperation('AttachedDocuments', 'DELETE', '/AttachedDocuments/deletebulk')],
    },
    { version: '2.0.0', differences: [withoutKinds('AttachedDocuments', 'delete')] },
    { version: '1.0.1', differences: [withoutKinds('AttachedDocuments', 'upload')] },
    ...aliases('1.0.0'),
  ],
}
