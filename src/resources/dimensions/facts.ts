import type { Resource } from '../../resource/resource.ts'
import { rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** The most dimensions of an agreement (rule 15.1). */
export const DIMENSIONS_MAX = 3

/** Every role may see dimensions. */
export const ALL_ROLES: Resource['roles'] = ['Bookkeeping', 'ProjectEmployee', 'Sales', 'SuperUser']

/** SQL: the agreement lacks the module. */
export const lacksModule = (module: 'Complete' | 'Dimension'): Sql =>
  sql`NOT EXISTS (SELECT FROM ${rowsOf('agreement')} x WHERE x.agreement = $1 AND '${module}' = ANY (x.modules))`
