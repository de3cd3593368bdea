import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import { Chance, seedOf } from '../chance.ts'
import { isLong, runs } from '../long.ts'
import { type Client, inProcess, type Reply, type TestService, testService } from '../service/harness.ts'
import { declaredOperations, type RandomRequest, RandomRequests } from './random-requests.ts'

const REQUESTS = runs(100, 20_000, process.env.DAYBOOK_ANY_REQUESTS)
/** The short form sends the same requests each time. */
const SEED = isLong || process.env.DAYBOOK_ANY_SEED ? seedOf('DAYBOOK_ANY_SEED') : 1
/** Of all APIs in the long form. */
const APIS = isLong ? undefined : ['journals']
/** Requests under way at once. */
const AT_ONCE = 4

let service: TestService
let client: Client
beforeAll(async () => {
  service = await testService()
  client = inProcess(
    service,
    await service.client({ agreement: await createSandboxAgreement(service.own, 'demo'), compatibility: 'default' }),
  )
})
afterAll(() => service.stop())

/** What is answered when something went wrong here: never to a client that sends whatever it likes. */
const isOurs = ({ status }: Reply): boolean => status >= 500

test(`no request is answered as if we had gone wrong (DAYBOOK_ANY_SEED=${SEED})`, async () => {
  const chance = new Chance(SEED)
  const operations = declaredOperations(APIS)
  const requests = new RandomRequests(chance)
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  for (const { path } of lists) requests.learn((await client.get(path)).json)
  const wrong: unknown[] = []
  const statuses = new Set<number>()
  const send = async ({ method, path, options }: RandomRequest): Promise<void> => {
    const reply = await client.call(method, path, options)
    statuses.add(reply.status)
    if (isOurs(reply)) wrong.push([reply.status, method, path, options.raw, reply.json?.errorCode])
    else if (reply.status === 200) requests.learn(reply.json)
  }
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => send(requests.of(chance.pick(operations)))))
  }
  expect(wrong).toEqual([])
  // They were not all refused.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 400, 404]))
})
