import type { Api } from '../resource/resource.ts'
import { accountingYearLinksApi, accountingYearsApi } from './accounting-years/index.ts'
import { accountsApi } from './accounts/index.ts'
import { bookedEntriesApi } from './booked-entries/index.ts'
import { daybookApi } from './daybook/index.ts'
import { journalsApi } from './journals/index.ts'
import { suppliersApi } from './suppliers/index.ts'
import { webhooksApi } from './webhooks/index.ts'

/** Every resource-API served. */
export const apis: readonly Api[] = [
  accountsApi,
  accountingYearsApi,
  accountingYearLinksApi,
  bookedEntriesApi,
  daybookApi,
  journalsApi,
  suppliersApi,
  webhooksApi,
]
