import { expect } from 'vitest'
import type { CallOptions, Client, Reply } from '../service/harness.ts'

/** A body as parsed: programs reach into it freely. */
export type Body = Reply['json']

/**
 * A program that exists and was written for the published API, as facts: the requests it makes, and what it needs of
 * each answer. `needs` of an app is its compatibility where the program does not run by default, with the reason.
 */
export interface Program {
  /** What it does, for the test's name. */
  does: string
  /** Why its app is `lenient`: what it sends that the specification refuses. */
  lenient?: string
  run(api: Wire): Promise<void>
}

/** How a program reaches the service: as it would, with its own paths, and with what it demands of every answer. */
export interface Wire {
  /** The tokens, for programs that make their requests themselves. */
  client: Client
  /** A GET that must answer 200; the body parsed. */
  read(path: string): Promise<Body>
  /** A POST or PUT of a body that must be taken; the reply. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Reply>
  /** A request as it is; the program looks at the status itself. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  /** Every item of a cursor list, as programs walk it: until an answer has no cursor. */
  all(path: string): Promise<Body[]>
}

/** The way of one program into the service. */
export function wireOf(client: Client): Wire {
  const told = (method: string, path: string, reply: Reply): string => `${method} ${path}: ${reply.text.slice(0, 1000)}`
  const read = async (path: string): Promise<Body> => {
    const reply = await client.get(path)
    expect(reply.status, told('GET', path, reply)).toBe(200)
    return reply.json
  }
  return {
    client,
    read,
    async send(method, path, body) {
      const reply = await client.call(method, path, body === undefined ? {} : { body })
      expect([200, 201, 204], told(method, path, reply)).toContain(reply.status)
      return reply
    },
    call: (method, path, options) => client.call(method, path, options),
    async all(path) {
      const items: Body[] = []
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined && cursor !== null) {
        const next = cursor === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
        const page = await read(next)
        expect(Array.isArray(page.items), `${next} answers items`).toBe(true)
        items.push(...page.items)
        cursor = page.cursor
      }
      return items
    },
  }
}

/** The properties that a strict model of a program knows: any other makes its reader fail. */
export function expectOnly(item: object, known: readonly string[]): void {
  expect(Object.keys(item).filter((name) => !known.includes(name))).toEqual([])
}

/** An ISO day as programs of .NET write it: with a time of seven decimals. */
export const withTicks = (day: string): string => `${day}T00:00:00.1234567Z`
