import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { runs } from '../long.ts'
import { contract, type ContractApi, type ContractField, type ContractOperation } from '../contract/contract.ts'
import { ClientProject } from './client-project.ts'
import { documentOf } from './documents.ts'
import { publishedDocument } from './published-shape.ts'

const published = JSON.parse(
  readFileSync(new URL('../contract/operation-ids.json', import.meta.url), 'utf8'),
) as Record<string, { server: string; operationIds: Record<string, string> }>

/** The published ids of an API, by the method and the shape of the path. */
function idsOf({ prefix }: ContractApi): Record<string, string> {
  const name = prefix === '/api' ? '/projectsapi' : prefix
  const { operationIds } = Object.values(published).find(({ server }) =>
    `/${server}`.toLowerCase().startsWith(`${name.toLowerCase()}/`),
  )!
  return Object.fromEntries(
    Object.entries(operationIds).map(([at, id]) => [at.replace(/\{\w+\}/g, '{}').toLowerCase(), id]),
  )
}

let project: ClientProject
beforeAll(async () => void (project = await ClientProject.make()))
afterAll(() => project.remove())

/** The type that a program of the published client gives a value. */
function typeOf({ type, items, required, nullable, enum: values }: ContractField): string {
  const plain = items
    ? `${items.ref === undefined ? `(${typeOf({ ...items, required: true })})` : `S['${items.ref}']`}[]`
    : (values?.join(' | ') ?? { int32: 'number', decimal: 'number', boolean: 'boolean' }[type] ?? 'string')
  return `${plain}${nullable ? ' | null' : ''}${required ? '' : ' | undefined'}`
}

/** A value of the field, in the program's text. */
function valueOf({ type, items, enum: values }: ContractField): string {
  if (items) return '[]'
  if (values) return String(values[0])
  return { int32: '1', decimal: '10.28', boolean: 'true' }[type] ?? `'2026-02-03'`
}

/** The schemas of bodies, and those of bodies and answers together. */
function schemasOf(api: ContractApi): { sent: Set<string>; used: Set<string> } {
  const operations = api.resources.flatMap((one) => one.operations)
  const withParts = (names: readonly (string | undefined)[]): Set<string> => {
    const found = new Set<string>()
    const add = (name: string | undefined): void => {
      const fields = name === undefined ? undefined : api.schemas[name]
      if (!fields || found.has(name!)) return
      found.add(name!)
      for (const { items } of Object.values(fields)) add(items?.ref)
    }
    for (const name of names) add(name)
    return found
  }
  const answers = operations.flatMap(({ response = [] }) =>
    [response].flat().map((one) => one.replace(/CursorResults$/, '')),
  )
  const bodies = operations.map(({ body }) => body)
  return { sent: withParts(bodies), used: withParts([...bodies, ...answers]) }
}

/**
 * Reads every property of a schema. Where it is sent, it also makes an item: with what is required, and then each
 * property that it may set, null where it may be.
 */
function useOf(name: string, fields: Record<string, ContractField>, isSent: boolean): string {
  const entries = Object.entries(fields).filter(([, { type }]) => type !== 'binary')
  const reads = entries.map(([property, field]) => `  const ${property}: ${typeOf(field)} = item.${property}`)
  const required = entries
    .filter(([, field]) => field.required)
    .map(([property, field]) => `${property}: ${valueOf(field)}`)
  const writes = entries
    .filter(([, { readOnly }]) => !readOnly)
    .map(([property, field]) => `  made.${property} = ${field.nullable ? 'null' : valueOf(field)}`)
  const read = reads.map((one) => one.replace('const ', 'const $')).join('\n')
  if (!isSent) return `export function use${name}(item: S['${name}']): void {\n${read}\n}`
  return `export function use${name}(item: S['${name}']): S['${name}'] {
${read}
  const made: S['${name}'] = { ${required.join(', ')} }
${writes.join('\n')}
  return made
}`
}

/**
 * Calls an operation by its published id: with an item of its schema as the body, and the answer as an item of its own.
 */
function callOf(operation: ContractOperation, id: string): string {
  const { body, response, status, bodyMediaType = 'application/json' } = operation
  const answer = Array.isArray(response)
    ? `S['${response[0]!}'][]`
    : response === 'int32'
      ? 'number'
      : `S['${response}']`
  const lines = [
    `type ${id} = operations['${id}']`,
    ...(body && bodyMediaType === 'application/json'
      ? [
          `export const send${id} = (body: S['${body}']): NonNullable<${id}['requestBody']>['content']['application/json'] => body`,
        ]
      : []),
    ...(response === undefined || response === 'binary'
      ? []
      : [
          `export const answer${id} = (body: ${id}['responses'][${status}]['content']['application/json']): ${answer} => body`,
        ]),
    `export type Parameters${id} = ${id}['parameters']`,
  ]
  return lines.join('\n')
}

/** A program that was written for the client of a published document: it uses every schema and operation. */
function programOf(api: ContractApi, client: string): string {
  const ids = idsOf(api)
  const calls = api.resources.flatMap(({ operations }) =>
    operations.map((one) => callOf(one, ids[`${one.method} ${one.path}`.replace(/\{\w+\}/g, '{}').toLowerCase()]!)),
  )
  const { sent, used } = schemasOf(api)
  const uses = Object.entries(api.schemas)
    .filter(([name]) => used.has(name) && name !== 'AttachedDocumentCreate')
    .map(([name, fields]) => useOf(name, fields, sent.has(name)))
  return [
    `import type { components, operations } from './${client}.js'`,
    `type S = components['schemas']`,
    ...uses,
    ...calls,
  ].join('\n')
}

test('a program for the client of every published document compiles with the client of ours', async () => {
  const programs: string[] = []
  // At length all of them, else every third: test/openapi/published.test.ts compares each document.
  for (const api of contract.filter((_, at) => at % runs(3, 1) === 0)) {
    const declared = apis.find(({ name }) => name === api.api)!
    const version = versionsOf(declared)[api.api === 'projects' ? 1 : 0]!
    await project.generate(publishedDocument(api, idsOf(api)), `${api.api}-published.ts`)
    await project.generate(documentOf(version, '3.0'), `${api.api}-ours.ts`)
    await project.write(`${api.api}-theirs-program.ts`, programOf(api, `${api.api}-published`))
    await project.write(`${api.api}-program.ts`, programOf(api, `${api.api}-ours`))
    programs.push(`${api.api}-theirs-program.ts`, `${api.api}-program.ts`)
  }
  // Both at once: half of what a compiler does is reading the libraries.
  expect(await project.compile(programs)).toBe('')
})
