import type { Machine } from './machine.ts'
import type { Line } from './measure.ts'
import type { Summary } from './sample.ts'

/** The machine, a line each fact. */
export function machineText(machine: Machine): string {
  return [
    `${machine.date}, commit ${machine.commit}`,
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGigabytes} GB, load before ${machine.loadBefore}`,
    `node ${machine.node}, PostgreSQL ${machine.postgresql} with fsync${machine.inMemory ? ' (in memory: writes look too fast)' : ''}, ${machine.pgbench}`,
  ].join('\n')
}

const COLUMNS = ['/s', 'p50', 'p99'] as const
const WIDTH = 9

/** The head of the table. */
export function tableHead(): string {
  const block = (title: string) => ` | ${title.padEnd(COLUMNS.length * WIDTH)}`
  const names = ` | ${COLUMNS.map((name) => name.padStart(WIDTH)).join('')}`
  const titles = ['service', 'same SQL, no service', 'bare Fastify', 'service : SQL', 'service : bare']
  const first = `${''.padEnd(28)}${titles.map(block).join('')}`
  const second = `${'figure'.padEnd(20)} clients${titles.map(() => names).join('')}`
  return `${first}\n${second}\n${'-'.repeat(second.length)}`
}

/** One line of the table: times in milliseconds, ratios as factors. */
export function tableLine({ title, clients, ours, sql, bare }: Line): string {
  const blocks = [block(ours), sql ? block(sql) : gap, block(bare), sql ? ratio(ours, sql) : gap, ratio(ours, bare)]
  return `${title.padEnd(20)} ${String(clients).padStart(7)}${blocks.map((text) => ` | ${text}`).join('')}`
}

const gap = '-'.padStart(WIDTH).repeat(COLUMNS.length)

function block({ perSecond, p50, p99 }: Summary): string {
  const rate = perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond))
  return [rate, p50.toFixed(2), p99.toFixed(2)].map((text) => text.padStart(WIDTH)).join('')
}

function ratio(ours: Summary, other: Summary): string {
  return [ours.perSecond / other.perSecond, ours.p50 / other.p50, ours.p99 / other.p99]
    .map((factor) => factor.toFixed(2).padStart(WIDTH))
    .join('')
}

/** How the table is to be read. */
export const EXPLANATION = `
Times in milliseconds. The ratios count, not the times: shared machines are noisy, and the three are measured in turns.
/s: the service's throughput as a share of the other's; p50, p99: its time as a multiple of the other's.
SQL: pgbench -n -M prepared with the service's own statements on the same database; for booking, which has no one
statement, the ledger's function called without HTTP, and each of 16 clients books in an agreement of its own.
Bare: one Fastify route in a process of its own that answers the same bytes to the same requests.
Clients are a closed loop: each asks again when it has its answer. While an answer is late nothing is asked, so the
percentiles are those of all answers given, not of arrivals at a fixed rate (coordinated omission is not corrected).
Clients, service, database and pgbench share the cores.`.trim()
