import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ATTEMPTS_KEPT, SENT_BODY_KEPT_BYTES } from '../../src/webhooks/limits.ts'
import { eventually } from '../patience.ts'
import { type Hook, numbers, Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => void (stage = await Stage.open()))
afterEach(() => stage.clear())
afterAll(() => stage.close())

interface Sent {
  url: string
  headers: { name: string; value: string }[]
  body: string
  signedBy: string[]
  isCut: boolean
}

/** What the log has of each delivery's last request, and why it ended. */
async function kept({ agreement }: Hook): Promise<{ sent: Sent | null; endedBy: string | null }[]> {
  const rows = await stage.base.database.rows<{ sent: string | null; ended_by: string | null }>(
    'SELECT sent::text, ended_by FROM webhook_delivery WHERE agreement = $1 ORDER BY number',
    [agreement],
  )
  return rows.map(({ sent, ended_by }) => ({
    sent: sent === null ? null : (JSON.parse(sent) as Sent),
    endedBy: ended_by,
  }))
}

const stepAside = ({ agreement }: Hook): Promise<unknown> =>
  stage.base.database.rows(`INSERT INTO webhook_setup (agreement, ordering) VALUES ($1, 'skipAfterFirst')`, [agreement])

test('the log has url, headers and body as they were sent, without what is secret', async () => {
  const hook = await stage.hook('/kept/[NEWNUMBER]?of=[NEWNUMBER]', {
    customHeaders: [{ key: 'X-Api-Key', value: 'very secret' }],
    postData: `[NEWNUMBER] æøå`,
  })
  stage.verifyWith('/kept/', [hook.secret])
  stage.node()
  await stage.emit(hook, ['7/8'])
  await stage.untilDone(hook)
  const [{ headers }] = stage.receiver.requests as [(typeof stage.receiver.requests)[0]]
  const [delivery] = await kept(hook)
  expect(delivery).toEqual({
    endedBy: null,
    sent: {
      url: `${stage.receiver.url}/kept/7%2F8?of=7%2F8`,
      headers: [
        { name: 'user-agent', value: 'Daybook-Webhooks' },
        { name: 'x-api-key', value: '(masked)' },
        { name: 'content-type', value: 'text/plain' },
        { name: 'content-length', value: headers['content-length'] },
        { name: 'webhook-id', value: headers['webhook-id'] },
        { name: 'webhook-timestamp', value: headers['webhook-timestamp'] },
        { name: 'webhook-signature', value: 'v1,(masked)' },
      ],
      body: '7/8 æøå',
      signedBy: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      isCut: false,
    },
  })
})

test('of a long body it has the beginning, without half a character', async () => {
  const hook = await stage.hook('/long', { postData: '[NEWNUMBER]'.repeat(300) })
  stage.node()
  await stage.emit(hook, [`a${'ø'.repeat(100)}`])
  await stage.untilDone(hook)
  const sent = (await kept(hook))[0]!.sent!
  expect(sent.isCut).toBe(true)
  expect(stage.receiver.requests[0]!.body.startsWith(sent.body)).toBe(true)
  expect(SENT_BODY_KEPT_BYTES - Buffer.byteLength(sent.body)).toBeLessThan(2)
})

test('it says why a delivery ended without success', async () => {
  const hook = await stage.hook('/ended')
  stage.receiver.respond = ({ body }) => (body === '1' ? 500 : body === '3' ? 410 : 204)
  stage.node()
  await stage.emit(hook, numbers(1, 3))
  await stage.untilDone(hook)
  await stage.untilDisabled(hook)
  await stage.emit(hook, [4])
  expect((await kept(hook)).map(({ endedBy }) => endedBy)).toEqual(['attempts', null, 'gone', 'disabled'])
})

test(`it keeps the last ${ATTEMPTS_KEPT} attempts, also where two are made at once`, async () => {
  const hook = await stage.hook('/twice')
  await stage.base.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [hook.agreement])
  await stage.base.database.rows(
    `INSERT INTO fault_rule (agreement, number, kind, every) VALUES ($1, 1, 'duplicate', 1)`,
    [hook.agreement],
  )
  await stage.emit(hook, [1])
  const attempt = { startedAt: '2026-03-01T00:00:01.000Z', durationMilliseconds: 1, statusCode: 500, error: null }
  const before = numbers(1, ATTEMPTS_KEPT).map((at) => ({ ...attempt, answer: String(at) }))
  await stage.base.database.rows('UPDATE webhook_delivery SET attempts = $2::jsonb WHERE agreement = $1', [
    hook.agreement,
    JSON.stringify(before),
  ])
  stage.node()
  const [{ attempts }] = (await stage.untilDone(hook)) as [Awaited<ReturnType<typeof stage.untilDone>>[0]]
  expect(stage.sentTo('/twice')).toEqual(['1', '1'])
  expect(attempts.map(({ answer }) => answer)).toEqual([...numbers(3, ATTEMPTS_KEPT).map(String), '', ''])
})

test('where failures step aside, those after one go first, and it is tried again at its time', async () => {
  const hook = await stage.hook('/aside')
  await stepAside(hook)
  let fails = true
  stage.receiver.respond = ({ body }) => (body === '1' && fails ? 500 : 204)
  stage.node({ schedule: [3600, 0.01] })
  await stage.emit(hook, numbers(1, 3))
  await eventually(() => stage.receiver.requests.length === 3)
  await stage.emit(hook, [4])
  await eventually(async () => (await stage.deliveries(hook)).at(-1)!.state === 'delivered')
  expect((await stage.deliveries(hook)).map(({ state }) => state)).toEqual([
    'pending',
    'delivered',
    'delivered',
    'delivered',
  ])
  fails = false
  await stage.base.database.rows(
    `WITH due AS (UPDATE webhook_delivery SET due_at = now() WHERE agreement = $1 AND state = 'pending' RETURNING 1)
     SELECT wake_webhook($1, 'CUSTOMER_UPDATED') FROM due`,
    [hook.agreement],
  )
  await stage.untilDone(hook)
  expect(stage.sentTo('/aside')).toEqual(['1', '2', '3', '4', '1'])
})

test('a stream of others does not keep one that stepped aside from its time', async () => {
  const hook = await stage.hook('/stream')
  await stepAside(hook)
  const last = 40
  stage.receiver.respond = ({ body }, response) => {
    const number = Number(body)
    if (number > 1 && number < last) response.on('finish', () => void stage.emit(hook, [number + 1]))
    return number === 1 && stage.sentTo('/stream').length === 1 ? 500 : 204
  }
  stage.node({ schedule: [0.001], sweepMilliseconds: 1 })
  await stage.emit(hook, [1, 2])
  await stage.receiver.until(last + 1)
  await stage.untilDone(hook)
  expect(stage.sentTo('/stream').toSorted((left, right) => Number(left) - Number(right))).toEqual([
    '1',
    ...numbers(1, last).map(String),
  ])
})
