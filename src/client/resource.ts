import type { Connection, Method, RequestOptions } from './connection.ts'
import { DaybookError } from './error.ts'
import type { CallOptions, CursorPage, Listed, Methods, Shape } from './shapes.ts'

type Fields = Record<string, unknown>
type Key = string | number | Fields | undefined

/** Rounds of an update that meets the changes of others, before it gives up. */
const ROUNDS = 10

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Where a resource's operations are: those of its line in `RESOURCES`, and the usual ones. */
class Places {
  readonly base: string
  readonly item: string
  /** What the body of many items calls their list. */
  readonly many: string
  private readonly api: string
  private readonly others: ReadonlyMap<string, string>

  constructor(api: string, line: string) {
    const [base = '', ...rest] = line.split(' ')
    this.api = api
    this.others = new Map(rest.map((one) => one.split('=') as [string, string]))
    this.base = api + base
    this.item = this.of('item', `${this.base}/{number}`)
    this.many = this.others.get('many') ?? 'items'
  }

  of(name: string, usual: string): string {
    const other = this.others.get(name)
    return other === undefined ? usual : this.api + other
  }
}

/** The client of one resource, by the paths of its operations. */
export class ResourceClient implements Methods<Shape & { item: Fields; key: Key; within: Fields }> {
  private readonly connection: Connection
  private readonly places: Places

  /** @param line as in `RESOURCES`. */
  constructor(connection: Connection, api: string, line: string) {
    this.connection = connection
    this.places = new Places(api, line)
  }

  list(given: Fields = {}): Listed<Fields> {
    const read = (cursor: unknown): Promise<CursorPage<Fields>> => this.read(this.places.base, { ...given, cursor })
    async function* pages(): AsyncGenerator<CursorPage<Fields>> {
      let cursor = given.cursor
      do {
        const page = await read(cursor)
        cursor = page.cursor
        yield page
      } while (cursor !== undefined && cursor !== null)
    }
    async function* items(): AsyncGenerator<Fields> {
      for await (const page of pages()) yield* page.items
    }
    return {
      [Symbol.asyncIterator]: items,
      pages,
      async toArray(most = Infinity) {
        const found: Fields[] = []
        if (most <= 0) return found
        for await (const item of items()) if (found.push(item) >= most) break
        return found
      },
    }
  }

  page(given: Fields = {}): Promise<Fields[]> {
    return this.read(this.places.of('page', `${this.places.base}/paged`), given)
  }

  count(given: Fields = {}): Promise<number> {
    return this.read(this.places.of('count', `${this.places.base}/count`), given)
  }

  async get(key?: Key): Promise<Fields> {
    return await this.call('GET', this.places.of('get', this.places.item), key, {})
  }

  create(item: unknown, given: Fields = {}): Promise<unknown> {
    return this.write('POST', this.places.of('create', this.places.base), item, given)
  }

  createMany(items: readonly unknown[], given: Fields = {}): Promise<unknown> {
    const path = this.places.of('createMany', `${this.places.base}/bulk`)
    return this.write('POST', path, { [this.places.many]: items }, given)
  }

  async update(...given: unknown[]): Promise<void> {
    const takesKey = namesIn(this.places.item).length > 0
    const [key, change, options = {}] = (takesKey ? given : [undefined, ...given]) as [
      Key,
      Fields | ((item: Fields) => Fields | void),
      CallOptions?,
    ]
    const path = this.places.of('update', this.places.base)
    for (let round = 1; ; round += 1) {
      const item = await this.get(key)
      const changed = typeof change === 'function' ? (change(item) ?? item) : change
      const body = { ...item, ...changed, ...versionOf(item) }
      try {
        await this.call('PUT', path, key, { ...options, body: withoutNulls(body) })
        return
      } catch (error) {
        // A key of the caller's own is the key of one body: with another it would be refused.
        const isStale = error instanceof DaybookError && error.has('ObjectVersionMismatch')
        if (!isStale || round >= ROUNDS || options.idempotencyKey !== undefined) throw error
      }
    }
  }

  async updateMany(items: readonly unknown[], given: Fields = {}): Promise<void> {
    const path = this.places.of('updateMany', `${this.places.base}/bulk`)
    await this.write('PUT', path, { [this.places.many]: items.map(withoutNulls) }, given)
  }

  async delete(...given: unknown[]): Promise<void> {
    const path = this.places.of('delete', this.places.item)
    const [key, options = {}] = given as [Key, CallOptions?]
    const isInPath = namesIn(path).length > 0
    await this.call('DELETE', path, key, { ...options, ...(!isInPath && { body: key }) })
  }

  private async read<Body>(path: string, { signal, ...given }: Fields): Promise<Body> {
    const named = namesIn(path)
    const query = Object.entries(given).filter(([name]) => !named.includes(name))
    const { body } = await this.connection.send<Body>('GET', path, {
      path: Object.fromEntries(named.map((name) => [name, given[name] as string])),
      query: Object.fromEntries(query) as NonNullable<RequestOptions['query']>,
      signal: signal as AbortSignal | undefined,
    })
    return body
  }

  private async write(method: Method, path: string, body: unknown, given: Fields): Promise<unknown> {
    const { headers, signal, idempotencyKey, ...within } = given as CallOptions & Fields
    return await this.call(method, path, within, { headers, signal, idempotencyKey, body })
  }

  private async call<Body>(method: Method, path: string, key: Key, options: RequestOptions): Promise<Body> {
    const names = namesIn(path)
    const values = typeof key === 'object' ? key : Object.fromEntries(names.map((name) => [name, key]))
    const { body } = await this.connection.send<Body>(method, path, {
      ...options,
      path: values as NonNullable<RequestOptions['path']>,
    })
    return body
  }
}

const versionOf = ({ objectVersion }: Fields): Fields => (objectVersion === undefined ? {} : { objectVersion })

/** No null stands in a body: a property that is left out is cleared. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(one)]))
}
