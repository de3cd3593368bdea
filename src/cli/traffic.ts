import type { Sent, Traffic, TrafficWish } from '../workshop/traffic/generate.ts'
import { type Command, exitBy, identifier, numbered, StartError, UsageError } from './command.ts'
import { type Ended, intoSandbox, type SandboxAccess, untilEnded } from './into-sandbox.ts'

const ANSWER_MILLISECONDS = 60_000
const SECONDS_OF: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const SECONDS_MAX = 7 * 24 * 3600
const CALLS_PER_MINUTE = 60
const CALLS_PER_MINUTE_MAX = 1200
/** What only sandboxes answer. */
const ONLY_SANDBOXES = '/daybookapi/v1.0.0/coverage'

/** `traffic`: plausible calls to a sandbox, so that what is built on it has something to show. */
export const trafficCommand: Command = {
  name: 'traffic',
  summary: 'Call a sandbox as programs would: sales, vouchers, reports, pages, mistakes.',
  arguments: [],
  options: {
    for: { value: 'TIME', summary: 'How long: 90s, 10m or 1h.', required: true },
    agreement: { value: 'NUMBER', summary: 'The sandbox; a fresh one where left out.' },
    url: {
      value: 'URL',
      summary: 'Of a service elsewhere; appSecretToken and agreementGrantToken of the environment lead to its sandbox.',
    },
    rate: {
      value: 'NUMBER',
      summary: `Calls a minute, 1 to ${CALLS_PER_MINUTE_MAX}; ${CALLS_PER_MINUTE} where left out.`,
    },
    seed: { value: 'NUMBER', summary: 'The same seed makes the same calls; 1 where left out.' },
  },
  async run({ options, isJson, config }) {
    const asked = {
      seconds: secondsOf(options.for!),
      callsPerMinute: rateOf(options.rate),
      seed: options.seed === undefined ? 1 : identifier('seed', options.seed),
    }
    const agreement = options.agreement === undefined ? undefined : identifier('agreement', options.agreement)
    if (options.url !== undefined && agreement !== undefined)
      throw new UsageError('Give --url or --agreement, not both.')
    const work = (access: SandboxAccess): Promise<Traffic> => callIn(access, asked, isJson)
    const elsewhere = options.url === undefined ? undefined : accessAt(options.url)
    const { done, by }: Ended<Traffic> = elsewhere
      ? await untilEnded((ending) => work({ ...elsewhere, ending }))
      : await intoSandbox(config, { agreement, appName: 'Traffic' }, work)
    const output = { json: { ...done }, text: told(done), ...(isAway(done) && { failed: true as const }) }
    if (by === undefined) return output
    process.stdout.write(`${isJson ? JSON.stringify(output.json) : output.text}\n`)
    return exitBy(by)
  },
}

function secondsOf(text: string): number {
  const [, many, unit] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? []
  const seconds = unit === undefined ? 0 : Number(many) * SECONDS_OF[unit]!
  if (seconds < 1 || seconds > SECONDS_MAX)
    throw new UsageError(`--for is '${text}'; give a time such as 90s, 10m or 1h.`)
  return seconds
}

function rateOf(text: string | undefined): number {
  if (text === undefined) return CALLS_PER_MINUTE
  const otherwise = `--rate is '${text}'; give a number from 1 to ${CALLS_PER_MINUTE_MAX}.`
  const rate = numbered(text, otherwise)
  if (rate > CALLS_PER_MINUTE_MAX) throw new UsageError(otherwise)
  return rate
}

/** @throws UsageError without tokens, or for no address of a service. */
function accessAt(text: string): Omit<SandboxAccess, 'ending'> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`--url is '${text}'; give the address of a service, such as http://127.0.0.1:8080.`)
  }
  const { appSecretToken, agreementGrantToken } = process.env
  if (!appSecretToken || !agreementGrantToken) {
    throw new UsageError(
      '--url needs appSecretToken and agreementGrantToken in the environment: those of a sandbox there.',
    )
  }
  const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken }
  return { agreement: undefined, baseUrl: url.href.replace(/\/$/, ''), headers }
}

/** Makes the traffic. @throws StartError where the tokens lead to no sandbox. */
async function callIn(
  { agreement, baseUrl, headers, ending }: SandboxAccess,
  asked: Pick<TrafficWish, 'seconds' | 'callsPerMinute' | 'seed'>,
  isJson: boolean,
): Promise<Traffic> {
  const { generateTraffic } = await import('../workshop/traffic/generate.ts')
  const first = await answered(baseUrl + ONLY_SANDBOXES, { headers }, ending)
  if (first?.status !== 200) {
    const why = first === undefined ? 'did not answer' : `answered ${first.status}: the tokens lead to no sandbox of it`
    throw new StartError(`The service at ${baseUrl} ${why}.`)
  }
  if (!isJson) {
    const name = agreement === undefined ? 'the sandbox' : `sandbox ${agreement}`
    process.stdout.write(`Calling ${name} at ${baseUrl}, ${asked.callsPerMinute} calls a minute. Ctrl-C ends it.\n`)
  }
  return await generateTraffic({
    ...asked,
    ending,
    today: () => new Date().toISOString().slice(0, 10),
    send: (method, path, { body, key }) =>
      answered(
        baseUrl + path,
        {
          method,
          headers: {
            ...headers,
            ...(body && { 'Content-Type': 'application/json' }),
            ...(key !== undefined && { 'Idempotency-Key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
        },
        ending,
      ),
  })
}

/** What a call is answered; undefined where nobody does. A call under way is waited for when the program is to end. */
async function answered(url: string, request: RequestInit, ending: AbortSignal): Promise<Sent | undefined> {
  if (ending.aborted) return undefined
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    })
    const text = await answer.text()
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : undefined
    return { status: answer.status, body, retryAfter: Number(answer.headers.get('retry-after')) || 1 }
  } catch {
    return undefined
  }
}

const isAway = ({ calls, unanswered }: Traffic): boolean => calls > 0 && calls === unanswered

function told({ calls, unanswered, statuses }: Traffic): string {
  const by = Object.entries(statuses).map(([status, count]) => `${status} ${count} times`)
  const away = unanswered === 0 ? '' : ` ${unanswered} without an answer.`
  return `${calls} calls: ${by.join(', ') || 'none answered'}.${away}`
}
