import { openBare } from './processes.ts'
import type { Job } from './clients.ts'
import type { Closing } from './closing.ts'
import type { Figure } from './figures.ts'
import type { Ground } from './ground.ts'
import { pgbench, prepareScript } from './pgbench.ts'
import { type Call, requestText } from './request.ts'
import type { Sample, Span, Summary } from './sample.ts'
import { merged, summary } from './sample.ts'

/** What a figure compares. */
export interface Runners {
  /** The service, over HTTP. */
  ours(clients: number, span: Span): Promise<Sample>
  /** The same SQL without the service; undefined where it cannot be run. */
  sql: ((clients: number, span: Span) => Promise<Sample>) | undefined
  /** A bare Fastify that answers the same bytes. */
  bare(clients: number, span: Span): Promise<Sample>
  end(): Promise<void>
}

/** The bench as the figures use it. */
export interface Bench {
  closing: Closing
  ground: Ground
  hasPgbench: boolean
  /** Carries out a job in the process of the clients. */
  clients(job: Job): Promise<Sample>
}

/** A line of the report. */
export interface Line {
  name: string
  title: string
  clients: number
  ours: Summary
  sql: Summary | undefined
  bare: Summary
}

const CLIENTS = [1, 16] as const
/** Requests each client has ready; it begins again after them. */
const READY_REQUESTS = 400
const WARM_UP_SECONDS = 1
/** The three are measured in turns, so that what else the machine does falls on all of them. */
const ROUNDS = 2
const ROUND_SECONDS_MIN = 2

/** Measures a figure at 1 and at 16 clients. */
export async function measure(name: string, title: string, runners: Runners, seconds: number): Promise<Line[]> {
  const rounds = seconds >= ROUNDS * ROUND_SECONDS_MIN ? ROUNDS : 1
  const span = { warmUpSeconds: Math.min(WARM_UP_SECONDS, seconds / 4), seconds: seconds / rounds }
  const lines: Line[] = []
  for (const clients of CLIENTS) {
    const samples: Record<'ours' | 'sql' | 'bare', Sample[]> = { ours: [], sql: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      samples.ours.push(await runners.ours(clients, span))
      if (runners.sql) samples.sql.push(await runners.sql(clients, span))
      samples.bare.push(await runners.bare(clients, span))
    }
    const [ours, bare] = [summary(merged(samples.ours)), summary(merged(samples.bare))]
    lines.push({ name, title, clients, ours, sql: runners.sql && summary(merged(samples.sql)), bare })
  }
  return lines
}

/** What a figure with SQL of its own compares. */
export async function figureRunners(bench: Bench, figure: Figure): Promise<Runners> {
  const { closing, ground } = bench
  const { method, route, status } = figure
  const sample = await oneAnswer(ground.port, figure.call(), status)
  const bare = await openBare(closing, { method, route, status, ...sample })
  const script = bench.hasPgbench ? await prepareScript(ground.database, figure.script) : undefined
  const http = (port: number) => (clients: number, span: Span) =>
    bench.clients({ ...span, port, status, once: false, requests: requestsOf(figure, clients) })
  return {
    ours: http(ground.port),
    sql: script && ((clients, span) => pgbench(closing, ground, script, clients, span)),
    bare: http(bare.port),
    end: () => bare.end(),
  }
}

function requestsOf({ call }: Pick<Figure, 'call'>, clients: number): string[][] {
  return Array.from({ length: clients }, () => Array.from({ length: READY_REQUESTS }, () => requestText(call())))
}

/** What the service answers to one call, for the bare route to answer too. */
async function oneAnswer(
  port: number,
  { method, path, headers, body }: Call,
  status: number,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const request = { method, headers: { ...headers, ...type }, ...(body === undefined ? {} : { body }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== status)
    throw new Error(`${method} ${path}: ${response.status}\n${Buffer.from(bytes).toString()}`)
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { headers: Object.fromEntries(kept), body: bytes }
}
