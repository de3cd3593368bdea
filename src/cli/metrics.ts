import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { Seen } from '../app.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { BOUNDS, Durations } from '../database/pool/durations.ts'
import type { Standby } from '../database/health/standby.ts'
import { listening } from './port.ts'

const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8'
const WAITING = `SELECT count(*)::int AS pending, coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8
  AS age
  FROM webhook_delivery WHERE state = 'pending' AND agreement NOT IN (SELECT c.agreement FROM sandbox_clock c)`

/** Of all agreements; numbers have no gaps, so the last one tells how many there are. */
const BOOKED = `SELECT c.name AS series, sum(c.value)::float8 AS total FROM counter c
  WHERE c.name IN ('booking', 'booked_entry') GROUP BY c.name`

/** What a process has answered, as Prometheus reads it: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export class Metrics {
  private readonly answers = new Map<string, number>()
  private readonly times = new Map<string, Durations>()

  /**
   * Notes a request that was answered. Operations are paths as declared: there are only as many series as operations
   * and statuses.
   */
  note({ method, operation, status, milliseconds }: Seen): void {
    const labels = `method="${method}",operation="${operation}"`
    const answered = `${labels},status="${status}"`
    this.answers.set(answered, (this.answers.get(answered) ?? 0) + 1)
    let time = this.times.get(labels)
    if (!time) this.times.set(labels, (time = new Durations()))
    time.note(milliseconds)
  }

  /** Requests by operation and status, and how long they took. */
  text(): string {
    const requests = [...this.answers].map(([labels, count]) => `daybook_requests_total{${labels}} ${count}`)
    const times = [...this.times].flatMap(([labels, durations]) =>
      histogram('daybook_request_seconds', labels, durations),
    )
    return [
      ...family('daybook_requests_total', 'counter', 'Requests answered.', requests),
      ...family('daybook_request_seconds', 'histogram', 'How long requests took.', times),
    ].join('\n')
  }
}

/** The samples of a histogram: how many took as long as each bound at most, their sum and count. */
function histogram(name: string, labels: string, { counts, count, sum }: Durations): string[] {
  const bucket = (bound: string, many: number): string =>
    `${name}_bucket{${labels}${labels === '' ? '' : ','}le="${bound}"} ${many}`
  const of = labels === '' ? '' : `{${labels}}`
  let below = 0
  return [
    ...counts.map((own, at) => bucket(String(BOUNDS[at]), (below += own))),
    bucket('+Inf', count),
    `${name}_sum${of} ${sum}`,
    `${name}_count${of} ${count}`,
  ]
}

const family = (name: string, type: string, help: string, samples: readonly string[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples,
]

const gauge = (name: string, help: string, value: number): string[] => family(name, 'gauge', help, [`${name} ${value}`])

/**
 * Opens `GET /metrics` on a port of its own, on the address the service listens on.
 * @returns what closes it. @throws StartError when the port is taken or not permitted.
 */
export async function serveMetrics(
  { host, metricsPort, workers }: Config,
  metrics: Metrics,
  { database, standby }: { database: Database; standby: Standby | undefined },
  log: Logger,
): Promise<() => Promise<void>> {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const whole = async (): Promise<string> => {
    const { inUse, waiting, commits } = database.usage()
    const delay = gauge(
      'daybook_event_loop_delay_seconds',
      'The 99th percentile since the last look.',
      loop.percentile(99) / 1e9,
    )
    loop.reset()
    const lines = [
      metrics.text(),
      ...gauge('daybook_database_connections_in_use', 'Connections to the database in use.', inUse),
      ...gauge('daybook_database_waiting', 'Requests that wait for a connection.', waiting),
      ...family(
        'daybook_commit_seconds',
        'histogram',
        'How long the database took to commit, which is until the disk has it.',
        histogram('daybook_commit_seconds', '', commits),
      ),
      ...gauge('daybook_workers', 'Processes that the service has, by its settings.', workers),
      ...delay,
      ...gauge('daybook_resident_bytes', 'Memory of the process.', process.memoryUsage.rss()),
      ...(await deliveries(database)),
      ...(await booked(database)),
      ...(standby ? standbyLines(standby) : []),
    ]
    return `${lines.join('\n')}\n`
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    whole().then(
      (text) => response.writeHead(200, { 'content-type': EXPOSITION }).end(text),
      (err: unknown) => {
        log.warn({ err }, 'could not tell the metrics')
        response.writeHead(503).end()
      },
    )
  })
  await listening(server, { port: metricsPort!, host, setting: 'DAYBOOK_METRICS_PORT' })
  log.info(`metrics at http://${host}:${metricsPort}/metrics`)
  return async () => {
    loop.disable()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

/** What this process knows of its standby. */
function standbyLines(standby: Standby): string[] {
  const { isUsed, lagMilliseconds, reads } = standby.state
  const lag =
    lagMilliseconds === undefined
      ? []
      : gauge('daybook_standby_lag_seconds', 'How far the standby is behind at most.', lagMilliseconds / 1000)
  const counts = Object.entries(reads).map(([server, count]) => `daybook_list_reads_total{server="${server}"} ${count}`)
  return [
    ...gauge('daybook_standby_used', 'Whether the standby answers lists and reports.', Number(isUsed)),
    ...lag,
    ...family('daybook_list_reads_total', 'counter', 'Lists, counts and reports, by who answered.', counts),
  ]
}

/** Of all nodes; left out while the database does not answer. */
async function deliveries(database: Database): Promise<string[]> {
  const [row] = await database.rows<{ pending: number; age: number }>(WAITING).catch(() => [])
  if (!row) return []
  return [
    ...gauge('daybook_deliveries_pending', 'Webhook deliveries that are still to be made.', row.pending),
    ...gauge('daybook_deliveries_oldest_seconds', 'The age of the oldest of them.', row.age),
  ]
}

/** Of all nodes; left out while the database does not answer. */
async function booked(database: Database): Promise<string[]> {
  const rows = await database.apart.rows<{ series: string; total: number }>(BOOKED).catch(() => undefined)
  if (!rows) return []
  const total = (series: string): string => String(rows.find((row) => row.series === series)?.total ?? 0)
  return [
    ...family('daybook_bookings_total', 'counter', 'Bookings made.', [`daybook_bookings_total ${total('booking')}`]),
    ...family('daybook_entries_total', 'counter', 'Entries booked.', [
      `daybook_entries_total ${total('booked_entry')}`,
    ]),
  ]
}
