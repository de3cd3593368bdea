import { describe, expect, test } from 'vitest'
import { groupMeanings } from '../../src/openapi/meanings/groups.ts'
import { meanings, noteOf } from '../../src/openapi/meanings/index.ts'
import type { FieldType } from '../../src/resource/fields.ts'
import type { Operation } from '../../src/resource/operations.ts'
import { isResource } from '../../src/resource/resource.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { type Json, resolve, violations } from './conforms.ts'
import { documentOf } from './documents.ts'
import { outermost } from './outermost.ts'

const documents = outermost.map((api) => ({ api, document: documentOf(api) }))

const TYPES: readonly FieldType[] = ['boolean', 'day', 'date', 'string']
/** Descriptions that a property gets from its type alone. */
const NOTES = TYPES.flatMap((type) => [false, true].map((fixed) => noteOf({ type, fixed })))

interface Property {
  at: string
  schema: string
  name: string
  property: Json
}

/** Every property of every schema of a document, wherever it stands. */
function* propertiesIn(node: Json, at: string): Generator<Property> {
  if (node === null || typeof node !== 'object') return
  for (const [name, value] of Object.entries<Json>(node)) {
    if (name === 'properties' && !Array.isArray(value)) {
      const schema = at.split('/').at(-1)!
      for (const [own, property] of Object.entries<Json>(value)) {
        yield { at: `${at} ${own}`, schema, name: own, property }
        yield* propertiesIn(property, `${at}/${own}`)
      }
    } else yield* propertiesIn(value, `${at}/${name}`)
  }
}

const properties = documents.flatMap(({ api, document }) => [
  ...propertiesIn(
    { ...document, components: { ...document.components, examples: undefined } },
    `${api.name} ${api.version}`,
  ),
])

/** The beginning of a description, before codes. */
const said = ({ description = '' }: Json): string => String(description).split('\n\n')[0]!

describe('every property', () => {
  test('says what it means: .describe() of its field, or a line in src/openapi/meanings', () => {
    const silent = properties.filter(
      ({ property }) => NOTES.includes(said(property)) || /^[A-Z]\w+: /.test(said(property)),
    )
    expect(silent.map(({ at }) => at)).toEqual([])
  })

  test('of numbers that stand for something says what each of them stands for', () => {
    const numbered = properties.filter(({ property }) =>
      (property.enum ?? []).some((value: Json) => value === 0 || value > 0),
    )
    const silent = numbered.flatMap(({ at, property }) =>
      property.enum
        .filter((value: Json) => value !== null && !new RegExp(`(?<![\\w-])${value} \\w`).test(said(property)))
        .map((value: Json) => `${at}: ${value}`),
    )
    expect(numbered.length).toBeGreaterThan(10)
    expect(silent).toEqual([])
  })
})

test('every parameter says what it means', () => {
  const silent = documents.flatMap(({ api, document }) =>
    Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
      Object.values<Json>(operations)
        .flatMap(({ parameters = [] }) => parameters)
        .filter((parameter: Json) => !parameter.$ref && NOTES.includes(said(parameter)))
        .map(({ name }: Json) => `${api.name} ${path} ${name}`),
    ),
  )
  expect(silent).toEqual([])
})

test('every group of operations says what it is about, and no group is told of that is not there', () => {
  const tags = documents.flatMap(({ document }) => document.tags as Json[])
  expect(tags.filter(({ description }) => !description.endsWith('.')).map(({ name }) => name)).toEqual([])
  // Groups of the versions between the outermost are told of, too.
  const names = new Set(everyVersion(apis).flatMap(({ groups }) => groups.map(({ name }) => name)))
  expect(Object.keys(groupMeanings).filter((name) => !names.has(name))).toEqual([])
})

test('what a property means does not run into what holds for its type', () => {
  const notes = NOTES.filter((note) => note !== '').map((note) => ` ${note.split('. ')[0]}`)
  const running = properties.filter(({ property }) =>
    notes.some((note) => /[^.]$/.test(said(property).split(note)[0]!) && said(property).includes(note)),
  )
  expect(running.map(({ at, property }) => `${at}: ${said(property)}`)).toEqual([])
})

test('no meaning is of a property that no schema has', () => {
  const names = new Set(properties.flatMap(({ schema, name }) => [name, `${schema}.${name}`]))
  const parameters = documents.flatMap(({ document }) =>
    Object.values<Json>(document.paths).flatMap((operations) =>
      Object.values<Json>(operations).flatMap(({ parameters = [] }) => parameters.map(({ name }: Json) => name)),
    ),
  )
  for (const name of parameters) names.add(name)
  const unused = Object.keys(meanings).filter((key) => !names.has(key) && !key.startsWith('Link.'))
  expect(unused).toEqual([])
})

describe('every operation', () => {
  const versions = everyVersion(apis).map((api) => ({ api, document: documentOf(api) }))
  /** The documents' operations of these kinds, in all versions. */
  const everyOne = (...kinds: Operation['kind'][]) =>
    versions.flatMap(({ api, document }) =>
      api.groups.flatMap((group) =>
        group.operations
          .filter(({ kind }) => kinds.includes(kind))
          .map(({ path, method }) => ({ group, told: document.paths[path][method.toLowerCase()], document })),
      ),
    )
  const at = ({ told, document }: Json): string => `${document.servers[0].url} ${told.operationId}: ${told.description}`

  test('takes no null in its body or form, as the service refuses it', () => {
    const nulls = (document: Json, node: Json, place: string): string[] =>
      Object.entries<Json>(resolve(document, node).properties ?? {}).flatMap(([name, property]) => {
        const found = resolve(document, property)
        const own = [found.type].flat().includes('null') || found.enum?.includes(null) ? [`${place}.${name}`] : []
        return [...own, ...(found.items ? nulls(document, found.items, `${place}.${name}[]`) : [])]
      })
    const wrong = operations.flatMap(({ at: place, document, operation }) =>
      Object.values<Json>(operation.requestBody?.content ?? {}).flatMap(({ schema }) => nulls(document, schema, place)),
    )
    expect(wrong).toEqual([])
  })

  test('that creates speaks of `Location`, and of an identifier in the body, where its answer has them', () => {
    const wrong = everyOne('create', 'bulkCreate', 'upload').filter(({ told }) => {
      const { headers, content } = told.responses['201'] ?? told.responses['200']
      const says: string = told.description
      return says.includes('`Location`') !== 'Location' in headers || /^Answers/m.test(says) !== (content !== undefined)
    })
    expect(wrong.map(at)).toEqual([])
  })

  test('that reads an item speaks of its `objectVersion` where an update needs it', () => {
    const wrong = everyOne('single').filter(({ told, group, document }) => {
      const schema = resolve(document, told.responses['200'].content['application/json'].schema)
      const isUpdated = group.operations.some(({ kind }) => kind === 'update' || kind === 'bulkUpdate')
      return told.description.includes('which an update needs') !== (isUpdated && 'objectVersion' in schema.properties)
    })
    expect(wrong.map(at)).toEqual([])
  })

  test('that deletes says where items stay, and are only marked', () => {
    const wrong = everyOne('delete').filter(
      ({ told, group }) => told.description.includes('`isDeleted`') !== (isResource(group) && !!group.softDelete),
    )
    expect(wrong.map(at)).toEqual([])
  })

  test('that lists by cursor names the order of its items', () => {
    const wrong = everyOne('cursor').filter(({ told, group, document }) => {
      const { description, content } = told.responses['200']
      const { items } = resolve(document, content['application/json'].schema).properties
      const order = isResource(group) && group.orderedBy ? `\`${group.orderedBy}\`` : 'their identifier'
      return [told.description, description, items.description].some(
        (text) => !text.includes(`in the order of ${order}`),
      )
    })
    expect(wrong.map(at)).toEqual([])
  })

  const operations = documents.flatMap(({ api, document }) =>
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        at: `${api.name} ${api.version} ${method} ${path}`,
        document,
        operation,
      })),
    ),
  )

  test('has a summary, a description, and examples of its body, its answer and its likeliest error', () => {
    const bare = operations.filter(({ operation: { summary, description, requestBody, responses } }) => {
      const statuses = Object.keys(responses)
      const answers = statuses.filter((status) => status < '300').map((status) => responses[status])
      const contents = [requestBody, ...answers].flatMap((part) => part?.content?.['application/json'] ?? [])
      const errors = statuses.filter((status) => status >= '400').map((status) => responses[status])
      const hasError = errors.some(
        ({ $ref, content }) => $ref || Object.values<Json>(content).some(({ examples }) => examples),
      )
      return (
        !summary ||
        /GET|POST|PUT|DELETE/.test(summary) ||
        !description ||
        !hasError ||
        contents.some(({ examples }) => !examples)
      )
    })
    expect(bare.map(({ at }) => at)).toEqual([])
  })

  test('has examples that are as its schemas say', () => {
    const wrong = operations.flatMap(({ at, document, operation: { requestBody, responses } }) =>
      [requestBody, ...Object.values<Json>(responses)]
        .map((part) => resolve(document, part))
        .flatMap((part) => Object.values<Json>(part?.content ?? {}))
        .flatMap(({ schema, examples }) => Object.values<Json>(examples ?? {}).map((example) => ({ schema, example })))
        .flatMap(({ schema, example }) => violations(document, schema, resolve(document, example).value))
        .map((violation) => `${at}: ${violation}`),
    )
    expect(wrong).toEqual([])
  })
})
