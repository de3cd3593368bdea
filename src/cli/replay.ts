import { readFile, stat } from 'node:fs/promises'
import { RECORDED_BYTES_MAX } from '../limits.ts'
import type { Recording } from '../workshop/recorded/har.ts'
import type { CallDifference, Replayed, SendCall } from '../workshop/recorded/send.ts'
import { type Command, exitBy, identifier, type Output, StartError } from './command.ts'
import { checkReadable } from './files.ts'
import { intoSandbox, type SandboxAccess } from './into-sandbox.ts'
import { COMPATIBILITY } from './sandbox.ts'

const ANSWER_MILLISECONDS = 120_000
/** Answers that are printed; --json has all. */
const PRINTED_MAX = 50

/** `replay`: recorded traffic sent to a sandbox, and how its answers differ. */
export const replayCommand: Command = {
  name: 'replay',
  summary:
    'Send recorded traffic (HAR) to a sandbox of this service, and tell which answers differ from those recorded.',
  arguments: ['FILE'],
  options: {
    agreement: { value: 'NUMBER', summary: 'The sandbox; a fresh one where left out.' },
    compatibility: COMPATIBILITY,
  },
  async run({ options, arguments: [file], config }) {
    const agreement = options.agreement === undefined ? undefined : identifier('agreement', options.agreement)
    const recording = await recordingOf(file!)
    const { sendRecorded } = await import('../workshop/recorded/send.ts')
    const wish = { agreement, appName: 'Replay', compatibility: options.compatibility }
    const { done, by } = await intoSandbox(config, wish, async (access) => {
      const replayed = await sendRecorded(recording.calls, senderTo(access), () => access.ending.aborted)
      return outputOf(access.agreement!, recording, replayed)
    })
    return by === undefined ? done : exitBy(by)
  },
}

/** @throws StartError for a file that cannot be read, or is no recorded traffic. */
async function recordingOf(file: string): Promise<Recording> {
  const { HarError, readHar } = await import('../workshop/recorded/har.ts')
  const { everyVersion, operationsOf } = await import('../resource/versions.ts')
  const { apis } = await import('../resources/index.ts')
  await checkReadable(file)
  const { size } = await stat(file)
  if (size > RECORDED_BYTES_MAX) {
    throw new StartError(`The file ${file} has ${size} bytes; at most ${RECORDED_BYTES_MAX} are read.`)
  }
  // An API without a prefix has its resources at the root.
  const prefixes = operationsOf(everyVersion(apis)).map(({ api, path }) =>
    path
      .split('/')
      .slice(0, api.version === '' ? 2 : 3)
      .join('/')
      .toLowerCase(),
  )
  try {
    return readHar(await readFile(file, 'utf8'), [...new Set(prefixes)])
  } catch (error) {
    throw error instanceof HarError ? new StartError(`The file ${file} cannot be replayed. ${error.message}`) : error
  }
}

/** Sends calls to the service on this database, and nowhere else: a redirect is not followed. */
function senderTo({ baseUrl, headers: tokens }: SandboxAccess): SendCall {
  return async ({ method, url, headers, body }) => {
    const answer = await fetch(baseUrl + url, {
      method,
      headers: { ...headers, ...tokens },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
    }).catch((error: Error) => {
      throw new StartError(`The service did not answer ${method} ${url.slice(0, 200)}: ${error.message}`)
    })
    return { status: answer.status, body: await answer.text() }
  }
}

function outputOf(agreement: number, { leftOut }: Recording, { sent, same, differences }: Replayed): Output {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count} (${reason})`)
  const more = differences.length > PRINTED_MAX ? [`… and ${differences.length - PRINTED_MAX} more (--json)`] : []
  return {
    json: { agreementNumber: agreement, sent, same, leftOut, differences },
    text: [
      `Sent ${sent} calls to sandbox ${agreement}; ${same} were answered as recorded.`,
      ...(reasons.length === 0 ? [] : [`Left out: ${reasons.join(', ')}.`]),
      ...differences.slice(0, PRINTED_MAX).flatMap(linesOf),
      ...more,
    ].join('\n'),
    ...(sent > same && { failed: true as const }),
  }
}

function linesOf({ method, path, recordedStatus, answeredStatus, errorCode, fields, count }: CallDifference): string[] {
  const status = recordedStatus === answeredStatus ? String(recordedStatus) : `${recordedStatus}, now ${answeredStatus}`
  const times = count === 1 ? '' : ` (${count} calls)`
  return [
    '',
    `${method} ${path}: ${status}${errorCode === null ? '' : ` ${errorCode}`}${times}`,
    ...fields.map(({ field, difference, recorded, answered }) => {
      const name = field === '' ? 'the body' : field
      if (difference === 'missing') return `  ${name}: missing (was ${recorded.join(' or ')})`
      if (difference === 'added') return `  ${name}: added (${answered.join(' or ')})`
      return `  ${name}: was ${recorded.join(' or ')}, now ${answered.join(' or ')}`
    }),
  ]
}
