import type { Grant } from '../../access/grant.ts'
import { ApiError } from '../../errors/catalogue.ts'
import type { Group, Operation } from '../../resource/operations.ts'
import { hasRoleOf } from '../../resource/roles.ts'

/**
 * Lets the request pass when the grant covers it. The demo agreement answers GET only (rule 3.2). The grant needs one
 * of the group's roles (rule 3.3), and the agreement the group's module, if there is one (rule 3.4).
 * @throws ApiError 403
 */
export function authorize(grant: Grant, group: Group, operation: Operation): void {
  if (grant.isDemo && operation.method !== 'GET')
    throw new ApiError({ code: 'DemoReadOnly', property: 'X-AgreementGrantToken' })
  const roles = operation.roles ?? group.roles
  if (!hasRoleOf(roles, grant.roles)) {
    throw new ApiError({
      code: 'RoleMissing',
      property: 'X-AgreementGrantToken',
      message: `${group.name} needs one of the roles ${roles.join(', ')}; the grant has ${grant.roles.join(', ') || 'none'}.`,
    })
  }
  if (group.module && !grant.modules.includes(group.module)) {
    const message = `${group.name} needs the module ${group.module}, which the agreement does not have.`
    throw new ApiError({ code: 'ModuleMissing', property: 'X-AgreementGrantToken', message })
  }
}
