import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from './clients.ts'
import type { Closing } from './closing.ts'
import { type Ground, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { processTrees } from './process-tree.ts'
import { openClients } from './processes.ts'
import { newAgreement } from './product.ts'
import { requestText, type Tokens } from './request.ts'
import { median, summary } from './sample.ts'

const CLIENTS = 8
const WARM_UP_SECONDS = 1
/** More than a client can send in a round. */
const REQUESTS_OF_CLIENT = 4_000
const CUSTOMERS = '/daybookapi/v1.0.0/customers'
/** Until every process has asked for the grant again. */
const SETTLED_MILLISECONDS = 1_500
/** In `sandbox` the log is off, and what a sandbox has besides is on: the coverage is counted. */
const MODES = ['off', 'faults', 'all', 'sandbox'] as const
const KINDS = ['creates', 'reads'] as const
/** In these a process logs as many requests as it may at once: after them as many in a second as it may for long. */
const BURST_SECONDS = 2
const MEASURED_SECONDS = 4
/** Linux counts processor time in hundredths of a second. */
const MICROSECONDS_OF_TICK = 10_000

type Mode = (typeof MODES)[number]
type Kind = (typeof KINDS)[number]

/**
 * Measures creates of customers and single reads of one, with the log of requests off, of faults alone, of all requests
 * with their bodies, and as a sandbox without a log, in turns: the processor time of service and database for each
 * answer, once what a process may log at once is spent. Speeds depend on what else the machine does; processor time
 * hardly does.
 */
export async function measureRequestLog(rounds: number, closing: Closing): Promise<void> {
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const ground = await openGround(closing)
  const { headers } = await newAgreement(ground.address, 'Bench')
  const ask = openClients(closing)
  const costs = new Map<string, number[]>()
  tell(`${CLIENTS} clients, ${rounds} rounds; load before ${loadNow().toFixed(1)}`)
  const numbers = { next: 1 }
  for (let round = 1; round <= rounds; round++) {
    // Each mode has its turn at the beginning, so that growing tables disadvantage none.
    const modes = MODES.map((_, at) => MODES[(at + round) % MODES.length]!)
    for (const mode of modes) {
      const isSandbox = mode === 'sandbox'
      await ground.database.query('UPDATE agreement SET request_log = $1, is_sandbox = $2', [
        isSandbox ? 'off' : mode,
        isSandbox,
      ])
      await delay(SETTLED_MILLISECONDS)
      for (const kind of KINDS) {
        await ask(jobOf(kind, ground.port, headers, numbers, BURST_SECONDS))
        const before = await ticks(ground)
        const { answers, perSecond } = summary(await ask(jobOf(kind, ground.port, headers, numbers, MEASURED_SECONDS)))
        await delay(WARM_UP_SECONDS * 1000)
        const cost = ((await ticks(ground)) - before) * (MICROSECONDS_OF_TICK / answers)
        if (round > 1) costs.set(`${kind} ${mode}`, [...(costs.get(`${kind} ${mode}`) ?? []), cost])
        tell(
          `round ${round}, ${kind}, ${mode}: ${Math.round(perSecond)}/s, ${cost.toFixed(0)} µs of processor time each`,
        )
      }
    }
  }
  for (const kind of KINDS) for (const mode of ['faults', 'all', 'sandbox'] as const) tell(ratio(costs, kind, mode))
}

function ratio(costs: ReadonlyMap<string, readonly number[]>, kind: Kind, mode: Mode): string {
  const [off, on] = [median(costs.get(`${kind} off`)!), median(costs.get(`${kind} ${mode}`)!)]
  return `${kind}, ${mode}: ${(on / off).toFixed(3)} of the processor time without a log (${on.toFixed(0)} and ${off.toFixed(0)} µs)`
}

/** The processor time so far of the service and of its database. */
async function ticks({ pid, directory }: Ground): Promise<number> {
  const [postmaster] = (await readFile(join(directory, 'data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const tree = await processTrees()
  const counted = new Map([...tree(pid), ...tree(Number(postmaster))].map((one) => [one.pid, one.ticks]))
  return [...counted.values()].reduce((sum, one) => sum + one, 0)
}

/** So many seconds of requests of a kind; `port` is that of the service. */
function jobOf(kind: Kind, port: number, headers: Tokens, numbers: { next: number }, seconds: number): Job {
  if (kind === 'reads') return { port, once: false, status: 200, warmUpSeconds: 0, seconds, requests: reads(headers) }
  const requests = creates(headers, numbers.next)
  numbers.next += CLIENTS * REQUESTS_OF_CLIENT
  return { port, once: true, status: 201, warmUpSeconds: 0, seconds, requests }
}

/** The requests of each client. */
function creates(headers: Tokens, first: number): string[][] {
  return Array.from({ length: CLIENTS }, (_, client) =>
    Array.from({ length: REQUESTS_OF_CLIENT }, (__, at) => {
      const number = first + client * REQUESTS_OF_CLIENT + at
      const body = JSON.stringify({ number, name: `Customer ${number}`, groupNumber: 1, currency: 'DKK' })
      return requestText({ method: 'POST', path: CUSTOMERS, headers, body })
    }),
  )
}

const reads = (headers: Tokens): string[][] =>
  Array.from({ length: CLIENTS }, () => [requestText({ method: 'GET', path: `${CUSTOMERS}/1`, headers })])
