import type { Field } from '../../src/resource/fields.ts'
import { type Item, type Operation, pathParameters } from '../../src/resource/operations.ts'
import { isResource } from '../../src/resource/resource.ts'
import { apiPath, type ApiVersion } from '../../src/resource/versions.ts'
import { overrides } from '../conventions/overrides.ts'
import { operationOf, type Subject } from '../conventions/subjects.ts'
import { changed, freshBody, placeOf, type WorldClient, worldClient } from '../conventions/world.ts'
import type { TestService } from '../service/harness.ts'

const WALKED = ['create', 'single', 'cursor', 'paged', 'update', 'delete'] as const

/** The resource of a version that has most of the operations of a walk; undefined where none can be made. */
export function walkedOf(api: ApiVersion): Subject | undefined {
  const subjects = api.groups.filter(isResource).map((resource): Subject => {
    const name = `${api.name}/${resource.name}`
    const override = overrides[`${api.name} ${api.version}/${resource.name}`] ?? overrides[name] ?? {}
    return { name, api, group: resource, override, resource }
  })
  const steps = (subject: Subject): number => WALKED.filter((kind) => operationOf(subject, kind)).length
  // The smallest of those that are alike, and such as stand alone.
  const size = ({ resource }: Subject): number =>
    Object.keys(resource.fields).length +
    100 * Math.max(...resource.operations.map(({ path }) => pathParameters(path).length))
  return subjects
    .filter(({ override }) => override.constant === undefined)
    .filter((subject) => operationOf(subject, 'create') && operationOf(subject, 'single'))
    .toSorted((left, right) => steps(right) - steps(left) || size(left) - size(right))[0]
}

/** What walks a version with its generated client, and whom it is. */
export interface Walk {
  client: WorldClient
  source: string
}

/**
 * A program that creates, reads, lists, updates and deletes with the generated client of a version, and prints what it
 * did.
 */
export async function walkOf(service: TestService, subject: Subject, client: string): Promise<Walk> {
  const { api } = subject
  const world = await worldClient(service, subject)
  const body = freshBody(world, subject)
  const change = changed(world, subject, body)
  const source = `import createClient from 'openapi-fetch'
import type { paths } from './${client}.js'
const { baseUrl, appSecretToken = '', agreementGrantToken = '' } = process.env
const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken }
const api = createClient<paths>({ baseUrl: \`\${baseUrl}${apiPath(api)}\`, headers })
const told = (what: string, { response, error }: { response: Response; error?: unknown }): void => {
  if (error !== undefined) throw new Error(what + ': ' + response.status + ' ' + JSON.stringify(error))
  console.log(what, response.status)
}
${stepsOf(subject, body, change, placeOf(world, subject, body))}`
  return { client: world, source }
}

function stepsOf(subject: Subject, body: Item, change: Item, place: Item): string {
  const { fields, key } = subject.resource
  const isMade = (name: string): boolean => !(name in place)
  const valueOf = (name: string): string => (isMade(name) ? `made.data!.${name}!` : JSON.stringify(place[name]))
  const pathOf = (operation: Operation): string => {
    const names = pathParameters(operation.path)
    const given = names.map((name) => `${name}: ${valueOf(subject.resource.inPath[name] ?? name)}`)
    return names.length === 0 ? '' : `params: { path: { ${given.join(', ')} } }, `
  }
  const call = (kind: (typeof WALKED)[number], sent = ''): string | undefined => {
    const operation = operationOf(subject, kind)
    return operation && `await api.${operation.method}('${operation.path}', { ${pathOf(operation)}${sent} })`
  }
  const version = (field: Field | undefined): string => (field ? ', objectVersion: read.data!.objectVersion!' : '')
  const { objectVersion: _none, ...rest } = change
  const named = key.filter((name) => name in fields && isMade(name) && !fields[name]!.facts.hidden)
  const own = named.map((name) => `, ${name}: made.data!.${name}!`).join('')
  const update = operationOf(subject, 'update')
  const inBody = operationOf(subject, 'delete') as { keyInBody?: boolean } | undefined
  const keys = key.map((name) => `${name}: ${valueOf(name)}`).join(', ')
  const updated = `body: { ${JSON.stringify(rest).slice(1, -1)}${own}${version(fields.objectVersion)} }`
  return [
    `const made = ${call('create', `body: ${JSON.stringify(body)}`)!}\ntold('made', made)`,
    `const read = ${call('single')!}\ntold('read', read)`,
    ...(['cursor', 'paged'] as const).flatMap((kind) => (call(kind) ? [`told('listed', ${call(kind)!})`] : [])),
    ...(update ? [`told('changed', ${call('update', updated)!})`] : []),
    ...(inBody ? [`told('gone', ${call('delete', inBody.keyInBody ? `body: { ${keys} }` : '')!})`] : []),
  ].join('\n')
}
