import {
  atPaths,
  changed,
  required,
  withGroups,
  without,
  withoutFilter,
  withoutGroups,
  withoutKinds,
  withoutOperation,
  withPlainErrors,
  withProperties,
} from '../../resource/differences.ts'
import type { Resource } from '../../resource/resource.ts'
import { aliases, type Difference, type OtherVersion } from '../../resource/versions.ts'
import { contacts } from '../customers/contacts.ts'
import { deliveryLocations } from '../customers/delivery-locations.ts'
import { postingFields } from './posting-accounts.ts'
import { activityUpdated } from './project-activities.ts'
import { otherReference } from './projects.ts'
import { OF_PROJECTS } from './roles.ts'

/** A resource of customers at the path that it had in the project-related API. */
const ofCustomers = (resource: Resource, name: string, schema: string, from: string, to: string): Resource => ({
  ...resource,
  name,
  schema,
  roles: [...new Set([...OF_PROJECTS.roles, ...resource.roles])],
  operations: resource.operations.map((operation) => ({ ...operation, path: operation.path.replace(from, to) })),
})

const CONTACTS = 'Customer Contacts'
const LOCATIONS = 'Delivery Locations'

/** Pages were at the path of the resource, and the list by cursor below it. */
const otherLists: Difference = (api) =>
  api.groups
    .filter(({ operations }) => operations.some(({ kind }) => kind === 'paged' || kind === 'cursor'))
    .map(({ name }) =>
      atPaths(name, ({ kind, path }) =>
        kind === 'paged' ? path.replace(/\/paged$/, '') : kind === 'cursor' ? `${path}/all` : path,
      ),
    )
    .reduce((face, differ) => differ(face), api)

/** The properties that say whether and where a group's time is booked. */
const posting = (['cost', 'sales'] as const).flatMap((part) => Object.keys(postingFields('ActivityGroup', part)))

const EMPLOYEES = ['Employees', 'Project employees'] as const

/** The versions after the newest that is stated. */
export const laterProjects: readonly OtherVersion[] = [
  { version: '21.0.0', differences: [withProperties('Projects', { otherReference })] },
  ...aliases('21.0.1'),
  { version: '22.0.0', differences: [withProperties('Project Activities', { lastUpdated: activityUpdated })] },
]

/** The versions before the newest (rule 4.5). The published path of contacts is unknown, so it is ours. */
export const olderProjects: readonly OtherVersion[] = [
  ...aliases('20.0.0'),
  {
    version: '19.0.0',
    differences: [
      withGroups(
        ofCustomers(contacts, CONTACTS, 'CustomerContact', '/Contacts', '/customer-contacts'),
        ofCustomers(
          ...([deliveryLocations, LOCATIONS, 'DeliveryLocation', '/DeliveryLocations'] as const),
          '/customer-deliverylocations',
        ),
      ),
      without(CONTACTS, 'active'),
    ],
  },
  { version: '18.0.0', differences: [otherLists] },
  { version: '17.0.2', differences: [without(CONTACTS, 'isDeleted')] },
  ...aliases('17.0.1', '17.0.0'),
  { version: '16.4.0', differences: [withPlainErrors] },
  { version: '16.3.0', differences: [withoutGroups(LOCATIONS)] },
  ...aliases('16.2.2', '16.2.1', '16.2.0', '16.1.0', '16.0.0', '15.0.0'),
  {
    version: '14.1.3',
    differences: posting.map((property) => without('Activity Groups', property)),
  },
  {
    version: '14.1.2',
    differences: [withoutFilter('Activities', 'isAccessible'), withoutFilter('Cost Types', 'isBarred')],
  },
  ...aliases('14.1.1', '14.1.0'),
  { version: '14.0.0', differences: [withoutOperation('Project employees', 'GET', '/project-employees/count')] },
  {
    version: '13.2.0',
    differences: [
      atPaths('Project Activities', ({ path }) => path.replace('/project-activities', '/projects/activities')),
    ],
  },
  { version: '13.1.0', differences: [withoutGroups('Cost Type Groups')] },
  { version: '13.0.0', differences: [withoutGroups('Cost Types')] },
  {
    version: '12.0.0',
    differences: [required('Activity Groups', 'number'), required('Project Groups', 'number')],
  },
  { version: '11.0.0', differences: [required('Projects', 'number')] },
  {
    version: '10.1.2',
    differences: EMPLOYEES.map((group) =>
      changed(group, 'number', (number) =>
        number.optional().countedUnlessGiven('EmployeeCannotBeCreatedUpdatedNumberAlreadyExists'),
      ),
    ),
  },
  ...aliases('10.1.1', '10.1.0'),
  { version: '10.0.0', differences: [withoutKinds('Project employees', 'create')] },
  {
    version: '9.0.0',
    differences: [
      withoutKinds('Activities', 'create', 'update'),
      without('Activities', 'objectVersion'),
      withoutGroups('Activity Groups', 'Project Groups', 'Project Statuses'),
    ],
  },
  ...aliases('8.0.0', '7.0.0', '6.0.0', '5.0.0', '4.0.0', '3.0.0', '2.0.0'),
]
