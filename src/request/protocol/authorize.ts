import { ApiError } from '../../errors/catalogue.ts'
import type { Operation, Resource } from '../../resource/resource.ts'

/** Who is calling, as the grant says. */
export interface Grant {
  agreement: number
  baseCurrency: string
  app: number
  roles: readonly string[]
  modules: readonly string[]
  isDemo: boolean
}

/**
 * Lets the request pass when the grant covers it: the demo agreement answers GET only (spec 1, Authentication 2), and one of the
 * resource's roles is needed (Authentication 4 and 5).
 * @throws ApiError 403
 */
export function authorize(grant: Grant, resource: Resource, operation: Operation): void {
  if (grant.isDemo && operation.method !== 'GET')
    throw new ApiError({ code: 'DemoReadOnly', property: 'X-AgreementGrantToken' })
  const roles = operation.roles ?? resource.roles
  if (roles.length > 0 && !roles.some((role) => grant.roles.includes(role))) {
    throw new ApiError({
      code: 'RoleMissing',
      property: 'X-AgreementGrantToken',
      message: `${resource.name} needs one of the roles ${roles.join(', ')}; the grant has ${grant.roles.join(', ') || 'none'}.`,
    })
  }
}
