import type { ErrorCode } from '../../errors/catalogue.ts'
import { day, F2, type Field, flag } from '../../resource/fields.ts'
import type { Resource, Rule } from '../../resource/resource.ts'
import { BY_KEY, WRITTEN } from '../../resource/rules.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** Whether a project is closed. A new project is open; a separate operation closes it (rule 14.5). */
export const isClosed = (): Field => flag().fixed('PropertyReadOnly').filter(F2)

/** The day of closing. An update ignores it. */
export const closedDate = (): Field => day().fixed().filter(F2)

const becomesMain = (r: Row, old: Row): Sql => sql`${r.is_main_project} AND NOT ${old.is_main_project}`

/** SQL: the table has entries of the stored project. */
const has = (old: Row, table: string): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf(table)} x WHERE x.agreement = $1 AND x.project_number = ${old.number})`

/** The rules of projects in every view (rule 14.6). */
export const projectRules: readonly Rule[] = [
  {
    property: 'isClosed',
    code: 'ProjectCannotBeCreatedAsClosed',
    on: ['create'],
    brokenWhen: (r) => sql`${r.is_closed}`,
  },
  {
    property: 'isMainProject',
    code: 'ProjectCannotBeMadeSubprojectHasSubProjects',
    on: ['update'],
    always: true,
    brokenWhen: (r, old) => sql`NOT coalesce(${r.is_main_project}, false)
      AND EXISTS (SELECT FROM ${rowsOf('project')} x WHERE x.agreement = $1
        AND x.main_project_number = ${old.number} ${BY_KEY})`,
  },
  {
    property: 'isMainProject',
    code: 'ProjectCannotBeMadeMainHasTimeEntries',
    on: ['update'],
    brokenWhen: (r, old) => sql`${becomesMain(r, old)} AND ${has(old, 'time_entry')}`,
  },
  {
    property: 'isMainProject',
    code: 'ProjectCannotBeMadeMainHasMileageEntries',
    on: ['update'],
    brokenWhen: (r, old) => sql`${becomesMain(r, old)} AND ${has(old, 'mileage')}`,
  },
  {
    property: 'mainProjectNumber',
    code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberCannotBeSet',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.is_main_project}`,
  },
  {
    property: 'mainProjectNumber',
    code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid',
    on: WRITTEN,
    // A main project closes after its sub-projects (rule 14.5), so that a closed one gets no others.
    brokenWhen: (r) => sql`${r.main_project_number} = ${r.number} OR NOT EXISTS (SELECT FROM ${rowsOf('project')} x
      WHERE x.agreement = $1 AND x.number = ${r.main_project_number} AND x.is_main_project
        AND (NOT x.is_closed OR EXISTS (SELECT FROM ${rowsOf('project')} o
        WHERE o.agreement = $1 AND o.number = ${r.number}
          AND o.main_project_number = ${r.main_project_number})) ${BY_KEY})`,
  },
]

/** The references that prevent deleting a project, in the order of reporting. */
export const PROJECT_IN_USE = {
  project: 'ProjectCannotBeDeletedHasSubProjects',
  time_entry: 'ProjectCannotBeDeletedHasTimeEntries',
  draft_entry: 'ProjectCannotBeDeletedHasDraftEntries',
  booked_entry: 'ProjectCannotBeDeletedHasBookedEntries',
  booked_invoice: 'ProjectCannotBeDeletedHasInvoices',
  draft_invoice: 'ProjectCannotBeDeletedHasSalesDocuments',
  sales_order: 'ProjectCannotBeDeletedHasSalesDocuments',
  sales_quote: 'ProjectCannotBeDeletedHasSalesDocuments',
  mileage: 'ProjectCannotBeDeletedHasMileages',
} as const satisfies Resource['inUse']

/** The constraints that enforce the rules when two requests come at once. */
export const projectConstraints: Resource['constraints'] = {
  time_entry_project_number_fk: { code: 'ProjectCannotBeMadeMainHasTimeEntries', property: 'isMainProject' },
  mileage_project_number_fk: { code: 'ProjectCannotBeMadeMainHasMileageEntries', property: 'isMainProject' },
  project_main_project_number_fk: {
    code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid',
    property: 'mainProjectNumber',
  },
}

/** Never answered: expenses are draft or booked entries, which are reported first. */
export const NEVER: readonly ErrorCode[] = ['ProjectCannotBeDeletedHasExpenses']

/** SQL: a total of the project `t`; for a main project, with the totals of its sub-projects. */
export const totalOf = (column: 'cost_price' | 'sales_price' | 'invoiced_total'): string =>
  `coalesce((SELECT sum(x.${column}) FROM project_total x WHERE x.agreement = t.agreement
    AND (x.project_number = t.number
    OR t.is_main_project AND x.project_number IN (SELECT s.number FROM project s
      WHERE s.agreement = t.agreement AND s.main_project_number = t.number))), 0)`
