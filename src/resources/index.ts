import type { Api } from '../resource/resource.ts'
import { suppliersApi } from './suppliers/index.ts'

/** Every resource-API served. */
export const apis: readonly Api[] = [suppliersApi]
