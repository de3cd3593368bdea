import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../resources/bookkeeping.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { pdf } from './files.ts'
import { attach, withVouchers } from './uploading.ts'

let service: SharedService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await withVouchers(service)
})
afterAll(() => service.stop())

const at = (version: string): string => `/documentsapi/v${version}/AttachedDocuments`

test('before 4.0.0 nobody says what becomes of a document that is there: it gets the pages', async () => {
  const conflict = { onConflict: 1 }
  expect(codeOf(await attach(client, pdf('old'), conflict, at('3.0.1')))).toEqual([
    400,
    'PropertyUnknown',
    'onconflict',
  ])
  for (const version of ['2.1.0', '3.0.1']) {
    const made = await attach(client, pdf(version), {}, at(version))
    expect([made.status, made.headers.get('location')]).toEqual([201, `${at(version)}/1`])
  }
  expect((await client.get(`${at('3.0.1')}/1`)).json.pageCount).toBe(2)
  expect(codeOf(await attach(client, pdf('new'), conflict, at('4.0.0')))[1]).toBe('DocumentAlreadyAttachedToVoucher')
})

test('before 2.2.0 documents are deleted one by one', async () => {
  const body = { documentNumbers: [999] }
  expect((await client.delete(`${at('2.1.0')}/deletebulk`, { body })).status).toBe(404)
  expect(codeOf(await client.delete(`${at('2.2.0')}/deletebulk`, { body }))[1]).toBe('ValueNotAllowed')
})

test('a version that nobody published names the next newer one, and the newest', async () => {
  const told = async (version: string): Promise<string> => (await client.get(`${at(version)}`)).json.detail
  expect(await told('2.1.5')).toContain('the nearest is /documentsapi/v2.2.0, the newest /documentsapi/v4.0.1')
  expect(await told('1.0')).toContain('the nearest is /documentsapi/v1.0.0, the newest')
  expect(await told('9.9')).toContain('the nearest is /documentsapi/v4.0.1, the newest')
})

test('an API without a version lists those there are, the newest first', async () => {
  const { versions } = (await client.get('/documentsapi')).json as { versions: { version: string; path: string }[] }
  expect(versions.map(({ version }) => version)).toEqual([
    '4.0.1',
    '4.0.0',
    '3.0.1',
    '3.0.0',
    '2.2.0',
    '2.1.0',
    '2.0.0',
    '1.0.1',
    '1.0.0',
  ])
})
