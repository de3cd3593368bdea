import type { Api } from '../../resource/versions.ts'
import { answersNothing, without } from '../../resource/differences.ts'
import { contacts } from './contacts.ts'
import { groups } from './groups.ts'

/** Suppliers' contacts and groups. */
export const suppliersApi: Api = {
  name: 'suppliers',
  title: 'Suppliers',
  prefix: '/suppliersapi',
  version: '2.0.0',
  style: 'problem',
  groups: [contacts, groups],
  older: [
    { version: '1.0.1', differences: [without('Contacts', 'active')] },
    { version: '1.0.0', differences: [answersNothing('Contacts'), answersNothing('Groups')] },
  ],
}
