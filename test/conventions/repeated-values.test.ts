import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { Field } from '../../src/resource/fields.ts'
import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { operationCodes } from '../../src/openapi/errors.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { valueOf } from './values.ts'

let service: SharedService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ modules: [...MODULES] })
})
afterAll(() => service.stop())

/**
 * Every list of plain values that a body of an operation of its own has: numbers to book, to match, to approve, to
 * delete.
 */
const lists = operationsOf(everyVersion(apis)).flatMap(({ api, group, path, operation }) =>
  operation.kind === 'action'
    ? Object.entries(operation.body ?? {}).flatMap(([property, field]) =>
        field.facts.items instanceof Field
          ? [
              {
                api,
                group,
                operation,
                method: operation.method,
                path,
                property,
                body: operation.body!,
                of: field.facts.items,
                code: field.facts.codes.repeated ?? 'ItemRepeated',
              },
            ]
          : [],
      )
    : [],
)

test('there are such lists', () => {
  expect(lists.length).toBeGreaterThan(5)
})

test.each(lists)('$method $path refuses a value that $property has twice', async (list) => {
  const { method, property, body, of, api, code } = list
  const distinct = (of.facts.values ?? (of.facts.type === 'string' ? ['AB', 'CD'] : [7, 8])).slice(0, 2)
  const [one, other] = distinct
  const others = Object.entries(body).filter(([name, { facts }]) => name !== property && facts.required)
  const rest = Object.fromEntries(
    others.map(([name, field]) => [name, valueOf(field, { property: name, place: 0, n: 1, isDistinct: false })]),
  )
  const path = list.path.replace(/\{\w+\}/g, '1')
  const send = (values: unknown[]) => client.call(method, path, { body: { ...rest, [property]: values } })
  const told = await send([one, other, one])
  expect(told.status, told.text).toBe(400)
  const message = `${property}[2] is ${String(one)}, as ${property}[0] is.`
  if (api.style === 'project') {
    expect(told.json.message).toBe(message)
    if (!api.hasPlainErrors) expect(told.json).toMatchObject({ property: `${property}[2]`, errorCode: code })
  } else {
    expect(told.json.errors).toEqual([{ property: `${property}[2]`, errorCode: code, message }])
  }
  expect((await send([one, other])).text).not.toContain(code)
  expect(operationCodes(list.group, list.operation)).toContain(code)
})
