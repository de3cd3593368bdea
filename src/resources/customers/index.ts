import type { Api } from '../../resource/resource.ts'
import { aliases } from '../../resource/versions.ts'
import { contacts } from './contacts.ts'
import { customers } from './customers.ts'
import { deliveryLocations } from './delivery-locations.ts'
import { setup } from './setup.ts'

export const customersApi: Api = {
  name: 'customers',
  title: 'Customers',
  prefix: '/customersapi',
  version: '3.1.0',
  style: 'problem',
  groups: [contacts, customers, deliveryLocations, setup],
  older: aliases('3.0.1'),
}
