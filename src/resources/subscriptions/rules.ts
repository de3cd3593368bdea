import type { Rule } from '../../resource/resource.ts'

/** When rules of subscriptions are asked. */
export const WRITTEN = ['create', 'update'] as const

/** SQL: the agreement has no such module. */
export const lacks = (module: string): string =>
  `NOT EXISTS (SELECT FROM agreement x WHERE x.agreement = $1 AND '${module}' = ANY (x.modules))`

/** The agreement has the module that the property needs. */
export const needs = (module: string, property: string, code: Rule['code']): Rule => ({
  property,
  code,
  on: WRITTEN,
  brokenWhen: lacks(module),
})
