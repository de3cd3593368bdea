import type { Job } from './clients.ts'
import type { Closing } from './closing.ts'
import type { Asked, Figure } from './figures.ts'
import type { Ground } from './ground.ts'
import { pgbench, type PreparedScript, prepareScript } from './pgbench.ts'
import { openBare } from './processes.ts'
import { requestText, send } from './request.ts'
import type { Sample, Span, Summary } from './sample.ts'
import { merged, summary } from './sample.ts'

/**
 * The servers compared: the service over HTTP; the minimal server beside it; the service's own SQL without the service;
 * a bare Fastify that answers the service's bytes.
 */
export const COLUMNS = ['service', 'minimal', 'sql', 'bare'] as const
export type Column = (typeof COLUMNS)[number]

/** Measures one column with this many clients. */
export type Runner = (clients: number, span: Span) => Promise<Sample>

/** The columns of a figure: the service, and the others that make sense for it. */
export interface Runners {
  columns: Partial<Record<Column, Runner>> & { service: Runner }
  end(): Promise<void>
}

/** The parts of the bench that figures use. */
export interface Bench {
  closing: Closing
  ground: Ground
  hasPgbench: boolean
  /** The minimal server's port. */
  minimal: number
  /** Runs a job in the process of the clients. */
  clients(job: Job): Promise<Sample>
}

/** A line of the report. */
export interface Line {
  name: string
  title: string
  clients: number
  columns: Partial<Record<Column, Summary>> & { service: Summary }
}

/** How long and with how many clients a figure is measured. */
export interface Extent {
  clients: readonly number[]
  /** For each number of clients and each column. */
  seconds: number
}

/** An uncounted run before the rounds: it opens connections, prepares statements and compiles code. */
const FIRST_RUN: Span = { warmUpSeconds: 0, seconds: 1 }
/** The warm-up of the clients before each round. */
const WARM_UP_SECONDS = 0.2
/** The columns are measured in turns, so that other work of the machine affects all of them. */
const ROUNDS_MAX = 3
const ROUND_SECONDS_MIN = 1

/** Measures a figure at each number of clients. */
export async function measure(
  name: string,
  title: string,
  { columns }: Runners,
  { clients: numbers, seconds }: Extent,
): Promise<Line[]> {
  const rounds = Math.max(1, Math.min(ROUNDS_MAX, Math.floor(seconds / ROUND_SECONDS_MIN)))
  const span = { warmUpSeconds: WARM_UP_SECONDS, seconds: seconds / rounds }
  const compared = COLUMNS.filter((column) => columns[column])
  const lines: Line[] = []
  for (const clients of numbers) {
    const samples = new Map<Column, Sample[]>(compared.map((column) => [column, []]))
    for (const column of compared) if (column !== 'sql') await columns[column]!(clients, FIRST_RUN)
    for (let round = 0; round < rounds; round++) {
      for (const column of compared) samples.get(column)!.push(await columns[column]!(clients, span))
    }
    const summaries = [...samples].map(([column, taken]) => [column, summary(merged(taken))] as const)
    lines.push({ name, title, clients, columns: Object.fromEntries(summaries) as Line['columns'] })
  }
  return lines
}

/** The runners of a figure: of the wanted columns, those that it has. */
export async function figureRunners(bench: Bench, figure: Figure, wanted: readonly Column[]): Promise<Runners> {
  const { closing, ground, minimal } = bench
  const { ours, ready } = figure
  const columns: Runners['columns'] = { service: overHttp(bench, ground.port, ours, ready) }
  if (wanted.includes('minimal')) columns.minimal = overHttp(bench, minimal, figure.minimal, ready)
  const script = wanted.includes('sql') ? await scriptOf(bench, figure) : undefined
  if (script) columns.sql = (clients, span) => pgbench(closing, ground, script, clients, span)
  if (!wanted.includes('bare')) return { columns, end: () => Promise.resolve() }
  const { method, route, status } = ours
  const bare = await openBare(closing, { method, route, status, ...(await oneAnswer(ground.port, ours)) })
  columns.bare = overHttp(bench, bare.port, ours, ready)
  return { columns, end: () => bare.end() }
}

/** Clients that send the requests to a server. */
export function overHttp(bench: Bench, port: number, { status, call }: Asked, ready: number): Runner {
  return (clients, span) => {
    const requests = Array.from({ length: clients }, () => Array.from({ length: ready }, () => requestText(call())))
    return bench.clients({ ...span, port, status, once: false, requests })
  }
}

/**
 * The service's own statements as a script. The column stays empty when they cannot run alone: the service may change.
 */
async function scriptOf({ ground, hasPgbench }: Bench, { title, sql }: Figure): Promise<PreparedScript | undefined> {
  if (!hasPgbench || !sql) return undefined
  return await sql()
    .then((recorded) => prepareScript(ground.database, recorded))
    .catch((error: Error) => {
      process.stderr.write(`${title}: no column of its SQL. ${error.message}\n`)
      return undefined
    })
}

/** The service's answer to one call, for the bare route. */
async function oneAnswer(
  port: number,
  { status, call }: Asked,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const { headers, bytes } = await send(port, call(), status)
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { headers: Object.fromEntries(kept), body: bytes }
}
