import type { Grant } from '../access/grant.ts'
import { MODULES } from '../access/roles.ts'
import type { Database, Executor, Statement, Transaction } from '../database/connection.ts'
import type { Route } from '../request/compile.ts'
import type { Answer } from '../request/protocol/respond.ts'
import { type Command, identifier, UsageError } from './command.ts'
import { withStore } from './store.ts'

interface Explained extends Pick<Statement, 'text' | 'values'> {
  plan: string[]
}

/** `explain`: which statements a read sends, and how PostgreSQL carries them out. */
export const explainCommand: Command = {
  name: 'explain',
  summary: 'Show the statements of a read, with their values and plans. It reads as SuperUser, and never writes.',
  arguments: ['METHOD', 'PATH'],
  options: { agreement: { value: 'N', summary: 'Whose books; those of the demo company where left out.' } },
  async run({ options, arguments: [method, target], config }) {
    if (method?.toUpperCase() !== 'GET') throw new UsageError(`'${method}' writes; explain takes GET.`)
    const given = options.agreement === undefined ? undefined : identifier('agreement', options.agreement)
    return await withStore(config, ({ database }) =>
      database.snapshot(async (transaction) => {
        const grant = await grantOf(transaction, given)
        const statements: Explained[] = []
        const { status, body } = await read(recording(transaction.at(grant.agreement), statements), grant, target!)
        if (statements.length === 0) throw new UsageError(`${status}: ${String(body)}`)
        return { json: { status, statements }, text: statements.map(inLines).join('\n\n') }
      }),
    )
  },
}

const inLines = ({ text, values, plan }: Explained): string =>
  [text, ...values.map((value, at) => `$${at + 1} = ${JSON.stringify(value)}`), '', ...plan].join('\n')

async function grantOf(transaction: Transaction, given: number | undefined): Promise<Grant> {
  type Row = { agreement: number; base_currency: string }
  const [found] =
    given === undefined
      ? await transaction.rows<Row>('SELECT a.agreement, a.base_currency FROM agreement a WHERE a.is_demo')
      : await transaction
          .at(given)
          .rows<Row>('SELECT a.agreement, a.base_currency FROM agreement a WHERE a.agreement = $1', [given])
  if (!found)
    throw new UsageError(
      given === undefined ? 'There is no demo company; name one by --agreement.' : `There is no agreement ${given}.`,
    )
  const { agreement, base_currency: baseCurrency } = found
  return {
    agreement,
    baseCurrency,
    app: 0,
    grantNumber: 0,
    roles: ['SuperUser'],
    modules: [...MODULES],
    isDemo: false,
    isSandbox: false,
    requestLog: 'off',
  }
}

/**
 * A database that notes each statement of reads with its plan, and carries it out in the transaction, which cannot
 * write.
 */
function recording(transaction: Transaction, statements: Explained[]): Database {
  const note = async ({ text, values, wide }: Statement): Promise<void> => {
    // As the service's connections plan: by the values where the cost grows with the books.
    await transaction.script(`SET LOCAL plan_cache_mode = ${wide ? 'auto' : 'force_generic_plan'}`)
    const lines = await transaction.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    statements.push({ text, values, plan: lines.map((line) => line['QUERY PLAN']) })
  }
  const executor: Executor = {
    async rows(text, values = []) {
      await note({ text, values })
      return await transaction.rows(text, values)
    },
    async bytes(statement) {
      await note(statement)
      return await transaction.bytes(statement)
    },
  }
  const pool = { ...executor, at: () => pool, of: () => pool, isSpread: () => false }
  return pool as unknown as Database
}

/** Sends the request down the road of requests, without HTTP. */
async function read(database: Database, grant: Grant, target: string): Promise<Answer> {
  const { answer } = await import('../request/index.ts')
  const { compiler } = await import('../request/compile.ts')
  const { leeways } = await import('../request/protocol/reading.ts')
  const { everyVersion } = await import('../resource/versions.ts')
  const { apis, unseenReferences } = await import('../resources/index.ts')
  const versions = everyVersion(apis)
  const settings = { webhookAllowedHosts: [], vault: undefined as never }
  const compiled = compiler(versions, unseenReferences, {
    database,
    settings,
  })
  const [path = '', search = ''] = target.split(/\?(.*)/s)
  const { route, parameters } = found(versions.flatMap(compiled), path)
  return await answer({ findGrant: () => grant, rateLimiter: undefined, leewayOf: leeways('default', false) }, route, {
    method: 'GET',
    path,
    search,
    headers: { 'x-appsecrettoken': 'explain', 'x-agreementgranttoken': 'explain' },
    parameters,
    body: Buffer.alloc(0),
    traceId: 'explain',
    address: '',
    gone: () => new AbortController().signal,
  })
}

/** The route of a path, of several the one with the fewest parameters, as the service's router has it. */
function found(routes: readonly Route[], path: string): { route: Route; parameters: Record<string, string> } {
  const sent = path.split('/')
  const fitting = routes.flatMap((route) => {
    const parts = route.path.split('/')
    if (route.operation.method !== 'GET' || route.operation.kind === 'file' || parts.length !== sent.length) return []
    const parameters: Record<string, string> = {}
    for (const [at, part] of parts.entries()) {
      if (part.startsWith('{')) parameters[part.slice(1, -1)] = decodeURIComponent(sent[at]!)
      else if (part.toLowerCase() !== sent[at]!.toLowerCase()) return []
    }
    return [{ route, parameters }]
  })
  const [best] = fitting.toSorted(
    (one, other) => Object.keys(one.parameters).length - Object.keys(other.parameters).length,
  )
  if (!best) throw new UsageError(`No GET of JSON is at '${path}'; \`daybook routes\` lists what there is.`)
  return best
}
