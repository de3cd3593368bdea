import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { type Json, misfits, operationsOf } from './conforms.ts'

const API = '/daybookapi/v1.0.0'
const DAY = 86_400_000

let service: TestService
let client: Client
let document: Json
beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
  document = (await service.call('GET', '/openapi/daybook.json')).json
})
afterAll(() => service.stop())

/** What a preview answers, which its document describes. */
async function previewOf(path: string, body: object): Promise<Json> {
  const { operation } = operationsOf(document).find((one) => one.method === 'POST' && one.path === API + path)!
  const reply = await client.post(API + path, { ...body, preview: true })
  expect([reply.status, misfits(document, operation, reply)], reply.text).toEqual([200, []])
  return reply.json
}

/** In hundredths. */
const sumOf = ({ postings }: Json): number =>
  postings.reduce((sum: number, one: Json) => sum + Math.round(one.amountInBaseCurrency * 100), 0)

test('previews of what books say by their documents what it would do to each account', async () => {
  // Settled by no day of the demo company.
  const day = new Date(Date.now() - 9 * DAY)
  const period = `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`
  const [line] = (await client.get(`${API}/bank-lines?filter=state$eq:open`)).json.items
  const match = { bankLines: [line.number], lines: [{ accountNumber: 3620, amount: line.amount }] }
  for (const preview of [
    await previewOf('/reminders', { date: new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10) }),
    await previewOf('/vat-returns', { period }),
    await previewOf('/bank-matches', { matches: [match], book: true }),
  ]) {
    expect(preview.postings.length).toBeGreaterThan(1)
    expect(sumOf(preview)).toBe(0)
  }
})
