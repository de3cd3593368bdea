import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPath, type ApiVersion, everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { COMPANY } from '../database/harness.ts'
import { type Json, resolve } from '../openapi/conforms.ts'
import { documentOf } from '../openapi/documents.ts'
import { outermost } from '../openapi/outermost.ts'
import { isLong } from '../long.ts'
import { type Client, companyService, inProcess, type TestService } from '../service/harness.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await companyService()
  const made = await service.client({ agreement: COMPANY })
  client = { ...made, ...inProcess(service, made) }
})
afterAll(() => service.stop())

/**
 * At length, every version is asked. Else the newest and the oldest of each API, between which every other differs in
 * less.
 */
const versions = isLong ? everyVersion(apis) : outermost

/** What the value has that its schema does not, and what the schema says is always there and the value lacks. */
function differences(document: Json, given: Json, value: Json, place: string): string[] {
  const schema = resolve(document, given)
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((one) => differences(document, schema.items ?? {}, one, `${place}[]`))
  const { properties } = schema
  if (!properties) return []
  // What parts of an item do not have may be left out.
  const isPart = /\[\]\.\w+/.test(place)
  const isNullWritten = !isPart && !/^\/api\/|^\/projectsapi\//.test(place)
  const isOmitted = (name: string): boolean =>
    name === 'cursor' || [resolve(document, properties[name]).type].flat().includes('boolean') || !isNullWritten
  return [
    ...Object.keys(value).flatMap((name) =>
      name in properties
        ? differences(document, properties[name], value[name], `${place}.${name}`)
        : [`${place} has ${name}, which its document has not`],
    ),
    ...Object.keys(properties)
      .filter((name) => !(name in value) && !isOmitted(name))
      .map((name) => `${place} lacks ${name}`),
  ]
}

/** The reads of a version whose paths the demo company can fill, at most five items each. */
async function readsOf(api: ApiVersion): Promise<{ path: string; template: string; body: Json }[]> {
  const reads: { path: string; template: string; body: Json }[] = []
  const known: Json = { accountingYear: '2026', documentStatus: 'drafts', employeeNumber: 1, projectNumber: 1 }
  const gets = operationsOf([api]).filter(
    ({ operation: { method, kind } }) => method === 'GET' && kind !== 'file' && kind !== 'count',
  )
  // Lists first: their items have the identifiers that other paths name.
  for (const { operation, group, path } of gets.toSorted(
    (one, other) => one.path.split('{').length - other.path.split('{').length,
  )) {
    const own = { ...known, ...(known[group.name] as Json | undefined) }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(own[name] ?? 1)))
    const query =
      operation.kind === 'paged'
        ? '?pageSize=5'
        : operation.kind === 'query' && path.endsWith('/allowed')
          ? '?employeeNumber=1&projectNumber=1'
          : ''
    const { status, json } = await client.get(filled + query)
    if (status !== 200) continue
    reads.push({ path: filled, template: operation.path, body: json })
    const [first] = Array.isArray(json) ? json : (json.items ?? [])
    if (first) known[group.name] = { ...first, ...(known[group.name] as Json | undefined) }
  }
  return reads
}

describe.each(versions)('$prefix v$version', (api) => {
  test('answers exactly the properties of its own document', async () => {
    const document = documentOf(api)
    const reads = await readsOf(api)
    expect(reads.length).toBeGreaterThan(0)
    const found = reads.flatMap(({ path, template, body }) => {
      const { content } = document.paths[template].get.responses['200']
      return differences(document, content['application/json'].schema, body, path)
    })
    expect([...new Set(found)]).toEqual([])
  })
})

type Dated = [prefix: string, list: string, property: string, from: string, until?: string]

/** When properties came, and went, by the changelogs. */
const DATED: readonly Dated[] = [
  ['/bookedEntriesapi', '/booked-entries/paged', 'text', '3.2.1'],
  ['/bookedEntriesapi', '/booked-entries/paged', 'remainder', '3.2.0'],
  ['/bookedEntriesapi', '/booked-entries/paged', 'dueDate', '2.0.0'],
  ['/bookedEntriesapi', '/booked-entries/paged', 'customerInvoiceNumber', '2.0.0'],
  ['/bookedEntriesapi', '/booked-entries/paged', 'invoiceNumber', '1.0.0', '2.0.0'],
  ['/bookedEntriesapi', '/booked-entries/paged', 'departmentNumber', '1.0.0', '3.0.0'],
  ['/accountsapi', '/Accounts/paged', 'note', '6.0.0'],
  ['/accountsapi', '/Accounts/paged', 'lastUpdated', '3.0.0'],
  ['/accountsapi', '/Accounts/paged', 'vatCode', '2.0.0'],
  ['/accountsapi', '/Accounts/paged', 'keyFigureCodeNumber', '2.0.0'],
  ['/documentsapi', '/AttachedDocuments/paged', 'file', '1.0.0', '3.0.0'],
  ['/journalsapi', '/journals/paged', 'entryTypeRestrictedTo', '14.0.0'],
  ['/journalsapi', '/journals/paged', 'allowedEntryType', '14.0.0'],
  ['/journalsapi', '/journals/paged', 'type', '1.0.0', '12.0.0'],
  ['/journalsapi', '/draft-entries/paged', 'supplierPaymentType', '10.0.0'],
  ['/journalsapi', '/draft-entries/paged', 'departmentNumber', '1.0.0', '9.0.0'],
  ['/subscriptionsapi', '/Subscribers/paged', 'draftDocumentId', '2.0.0'],
  ['/subscriptionsapi', '/Subscribers/paged', 'bookedInvoiceId', '2.0.0'],
]

const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0

test.each(DATED)('%s%s: %s, from %s until %s', async (prefix, list, property, from, until) => {
  const own = everyVersion(apis).filter((api) => api.prefix === prefix)
  const answered: [version: string, has: boolean][] = []
  for (const api of own) {
    const { status, json } = await client.get(`${apiPath(api)}${list}?pageSize=1`)
    if (status === 404) continue
    expect(json, `${apiPath(api)}${list}`).toHaveLength(1)
    answered.push([api.version, property in json[0]])
  }
  const has = (version: string): boolean =>
    !isBefore(version, from) && (until === undefined || isBefore(version, until))
  expect(answered).toEqual(answered.map(([version]) => [version, has(version)]))
  expect(new Set(answered.map(([, is]) => is)).size).toBe(2)
})
