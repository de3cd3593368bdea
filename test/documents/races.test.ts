import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepKeptFiles } from '../../src/documents/sweep.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { pdf } from './files.ts'
import { attach, bytesAt, DOCUMENTS, withVouchers } from './uploading.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const file = pdf('Sent twice')

/** Sends the file of document 1 to another voucher. Calls `during` when its file is there, and its document not yet. */
async function sendAgain<T>(client: Client, during: () => Promise<T>): Promise<[Reply, T]> {
  const underWay = await service.database.transaction(async (transaction) => {
    const counter = `SELECT FROM counter WHERE agreement = $1 AND name = 'attached_document' FOR UPDATE`
    await transaction.rows(counter, [client.agreement])
    const sending = attach(client, file, { voucherNumber: 502 })
    await untilBlocked(service.database, 1)
    const working = during()
    await Promise.race([working, untilBlocked(service.database, 2)])
    return [sending, working] as const
  })
  return await Promise.all(underWay)
}

const isThere = async (client: Client, document: number): Promise<boolean> =>
  (await bytesAt(service, client, `${DOCUMENTS}/${document}/pdf`)).bytes.equals(file)

test('a file that is sent again stays, though its first document is deleted meanwhile', async () => {
  const client = await withVouchers(service, [501, 502])
  await attach(client, file)
  const [sent, deleted] = await sendAgain(client, () => client.delete(`${DOCUMENTS}/1`))
  expect([sent.status, sent.json, deleted.status]).toEqual([201, { number: 2 }, 204])
  expect(await isThere(client, 2)).toBe(true)
})

test('a file that is sent again while its only document is being deleted is kept anew', async () => {
  const client = await withVouchers(service, [501, 502])
  await attach(client, file)
  const [sending] = await service.database.transaction(async (transaction) => {
    await transaction.rows('DELETE FROM attached_document WHERE agreement = $1', [client.agreement])
    const sending = attach(client, file, { voucherNumber: 502 })
    await untilBlocked(service.database, 1)
    return [sending]
  })
  const sent = await sending
  expect([sent.status, sent.json]).toEqual([201, { number: 2 }])
  expect(await isThere(client, 2)).toBe(true)
})

test('a file that is sent again stays, though it has been kept for its five years', async () => {
  const client = await withVouchers(service, [501, 502])
  await attach(client, file)
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  expect((await client.delete(`${DOCUMENTS}/1`)).status).toBe(204)
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    const over = 'UPDATE document_log SET kept_until = current_date - 1 WHERE agreement = $1 AND is_detached'
    await transaction.rows(over, [client.agreement])
  })
  const [sent] = await sendAgain(client, () => sweepKeptFiles(service.database))
  expect([sent.status, sent.json]).toEqual([201, { number: 2 }])
  expect(await isThere(client, 2)).toBe(true)
})
