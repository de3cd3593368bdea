import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/openapi/document.ts'
import {
  date,
  day,
  decimal,
  F1,
  F2L,
  flag,
  instant,
  int32,
  lastUpdated,
  itemList,
  list,
  objectVersion,
  text,
} from '../../src/resource/fields.ts'
import { bulk, standard } from '../../src/resource/operations.ts'
import { type Api, type ApiVersion, versionsOf } from '../../src/resource/versions.ts'
import { resource } from '../../src/resource/resource.ts'
import { suppliersApi } from '../../src/resources/suppliers/index.ts'
import { contract, type ContractField } from '../contract/contract.ts'
import type { Json } from './conforms.ts'
import { isLong } from '../long.ts'
import { documentOf } from './documents.ts'
import { outermost } from './outermost.ts'

let config: Awaited<ReturnType<typeof createConfig>>

beforeAll(async () => {
  // What examples are like, test/openapi/described.test.ts asks, faster.
  const notOurs = { 'info-license': 'off', 'no-invalid-media-type-examples': 'off' } as const
  config = await createConfig({ extends: ['recommended'], rules: { ...notOurs, 'no-unused-components': 'off' } })
})

/**
 * A document's number is a whole number, so `by-number` is none: the router, and whoever reads the parameters, can tell
 * the paths apart.
 */
const APART = /^no-ambiguous-paths .*`\/invoices\/by-number\/\{invoiceNumber\}`/

/** What an OpenAPI 3.1 validator has to say against a document. */
async function complaints(document: Json): Promise<string[]> {
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
  return told.filter((one) => !APART.test(one))
}

const entries = resource('Entry lines', {
  schema: 'EntryLine',
  table: 'entry_line',
  key: ['id'],
  roles: ['Sales'],
  fields: {
    id: text(30).required().filter(F1).sortable(),
    kind: int32().oneOf([1, 2, 5]),
    amount: decimal(18, 2).required().describe('In base currency.'),
    date: day().required(),
    dueDate: date(),
    seen: instant(),
    note: text(2500).filter(F2L),
    isBarred: flag(),
    parts: itemList({ name: text(10, 2).required(), weight: decimal() }, 50),
    numbers: list(int32(1, 9), 20),
    lastUpdated: lastUpdated(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/entry-lines', 'id'),
    ...bulk('/entry-lines/bulk', { list: 'entries', schema: 'EntryLines', answer: 'ids', max: 500 }),
  ],
})

/** A small API with a field of every type, in one of the two styles. */
const sample = (style: Api['style']): Json =>
  openApiDocument({
    name: 'sample',
    title: 'Sample',
    prefix: '/api',
    version: '20.0.1',
    style,
    groups: [entries],
    isNewest: true,
  })

/**
 * At length, every document in both. Else those of the newest versions in 3.1 and those of the oldest in 3.0: the
 * second is made from the first.
 */
const inOne = ({ isNewest }: ApiVersion): boolean => isLong || isNewest
const inOther = (api: ApiVersion): boolean => isLong || !api.isNewest || api.name === 'daybook'

describe('a validator of OpenAPI 3.1', () => {
  test.each(outermost.filter(inOne))('has nothing against $name $version', async (api) => {
    expect(await complaints(documentOf(api))).toEqual([])
  })

  test.each(outermost.filter(inOther))('has nothing against $name $version in OpenAPI 3.0', async (api) => {
    const document = documentOf(api, '3.0')
    expect(document.openapi).toBe('3.0.3')
    expect(await complaints(document)).toEqual([])
  })

  test.each(['problem', 'project'] as const)('has nothing against the sample in %s style', async (style) => {
    expect(await complaints(sample(style))).toEqual([])
  })

  test.each<[string, (document: Json) => void]>([
    ['a wrong type', (d) => (d.components.schemas.EntryLine.properties.id.type = 'text')],
    ['a reference to nothing', (d) => delete d.components.schemas.EntryLine],
    ['a path parameter not declared', (d) => (d.paths['/entry-lines/{id}'].get.parameters = [])],
    ['two operations of one name', (d) => (d.paths['/entry-lines'].put.operationId = 'createEntryLine')],
  ])('does complain of %s', async (_, spoil) => {
    const document = structuredClone(sample('problem'))
    spoil(document)
    expect(await complaints(document)).not.toEqual([])
  })
})

describe('a document', () => {
  test('describes every type of field', () => {
    const document = sample('problem')
    const { EntryLine, EntryLineParts, EntryLines } = document.components.schemas
    // What is absent is null, but a boolean that is false is left out.
    expect(EntryLine.required).toEqual(Object.keys(EntryLine.properties).filter((name) => name !== 'isBarred'))
    expect(EntryLine.properties).toMatchObject({
      id: { type: 'string', minLength: 1, maxLength: 30, 'x-filterable': F1, 'x-sortable': true },
      kind: { type: ['integer', 'null'], format: 'int32', enum: [1, 2, 5, null] },
      amount: {
        type: 'number',
        format: 'decimal',
        'x-max-digits': 18,
        'x-max-decimals': 2,
        description: 'In base currency.',
      },
      date: { type: 'string', format: 'date-time' },
      dueDate: { type: ['string', 'null'], format: 'date' },
      seen: { type: ['string', 'null'], format: 'date-time' },
      note: { type: ['string', 'null'], maxLength: 2500, 'x-filterable': F2L },
      isBarred: { type: 'boolean' },
      parts: { type: ['array', 'null'], items: { $ref: '#/components/schemas/EntryLineParts' } },
      numbers: { type: ['array', 'null'], items: { type: 'integer', minimum: 1, maximum: 9 } },
      lastUpdated: { type: 'string', format: 'date-time', readOnly: true },
      objectVersion: { type: 'string' },
    })
    expect(EntryLine.properties.note).not.toHaveProperty('x-sortable')
    expect(EntryLineParts).toMatchObject({ required: ['name'], properties: { name: { type: 'string', minLength: 2 } } })
    expect(EntryLines.properties.entries).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/EntryLineCreate' },
    })
  })

  test('takes neither null nor what is read-only in the body of a create', () => {
    const { EntryLine, EntryLineCreate, EntryLineUpdate } = sample('problem').components.schemas
    expect([EntryLine, EntryLineCreate].map(({ properties }) => properties.note.type)).toEqual([
      ['string', 'null'],
      'string',
    ])
    expect(Object.keys(EntryLineCreate.properties)).not.toContain('lastUpdated')
    expect(EntryLineCreate.required).toEqual(['id', 'amount', 'date'])
    expect(EntryLineUpdate.required).toEqual(['id', 'amount', 'date', 'objectVersion'])
  })

  test('names query parameters, nulls and errors in the style of its API', () => {
    const names = (document: Json): string[] =>
      Object.values<Json>(document.components.parameters).map(({ name }) => name)
    const [problem, project] = [sample('problem'), sample('project')]
    expect(names(problem)).toEqual([
      'cursor',
      'filter',
      'pageSize',
      'skipPages',
      'sort',
      'Idempotency-Key',
      'Daybook-Dry-Run',
      'Daybook-Actor',
    ])
    expect(names(project)).toEqual([
      'Cursor',
      'Filter',
      'PageSize',
      'SkipPages',
      'Sort',
      'Idempotency-Key',
      'Daybook-Dry-Run',
      'Daybook-Actor',
    ])
    expect(project.components.schemas.EntryLine.properties.kind).toMatchObject({ type: 'integer', enum: [1, 2, 5] })
    expect(project.components.schemas.Error.required).toEqual([
      'message',
      'developerHint',
      'logId',
      'logTimeUtc',
      'property',
      'errorCode',
    ])
    expect(Object.keys(project.components.responses.NotFound.content)).toEqual(['application/json'])
    expect(Object.keys(problem.components.responses.NotFound.content)).toEqual(['application/problem+json'])
  })

  test('says what each operation takes and answers', () => {
    const document = sample('problem')
    const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, { operationId, parameters = [], responses }]) => {
        const taken = parameters.map(({ $ref, name }: Json) => name ?? $ref.split('/').pop())
        const success = Object.keys(responses).filter((status) => status < '300')
        return `${method} ${path} ${operationId}(${taken}) ${success}`
      }),
    )
    expect(operations).toEqual([
      'get /entry-lines listEntryLines(cursor,filter) 200',
      'post /entry-lines createEntryLine(idempotencyKey,actor,dryRun) 201',
      'put /entry-lines updateEntryLine(idempotencyKey,actor,dryRun) 204',
      'get /entry-lines/paged listEntryLinesPaged(filter,pageSize,skipPages,sort) 200',
      'get /entry-lines/count countEntryLines(filter) 200',
      'get /entry-lines/{id} getEntryLine(id) 200',
      'delete /entry-lines/{id} deleteEntryLine(id,idempotencyKey,actor,dryRun) 204',
      'post /entry-lines/bulk createEntryLinesInBulk(idempotencyKey,actor,dryRun) 201',
      'put /entry-lines/bulk updateEntryLinesInBulk(idempotencyKey,actor,dryRun) 204',
    ])
    expect(document.servers).toEqual([{ url: '/api/v20.0.1' }])
    const list = document.paths['/entry-lines'].get
    expect([list['x-required-roles'], list['x-cursor-page-size']]).toEqual([['Sales'], 1000])
    expect(document.paths['/entry-lines/paged'].get).not.toHaveProperty('x-cursor-page-size')
    expect(document.paths['/entry-lines/bulk'].post.responses).not.toHaveProperty('404')
  })

  test('cannot give two operations or two schemas one name', () => {
    const clash = (more: Partial<typeof entries>): ApiVersion => ({
      ...versionsOf(suppliersApi)[0]!,
      groups: [entries, { ...entries, ...more }],
    })
    expect(() => openApiDocument(clash({}))).toThrow('Two operations of suppliers are called GetAllEntryLines')
    const other = { name: 'Others', fields: { id: text(5) }, operations: standard('/others', 'id', ['paged']) }
    expect(() => openApiDocument(clash(other))).toThrow('Two schemas are called EntryLine')
  })
})

/** A published field as our documents put it; suppliers differ from the contract in nothing. */
function published({ type, ...facts }: ContractField): Json {
  const plain = { int32: 'integer', string: 'string', 'date-time': 'string', boolean: 'boolean' }[type]
  const isNullable = facts.nullable && type !== 'boolean'
  return {
    type: isNullable ? [plain, 'null'] : plain,
    minimum: facts.min,
    maximum: facts.max,
    maxLength: facts.maxLength,
    readOnly: facts.readOnly,
    'x-filterable': facts.filter && [...facts.filter].sort(),
    'x-sortable': facts.sortable,
  }
}

test('the document of suppliers says what the published contract says', () => {
  const suppliers = contract.find(({ api }) => api === 'suppliers')!
  const document: Json = openApiDocument(versionsOf(suppliersApi)[0]!)
  for (const schema of ['Contact', 'Group']) {
    const ours: Record<string, Json> = document.components.schemas[schema].properties
    const facts = Object.entries(ours).map(([name, property]) => {
      const { type, minimum, maximum, maxLength, readOnly } = property
      const filterable = property['x-filterable'] && [...property['x-filterable']].sort()
      return [
        name,
        {
          type,
          minimum,
          maximum,
          maxLength,
          readOnly,
          'x-filterable': filterable,
          'x-sortable': property['x-sortable'],
        },
      ]
    })
    const theirs = Object.entries(suppliers.schemas[schema]!).map(([name, field]) => [name, published(field)])
    const always = { objectVersion: expect.objectContaining({ type: 'string' }) }
    expect(Object.fromEntries(facts)).toEqual({ ...Object.fromEntries(theirs), ...always })
  }
  for (const { resource: group, roles, errorCodes, operations } of suppliers.resources) {
    for (const { method, path } of operations) {
      const operation = document.paths[path][method.toLowerCase()]
      expect([operation.tags, operation['x-required-roles'].toSorted()]).toEqual([[group], roles])
      expect(operation['x-error-codes']).toEqual(errorCodes)
    }
  }
})

test('bodies name what only a rule demands: the voucher number of an update, the name of an account', () => {
  const schemasOf = (api: string): Json => documentOf(outermost.find(({ name }) => name === api)!).components
  const { DraftEntry, DraftEntryCreate, DraftEntryUpdate } = schemasOf('journals').schemas
  const has = [DraftEntry, DraftEntryCreate, DraftEntryUpdate].map(({ required }) => required.includes('voucherNumber'))
  expect(has).toEqual([true, false, true])
  const { Account, AccountCreate, AccountUpdate } = schemasOf('accounts').schemas
  expect([Account, AccountCreate, AccountUpdate].map(({ required }) => required.includes('name'))).toEqual([
    true,
    true,
    true,
  ])
})

test('no schema is empty: whoever generates a client from it gets a type', () => {
  const emptyIn = (node: Json, at: string): string[] => {
    if (node === null || typeof node !== 'object') return []
    return Object.entries<Json>(node).flatMap(([name, value]) => {
      const isSchema = ['schema', 'items'].includes(name) || at.endsWith('/properties') || at.endsWith('/schemas')
      const isEmpty = isSchema && typeof value === 'object' && Object.keys(value).length === 0
      return isEmpty ? [`${at}/${name}`] : emptyIn(value, `${at}/${name}`)
    })
  }
  for (const api of outermost) expect(emptyIn(documentOf(api), api.name)).toEqual([])
})
