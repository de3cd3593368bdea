import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import type { Operation } from '../../src/resource/operations.ts'
import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectProblem } from './replies.ts'

let service: SharedService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ modules: [...MODULES] })
})
afterAll(() => service.stop())

/** The property that the whole body is in: the list of a bulk call, or of an operation that takes nothing else. */
function listOf(operation: Operation): string | undefined {
  if (operation.kind === 'bulkCreate' || operation.kind === 'bulkUpdate') return operation.bulk.list
  if (operation.kind !== 'action') return undefined
  const [only, ...more] = Object.entries(operation.body ?? {})
  return only && more.length === 0 && only[1].facts.type === 'list' ? only[0] : undefined
}

const taking = operationsOf(everyVersion(apis)).flatMap(({ api, operation, path }) => {
  const list = listOf(operation)
  return list === undefined || api.hasPlainErrors ? [] : [{ style: api.style, method: operation.method, path, list }]
})

test.each(taking)(
  '$method $path names the property that a bare list must be in',
  async ({ style, method, path, list }) => {
    for (const raw of ['[]', '[{}]', '[1, 2]']) {
      const sent = { raw, headers: { 'content-type': 'application/json' } }
      const reply = await client.call(method, path.replace(/\{\w+\}/g, '1'), sent)
      const says = `body must be a JSON object with the list as its property ${list}: {"${list}": […]}.`
      await expectProblem(service, reply, { status: 400, code: 'ValueTypeInvalid', property: 'body', says, style })
    }
  },
)

test('there are such paths', () => {
  for (const list of ['entries', 'numbers', 'entryIds']) expect(taking.some((one) => one.list === list)).toBe(true)
})
