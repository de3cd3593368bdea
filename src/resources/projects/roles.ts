import type { Resource } from '../../resource/resource.ts'

/** Who works with projects, in agreements that have them. */
export const OF_PROJECTS = { roles: ['ProjectEmployee', 'SuperUser'], module: 'Projects' } as const satisfies Pick<
  Resource,
  'roles' | 'module'
>
