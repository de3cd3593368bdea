import { NUMBER_MAX } from '../../limits.ts'
import { changed, faceOf, only, withProperties } from '../../resource/differences.ts'
import { F1, F2, int32, lastUpdated } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import type { Broken, Rule } from '../../resource/resource.ts'
import { projectConstraints, projectRules } from '../projects/project-rules.ts'
import { projects as published } from '../projects/projects.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

/**
 * A changed customer must still suit the group, the contact and the delivery location. Only the project-related API
 * shows them.
 */
const suits = (code: Rule['code'], isUnsuitable: Broken): Rule => ({
  property: 'customerNumber',
  code,
  on: ['update'],
  always: true,
  brokenWhen: (r, old, isInUse) =>
    sql`${r.customer_number} IS DISTINCT FROM ${old.customer_number} AND ${isUnsuitable(r, old, isInUse)}`,
})
const customerRules: readonly Rule[] = [
  suits(
    'ProjectCannotBeCreatedUpdatedCustomerNumberRequired',
    (r, old) => sql`${r.customer_number} IS NULL AND EXISTS (SELECT FROM ${rowsOf('project_group')} x
      WHERE x.agreement = $1 AND x.number = ${old.project_group_number} AND x.type IN (2, 3))`,
  ),
  suits('ProjectContactPersonInvalid', (_, old) => sql`${old.contact_person_id} IS NOT NULL`),
  suits('ProjectDeliveryLocationInvalid', (_, old) => sql`${old.delivery_location_number} IS NOT NULL`),
]

const NAME = 'Projects'

/**
 * Projects for bookkeepers: they group entries across accounts (rule 14.6). A face of those of the project-related API.
 * A main project sums up its sub-projects, one level deep, and takes no entries itself. A closed or barred project
 * takes no new entries.
 */
export const projects = faceOf(
  published,
  {
    name: NAME,
    roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
    operations: standard('/projects', 'number'),
    rules: [...customerRules, ...projectRules],
    constraints: projectConstraints,
  },
  changed(NAME, 'isClosed', (isClosed) =>
    isClosed.describe('A new project is open; /projects/{number}/close closes it for good'),
  ),
  withProperties(NAME, {
    number: int32(0, NUMBER_MAX)
      .required()
      .unique('ProjectCannotBeCreatedUpdatedNumberAlreadyExists')
      .filter(F1)
      .sortable(),
    customerNumber: int32(1, NUMBER_MAX)
      .references('customer.number', 'ProjectCannotBeCreatedUpdatedCustomerNotFound')
      .filter(F1),
    mainProjectNumber: int32(0, NUMBER_MAX).references('project.number').filter(F1),
    lastUpdated: lastUpdated().filter(F2),
  }),
  only(
    NAME,
    ...['number', 'name', 'customerNumber', 'isClosed', 'isBarred', 'isMainProject', 'mainProjectNumber'],
    ...['lastUpdated', 'objectVersion'],
  ),
)
