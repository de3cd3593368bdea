import { INITIALS } from '../../access/people.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { F1, F1L, F2, flag, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { type Item, standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const INITIALS_MAX = 10

function initialsFaults({ initials }: Item): Fault[] {
  return initials === undefined || INITIALS.test(initials as string)
    ? []
    : [{ code: 'PersonInitialsInvalid', property: 'initials' }]
}

/**
 * Who works with the books. Bookings, changes and the log of documents name people by their initials for good, so
 * nobody is removed, and initials stay. A grant may be a person's, or let its app name one with each request.
 */
export const people = resource('People', {
  logsBodies: true,
  schema: 'Person',
  table: 'person',
  key: ['initials'],
  roles: ['SuperUser'],
  fields: {
    initials: text(INITIALS_MAX)
      .required()
      .unique('PersonInitialsTaken')
      .filter(F1)
      .sortable()
      .describe('Letters A to Z, digits, - and _; they never change'),
    name: text(255).required().filter(F1L).sortable(),
    email: text(255).filter(F1),
    isBarred: flag().filter(F1).describe('Not active any more: gets no grant, and no app can say that they act'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/people', 'initials', ['cursor', 'paged', 'count', 'single', 'create', 'update']),
  check: initialsFaults,
  rules: [
    {
      property: 'isBarred',
      code: 'PersonHasGrants',
      on: ['update'],
      brokenWhen: (r, old) => sql`${r.is_barred} AND NOT ${old.is_barred} AND EXISTS (
        SELECT FROM ${rowsOf('access_grant')} g WHERE g.agreement = $1 AND g.person = ${old.initials}
          AND g.revoked_at IS NULL)`,
    },
  ],
  constraints: { person_has_grants: { code: 'PersonHasGrants', property: 'isBarred' } },
  // Faults of `check`.
  codes: ['PersonInitialsInvalid'],
})
