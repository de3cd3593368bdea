import { dimensionFixtures } from './dimension-fixtures.ts'
import type { Fixtures } from './fixture.ts'
import { ledgerFixtures } from './ledger-fixtures.ts'
import { masterDataFixtures } from './master-data-fixtures.ts'
import { settlementFixtures } from './settlement-fixtures.ts'
import { supplierFixtures } from './supplier-fixtures.ts'
import { webhookFixtures } from './webhook-fixtures.ts'

/** By the names of the API and the resource. Every declared resource must be here. */
export const fixtures: Fixtures = {
  ...supplierFixtures,
  ...masterDataFixtures,
  ...dimensionFixtures,
  ...ledgerFixtures,
  ...settlementFixtures,
  ...webhookFixtures,
}
