import type { Machine } from './machine.ts'
import { type Column, COLUMNS, type Line } from './measure.ts'
import type { Summary } from './sample.ts'

/** The facts of the machine, one per line. */
export function machineText(machine: Machine): string {
  return [
    `${machine.date}, commit ${machine.commit}`,
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGigabytes} GB, load before ${machine.loadBefore}`,
    `node ${machine.node}, PostgreSQL ${machine.postgresql} with fsync${machine.inMemory ? ' (in memory: writes look too fast)' : ''}, ${machine.flushesPerSecond} flushes/s${machine.pgbench === undefined ? '' : `, ${machine.pgbench}`}`,
  ].join('\n')
}

/** A table of a document. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const MEASURES = ['/s', 'p50', 'p99'] as const
const WIDTH = 8
const RATIO_WIDTH = 9
const TITLES: Readonly<Record<Column, string>> = {
  service: 'service',
  minimal: 'minimal server',
  sql: 'its SQL, no service',
  bare: 'bare Fastify',
}
const COMPARED = COLUMNS.filter((column) => column !== 'service')
const TITLE_WIDTH = 24

/** The head of the table. */
export function tableHead(): string {
  const blocks = COLUMNS.map((column) => ` | ${TITLES[column].padEnd(MEASURES.length * WIDTH)}`).join('')
  const names = COLUMNS.map(() => ` | ${MEASURES.map((name) => name.padStart(WIDTH)).join('')}`).join('')
  const ratios = COMPARED.map((column) => `: ${column}`.padStart(RATIO_WIDTH)).join('')
  const first = `${''.padEnd(TITLE_WIDTH + 8)}${blocks} | service/s : other's/s`
  const second = `${'figure'.padEnd(TITLE_WIDTH)} clients${names} | ${ratios}`
  return `${first}\n${second}\n${'-'.repeat(second.length)}`
}

/** One line of the table: times in milliseconds, ratios as factors. */
export function tableLine({ title, clients, columns }: Line): string {
  const blocks = COLUMNS.map((column) => ` | ${block(columns[column])}`).join('')
  const ratios = COMPARED.map((column) => {
    const other = columns[column]
    return (other ? (columns.service.perSecond / other.perSecond).toFixed(2) : '-').padStart(RATIO_WIDTH)
  }).join('')
  return `${title.padEnd(TITLE_WIDTH)} ${String(clients).padStart(7)}${blocks} | ${ratios}`
}

function block(summary: Summary | undefined): string {
  if (!summary) return '-'.padStart(WIDTH).repeat(MEASURES.length)
  const { perSecond, p50, p99 } = summary
  const rate = perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond))
  return [rate, p50.toFixed(2), p99.toFixed(2)].map((text) => text.padStart(WIDTH)).join('')
}

/** How to read the table. */
export const EXPLANATION = `
Times in milliseconds. The ratios count, not the times: shared machines are noisy, and those compared are measured in turns.
The ratios are the service's throughput as a share of the other's.
Service: as npm start starts it, its log at its default level into a file.
Minimal: Fastify and node-postgres in a process of its own (bench/minimal.js), 16 connections, every statement prepared, no
tokens, rules or log; tables of its own with the same columns and rows in the same database, one key and one index. It
answers JSON.stringify of its rows: of a draft entry the 14 properties that most have, where the service answers 24.
Its SQL: pgbench -n -M prepared with the statements the service sends for such a request, on the same database.
Bare: one Fastify route in a process of its own that answers the same bytes to the same requests.
Booking 10,000 drafts: entries a second of one call; beside it the minimal server's single creates a second, of 16 clients.
Clients are a closed loop: each asks again when it has its answer. While an answer is late nothing is asked, so the
percentiles are those of all answers given, not of arrivals at a fixed rate (coordinated omission is not corrected).
Clients, servers, database and pgbench share the cores. Flushes: how often a second the disk takes 8 KB for good.`.trim()
