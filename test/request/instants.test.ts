import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultNames } from '../conventions/replies.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'

const UNITS = '/daybookapi/v1.0.0/units1'

let service: SharedService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ modules: ['Dimension'] })
  await client.post(UNITS, { number: 1, name: 'Hours' })
})
afterAll(() => service.stop())

test.each<[lastUpdated: string, code: string]>([
  ['2024-01-01T00:00:00Z', 'PropertyReadOnly'],
  ['2024-01-01T00:00:00', 'PropertyReadOnly'],
  ['2024-02-29t23:59:59.123456789z', 'PropertyReadOnly'],
  ['0001-01-01T00:00:00+15:59', 'PropertyReadOnly'],
  ['9999-12-31T23:59:59-15:59', 'PropertyReadOnly'],
  ['2024-01-01T00:00:00+16:00', 'ValueTypeInvalid'],
  ['2024-01-01T00:00:00-23:59', 'ValueTypeInvalid'],
  ['2024-01-01T00:00:00123Z', 'ValueTypeInvalid'],
  ['2024-01-01T00:00:00.Z', 'ValueTypeInvalid'],
  [`2024-01-01T00:00:00.${'1'.repeat(200)}Z`, 'ValueTypeInvalid'],
  ['2023-02-29T00:00:00Z', 'ValueTypeInvalid'],
  ['2024-01-01T24:00:00Z', 'ValueTypeInvalid'],
])('lastUpdated %s of a body is %s', async (lastUpdated, code) => {
  const unit = (await client.get(`${UNITS}/1`)).json
  const reply = await client.put(UNITS, { ...unit, lastUpdated })
  expect([reply.status, ...faultNames(reply)]).toEqual([400, `lastUpdated: ${code}`])
})
