import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOn } from '../../src/sales/subscriptions/options.ts'
import { runSubscriptions } from '../../src/sales/subscriptions/run.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { changedAt } from '../resources/sales.ts'
import { SUBSCRIBERS, SUBSCRIPTIONS } from '../resources/subscription.ts'
import type { Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, DRAFTS } from './selling.ts'
import { subscribed, type Subscribed } from './subscription-world.ts'

let service: TestService
let world: Subscribed
/** A monthly subscription, its first subscriber, of January 2026, and the documents of January and February. */
let of: number
let first: number
let documents: number[]

beforeAll(async () => {
  service = await sharedService()
  world = await subscribed(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  of = await world.subscription()
  first = await world.subscriber(of)
  documents = []
  for (const date of ['2026-01-01', '2026-02-01']) documents.push(...(await run(date)).made)
})

const only = () => ({ fromSubscriptionNumber: of, toSubscriptionNumber: of })
const run = async (date: string, more: object = {}) => {
  const { json } = await world.run(date, { ...only(), ...more })
  const made = (json.documents as { documentNumber: number }[]).map(({ documentNumber }) => documentNumber)
  return { made, skipped: json.skipped as object[], missed: json.missed as object[] }
}
const put = async (number: number, more: object): Promise<Reply> =>
  await world.client.put(SUBSCRIBERS, await changedAt(world.client, `${SUBSCRIBERS}/${number}`, more))
const expire = async (number: number, expiryDate: string | undefined): Promise<string | null> => {
  const reply = await put(number, { expiryDate })
  expect([reply.status, reply.text]).toEqual([204, ''])
  return reply.headers.get('daybook-notice')
}
const periods = async () => (await world.periods(of)).map(({ period, draft }) => `${period}${draft ? ' drafted' : ''}`)
const currentOf = async () => (await world.periods(of)).at(-1)!.number
const january = '2026-01-01..2026-01-31 drafted'
const february = '2026-02-01..2026-02-28 drafted'
const march = '2026-03-01..2026-03-31'
const said = (document: number): string => `document ${document} is kept, though its period begins after the expiry`

describe('a change of the stored expiry', () => {
  test('of any subscriber of a chain ends the chain, names the drafts that stay, and is taken back from the last end', async () => {
    expect(await periods()).toEqual([january, february, march])
    expect(await expire(first, '2026-01-31')).toBe(said(documents[1]!))
    expect(await periods()).toEqual([january, february])
    const kept = { subscriberNumber: expect.any(Number), errorCode: 'SubscriberHasExpired' }
    const next = await run('2026-06-01')
    expect(next).toMatchObject({ made: [], skipped: [kept] })
    expect(JSON.stringify(next.skipped)).toContain(`Document ${documents[1]} stays`)
    expect(await expire(first, undefined)).toBeNull()
    expect(await periods()).toEqual([january, february, march])
    expect((await run('2026-03-01')).made).toHaveLength(1)
  })

  test('cuts a current period that it is in, and gives back what it cut', async () => {
    expect(await expire(first, '2026-03-15')).toBeNull()
    expect(await periods()).toEqual([january, february, '2026-03-01..2026-03-15'])
    const current = `${SUBSCRIBERS}/${await currentOf()}`
    expect((await world.client.get(current)).json).toMatchObject({ expiryDate: '2026-03-15' })
    await expire(first, '2026-03-20')
    expect(await periods()).toEqual([january, february, '2026-03-01..2026-03-20'])
    await expire(first, '2026-05-10')
    expect(await periods()).toEqual([january, february, march])
    expect((await run('2026-12-31')).made).toHaveLength(3)
    expect((await periods()).at(-1)).toBe('2026-05-01..2026-05-10 drafted')
    // The chain is over, and goes on on the day after.
    await expire(await currentOf(), undefined)
    expect((await periods()).at(-1)).toBe('2026-05-11..2026-06-10')
  })

  test('is of the current one itself, too: what its cut took comes back', async () => {
    const current = await currentOf()
    expect((await put(current, { expiryDate: '2026-03-10', endDate: '2026-03-10' })).status).toBe(204)
    await expire(current, undefined)
    expect(await periods()).toEqual([january, february, march])
    // An end that is sent anew counts.
    expect((await put(current, { expiryDate: '2026-12-31', endDate: '2026-03-20' })).status).toBe(204)
    expect((await periods()).at(-1)).toBe('2026-03-01..2026-03-20')
  })

  test('of an invoiced one may be before its own end, or its begin; what it says then is what was sent', async () => {
    const second = (await world.periods(of))[1]!.number
    expect(await expire(second, '2026-01-10')).toBe(said(documents[1]!))
    expect(await periods()).toEqual([january, february])
    const read = (await world.client.get(`${SUBSCRIBERS}/${second}`)).json
    expect(read).toMatchObject({ startDate: '2026-02-01', endDate: '2026-02-28', expiryDate: '2026-01-10' })
    // As it was read it can be written; what is changed must fit.
    expect((await put(second, { comments: 'Opsagt' })).status).toBe(204)
    expect((await put(second, { endDate: '2026-02-27' })).json).toMatchObject({ errorCode: 'ValueOutOfRange' })
    expect((await put(second, { startDate: '2026-02-02' })).json).toMatchObject({
      errorCode: 'SubscriberStartDateHasToBeBeforeExpiryDate',
    })
    await expire(second, undefined)
    expect(await periods()).toEqual([january, february, march])
  })

  test('of the current one, within its period as it was read, cuts it; before its begin it is refused', async () => {
    const current = await currentOf()
    expect(await expire(current, '2026-03-10')).toBeNull()
    expect((await periods()).at(-1)).toBe('2026-03-01..2026-03-10')
    await expire(current, '2026-03-20')
    expect((await periods()).at(-1)).toBe('2026-03-01..2026-03-20')
    expect((await put(current, { expiryDate: '2026-02-28' })).json).toMatchObject({
      errorCode: 'SubscriberStartDateHasToBeBeforeExpiryDate',
    })
    expect((await put(current, { expiryDate: '2026-03-10', endDate: '2026-03-15' })).json).toMatchObject({
      errorCode: 'ValueOutOfRange',
    })
    await expire(current, undefined)
    expect((await periods()).at(-1)).toBe(march)
  })

  test('is none where the stored day stays: nothing moves', async () => {
    await expire(first, '2026-02-28')
    expect(await periods()).toEqual([january, february])
    expect((await put(first, { comments: 'Ringet op' })).status).toBe(204)
    const second = (await world.periods(of))[1]!.number
    expect((await put(second, { comments: 'Ringet op' })).status).toBe(204)
    expect(await periods()).toEqual([january, february])
    await expire(first, undefined)
    expect((await put(second, { comments: 'Igen' })).status).toBe(204)
    expect(await periods()).toEqual([january, february, march])
  })

  test('goes for drafts that are deleted later, too', async () => {
    await expire(first, '2026-01-31')
    expect((await world.client.delete(`${DRAFTS}/${documents[1]}`)).status).toBe(204)
    expect(await periods()).toEqual([january])
    await expire(first, '2026-02-10')
    expect(await periods()).toEqual([january, '2026-02-01..2026-02-10'])
    const [made] = (await run('2026-02-01')).made
    await expire(first, '2026-02-05')
    expect((await world.client.delete(`${DRAFTS}/${made}`)).status).toBe(204)
    expect(await periods()).toEqual([january, '2026-02-01..2026-02-05'])
    expect((await book(world.client, documents[0]!)).status).toBe(201)
  })
})

describe('an expiry beside a run', () => {
  const agreement = () => world.client.agreement
  const options = () => ({ ...runOn('2026-03-01'), from: of, to: of })

  test('ends what the run has added while it waited', async () => {
    const waiting = await service.database.at(agreement()).transaction(async (transaction) => {
      await runSubscriptions(transaction, agreement(), options())
      const reply = put(first, { expiryDate: '2026-02-28' })
      await untilBlocked(service.database, 1)
      return { reply }
    })
    const reply = await waiting.reply
    expect(reply.status).toBe(204)
    expect(await periods()).toEqual([january, february, `${march} drafted`])
    const [document] = (await world.periods(of)).slice(-1).map(({ draft }) => draft)
    expect(reply.headers.get('daybook-notice')).toBe(said(document!))
  })

  test('and a run that waits for it makes nothing of what is gone', async () => {
    const current = await currentOf()
    const both = await service.database.at(agreement()).transaction(async (transaction) => {
      await transaction.rows('SELECT FROM subscriber WHERE agreement = $1 AND number = $2 FOR UPDATE', [
        agreement(),
        current,
      ])
      const reply = put(first, { expiryDate: '2026-02-28' })
      await untilBlocked(service.database, 1)
      const made = run('2026-04-01')
      await untilBlocked(service.database, 2)
      return { reply, made }
    })
    const [reply, { made }] = await Promise.all([both.reply, both.made])
    expect(reply.status).toBe(204)
    // Whoever was first: nothing current is left, and a document that was made is named.
    expect((await world.periods(of)).filter(({ draft }) => draft === null)).toEqual([])
    for (const document of made) expect(reply.headers.get('daybook-notice')).toContain(String(document))
    expect((await run('2026-12-31')).made).toEqual([])
  })

  test('of two that are sent at once the later counts, wherever in the chain', async () => {
    const second = (await world.periods(of))[1]!.number
    const replies = await Promise.all([
      put(first, { expiryDate: '2026-03-10' }),
      put(second, { expiryDate: '2026-03-20' }),
      run('2026-02-28'),
    ])
    expect(replies.slice(0, 2).map((reply) => (reply as Reply).status)).toEqual([204, 204])
    expect((await periods()).at(-1)).toMatch(/^2026-03-01\.\.2026-03-(10|20)$/)
  })
})

describe('a subscription that was barred', () => {
  const bar = async (isBarred: boolean): Promise<void> => {
    const path = `${SUBSCRIPTIONS}/${of}`
    const reply = await world.client.put(SUBSCRIPTIONS, await changedAt(world.client, path, { isBarred }))
    expect([reply.status, reply.text]).toEqual([204, ''])
  }
  const missed = ['2026-03-01', '2026-04-01'].map((startDate) => expect.objectContaining({ startDate }))

  test('names what it missed in the preview, and bills it', async () => {
    await bar(true)
    expect((await run('2026-04-15')).made).toEqual([])
    await bar(false)
    const preview = await run('2026-04-15', { preview: true })
    expect([preview.made, preview.missed]).toEqual([[null, null], missed])
    const billed = await run('2026-04-15')
    expect([billed.made.length, billed.missed]).toEqual([2, missed])
    expect((await run('2026-05-01')).missed).toEqual([])
  })

  test('goes on after it where the run skips it', async () => {
    await bar(true)
    await bar(false)
    const preview = await run('2026-04-15', { preview: true, skipMissed: true })
    expect([preview.made, preview.missed]).toEqual([[], missed])
    const skipped = await run('2026-04-15', { skipMissed: true })
    expect([skipped.made, skipped.missed]).toEqual([[], missed])
    expect(await periods()).toEqual([january, february, '2026-05-01..2026-05-31'])
    // Once they are passed over, the flag skips nothing.
    expect((await run('2026-05-01', { skipMissed: true })).made).toHaveLength(1)
  })

  test('of which one expires meanwhile ends, and goes on after its expiry', async () => {
    await expire(first, '2026-04-10')
    await bar(true)
    await bar(false)
    expect((await run('2026-05-15', { skipMissed: true })).made).toEqual([])
    expect(await periods()).toEqual([january, february])
    await expire(first, undefined)
    expect((await periods()).at(-1)).toBe('2026-04-11..2026-05-10')
  })

  test('whose only subscriber expires meanwhile keeps it, and goes on with it', async () => {
    const customer = await world.customer()
    const days = { startDate: '2026-01-01', endDate: '2026-01-31', expiryDate: '2026-03-10' }
    const alone = await world.subscriber(of, { customerNumber: customer, ...days })
    await bar(true)
    await bar(false)
    await run('2026-05-15', { skipMissed: true })
    expect((await run('2026-06-15')).made).not.toEqual([])
    const path = `${SUBSCRIBERS}/${alone}`
    expect((await world.client.get(path)).json).toMatchObject({ ...days, draftDocumentId: null })
    expect((await put(alone, { comments: 'Slut' })).status).toBe(204)
    await expire(alone, '2026-01-10')
    expect((await world.client.get(path)).json).toMatchObject({ expiryDate: '2026-01-10' })
    await expire(alone, undefined)
    const again = { startDate: '2026-03-11', endDate: '2026-04-10', expiryDate: null }
    expect((await world.client.get(path)).json).toMatchObject(again)
  })

  test('says nothing of before 0273_ends_of_chains.sql, 0274_missed_periods.sql and 0280_chains_that_are_over.sql', async () => {
    const [row] = await service.database.rows(
      `SELECT p.has_missed, s.chain_end, s.chain_reached, s.uncut_end, s.is_over FROM subscription p JOIN subscriber s ON s.agreement = $1
         AND s.subscription_number = p.number WHERE p.agreement = $1 AND p.number = $2 LIMIT 1`,
      [world.client.agreement, of],
    )
    expect(row).toEqual({ has_missed: false, chain_end: null, chain_reached: null, uncut_end: null, is_over: false })
  })
})
