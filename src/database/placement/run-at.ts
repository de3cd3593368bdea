import type { Column } from '../driver/session.ts'
import type { Connection } from '../pool/connection.ts'
import type { Planning } from '../pool/endpoint.ts'
import type { Statement } from '../pool/statements.ts'

const IS_PREPARED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i
/** How many statements a process remembers the columns of; those shaped by clients come and go. */
const SHAPES_MAX = 2000

/** Asks a server that has Citus whether agreements are spread. */
export const IS_DISTRIBUTED = `SELECT EXISTS (SELECT FROM pg_dist_partition
  WHERE logicalrelid = to_regclass('agreement')) AS is_so`

/**
 * SQLSTATE of our own: the agreement's rows have moved to another server, and nothing was done. `unavailable.ts` knows
 * it.
 */
export const MOVED = 'DBMOV'

/** Whether the agreement's rows were no longer where a statement was sent. */
export const hasMoved = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === MOVED

/** What a statement answers: the columns as a list of definitions, and whether it answers rows at all. */
interface Shape {
  text: string
  definition: string
  answers: boolean
}

/** For whom a statement runs. */
interface Errand {
  agreement: number
  /** Nothing follows in its transaction. */
  isLast: boolean
}

interface Sent {
  text: string
  values: Statement['values']
  planning: Planning
}

/**
 * Sends statements of an agreement to its rows where those are spread over servers. Each is a value of `run_at`, which
 * Citus passes on to the server of the agreement. Its text is the one that any PostgreSQL gets.
 */
export class Distribution {
  private readonly shapes = new Map<string, Shape>()
  /** Types by their number, as they are called in a list of columns. */
  private readonly names = new Map<number, string>([[705, 'text']])

  /** The statement, sent to where the agreement is. Its columns are asked for once. */
  async at(
    connection: Connection,
    { agreement, isLast }: Errand,
    { text, values, planning }: Sent,
  ): Promise<Statement> {
    // Commands are not prepared, and so not passed on.
    if (!IS_PREPARED.test(text)) return { text, values }
    const shape = this.shapes.get(text) ?? (await this.ask(connection, text))
    const given = [agreement, shape.text, arrayOf(values), planning, shape.answers, isLast]
    return {
      text: `SELECT * FROM run_at($1::int, $2::text, $3::text, $4::text, $5::boolean, $6::boolean)
        AS t(${shape.definition})`,
      values: given,
    }
  }

  private async ask(connection: Connection, text: string): Promise<Shape> {
    const { columns } = await connection.session.describe(text)
    const unknown = columns.map(({ type }) => type).filter((type) => !this.names.has(type))
    for (const type of unknown) {
      const [row] = await connection.session.rows<{ name: string }>(`SELECT format_type(${type}, NULL) AS name`)
      this.names.set(type, row!.name)
    }
    const shape = shapeOf(text, columns, this.names)
    this.shapes.set(text, shape)
    if (this.shapes.size > SHAPES_MAX) this.shapes.delete(this.shapes.keys().next().value!)
    return shape
  }
}

/** The type `void`, of functions that answer nothing. */
const VOID = 2278

function shapeOf(text: string, columns: readonly Column[], names: ReadonlyMap<number, string>): Shape {
  if (columns.length > 0 && columns.some(({ type }) => type !== VOID)) {
    const given = columns.map(({ name }) => name)
    // Of columns of one name the last is the one that counts.
    const unique = given.map((name, at) => (given.indexOf(name, at + 1) < 0 ? name : `${name} ${at}`))
    const definition = columns
      .map(({ type }, at) => `"${unique[at]!.replaceAll('"', '""')}" ${names.get(type)!}`)
      .join(', ')
    return { text, definition, answers: true }
  }
  // A function's row has a column at least.
  if (columns.length === 0 && /^\s*SELECT\b/i.test(text))
    return { text: `SELECT true FROM (${text}) AS found`, definition: 'found boolean', answers: true }
  return { text, definition: 'nothing boolean', answers: false }
}

/** Values as the text of an array. */
function arrayOf(values: Statement['values']): string {
  const quoted = values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`))
  return `{${quoted.join(',')}}`
}

/** Messages of libpq to the coordinator about a worker that is gone. */
const GONE =
  /^(server closed the connection|connection not open|no connection to the server|could not (receive|send) data)/
const OF_WORKER = /^while executing command on /m

/**
 * Gives an error about a lost worker the code of a failed connection: the coordinator gives it the code of its own
 * faults.
 */
export function namingLoss(error: unknown): unknown {
  const told = error as { code?: string; message: string; where?: string }
  if (told.code === 'XX000' && GONE.test(told.message) && OF_WORKER.test(told.where ?? '')) told.code = '08006'
  return error
}

/** Gives an error the name of its constraint, where that comes with a shard's number or as a hint. */
export function namingConstraint(error: unknown): unknown {
  const told = error as { code?: string; hint?: string; message: string; constraint_name?: string }
  if (!/^23[0-9A-Z]{3}$/.test(told.code ?? '')) return error
  const name =
    told.constraint_name ??
    /^constraint (\S+)$/.exec(told.hint ?? '')?.[1] ??
    /constraint "([^"]+)"/.exec(told.message)?.[1]
  if (name !== undefined) told.constraint_name = name.replace(/_\d{6,}$/, '')
  return error
}
