import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, finance } from './bookkeeping.ts'
import { DAYBOOK, WHOLE } from './dimension-books.ts'
import { runs } from '../long.ts'

/** Months of random books: `DAYBOOK_JUDGE_MONTHS` judges as many, `DAYBOOK_JUDGE_SEED` those of a seed again. */
const MONTHS = Math.min(runs(2, 400, process.env.DAYBOOK_JUDGE_MONTHS), 400)
const SEED = seedOf('DAYBOOK_JUDGE_SEED')
const DIMENSIONS = '/dimensionsapi/v5.3.1'
const DATA = `${DIMENSIONS}/dimension-data`
const ACCOUNTS = [2210, 1310, 5820]
const VALUES = [1, 2, 3]
/** Distributions by their key: what each value has, in ten-thousandths of a per cent. */
const PARTS: Readonly<Record<number, readonly (readonly [value: number, percent: number])[]>> = {
  11: [
    [1, 333_333],
    [2, 666_667],
  ],
  12: [
    [2, 100_001],
    [1, 500_000],
    [3, 399_999],
  ],
}

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

async function books(): Promise<Client> {
  const client = await bookkeeper(service, ['Dimension', 'Complete', 'Accruals'])
  const made = async (path: string, body: object): Promise<void> => {
    const reply = await client.post(path, body)
    expect(reply.status, reply.text).toBe(201)
  }
  await made(`${DIMENSIONS}/dimensions`, { number: 2, name: 'Formål', active: true })
  for (const dimensionNumber of [1, 2]) {
    for (const key of VALUES) {
      if (dimensionNumber === 1 && key === 1) continue
      await made(`${DIMENSIONS}/values`, { dimensionNumber, key, name: 'V', active: true })
    }
    for (const [key, parts] of Object.entries(PARTS)) {
      const distributions = parts.map(([value, percent]) => ({ key: value, percent: percent / 10_000 }))
      await made(`${DAYBOOK}/distributions`, {
        dimensionNumber,
        key: Number(key),
        name: 'D',
        active: true,
        distributions,
      })
    }
  }
  return client
}

interface Entry {
  entryNumber: number
  accountNumber: number
  amount: number
}
/** Dimension and key of each entry, kept by the naive model. */
type Keys = Map<number, Map<number, number>>

/** The parts of some cents that each value of a dimension has; null is none. */
function shares(cents: number, key: number | undefined): [number | null, number][] {
  if (key === undefined) return [[null, cents]]
  const parts = PARTS[key]
  if (!parts) return [[key, cents]]
  let left = cents
  return parts.map(([value, percent], at) => {
    const exact = Math.sign(cents) * Math.floor((Math.abs(cents) * percent * 2 + 1_000_000) / 2_000_000)
    const share = at === parts.length - 1 ? left : exact
    left -= share
    return [value, share]
  })
}

/** Closing balances by account, key and other key, of what the model knows. */
function expected(entries: readonly Entry[], keys: Keys, dimension: number, by?: number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { entryNumber, accountNumber, amount } of entries) {
    const own = keys.get(entryNumber)
    for (const [key, share] of shares(Math.round(amount * 100), own?.get(dimension))) {
      for (const [other, part] of by === undefined ? [[null, share] as const] : shares(share, own?.get(by))) {
        const name = `${accountNumber} ${key} ${other}`
        sums[name] = (sums[name] ?? 0) + part
      }
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

/** What the service says of the same. */
async function told(client: Client, query: string): Promise<Record<string, number>> {
  const reply = await client.get(`${DAYBOOK}/dimension-totals?from=2026-01-01&to=2026-12-31&${query}`)
  expect(reply.status, reply.text).toBe(200)
  const items = reply.json.items as Record<string, number | null>[]
  return Object.fromEntries(
    items
      .filter(({ closingBalance }) => closingBalance !== 0)
      .map((item) => [
        `${item.accountNumber} ${item.dimensionKey} ${item.byKey}`,
        Math.round(item.closingBalance! * 100),
      ]),
  )
}

/** Gives or changes the keys of one thing at random, and tells the model. */
async function change(
  client: Client,
  path: string,
  owner: object,
  own: Map<number, number>,
  chance: () => number,
): Promise<void> {
  const dimensionNumber = chance() < 0.5 ? 1 : 2
  const hasOther = [...own].some(([dimension, key]) => dimension !== dimensionNumber && key in PARTS)
  const choices = hasOther ? VALUES : [...VALUES, 11, 12]
  const dimensionKey = choices[Math.floor(chance() * choices.length)]!
  const body = { ...owner, dimensionNumber, dimensionKey }
  const before = own.get(dimensionNumber)
  if (before === undefined) {
    const reply = await client.post(`${DATA}/${path}`, body)
    expect(reply.status, reply.text).toBe(201)
    own.set(dimensionNumber, dimensionKey)
  } else if (chance() < 0.3) {
    expect((await client.delete(`${DATA}/${path}`, { body: { ...body, dimensionKey: before } })).status).toBe(204)
    own.delete(dimensionNumber)
  } else {
    const named = Object.entries({ ...owner, dimensionNumber }).map(([name, value]) => `${name}$eq:${value}`)
    const found = await client.get(`${DATA}/${path}?filter=${encodeURIComponent(named.join('$and:'))}`)
    const { objectVersion } = found.json.items[0] as { objectVersion: string }
    const reply = await client.put(`${DATA}/${path}`, { ...body, objectVersion })
    expect(reply.status, reply.text).toBe(204)
    own.set(dimensionNumber, dimensionKey)
  }
}

test(`totals by dimension are those of a naive model, and changes replay to today's data (seed ${SEED})`, async () => {
  const random = new Chance(SEED)
  const chance = (): number => random.next()
  const client = await books()
  const [keys, booked]: [Keys, Keys] = [new Map(), new Map()]
  for (let month = 0; month < MONTHS; month++) {
    const drafts: Map<number, number>[] = []
    for (let at = 0; at < 6; at++) {
      const [account, contra] = [ACCOUNTS[at % 3]!, ACCOUNTS[(at + 1) % 3]!]
      const amount = Math.round((chance() - 0.4) * 100_000) / 100 || 1
      const date = `2026-${String((month % 12) + 1).padStart(2, '0')}-15`
      const sent = { date, amount, accountNumber: account, contraAccountNumber: contra, voucherNumber: undefined }
      const { entryNumber } = (await client.post(WHOLE, finance(sent))).json as { entryNumber: number }
      const own = new Map<number, number>()
      for (let time = 0; time < 3; time++) {
        await change(client, 'draft-entries', { journalNumber: 1, entryNumber }, own, chance)
      }
      drafts.push(own)
    }
    const before = (await client.get(`${DAYBOOK}/booked-entries/count`)).text
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    for (const [at, own] of drafts.entries()) {
      for (const side of [1, 2]) {
        const entryNumber = Number(before) + 2 * at + side
        keys.set(entryNumber, new Map(own))
        booked.set(entryNumber, new Map(own))
      }
    }
    for (let time = 0; time < 8; time++) {
      const entryNumber = 1 + Math.floor(chance() * keys.size)
      await change(client, 'booked-entries', { entryNumber }, keys.get(entryNumber)!, chance)
    }
  }
  const entries: Entry[] = []
  for (let skip = 0; entries.length === 100 * skip; skip++) {
    const page = await client.get(`${DAYBOOK}/booked-entries/paged?pageSize=100&skipPages=${skip}`)
    entries.push(...(page.json as Entry[]))
  }
  for (const [query, dimension, by] of [
    ['dimensionNumber=1', 1, undefined],
    ['dimensionNumber=2', 2, undefined],
    ['dimensionNumber=1&by=2', 1, 2],
    ['dimensionNumber=2&by=1', 2, 1],
  ] as const) {
    expect(await told(client, query)).toEqual(expected(entries, keys, dimension, by))
  }
  await expectReplay(client, keys, booked)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

/**
 * Replaying the changes on what was booked, the oldest first, gives what is there now. The sums are those of the trial
 * balance.
 */
async function expectReplay(client: Client, keys: Keys, booked: Keys): Promise<void> {
  const log: Record<string, number | null>[] = []
  for (let skip = 0; log.length === 100 * skip; skip++) {
    log.push(
      ...((await client.get(`${DATA}/booked-entries/changelog?pageSize=100&skipPages=${skip}`)).json as typeof log),
    )
  }
  for (const { entryNumber, dimension, dimensionKeyFrom, dimensionKeyTo } of log.reverse()) {
    const own = booked.get(entryNumber!)!
    expect(own.get(dimension!) ?? null).toBe(dimensionKeyFrom)
    if (dimensionKeyTo === null) own.delete(dimension!)
    else own.set(dimension!, dimensionKeyTo!)
  }
  expect(log.length).toBeGreaterThan(0)
  const plain = (map: Keys) => [...map].map(([entry, own]) => [entry, [...own].sort(([a], [b]) => a - b)])
  expect(plain(booked)).toEqual(plain(keys))
  const days = 'from=2026-01-01&to=2026-12-31'
  const balance = (await client.get(`${DAYBOOK}/trial-balance?${days}`)).json.items as Record<string, number>[]
  const totals = (await client.get(`${DAYBOOK}/dimension-totals?${days}&dimensionNumber=1&by=2`)).json
    .items as typeof balance
  for (const { accountNumber, debit, credit, closingBalance } of balance) {
    const own = totals.filter((item) => item.accountNumber === accountNumber)
    const cents = (name: string) => own.reduce((sum, item) => sum + Math.round(item[name]! * 100), 0)
    expect([accountNumber, cents('debit'), cents('credit'), cents('closingBalance')]).toEqual([
      accountNumber,
      ...[debit, credit, closingBalance].map((value) => Math.round(value! * 100)),
    ])
  }
}
