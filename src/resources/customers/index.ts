import { changed, without, withoutGroups } from '../../resource/differences.ts'
import { F2, flag } from '../../resource/fields.ts'
import { type Api, aliases } from '../../resource/versions.ts'
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
  // The length of notes before 3.0.1 is unknown.
  older: [
    ...aliases('3.0.1', '3.0.0'),
    // Ignores what a client sends: a contact is active until it is deleted.
    {
      version: '2.0.0',
      differences: [changed('Contacts', 'active', () => flag().ignored('(NOT t.is_deleted)').filter(F2))],
    },
    { version: '1.1.1', differences: [without('Contacts', 'active')] },
    ...aliases('1.1.0'),
    { version: '1.0.4', differences: [withoutGroups('Setup')] },
    ...aliases('1.0.3', '1.0.2', '1.0.1', '1.0.0'),
  ],
}
