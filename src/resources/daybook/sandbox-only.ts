import { ApiError } from '../../errors/catalogue.ts'
import type { Caller } from '../../resource/operations.ts'

/** The caller's agreement. @throws ApiError SandboxOnly where it is no sandbox. */
export function sandboxOf({ agreement, isSandbox }: Caller): number {
  if (!isSandbox) throw new ApiError({ code: 'SandboxOnly', property: 'agreement' })
  return agreement
}
