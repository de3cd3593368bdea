import type { Resource } from '../../resource/resource.ts'

/** The most dimensions of an agreement (rule 15.1). */
export const DIMENSIONS_MAX = 3

/** Every role may see dimensions. */
export const ALL_ROLES: Resource['roles'] = ['Bookkeeping', 'ProjectEmployee', 'Sales', 'SuperUser']
