import type { Resource } from '../../resource/resource.ts'

/** The roles that work with projects, in agreements with the module. */
export const OF_PROJECTS = { roles: ['ProjectEmployee', 'SuperUser'], module: 'Projects' } as const satisfies Pick<
  Resource,
  'roles' | 'module'
>
