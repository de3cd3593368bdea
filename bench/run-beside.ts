import { setTimeout as delay } from 'node:timers/promises'
import { send, type Tokens } from './request.ts'
import { summary } from './sample.ts'

const OURS = '/daybookapi/v1.0.0'
/** Each writer waits so long after an answer: the others of a company work, they do not race. */
const PAUSE_MILLISECONDS = 50
/** The goals of SALES.md: a run of 10,000 documents, and a write beside it. */
const GOALS = { runSeconds: 30, p99: 200 }

/** What others of the company write beside a run, by the number of the write. Subscribers begin in the year after. */
const WRITES: Readonly<Record<string, (at: number) => readonly [path: string, body: object]>> = {
  customer: (at) => [
    '/customersapi/v3.1.0/Customers',
    { customerNumber: 500_000 + at, name: `Ny ${at}`, customerGroupNumber: 1, zone: 1, paymentTermId: 2, access: true },
  ],
  product: (at) => [
    '/productsapi/v2.0.0/products',
    { productNumber: `NY-${at}`, productGroupId: 1, name: `Ny ${at}`, salesPrice: 10, isAccessible: true },
  ],
  'draft invoice': () => [
    '/q2capi/v5.3.0/invoices/drafts',
    {
      ...{ customerNumber: 10_001, customerName: 'Kunde 1', date: '2026-01-31', currencyCode: 'DKK' },
      ...{ layoutNumber: 1, termOfPaymentNumber: 2, vatZoneNumber: 1 },
    },
  ],
  subscriber: (at) => [
    '/subscriptionsapi/v6.0.3/Subscribers',
    {
      ...{ subscriptionNumber: 2, customerNumber: 10_001 + (at % 1000), quantityFactor: 1 },
      ...{ startDate: '2027-01-01', endDate: '2027-03-31' },
    },
  ],
}

interface Written {
  milliseconds: number[]
  ended: boolean
}

/** Writes one kind until the run has ended. */
async function write(port: number, headers: Tokens, kind: string, written: Written): Promise<void> {
  for (let at = 1; !written.ended; at++) {
    const [path, body] = WRITES[kind]!(at)
    const begun = performance.now()
    await send(port, { method: 'POST', path, headers, body: JSON.stringify(body) }, 201)
    written.milliseconds.push(performance.now() - begun)
    await delay(PAUSE_MILLISECONDS)
  }
}

/** Runs the subscriptions by a request while others of the same company write, and prints how long each took. */
export async function measureRunBeside(port: number, headers: Tokens, date: string): Promise<void> {
  const kinds = Object.keys(WRITES).map((kind) => ({ kind, milliseconds: [] as number[], ended: false }))
  const writers = kinds.map((written) => write(port, headers, written.kind, written))
  // A writer that fails is told at the end; until then it must not end the process.
  for (const writer of writers) writer.catch(() => {})
  await delay(1000)
  const alone = kinds.map(({ milliseconds }) => milliseconds.splice(0))
  const begun = performance.now()
  const body = JSON.stringify({ date })
  const { bytes } = await send(port, { method: 'POST', path: `${OURS}/subscription-runs`, headers, body }, 200)
  const seconds = (performance.now() - begun) / 1000
  const beside = kinds.map(({ milliseconds }) => milliseconds.slice())
  for (const written of kinds) written.ended = true
  await Promise.all(writers)
  const { documents } = JSON.parse(Buffer.from(bytes).toString()) as { documents: unknown[] }
  process.stdout.write(
    `a run of ${documents.length} documents by request, beside others: ${seconds.toFixed(1)} s (goal ${GOALS.runSeconds} s)\n`,
  )
  kinds.forEach(({ kind }, at) => tell(kind, beside[at]!, seconds, alone[at]!))
  tell('any write', beside.flat(), seconds, alone.flat())
}

function tell(kind: string, milliseconds: number[], seconds: number, before: number[]): void {
  const { p50, p99, answers } = summary({ seconds, milliseconds })
  const alone = summary({ seconds: 1, milliseconds: before })
  process.stdout.write(
    `${kind} beside the run: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal ${GOALS.p99} ms), most ${Math.max(...milliseconds).toFixed(1)} ms, ` +
      `${answers} writes; without it p50 ${alone.p50.toFixed(1)} ms\n`,
  )
}
