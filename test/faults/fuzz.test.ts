import { beforeAll, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { Chance, seedOf } from '../chance.ts'
import { runs } from '../long.ts'
import { type Documented, type Json, misfits, operationsOf, resolve } from '../openapi/conforms.ts'
import { type Client, inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { FuzzValues, MetValues } from './fuzz-values.ts'

const SEED = seedOf('DAYBOOK_FUZZ_SEED')
const REQUESTS = runs(250, 20_000, process.env.DAYBOOK_FUZZ_REQUESTS)
/** A company with books, and all versions. */
const IS_LONG = REQUESTS > 1_000
/** Requests under way at once. An agreement may have more, so none is refused as one too many. */
const AT_ONCE = 3
const SHOWN = 15

/** A request to make, and what its document says of it. */
interface Asked extends Documented {
  document: Json
  values: FuzzValues
  filterable: (readonly [string, readonly string[], Json])[]
}

interface Sent {
  method: string
  url: string
  raw?: string
  headers: Record<string, string>
}

let service: SharedService
let client: Client
let stranger: Client
let asked: Asked[]
const chance = new Chance(SEED)
const met = new MetValues(chance)

beforeAll(async () => {
  service = await sharedService()
  const [own, other] = [await service.client({ modules: [...MODULES] }), await service.client({ roles: ['Sales'] })]
  const filledFrom = IS_LONG ? 'demo' : 'danish'
  await service.database.transaction((transaction) => fillAgreement(transaction, own.agreement, filledFrom))
  ;[client, stranger] = [inProcess(service, own), inProcess(service, other)]
  // The older versions are the same code with other names: they have their turn where there is time.
  const versions = everyVersion(apis).filter(({ isNewest }) => isNewest || IS_LONG)
  const paths = versions.map(({ name, version }) => (version === '' ? name : `${name}/${version}`))
  const documents = await Promise.all(
    paths.map(async (path) => (await service.call('GET', `/openapi/${path}.json`)).json as Json),
  )
  asked = documents.flatMap((document) => {
    const values = new FuzzValues(chance, document, met)
    return operationsOf(document).map((one) => ({ ...one, document, values, filterable: filterableOf(document, one) }))
  })
})

/** The properties of what a list answers that can be filtered on, with their operators. */
function filterableOf(document: Json, { operation }: Documented): Asked['filterable'] {
  const schema = resolve(document, resolve(document, operation.responses['200'])?.content?.['application/json']?.schema)
  const items = resolve(document, schema?.properties?.items?.items ?? schema?.items)
  const properties = Object.entries<Json>(items?.properties ?? {})
  return properties.flatMap(([name, property]) => {
    const operators = property['x-filterable']
    return Array.isArray(operators) ? [[name, operators as string[], property] as const] : []
  })
}

function sentFor(one: Asked): Sent {
  const { operation, document, values } = one
  const parameters: Json[] = (operation.parameters ?? []).map((parameter: Json) => resolve(document, parameter))
  let url = one.path
  const query: string[] = []
  for (const { name, in: place, schema, required } of parameters) {
    if (place === 'path') url = url.replace(`{${name}}`, values.inPath(name, schema))
    if (place === 'query' && chance.maybe(required ? 0.9 : 0.35))
      query.push(`${name}=${values.inQuery(name, schema, one.filterable)}`)
  }
  if (chance.maybe(0.04))
    query.push(chance.pick(['nothing=1', '=', 'filter', 'pageSize=10&pageSize=20', '%00=1', 'a[b]=c', '&&']))
  const sent: Sent = {
    method: one.method,
    url: url + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: headersFor(parameters),
  }
  const content = resolve(document, operation.requestBody)?.content
  if (!content) return sent
  const json = content['application/json']
  sent.headers['content-type'] = chance.maybe(0.97)
    ? json
      ? 'application/json'
      : 'multipart/form-data; boundary=x'
    : chance.pick(['text/plain', 'application/json; charset=latin1', 'x', 'multipart/form-data'])
  sent.raw = bodyFor(values, json)
  return sent
}

function bodyFor(values: FuzzValues, json: Json): string {
  if (!json || chance.maybe(0.08))
    return json
      ? values.raw()
      : chance.pick([
          '--x--',
          '--x\r\n\r\n',
          '',
          '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--x--\r\n',
        ])
  return JSON.stringify(values.item(json.schema, json.examples?.example?.value))
}

function headersFor(parameters: readonly Json[]): Record<string, string> {
  const headers: Record<string, string> = {}
  if (parameters.some(({ in: place }) => place === 'header') && chance.maybe(0.15)) {
    headers['idempotency-key'] = chance.pick([
      `key ${chance.int(1, 200)}`,
      `key ${chance.int(1, 200)}`,
      '',
      ' ',
      'x'.repeat(300),
      'é',
      'a\tb',
    ])
  }
  if (chance.maybe(0.03))
    headers.accept = chance.pick(['*/*', 'text/html', 'application/xml;q=0', '', 'application/json', ';;'])
  if (chance.maybe(0.02))
    headers.traceparent = chance.pick(['x', '00-0-0-0', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`])
  return headers
}

/** A path that is no text leads to no operation. */
function isNowhere(url: string, { status, json }: Reply): boolean {
  try {
    decodeURI(url.split('?')[0]!)
    return false
  } catch {
    return status === 404 && json.errorCode === 'PathNotFound'
  }
}

/** The faults of an answer: a status, body or code that its document does not have. */
function complaintsOf({ document, operation }: Asked, sent: Sent, reply: Reply): string[] {
  const wrong = misfits(document, operation, reply)
  if (reply.status >= 500) wrong.push(`answers ${reply.status}`)
  if (reply.status < 400 || wrong.length > 0 || isNowhere(sent.url, reply)) return wrong
  const declaredFor = (status: string): string[] =>
    resolve(document, operation.responses[status])['x-error-codes'] ?? []
  // Error bodies of the oldest versions have no code; that others have one is said by their schema.
  const bodies: Json[] = reply.json.errors ?? [reply.json]
  const [first, ...others] = bodies.map(({ errorCode }) => errorCode as string | undefined)
  const ofAny = Object.keys(operation.responses).flatMap(declaredFor)
  return [
    ...[first].filter((code) => !declaredFor(String(reply.status)).includes(code ?? '')),
    ...others.filter((code) => !ofAny.includes(code ?? '')),
  ]
    .filter((code) => code !== undefined)
    .map((code) => `${reply.status} with ${code}, which is not declared`)
}

test(
  `${REQUESTS} requests made from our documents, good and bad, are answered as those say`,
  { timeout: 1_800_000 },
  async () => {
    const complaints = new Map<string, string>()
    const statuses = new Map<number, number>()
    let left = REQUESTS
    const ask = async (): Promise<void> => {
      while (left-- > 0) {
        const one = chance.pick(asked)
        const sent = sentFor(one)
        const { raw, headers } = sent
        const as = chance.maybe(0.95) ? client : stranger
        const reply = await as.call(sent.method, sent.url, { headers, ...(raw !== undefined && { raw }) })
        if (reply.status === 200) met.learn(reply.json)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        for (const complaint of complaintsOf(one, sent, reply)) {
          const kind = `${one.method} ${one.path.replace(/\/v[\d.]+/, '')}: ${complaint}`
          if (!complaints.has(kind))
            complaints.set(
              kind,
              `${sent.url.slice(0, 300)} ${JSON.stringify(headers)} ${raw?.slice(0, 300) ?? ''} -> ${reply.text.slice(0, 300)}`,
            )
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    const told = [...complaints].slice(0, SHOWN).map((lines) => lines.join('\n  '))
    expect(complaints.size, `seed ${SEED} (DAYBOOK_FUZZ_SEED):\n${told.join('\n')}\n`).toBe(0)
    // Some values are refused and some taken: they lie where the decisions are.
    const share = (of: (status: number) => boolean): number =>
      [...statuses].reduce((sum, [status, count]) => sum + (of(status) ? count : 0), 0) / REQUESTS
    expect(share((status) => status < 300)).toBeGreaterThan(0.1)
    expect(share((status) => status === 400)).toBeGreaterThan(0.1)
  },
)
