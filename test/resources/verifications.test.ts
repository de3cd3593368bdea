import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { eventually } from '../patience.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'

const PATH = '/daybookapi/v1.0.0/verifications'

let service: TestService
let company: Client
beforeAll(async () => {
  service = await companyService()
  company = await service.client({ agreement: COMPANY })
})
afterAll(() => service.stop())

test('the books are verified by request, one at a time, and what is wrong is told', async () => {
  const [counted] = await service.database.rows<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM booked_entry WHERE agreement = $1',
    [COMPANY],
  )
  const right = { ok: true, entries: counted!.entries, fault: null, notes: expect.any(Array) }
  expect((await company.post(PATH)).json).toEqual(right)
  expect((await company.post(PATH.replace('verifications', 'verify'))).json).toEqual(right)

  const held = await service.database.transaction(async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock(7310362, $1)', [COMPANY])
    return await company.post(PATH)
  })
  expect([codeOf(held), held.headers.get('retry-after')]).toEqual([[429, 'AgreementBusy', 'request'], '1'])
  await eventually(async () => (await company.post(PATH)).status === 200)

  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(
      `UPDATE period_total SET debit = debit + 1 WHERE agreement = $1 AND accounting_year = '2025' AND period_number = 2`,
      [COMPANY],
    )
  })
  const wrong = await company.post(PATH)
  expect((await company.post(PATH.replace('verifications', 'verify'))).json).toEqual(wrong.json)
  expect([wrong.status, wrong.json.ok, wrong.json.fault]).toEqual([200, false, expect.stringMatching(/\d/)])
})

test('who does not see all of the books cannot verify them, and a dry run is refused', async () => {
  const bookkeeper = await service.client({ agreement: COMPANY, roles: ['Bookkeeping'] })
  expect(codeOf(await bookkeeper.post(PATH))).toEqual([403, 'RoleMissing', 'X-AgreementGrantToken'])
  const dry = await company.post(PATH, undefined, { headers: { 'daybook-dry-run': 'true' } })
  expect(codeOf(dry)[1]).toBe('DryRunNotPossible')
})
