import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB, sentOne, stateOf } from './sending.ts'
import { ubl } from './ubl.ts'

let service: TestService
beforeAll(async () => {
  service = await sharedService()
})
afterAll(() => service.stop())

test('nobody finds the document of another agreement', async () => {
  const client = await bookkeeper(service, ['Dimension'])
  const number = await sentOne(client, ubl({ number: 'S 1' }), 'faktura.xml')
  const other = await bookkeeper(service, ['Dimension'])
  for (const path of ['', '/file', '/pdf', '/einvoice', '/attachments/1/pdf'])
    expect([path, (await other.get(`${DB}/inbox/${number}${path}`)).status]).toEqual([path, 404])
  const actions = { draft: { journalNumber: 1 }, reject: { reason: 'Not ours' }, reopen: undefined }
  for (const [action, body] of Object.entries(actions)) {
    const answered = await other.post(`${DB}/inbox/${number}/${action}`, body)
    expect([action, ...codeOf(answered)]).toEqual([action, 404, 'InboxItemDoesNotExist', 'number'])
  }
  expect(await stateOf(client, number)).toEqual(['new', null])
})
