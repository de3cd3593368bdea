import { setTimeout as delay } from 'node:timers/promises'
import type { Executor } from '../database/connection.ts'
import { runningService } from './addresses.ts'
import { type Command, exitBy, identifier, onEndSignals, StartError } from './command.ts'
import { withStore } from './store.ts'

/** Requests that are printed before others are waited for. */
const BEGINNING = 20
const POLL_MILLISECONDS = 500
/** How long a request may take, and wait to be logged, and still be printed. */
const REACH_SECONDS = 120
/** Requests of that time that are looked at. */
const WINDOW = 10_000
const KEPT_SECONDS = 72 * 3600

interface Line extends Record<string, unknown> {
  agreement: number
  requestId: string
  time: string
  app: number
  method: string
  path: string
  query: string | null
  status: number
  errorCodes: string
  milliseconds: number
  orderedFault: string | null
}

/** Of all agreements, or of one: whoever runs commands sees all of them. */
const LINES = `SELECT r.agreement, r.request_id AS "requestId",
  to_char(r.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, r.app,
    r.method, r.path, r.query, r.status, r.milliseconds::float8 AS milliseconds, r.ordered_fault AS "orderedFault",
    (SELECT coalesce(json_agg(DISTINCT f ->> 'code'), '[]'::json) FROM jsonb_array_elements(r.faults) f)::text
      AS "errorCodes"
  FROM request r
  WHERE ($1::int IS NULL OR r.agreement = $1::int) AND ($2::int IS NULL OR r.app = $2::int)
    AND (NOT $3::boolean OR r.status >= 400 OR r.ordered_fault IS NOT NULL)
    AND r.started_at > now() - make_interval(secs => $4)
  ORDER BY r.started_at DESC LIMIT $5`

interface Asked {
  agreement: number | null
  app: number | null
  faults: boolean
}

/** `logs`: what programs asked, from the log of requests. */
export const logsCommand: Command = {
  name: 'logs',
  summary: 'Print the requests of programs from the log of requests, the last ones, or as they come.',
  arguments: [],
  options: {
    follow: { summary: 'Go on until it is stopped.' },
    faults: { summary: 'Only requests that were refused, and those with a fault on order.' },
    app: { value: 'NUMBER', summary: 'Of one app only.' },
    agreement: { value: 'NUMBER', summary: 'Of one agreement only.' },
    curl: { value: 'ID', summary: 'Print the call of this request, by its X-Request-Id.' },
  },
  async run({ options, isJson, config }) {
    const asked: Asked = {
      agreement: options.agreement === undefined ? null : identifier('agreement', options.agreement),
      app: options.app === undefined ? null : identifier('app', options.app),
      faults: options.faults !== undefined,
    }
    const say = (line: Line): void =>
      void process.stdout.write(`${isJson ? JSON.stringify({ ...line, errorCodes: codesOf(line) }) : textOf(line)}\n`)
    const signal = await withStore(config, async ({ database }) => {
      if (options.curl !== undefined) {
        process.stdout.write(`${await curlOf(database, options.curl)}\n`)
        return undefined
      }
      return await print(database, asked, say, options.follow !== undefined)
    })
    return signal === undefined ? undefined : exitBy(signal)
  },
}

/**
 * Prints the last requests, and, where that is wanted, those that come, each once. @returns the signal that ended it.
 */
async function print(
  database: Executor,
  { agreement, app, faults }: Asked,
  say: (line: Line) => void,
  isFollowing: boolean,
): Promise<NodeJS.Signals | undefined> {
  const lines = (seconds: number, many: number): Promise<readonly Line[]> =>
    database.rows<Line>(LINES, [agreement, app, faults, seconds, many])
  const recent = await lines(REACH_SECONDS, WINDOW)
  const last = await lines(KEPT_SECONDS, BEGINNING)
  for (const line of last.toReversed()) say(line)
  if (!isFollowing) return undefined
  let known = new Set([...recent, ...last].map(({ requestId }) => requestId))
  const ended: { by?: NodeJS.Signals } = {}
  const quiet = onEndSignals((signal) => void (ended.by = signal))
  // Nobody reads what it prints.
  process.stdout.once('error', () => void (ended.by = 'SIGPIPE'))
  while (ended.by === undefined) {
    await delay(POLL_MILLISECONDS)
    const come = await lines(REACH_SECONDS, WINDOW)
    for (const line of come.toReversed()) if (!known.has(line.requestId)) say(line)
    known = new Set(come.map(({ requestId }) => requestId))
  }
  quiet()
  return ended.by
}

const codesOf = ({ errorCodes }: Line): string[] => JSON.parse(errorCodes) as string[]

function textOf(line: Line): string {
  const { time, agreement, app, method, path, query, status, milliseconds, requestId, orderedFault } = line
  const ordered = orderedFault === null ? '' : ` (ordered: ${orderedFault})`
  const asked = query === null ? path : `${path}?${query}`
  const codes = codesOf(line)
  return `${time.slice(11, 23)} ${agreement} app ${app} ${status} ${method} ${asked} ${milliseconds} ms ${requestId}${codes.length > 0 ? ` ${codes.join(', ')}` : ''}${ordered}`
}

interface Call extends Record<string, unknown> {
  method: string
  path: string
  query: string | null
  body: string | null
  bytes: number
  type: string | null
}

const CALL = `SELECT r.method, r.path, r.query, r.request_body AS body, r.request_bytes AS bytes,
  r.request_headers ->> 'content-type' AS type
  FROM request r WHERE r.request_id = $1 LIMIT 1`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The call of a request for a shell, where the variables of the guides have the tokens. @throws StartError where it is
 * not known.
 */
async function curlOf(database: Executor, id: string): Promise<string> {
  const [call] = await database.rows<Call>(CALL, [id])
  if (!call) throw new StartError(`There is no request ${id.slice(0, 50)} in the log.`)
  const { method, path, query, body, bytes, type } = call
  if (Buffer.byteLength(body ?? '') !== bytes) throw new StartError('The body of the request was not kept whole.')
  const base = (await runningService(database)) ?? 'http://127.0.0.1:8080'
  return [
    `curl -i -X ${method} ${quoted(base + path + (query === null ? '' : `?${query}`))}`,
    `-H "X-AppSecretToken: $appSecretToken" -H "X-AgreementGrantToken: $agreementGrantToken"`,
    ...(body === null
      ? []
      : [`-H ${quoted(`Content-Type: ${type ?? 'application/json'}`)} --data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}
