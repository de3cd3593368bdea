import { Connection, type DaybookOptions } from './connection.ts'
import { ResourceClient } from './resource.ts'
import { RESOURCES } from './resources.ts'
import type { Apis } from './types/apis.d.ts'

export type * from './types/apis.d.ts'
export type { ErrorCode } from './types/errors.d.ts'
export type { Answered, AnswerOf, DaybookOptions, Method, OptionsOf, RequestOptions } from './connection.ts'
export { DaybookError, type Fault } from './error.ts'
export type * from './shapes.ts'
export { type ReceivedHeaders, type VerifiedWebhook, verify, WebhookNotVerified } from './verify.ts'

type ApiName = keyof Apis

/** The resources of an API; each is made when it is first asked for. */
function resourcesOf(connection: Connection, api: ApiName): object {
  const { '': at, ...lines } = (RESOURCES as Readonly<Record<string, Readonly<Record<string, string>>>>)[api]!
  return lazily(Object.entries(lines), (line) => new ResourceClient(connection, at!, line))
}

/** An object whose properties are made when they are read. */
function lazily<T>(given: readonly (readonly [string, T])[], make: (value: T) => object): object {
  const made = new Map<string, object>()
  const properties = given.map(([name, value]) => {
    const get = (): object => {
      const found = made.get(name) ?? make(value)
      made.set(name, found)
      return found
    }
    return [name, { get, enumerable: true }] as const
  })
  return Object.defineProperties({}, Object.fromEntries(properties))
}

/** The resources under `/daybookapi`, by name. */
class Named extends Connection {
  /**
   * The resources of each API, newest version: `daybook.apis.journals.draftEntries`. Use those of the published APIs
   * with the published service.
   */
  readonly apis: Readonly<Apis>

  constructor(options: DaybookOptions = {}) {
    super(options)
    const names = Object.keys(RESOURCES) as ApiName[]
    this.apis = lazily(
      names.map((name) => [name, name]),
      (name) => resourcesOf(this, name),
    ) as unknown as Apis
    const own = (this.apis as unknown as Readonly<Record<string, Readonly<Record<string, object>>>>).daybook!
    for (const name of Object.keys(own)) Object.defineProperty(this, name, { get: () => own[name], enumerable: true })
  }
}

/** A client of the service for one agreement. */
export type Daybook = Named & Readonly<Apis['daybook']>

/**
 * A client of the service for one agreement: `daybook.customers.get(1001)`. The resources of the published APIs are in
 * `apis`, those of `/daybookapi` also stand here by name.
 */
export const Daybook = Named as unknown as new (options?: DaybookOptions) => Daybook
