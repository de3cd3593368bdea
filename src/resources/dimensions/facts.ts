import type { Resource } from '../../resource/resource.ts'

/** An agreement has at most so many dimensions (rule 15.1). */
export const DIMENSIONS_MAX = 3

/** Whoever may do anything may see dimensions. */
export const ALL_ROLES: Resource['roles'] = ['Bookkeeping', 'ProjectEmployee', 'Sales', 'SuperUser']

/** SQL: the agreement lacks the module. */
export const lacksModule = (module: 'Complete' | 'Dimension'): string =>
  `NOT EXISTS (SELECT FROM agreement x WHERE x.agreement = $1 AND '${module}' = ANY (x.modules))`
