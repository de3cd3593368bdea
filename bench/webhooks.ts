import type { Closing } from './closing.ts'
import { type Ground, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readWebhookOptions } from './options.ts'
import { openClients } from './processes.ts'
import { newAgreement, neglectedWebhooks } from './product.ts'
import { requestText, type Tokens } from './request.ts'
import { summary } from './sample.ts'

const CLIENTS = 16
const ROUNDS = 3
const WARM_UP_SECONDS = 1
/** More than a client can send in a round. */
const REQUESTS_OF_CLIENT = 2_000
const CUSTOMERS = '/daybookapi/v1.0.0/customers'
const SWEEPS = 100

/** A local address, where no webhook may go: deliveries fail at once and wait, so that only the writing is measured. */
const HOOK = `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
  SELECT a.agreement, t.event_type, (SELECT min(app) FROM app), 'Bench', 'https://127.0.0.1/', 'text/plain'
  FROM agreement a CROSS JOIN unnest($1::text[]) t(event_type)`
const TYPES = [
  'CUSTOMER_UPDATED',
  'INVOICE_BOOKED',
  'JOURNAL_BOOKED',
  'ORDER_UPDATED',
  'PRODUCT_UPDATED',
  'PROJECT_UPDATED',
]
const AGREEMENTS = `INSERT INTO agreement (agreement, name) SELECT nextval('agreement_number'), 'Bench' FROM generate_series(1, $1::int)`

/**
 * Measures creates of customers on many agreements, without and with a webhook on each, and a look for due webhooks
 * among many.
 */
export async function measureWebhooks(words: readonly string[], closing: Closing): Promise<void> {
  const { agreements, seconds, webhooks } = readWebhookOptions(words)
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const ground = await openGround(closing)
  const made: Tokens[] = []
  for (let count = 0; count < agreements; count++) made.push((await newAgreement(ground.address, 'Bench')).headers)
  tell(`${agreements} agreements, ${CLIENTS} clients, ${seconds} s each; load before ${loadNow().toFixed(1)}`)
  const ask = openClients(closing)
  const answers = { without: 0, with: 0 }
  let number = 1
  for (let round = 1; round <= ROUNDS; round++) {
    for (const kind of ['without', 'with'] as const) {
      if (kind === 'with') await ground.database.query(HOOK, [['CUSTOMER_UPDATED']])
      const requests = creates(made, number)
      number += CLIENTS * REQUESTS_OF_CLIENT
      const job = { port: ground.port, once: true, status: 201, warmUpSeconds: WARM_UP_SECONDS, seconds, requests }
      const { p50, answers: count, perSecond } = summary(await ask(job))
      answers[kind] += count
      tell(`round ${round}, ${kind} a webhook: ${Math.round(perSecond)} creates/s, p50 ${p50.toFixed(1)} ms`)
      await ground.database.query('DELETE FROM webhook')
    }
  }
  tell(`with a webhook: ${(answers.with / answers.without).toFixed(2)} of without`)
  await measureSweep(ground, webhooks, tell)
}

/** The requests of each client, over all agreements in turn. */
function creates(made: readonly Tokens[], first: number): string[][] {
  return Array.from({ length: CLIENTS }, (_, client) =>
    Array.from({ length: REQUESTS_OF_CLIENT }, (_, at) => {
      const number = first + client * REQUESTS_OF_CLIENT + at
      const body = JSON.stringify({ number, name: `Customer ${number}`, groupNumber: 1, currency: 'DKK' })
      return requestText({
        method: 'POST',
        path: CUSTOMERS,
        headers: made[(client + at * CLIENTS) % made.length]!,
        body,
      })
    }),
  )
}

async function measureSweep(ground: Ground, webhooks: number, tell: (text: string) => void): Promise<void> {
  await ground.database.query(AGREEMENTS, [Math.ceil(webhooks / TYPES.length)])
  await ground.database.query(HOOK, [TYPES])
  await ground.database.query('VACUUM (ANALYZE)')
  const [{ count }] = (await ground.database.query<{ count: string }>('SELECT count(*) FROM webhook')).rows as [
    { count: string },
  ]
  const milliseconds = await neglectedWebhooks(ground.address, SWEEPS)
  const middle = milliseconds.toSorted((left, right) => left - right)[SWEEPS / 2]!
  tell(`a look for what is due among ${count} webhooks, nothing due: ${middle.toFixed(2)} ms (median of ${SWEEPS})`)
}
