import type { Api } from './versions.ts'

/** The name of a query parameter of lists: camel case, and Pascal case in the project-related API (rule 1.11). */
export const queryName = (name: string, style: Api['style']): string =>
  style === 'project' ? `${name[0]!.toUpperCase()}${name.slice(1)}` : name
