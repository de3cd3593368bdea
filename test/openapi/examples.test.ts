import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import { valueOf } from '../../src/openapi/examples.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, inProcess, type TestService } from '../service/harness.ts'
import { type Json, misfits, operationsOf, resolve } from './conforms.ts'
import { documentOf } from './documents.ts'

const JSON_ONLY = 'application/json'

let service: TestService
/** In a sandbox with the demo company, as a new one has it. */
let client: Client
beforeAll(async () => {
  service = await companyService()
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [COMPANY])
  client = inProcess(service, await service.client({ agreement: COMPANY }))
})
afterAll(() => service.stop())

interface Posted {
  /** Its API and its path as the document has it. */
  called: string
  path: string
  body: unknown
}

/** A path with the values that its document prints. */
const filled = (document: Json, { parameters = [] }: Json, path: string): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      parameters.map((one: Json) => resolve(document, one)).find((one: Json) => one.name === name).example,
    ),
  )

/** Every POST of the newest versions that takes JSON, or nothing, as its document prints it. */
function posted(): Posted[] {
  return everyVersion(apis)
    .filter(({ isNewest }) => isNewest)
    .flatMap((api) => {
      const document = documentOf(api)
      const base = document.servers[0].url === '/' ? '' : document.servers[0].url
      // oxlint-disable-next-line typescript/no-explicit-any -- a document is reached into freely
      return Object.entries<any>(document.paths).flatMap(([path, { post }]) => {
        const content = post?.requestBody?.content
        if (!post || (content && !content[JSON_ONLY])) return []
        return [
          {
            called: `${api.name} ${path}`,
            path: base + filled(document, post, path),
            body: content?.[JSON_ONLY].examples.example.value,
          },
        ]
      })
    })
}

/** Examples that a new sandbox refuses, by API and path, and why. All others are taken. */
const REFUSED: Readonly<Record<string, string>> = {
  'dimensions /dimensions': 'a company has at most three dimensions, and the demo company has them',
  'daybook /grants': 'the operator says which apps may be let in so',
  'daybook /grants/{number}/rotate': 'a grant has another number in each sandbox',
  'daybook /reminders/{number}/take-back': 'nobody was reminded',
  'daybook /requests/{requestId}/replay': 'no request of it has been logged',
}

/** Examples that only the person who was asked can send. */
const BY_WHO_WAS_ASKED = ['daybook /voucher-approvals/{number}/approve', 'daybook /voucher-approvals/{number}/reject']
/** It leads the tokens of its sandbox to another one: so it is sent by those of one that nothing else needs. */
const APART = 'daybook /sandbox/reset'
/**
 * Before there is a delivery, which an advance would wait for; and what others that cannot be tried need: a webhook,
 * and a delivery of it.
 */
const FIRST = ['daybook /clock/advance', 'webhooks /webhooks', 'daybook /webhook-tests/{eventType}']

test('every example of a POST succeeds in a new sandbox, but for those named', async () => {
  const asked = inProcess(service, await service.client({ agreement: client.agreement }))
  await service.database.rows(`UPDATE access_grant SET person = 'FL' WHERE app = $1`, [asked.app])
  const apart = await service.client({ agreement: await createSandboxAgreement(service.database, 'empty') })
  const examples = posted()
  const refused: Record<string, string> = {}
  const untriable: Posted[] = FIRST.map((one) => examples.find(({ called }) => called === one)!)
  for (const { called, path, body } of examples) {
    const by = BY_WHO_WAS_ASKED.includes(called) ? asked : client
    const { status, json } = await by.post(path, body, { headers: { 'Daybook-Dry-Run': 'true' } })
    if (status < 300) continue
    if (json.errorCode !== 'DryRunNotPossible') refused[called] = json.errorCode
    else if (!FIRST.includes(called)) untriable.push({ called, path, body })
  }
  for (const { called, path, body } of untriable) {
    const { status, json } = await (called === APART ? apart : client).post(path, body)
    if (status >= 300) refused[called] = json.errorCode
  }
  expect(Object.keys(refused).sort(), JSON.stringify(refused)).toEqual(Object.keys(REFUSED).sort())
})

/** Every GET of the newest versions that is no list, with what its document prints. */
function read(): { document: Json; operation: Json; path: string }[] {
  return everyVersion(apis)
    .filter(({ isNewest }) => isNewest)
    .flatMap((api) => {
      const document = documentOf(api)
      return operationsOf(document)
        .filter(({ method, operation }) => method === 'GET' && operation.responses[200].content?.[JSON_ONLY])
        .map(({ operation, path }) => {
          const given: Json[] = (operation.parameters ?? []).map((one: Json) => resolve(document, one))
          const at = filled(document, operation, path)
          const query = given
            .filter((one) => one.in === 'query' && one.required)
            .map(({ name, schema }) => `${name}=${encodeURIComponent(valueOf(name, schema) as string)}`)
          return { document, operation, path: query.length > 0 ? `${at}?${query.join('&')}` : at }
        })
    })
}

test('what the demo company answers has every property that its document says is always there', async () => {
  const wrong = new Set<string>()
  let answered = 0
  for (const { document, operation, path } of read()) {
    const reply = await client.get(path)
    if (reply.status === 200) answered += 1
    const missing = misfits(document, operation, reply).filter((one) => one.endsWith(' is missing'))
    for (const one of missing) wrong.add(`${path} ${one.replaceAll(/\[\d+\]/g, '[]')}`)
  }
  expect([...wrong]).toEqual([])
  expect(answered).toBeGreaterThan(100)
})
