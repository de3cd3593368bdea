import { grouped, milliseconds } from '../growth/report.ts'
import type { Machine } from '../machine.ts'
import { machineText, markdownTable } from '../report.ts'
import { type Summary, summary } from '../sample.ts'
import type { StatementKind, Table, Totals, Waits } from './watch.ts'
import { type Answered, type Kind, KINDS } from './work.ts'

/** A day of the week, with the tables at its end. */
export interface Day {
  name: string
  answers: readonly Answered[]
  waits: Waits
  tables: readonly Table[]
  /** Of the service's processes. */
  memoryBytes: number
}

/** What processes of the service do while nobody asks anything. */
export interface Idle {
  processes: number
  agreements: number
  connections: number
  statementsPerSecond: number
  /** Time in the database. */
  millisecondsPerSecond: number
  memoryBytes: number
}

/** The bytes of the database before and after everything was written anew. */
export interface Rebuilt {
  before: number
  after: number
  seconds: number
}

/** What `verify` found right at the end. */
export interface Verified {
  agreements: number
  entries: number
}

/** Everything that was measured. */
export interface Week {
  machine: Machine
  agreements: number
  minutes: number
  before: { tables: readonly Table[]; totals: Totals }
  days: readonly Day[]
  after: { totals: Totals }
  statements: readonly StatementKind[]
  idle: readonly Idle[]
  verified: Verified
  rebuilt: Rebuilt
  /** Webhooks received. */
  sent: number
  /** Waits for a lock that lasted a second. */
  longWaits: number
}

const STATEMENTS_TOLD = 15
const WAITS_TOLD = 12
/** Smaller growth is no news. */
const GROWTH_BYTES_MIN = 1024 * 1024
const DEAD_MIN = 1000
const MEGABYTE = 1024 * 1024

export const megabytes = (bytes: number): string => grouped(Number((bytes / MEGABYTE).toPrecision(3)))

/** A table and what it was when the week began. */
export interface Grown {
  now: Table
  was: Table
}

/** The table of that name. */
export const named = (tables: readonly Table[], name: string): Table => tables.find((table) => table.name === name)!

/** Every table as it was when the week began and as it is when the week ends. */
const ofWeek = ({ before, days }: Pick<Week, 'before' | 'days'>): Grown[] =>
  days.at(-1)!.tables.map((now) => ({ now, was: named(before.tables, now.name) }))

/** The tables that grew, those that grew most first. */
export function grown({ before, days }: Pick<Week, 'before' | 'days'>): Grown[] {
  const size = ({ bytes, indexBytes }: Table): number => bytes + indexBytes
  return ofWeek({ before, days })
    .filter(({ now, was }) => size(now) - size(was) >= GROWTH_BYTES_MIN)
    .sort((left, right) => size(right.now) - size(right.was) - size(left.now) + size(left.was))
}

/**
 * The median of a kind of request in each day, in milliseconds. @throws Error for a week too short for one of each kind
 * every day.
 */
export function medians(days: readonly Day[], kind: Kind): number[] {
  return days.map(({ answers }) => timesOf(answers, kind).p50)
}

function timesOf(answers: readonly Answered[], kind: Kind): Summary {
  return summary({
    seconds: 1,
    milliseconds: answers.filter((one) => one.kind === kind).map((one) => one.milliseconds),
  })
}

/** The document: the method, and a table for each thing that was measured. */
export function weekText(week: Week): string {
  return `${[
    `# A week of ${grouped(week.agreements)} agreements`,
    '![Requests, sizes, dead rows and waits by day](week.svg)',
    method(week),
    requests(week),
    statementsText(week),
    waitsText(week),
    growth(week),
    vacuum(week),
    atRest(week),
    'Written by `npm run bench -- week`.',
  ].join('\n\n')}\n`
}

function method({ machine, agreements, minutes, days, verified }: Week): string {
  return `${grouped(agreements)} companies, each with 200 booked entries and 100 drafts, work for a week of ${minutes} minutes, one request after the other. Twelve workers do a piece of
work at any company: a page of booked entries, three drafts, the list of drafts, the journal booked, a trial balance, and every third time a new customer with an invoice. Four more work at two busy
companies, two at each at the same time: two bulk calls of 100 drafts, five drafts deleted, a draft, the journal booked, a customer with an invoice. Every write of a journal has its idempotency key. Every booking calls a webhook, a fifth of
the customers and invoices too; a receiver on the same machine takes them. The service has two processes. Workers, receiver, service and database share the machine, so the times are those of a busy one.

Nights take no time: the bench deletes the answers kept for idempotency keys, as the service does after an hour. Autovacuum has its default settings, and a thousandth of the time that it has in a real week.

${grouped(days.reduce((sum, day) => sum + day.answers.length, 0))} requests were answered${statuses(days)}. At the end \`verify\` finds
the books of the busy companies and of others right, ${grouped(verified.agreements)} with ${grouped(verified.entries)} entries.

\`\`\`
${machineText(machine)}
\`\`\``
}

function statuses(days: readonly Day[]): string {
  const counts = new Map<number, number>()
  for (const { status } of days.flatMap(({ answers }) => answers)) counts.set(status, (counts.get(status) ?? 0) + 1)
  const told = [...counts]
    .sort(([left], [right]) => left - right)
    .map(([status, count]) => `${status} ${grouped(count)} times`)
  return `: ${told.join(', ')}`
}

function requests({ days }: Week): string {
  const rows = KINDS.map((kind) => {
    const all = timesOf(
      days.flatMap(({ answers }) => answers),
      kind,
    )
    return [kind, grouped(all.answers), ...medians(days, kind).map(milliseconds), milliseconds(all.p99)]
  })
  const head = ['milliseconds', 'requests', ...days.map(({ name }) => `median of ${name}`), 'p99 of all']
  const number = ['all requests', '', ...days.map(({ answers }) => grouped(answers.length)), '']
  const memory = ['memory of the service, MB', '', ...days.map(({ memoryBytes }) => megabytes(memoryBytes)), '']
  return `## Requests\n\n${markdownTable(head, [...rows, number, memory])}`
}

function statementsText({ days, statements, before, after, sent }: Week): string {
  const answers = days.reduce((sum, day) => sum + day.answers.length, 0)
  const calls = statements.reduce((sum, statement) => sum + statement.calls, 0)
  const time = statements.reduce((sum, statement) => sum + statement.milliseconds, 0)
  const rows = statements
    .slice(0, STATEMENTS_TOLD)
    .map((statement) => [
      `\`${statement.name}\``,
      grouped(statement.calls),
      milliseconds(statement.milliseconds / statement.calls),
      `${Math.round((100 * statement.milliseconds) / time)} %`,
    ])
  const wal = after.totals.walBytes - before.totals.walBytes
  return `## Statements

${grouped(calls)} statements, with BEGIN and COMMIT, for ${grouped(answers)} requests and ${grouped(sent)} webhooks received: ${milliseconds(calls / answers)} a request. They wrote ${megabytes(wal)} MB of WAL,
${milliseconds(wal / answers / 1024)} KB a request. Statements of the triggers are in those that fire them. By time, the first ${STATEMENTS_TOLD}:

${markdownTable(['statement', 'calls', 'mean, ms', 'of all time'], rows)}`
}

function waitsText({ days, before, after, longWaits }: Week): string {
  const looks = days.reduce((sum, { waits }) => sum + waits.looks, 0)
  const active = days.reduce((sum, { waits }) => sum + waits.active, 0)
  const kinds = new Map<string, number>()
  for (const [what, count] of days.flatMap(({ waits }) => [...waits.waiting]))
    kinds.set(what, (kinds.get(what) ?? 0) + count)
  const rows = [...kinds]
    .sort(([, left], [, right]) => right - left)
    .slice(0, WAITS_TOLD)
    .map(([what, count]) => [what, milliseconds(count / looks)])
  const locks = [...kinds].filter(([what]) => what.startsWith('Lock')).reduce((sum, [, count]) => sum + count, 0)
  return `## Waits

In ${grouped(looks)} looks at the sessions of the service, ten a second, ${milliseconds(active / looks)} were at work or in a transaction on average; ${milliseconds(locks / looks)} of them waited for a lock.
${grouped(longWaits)} waits for a lock lasted a second; deadlocks: ${grouped(after.totals.deadlocks - before.totals.deadlocks)}. \`Client, ClientRead\` is a transaction that waits for the service.

${markdownTable(['waiting for', 'sessions on average'], rows)}`
}

function growth(week: Week): string {
  const rows = grown(week).map(({ now, was }) => {
    const added = now.live - was.live
    const more = now.bytes + now.indexBytes - was.bytes - was.indexBytes
    return [
      `\`${now.name}\``,
      `${grouped(was.live)} → ${grouped(now.live)}`,
      `${megabytes(was.bytes)} → ${megabytes(now.bytes)}`,
      `${megabytes(was.indexBytes)} → ${megabytes(now.indexBytes)}`,
      added > 0 ? grouped(Math.round(more / added)) : '',
    ]
  })
  const { before, after, seconds } = week.rebuilt
  return `## Growth

Tables that grew by a megabyte or more, in MB; rows as the server estimates them.

${markdownTable(['table', 'rows', 'rows and long values', 'indexes', 'bytes of a row more'], rows)}

Written anew by \`VACUUM (FULL)\`, in ${milliseconds(seconds)} s, the database takes ${megabytes(after)} MB instead of ${megabytes(before)}: ${Math.round((100 * (before - after)) / before)} % were free.`
}

function vacuum(week: Week): string {
  const changed = ofWeek(week)
    .filter(({ now, was }) => now.updated + now.deleted - was.updated - was.deleted >= DEAD_MIN)
    .sort((left, right) => right.now.updated + right.now.deleted - left.now.updated - left.now.deleted)
  const rows = changed.map(({ now, was }) => {
    const updated = now.updated - was.updated
    return [
      `\`${now.name}\``,
      grouped(now.inserted - was.inserted),
      grouped(updated),
      updated > 0 ? `${Math.round((100 * (now.hot - was.hot)) / updated)} %` : '',
      grouped(now.deleted - was.deleted),
      grouped(Math.max(...week.days.map(({ tables }) => named(tables, now.name).dead))),
      grouped(now.vacuums - was.vacuums),
      milliseconds((now.vacuumMilliseconds - was.vacuumMilliseconds) / 1000),
    ]
  })
  const head = [
    'table',
    'inserted',
    'updated',
    'of them without an index',
    'deleted',
    'most dead rows at midnight',
    'vacuums',
    'seconds of them',
  ]
  return `## Vacuum

Tables of which a thousand rows or more were changed or deleted. An update that no index notices (HOT) leaves nothing for vacuum.

${markdownTable(head, rows)}`
}

function atRest({ idle }: Week): string {
  const rows = idle.map((one) => [
    grouped(one.processes),
    grouped(one.agreements),
    grouped(one.connections),
    milliseconds(one.statementsPerSecond),
    milliseconds(one.millisecondsPerSecond),
    megabytes(one.memoryBytes),
  ])
  return `## At rest

Processes of the service while nobody asks anything, before the companies were made and after the week. A connection that is not needed any more stays open.

${markdownTable(['processes', 'agreements', 'connections', 'statements a second', 'ms of the database a second', 'memory, MB'], rows)}`
}
