import { expect, onTestFinished, test } from 'vitest'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import { type Client, newClient, type Reply, testNode } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'

const DB = '/daybookapi/v1.0.0'
const CUSTOMERS = `${DB}/customers`
const toldOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode]

test('a reset leads the same tokens to fresh books, and leaves the old ones alone', async () => {
  const service = await sharedService()
  const agreement = await createSandboxAgreement(service.database, 'danish')
  const one = await service.client({ agreement })
  const other = await service.client({ agreement, roles: ['Sales'] })
  const reset = async (template: string): Promise<Reply> => await one.post(`${DB}/sandbox/reset`, { template })
  expect((await one.post(CUSTOMERS, { number: 5000, name: 'New', groupNumber: 1, currency: 'DKK' })).status).toBe(201)
  expect(toldOf(await reset('large'))).toEqual([400, 'ValueNotAllowed'])
  expect((await other.post(`${DB}/sandbox/reset`, { template: 'danish' })).status).toBe(403)

  const { status, json } = await reset('danish')
  expect([status, json.previousAgreementNumber]).toEqual([200, agreement])
  for (const client of [one, other]) expect((await client.get(`${CUSTOMERS}/count`)).json).toBe(0)
  expect((await one.get('/accountsapi/v7.0.1/accounts/count')).json).toBeGreaterThan(100)
  const left = await service.database.rows('SELECT FROM customer c WHERE c.agreement = $1', [agreement])
  expect(left).toHaveLength(1)

  // Of two at once, the second comes too late, or starts the fresh one afresh.
  const both = await Promise.all([reset('empty'), reset('empty')])
  expect(both.map((one) => one.status)).toContain(200)
  expect(both.map(toldOf).filter(([answer, code]) => answer !== 200 && code !== 'SandboxBusy')).toEqual([])
  expect((await one.get('/accountsapi/v7.0.1/accounts/count')).json).toBe(0)
  const real = await service.client()
  expect(toldOf(await real.post(`${DB}/sandbox/reset`, {}))).toEqual([403, 'SandboxOnly'])
})

test('in an hour so many sandboxes are made of one, of its branches and of what resets made of them', async () => {
  const { database } = await sharedService()
  const node = await testNode(database, { sandboxesHourlyMax: 4 })
  onTestFinished(async () => await node.app.close())
  const into = (agreement: number): Promise<Client> => newClient(database, node.baseUrl, { agreement })
  const made = async (): Promise<Client> => await into(await createSandboxAgreement(database, 'empty'))
  const first = await made()
  const reset = async (client: Client): Promise<Reply> =>
    await client.post(`${DB}/sandbox/reset`, { template: 'empty' })
  const snapshots = `${DB}/snapshots`
  const { number } = (await first.post(snapshots, { name: 'empty' })).json
  const branch = async (client: Client, at: number): Promise<Reply> => await client.post(`${snapshots}/${at}/branch`)
  const second = await into((await branch(first, number)).json.agreementNumber)
  expect((await reset(first)).status).toBe(200)
  // Of those that come at once, too, only as many are made as there may be.
  const four = await Promise.all([first, first, second, second].map(reset))
  expect(four.filter(({ status }) => status === 200)).toHaveLength(2)

  const refused = [409, 'SandboxesTooMany']
  for (const client of [first, second]) {
    expect(toldOf(await reset(client))).toEqual(refused)
    const kept = (await client.post(snapshots, { name: 'kept' })).json.number
    expect(toldOf(await branch(client, kept))).toEqual(refused)
  }
  expect((await reset(await made())).status).toBe(200)
})
