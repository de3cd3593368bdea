import type { Api } from '../../resource/resource.ts'
import { contacts } from './contacts.ts'
import { groups } from './groups.ts'

export const suppliersApi: Api = {
  name: 'suppliers',
  title: 'Suppliers',
  prefix: '/suppliersapi',
  version: '2.0.0',
  style: 'problem',
  resources: [contacts, groups],
}
