import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { Seen } from '../app.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { StartError } from './command.ts'

/** Upper bounds of a request's time, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8'
const WAITING = `SELECT count(*)::int AS pending, coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8 AS age
  FROM webhook_delivery WHERE state = 'pending'`

interface Histogram {
  counts: number[]
  count: number
  sum: number
}

/** What a process has answered, as Prometheus reads it: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export class Metrics {
  private readonly answers = new Map<string, number>()
  private readonly times = new Map<string, Histogram>()

  /** Notes a request that was answered. Operations are paths as declared, so that there are as many series as operations and statuses. */
  note({ method, operation, status, milliseconds }: Seen): void {
    const labels = `method="${method}",operation="${operation}"`
    const answered = `${labels},status="${status}"`
    this.answers.set(answered, (this.answers.get(answered) ?? 0) + 1)
    let time = this.times.get(labels)
    if (!time) this.times.set(labels, (time = { counts: BUCKETS.map(() => 0), count: 0, sum: 0 }))
    const seconds = milliseconds / 1000
    const at = BUCKETS.findIndex((bound) => seconds <= bound)
    if (at >= 0) time.counts[at]! += 1
    time.count += 1
    time.sum += seconds
  }

  /** Requests by operation and status, and how long they took. */
  text(): string {
    const requests = [...this.answers].map(([labels, count]) => `daybook_requests_total{${labels}} ${count}`)
    const times = [...this.times].flatMap(([labels, { counts, count, sum }]) => {
      let below = 0
      const buckets = counts.map((own, at) => bucket(labels, String(BUCKETS[at]), (below += own)))
      return [
        ...buckets,
        bucket(labels, '+Inf', count),
        `daybook_request_seconds_sum{${labels}} ${sum}`,
        `daybook_request_seconds_count{${labels}} ${count}`,
      ]
    })
    return [
      ...family('daybook_requests_total', 'counter', 'Requests answered.', requests),
      ...family('daybook_request_seconds', 'histogram', 'How long requests took.', times),
    ].join('\n')
  }
}

const bucket = (labels: string, bound: string, count: number): string =>
  `daybook_request_seconds_bucket{${labels},le="${bound}"} ${count}`

const family = (name: string, type: string, help: string, samples: readonly string[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples,
]

const gauge = (name: string, help: string, value: number): string[] => family(name, 'gauge', help, [`${name} ${value}`])

/**
 * Opens `GET /metrics` on a port of its own, on the address the service listens on.
 * @returns what closes it. @throws StartError when the port is taken.
 */
export async function serveMetrics(
  { host, metricsPort }: Config,
  metrics: Metrics,
  database: Database,
  log: Logger,
): Promise<() => Promise<void>> {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const whole = async (): Promise<string> => {
    const { inUse, waiting } = database.usage()
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
      ...delay,
      ...gauge('daybook_resident_bytes', 'Memory of the process.', process.memoryUsage.rss()),
      ...(await deliveries(database)),
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
  await listening(server, metricsPort!, host)
  log.info(`metrics at http://${host}:${metricsPort}/metrics`)
  return async () => {
    loop.disable()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
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

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new StartError(`Port ${port} of ${host} is taken; give another in DAYBOOK_METRICS_PORT.`)),
    )
    server.listen(port, host, resolve)
  })
}
