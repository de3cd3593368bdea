import type { Database, Statement } from '../../database/connection.ts'
import { ApiError, throwFaults } from '../../errors/catalogue.ts'
import { CURSOR_PAGE_SIZE } from '../../limits.ts'
import type { Caller, Group, Item, QueryOperation, Settings, StandardOperation } from '../../resource/operations.ts'
import type { Gone } from '../protocol/client-gone.ts'
import { formatFor } from '../protocol/media-types.ts'
import { type Answer, ok } from '../protocol/respond.ts'
import { parseQuery } from '../protocol/query-string.ts'
import type { Reading } from '../protocol/reading.ts'
import { compactJson } from './compact.ts'
import { parametersReader } from './parameters.ts'
import { type Narrowing, planList, QUERY_PARAMETERS } from './plan.ts'
import type { Readable } from './readable.ts'
import { SingleReads } from './single-reads.ts'
import { readStatement } from './sql.ts'

/** Reads lists, counts and reports, perhaps on a standby; `primary` reads them where writes go. */
export type Lists = (
  agreement: number,
  statement: Statement,
  primary: () => Promise<Buffer | undefined>,
) => Promise<Buffer | undefined>

/** What a read needs of the world. */
export interface ReadWorld {
  database: Database
  /** Where there is a standby. */
  lists?: Lists | undefined
  settings: Settings
}

/** One read as it comes. */
export interface ReadInput {
  caller: Caller
  /** The values of the path's parameters, by property. */
  path: Item
  /** The query, without `?`. */
  search: string
  /** The header that says which format the client wants. */
  accept: string | undefined
  /** How what the client sends is read. */
  reading: Reading
  /** Tells when the client is gone before it has its answer. */
  gone(): Gone
  /** The service's own address, without a slash at its end, for links. */
  base(): string
}

/** Carries a read out. @throws ApiError */
export type HandleRead = (input: ReadInput) => Promise<Answer>

/** Fault of an item that is not there. */
type NotFound = () => ApiError

/** One item, by the identifier in the path. */
export function singleHandler(of: Readable, { database }: ReadWorld, notFound: NotFound): HandleRead {
  const reads = new SingleReads(of, database)
  return async ({ caller, path, search, reading }) => {
    parseQuery(search, { known: QUERY_PARAMETERS.single }, reading)
    const item = await reads.find(caller, narrowingsOfPath(of, path))
    if (item === undefined) throw notFound()
    return ok(item)
  }
}

/** Where a query parameter is ignored, in a notice. */
const WHERE = { cursor: ' on cursor lists', paged: ' on pages', count: ' on counts' } as const

/** A list or count, narrowed to what the path names. */
export function listHandler({ kind }: Pick<StandardOperation, 'kind'>, of: Readable, world: ReadWorld): HandleRead {
  if (kind !== 'cursor' && kind !== 'paged' && kind !== 'count') throw new Error(`${kind} is no list`)
  const { narrowedBy } = of.resource
  const parameters = {
    known: [...QUERY_PARAMETERS[kind], ...(narrowedBy ? [narrowedBy.name] : [])].map(of.parameter),
    refused: kind === 'cursor' ? [of.parameter('sort')] : [],
    where: WHERE[kind],
  }
  const readNarrowed = parametersReader(narrowedBy ? [narrowedBy] : [])
  return async ({ caller, path, search, gone, reading }) => {
    const query = parseQuery(search, parameters, reading)
    if (kind === 'cursor' && query.has('sort')) passOverSort(of, reading)
    const plan = planList(kind, of, query, reading, [
      ...narrowingsOfPath(of, path),
      ...narrowingsOfQuery(of, caller, readNarrowed(query)),
    ])
    const statement = readStatement(plan, of, caller)
    const wide = statement.wide && { wide: { ...statement.wide, gone: gone() } }
    const found = await readList(world, caller.agreement, { ...statement, ...wide })
    if (kind === 'count') return ok(found!.toString())
    return ok(kind === 'paged' ? of.render.list(found) : of.render.cursorPage(found, CURSOR_PAGE_SIZE))
  }
}

/** Reads a list, a count or a report, on a standby where there is one that has it. */
async function readList(
  { database, lists }: ReadWorld,
  agreement: number,
  statement: Statement,
): Promise<Buffer | undefined> {
  const primary = (): Promise<Buffer | undefined> =>
    (statement.wide ? database : database.of(agreement)).bytes(statement)
  return await (lists ? lists(agreement, statement, primary) : primary())
}

/** Sorting a cursor list is refused (rule 2.6), or passed over where the app is lenient. */
function passOverSort({ parameter }: Readable, reading: Reading): void {
  if (reading.leeway.isLenient) return reading.note(`is ignored${WHERE.cursor}`, parameter('sort'))
  const message = 'A cursor list is ordered by its identifier and cannot be sorted; use /paged.'
  throw new ApiError({ code: 'SortNotAllowed', property: parameter('sort'), message })
}

const narrowingsOfPath = (of: Readable, path: Item): Narrowing[] =>
  Object.entries(path).map(([name, value]) => ({ property: of.property(name), value: String(value) }))

/** What narrows a list beside its path and filter: the parameter of the resource, and whose rows the caller may see. */
function narrowingsOfQuery({ resource }: Readable, caller: Caller, read: Item): Narrowing[] {
  const { narrowedBy, ownUnless } = resource
  const narrowings: Narrowing[] = []
  const value = narrowedBy && (read[narrowedBy.name] as string | undefined)
  if (value) narrowings.push({ property: { sql: `t.${narrowedBy.column}`, type: 'text' }, value, narrows: 'among' })
  if (ownUnless && !caller.roles.includes(ownUnless)) {
    const own = { sql: 't.grant_number', type: 'int' }
    narrowings.push({ property: own, value: String(caller.grantNumber), narrows: 'equal' })
  }
  return narrowings
}

/** A read of its own. */
export function queryHandler(
  operation: QueryOperation,
  group: Group,
  world: ReadWorld,
  notFound: NotFound,
): HandleRead {
  const parameters = operation.query ?? []
  const names = parameters.map(({ name }) => name)
  const readParameters = parametersReader(parameters)
  const { formats } = operation
  return async ({ caller, path, search, accept, base, gone, reading }) => {
    const query = readParameters(parseQuery(search, { known: names }, reading))
    if (formats) query.format = formatFor(accept, formats, query.format as string | undefined)
    throwFaults(operation.check?.({ path, query }) ?? [])
    const statement = operation.statement(caller, { path, query, base: base() }, group)
    const wide = { agreement: caller.agreement, gone: gone() }
    const found = await readList(world, caller.agreement, { ...statement, wide })
    if (!found) throw operation.none ? new ApiError(operation.none({ path, query })) : notFound()
    const body = operation.compose ? Buffer.from(await operation.compose(caller, found, world.settings)) : found
    if (!formats) return ok(compactJson(body))
    const type = formats[query.format as string]
    const answer = type === undefined ? ok(compactJson(body)) : ok(body, type)
    // Caches keep the formats apart.
    return { ...answer, headers: { ...answer.headers, vary: 'Accept' } }
  }
}
