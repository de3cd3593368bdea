import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { codeOf, DRAFTS } from '../resources/bookkeeping.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { pdf } from './files.ts'
import { attach, bytesAt, DOCUMENTS, withVouchers } from './uploading.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('a document stays when its draft is deleted, and is that of the next voucher with the number', async () => {
  const client = await withVouchers(service)
  const sent = pdf('Receipt')
  await attach(client, sent)
  const { entryNumber: first, objectVersion: _, ...draft } = (await client.get(DRAFTS)).json.items[0]
  for (const { entryNumber } of (await client.get(DRAFTS)).json.items as { entryNumber: number }[])
    expect((await client.delete(`${DRAFTS}/${entryNumber}`)).status).toBe(204)
  expect((await client.get(`${DOCUMENTS}?filter=voucherNumber$eq:501`)).json.items).toMatchObject([{ number: 1 }])
  expect((await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)).bytes.equals(sent)).toBe(true)
  expect(codeOf(await attach(client, pdf('Other')))).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  const given = Object.fromEntries(Object.entries(draft as object).filter(([, value]) => value !== null))
  const made = await client.post(DRAFTS, given)
  expect([made.status, made.json.entryNumber > first]).toEqual([201, true])
  expect((await attach(client, pdf('Other'))).json).toEqual({ number: 1 })
  expect((await client.delete(`${DRAFTS}/${made.json.entryNumber}`)).status).toBe(204)
  expect((await client.delete(`${DOCUMENTS}/1`)).status).toBe(204)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
