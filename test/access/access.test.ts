import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLink, openAgreements, type SignedIn, useLink } from '../../src/access/console.ts'
import { type Finder, findGrant, GrantCache } from '../../src/access/grant.ts'
import {
  AccessError,
  createApp,
  createGrant,
  revokeGrant,
  rotateSecret,
  setCompatibility,
} from '../../src/access/issue.ts'
import { createAgreement } from '../../src/companies/create.ts'
import { createSandbox, resetSandbox } from '../../src/companies/sandboxes.ts'
import { hashToken, newToken, sameHash } from '../../src/access/tokens.ts'
import { ensureDemo } from '../../src/cli/demo.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { GRANT_CACHE_MAX, GRANT_CACHE_MILLISECONDS } from '../../src/limits.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { isPooled } from '../database/pooled.ts'
import { newClient, testNode } from '../service/harness.ts'
import { untilPasses } from '../patience.ts'

let test_: TestDatabase
beforeAll(async () => {
  test_ = await testDatabase()
})
afterAll(async () => {
  await test_.drop()
})

async function issue(roles: readonly string[] = ['Sales', 'superuser', 'Sales']) {
  const { database } = test_
  const agreement = await createAgreement(database, { name: ' Ærø & Søn ', template: 'empty', modules: ['accruals'] })
  const app = await createApp(database, 'Kasse')
  const grant = await createGrant(database, { agreement, app: app.app, roles })
  return { agreement, ...app, ...grant }
}

/** The database, counting its queries. */
function counting(): Finder & { queries: number } {
  return {
    queries: 0,
    // Looking into the agreement is part of the same query.
    at: (agreement) => test_.database.at(agreement),
    rows(text, values) {
      this.queries += 1
      return test_.database.rows(text, values)
    },
    bytes: (statement) => test_.database.bytes(statement),
  }
}

test('tokens have 256 random bits and are stored only as their SHA-256', async () => {
  const { appSecretToken, agreementGrantToken } = await issue()
  for (const token of [appSecretToken, agreementGrantToken]) {
    expect(token).toMatch(/^[\w-]{43}$/)
    const [stored] = await test_.database.rows<{ found: string }>(
      `SELECT count(*) AS found FROM (SELECT secret_hash AS hash FROM app UNION ALL SELECT token_hash FROM access_grant) t
       WHERE hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    )
    expect(stored?.found).toBe('1')
  }
  expect(newToken()).not.toBe(newToken())
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sameHash(hashToken('a'), hashToken('a'))).toBe(true)
  expect(sameHash(hashToken('a'), hashToken('b'))).toBe(false)
  expect(sameHash(hashToken('a'), '00')).toBe(false)
})

describe('a pair of tokens', () => {
  test('finds its grant', async () => {
    const { agreement, app, appSecretToken, grantNumber, agreementGrantToken } = await issue()
    expect(await findGrant(test_.database, appSecretToken, agreementGrantToken)).toEqual({
      agreement,
      app,
      grantNumber,
      roles: ['SuperUser', 'Sales'],
      modules: ['Accruals'],
      isDemo: false,
      isSandbox: false,
      requestLog: 'faults',
      baseCurrency: 'DKK',
    })
  })

  test('finds nothing when either is wrong, both are right of different apps, or they are swapped', async () => {
    const [one, two] = [await issue(), await issue()]
    const pairs: [string, string][] = [
      [one.appSecretToken, two.agreementGrantToken],
      [two.appSecretToken, one.agreementGrantToken],
      [one.appSecretToken, newToken()],
      [newToken(), one.agreementGrantToken],
      [one.agreementGrantToken, one.appSecretToken],
      [one.appSecretToken, hashToken(one.agreementGrantToken)],
      ['', ''],
      [one.appSecretToken.toUpperCase(), one.agreementGrantToken],
    ]
    for (const pair of pairs) expect(await findGrant(test_.database, ...pair)).toBeUndefined()
  })

  test('finds nothing once revoked, and revoking again changes nothing', async () => {
    const { agreement, appSecretToken, grantNumber, agreementGrantToken } = await issue()
    expect(await revokeGrant(test_.database, grantNumber)).toBe(agreement)
    expect(await findGrant(test_.database, appSecretToken, agreementGrantToken)).toBeUndefined()
    const when = () => test_.database.rows('SELECT revoked_at FROM access_grant WHERE number = $1', [grantNumber])
    const first = await when()
    await revokeGrant(test_.database, grantNumber)
    expect(await when()).toEqual(first)
  })
})

describe("an app's secret", () => {
  const opens = async (secret: string, token: string): Promise<boolean> =>
    (await findGrant(test_.database, secret, token)) !== undefined

  test('that was replaced opens for a day more, beside the new one; two later not at all', async () => {
    const { app, appSecretToken: first, agreementGrantToken: token } = await issue()
    const { appSecretToken: second, previousSecretUntil } = await rotateSecret(test_.database, app)
    expect([await opens(first, token), await opens(second, token)]).toEqual([true, true])
    const hours = (Date.parse(previousSecretUntil) - Date.now()) / 3_600_000
    expect([hours > 23.9, hours < 24.1]).toEqual([true, true])
    const { appSecretToken: third } = await rotateSecret(test_.database, app)
    expect([await opens(first, token), await opens(second, token), await opens(third, token)]).toEqual([
      false,
      true,
      true,
    ])
    await test_.database.rows('UPDATE app SET previous_secret_until = now() WHERE app = $1', [app])
    expect([await opens(second, token), await opens(third, token)]).toEqual([false, true])
  })

  test('opens nothing of another app', async () => {
    const [one, other] = [await issue(), await issue()]
    const { appSecretToken } = await rotateSecret(test_.database, one.app)
    expect(await opens(appSecretToken, other.agreementGrantToken)).toBe(false)
    expect(await opens(one.appSecretToken, other.agreementGrantToken)).toBe(false)
  })
})

test('what cannot be issued is refused by name', async () => {
  const { database } = test_
  const { agreement, app } = await issue()
  const named = { name: 'x', template: 'empty', modules: [] } as const
  const refused: [() => Promise<unknown>, RegExp][] = [
    [() => createAgreement(database, { name: ' ', template: 'empty', modules: [] }), /1 to 255 characters/],
    [() => createAgreement(database, { name: 'x'.repeat(256), template: 'empty', modules: [] }), /1 to 255 characters/],
    [
      () => createAgreement(database, { name: 'x', template: 'empty', modules: ['Sales'] }),
      /no module 'Sales'.*Projects/,
    ],
    [() => createAgreement(database, { ...named, currency: 'nok' }), /currency is three letters/],
    [() => createAgreement(database, { ...named, country: 'NOR' }), /country is two letters/],
    [() => createAgreement(database, { ...named, template: 'danish', currency: 'NOK' }), /danish is for DKK/],
    [() => createApp(database, ''), /1 to 255 characters/],
    [() => createApp(database, 'x', { compatibility: 'loose' }), /no compatibility 'loose'.*default, lenient, strict/],
    [() => createSandbox(database, { template: 'empty', compatibility: '' }), /no compatibility ''/],
    [() => setCompatibility(database, app, 'Strict'), /no compatibility 'Strict'/],
    [() => setCompatibility(database, 999_999, 'strict'), /no app 999999/],
    [() => createGrant(database, { agreement, app, roles: [] }), /at least one role/],
    [() => createGrant(database, { agreement, app, roles: ['Boss'] }), /no role 'Boss'.*SuperUser/],
    [() => createGrant(database, { agreement: 1, app, roles: ['Sales'] }), /no agreement 1/],
    [() => createGrant(database, { agreement, app: 999_999, roles: ['Sales'] }), /no app 999999/],
    [() => revokeGrant(database, 999_999), /no grant 999999/],
    [() => rotateSecret(database, 999_999), /no app 999999/],
    [() => resetSandbox(database, 1), /no agreement 1/],
    [() => resetSandbox(database, agreement), /is no sandbox/],
  ]
  for (const [attempt, message] of refused) {
    const error = await attempt().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(AccessError)
    expect((error as Error).message).toMatch(message)
  }
})

test('an app says how what it sends is read; it may say nothing, and say another thing later', async () => {
  const { database } = test_
  const said = async (made: { appSecretToken: string; agreementGrantToken: string }) =>
    (await findGrant(database, made.appSecretToken, made.agreementGrantToken))?.compatibility
  expect(await said(await createSandbox(database, { template: 'empty' }))).toBeUndefined()
  const strict = await createSandbox(database, { template: 'empty', compatibility: 'strict' })
  expect(await said(strict)).toBe('strict')
  const { agreement } = await issue()
  const { app, appSecretToken } = await createApp(database, 'Old', { compatibility: 'lenient' })
  const { agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['Sales'] })
  expect(await said({ appSecretToken, agreementGrantToken })).toBe('lenient')
  await setCompatibility(database, app, 'default')
  expect(await said({ appSecretToken, agreementGrantToken })).toBe('default')
})

test('a sandbox is reset once, also when it is asked for twice at once: its grants lead to one fresh agreement', async () => {
  const { database } = test_
  const made = await createSandbox(database, { template: 'empty' })
  const { agreementNumber: agreement } = made
  await database.rows(`INSERT INTO person (agreement, initials, name) VALUES ($1, 'XQ', 'Xenia Quist')`, [agreement])
  const { code } = await database.transaction((inside) => createLink(inside, { agreement, person: 'XQ' }))
  const browser = (await useLink(database, code, {})) as SignedIn
  const both = await Promise.allSettled([1, 2].map(() => resetSandbox(database, made.agreementNumber)))
  const [fresh] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.agreementNumber] : []))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const grant = await findGrant(database, made.appSecretToken, made.agreementGrantToken)
  expect(grant?.agreement).toBe(fresh)
  expect(await openAgreements(database, browser.token)).toMatchObject([
    { agreementNumber: fresh, person: { initials: 'XQ', name: 'Xenia Quist' } },
  ])
  await expect(resetSandbox(database, made.agreementNumber)).rejects.toThrow(/No grant leads to agreement/)
})

test('the demo agreement is made once, however many nodes ask for it; meanwhile who asks for it waits, and nobody else', async () => {
  const { database } = test_
  let made = (): void => {}
  const demo = new Promise<void>((resolve) => (made = resolve))
  const node = await testNode(database, {}, { demo })
  onTestFinished(() => node.app.close())
  const [path, headers] = [
    '/customersapi/v3.1.0/Customers/count',
    { 'x-appsecrettoken': 'demo', 'x-agreementgranttoken': 'demo' },
  ]
  const early = node.call('GET', path, { headers })
  expect((await (await newClient(database, node.baseUrl)).get(path)).json).toBe(0)
  const address = { url: test_.url }
  const asked = openDatabase(address, 1)
  onTestFinished(() => asked.close())
  await Promise.all([1, 2, 3].map(() => ensureDemo({ database: asked, address })))
  // What filled it was sent elsewhere: its plans stay in no connection that does. A pooler's connections are
  // everybody's.
  if (!isPooled) expect((await asked.rows('SELECT name FROM pg_prepared_statements')).length).toBeLessThan(5)
  made()
  expect((await early).json).toBeGreaterThan(50)
  // Once it is there, no other connection is made.
  await ensureDemo({ database: asked, address: { url: 'postgres://nobody@127.0.0.1:1/none' } })
  const grant = await findGrant(database, 'demo', 'demo')
  expect(grant).toMatchObject({ agreement: 100_000, isDemo: true, roles: ['SuperUser'] })
  expect(await findGrant(database, 'Demo', 'demo')).toBeUndefined()
  await expect(rotateSecret(database, grant!.app)).rejects.toThrow('Set DAYBOOK_DEMO=0')
})

describe('the grant cache', () => {
  test('asks once for a pair until its answer is too old, counted from before it asked', async () => {
    const { agreement, appSecretToken, grantNumber, agreementGrantToken } = await issue()
    const executor = counting()
    let now = 1000
    const cache = new GrantCache(executor, () => now)
    const find = () => cache.find(appSecretToken, agreementGrantToken)
    const together = await Promise.all([find(), find(), find()])
    expect(together.map((grant) => grant?.agreement)).toEqual([agreement, agreement, agreement])
    expect(executor.queries).toBe(1)
    await revokeGrant(test_.database, grantNumber)
    now += GRANT_CACHE_MILLISECONDS / 2 - 1
    expect(await find()).toBeDefined()
    expect(executor.queries).toBe(1)
    now += GRANT_CACHE_MILLISECONDS / 2 + 1
    expect(await find()).toBeUndefined()
    expect(executor.queries).toBe(2)
  })

  test('asks again before the time of a pair in use is over, once, and waits for it no more', async () => {
    const { appSecretToken, grantNumber, agreementGrantToken } = await issue()
    const executor = counting()
    let now = 1000
    const cache = new GrantCache(executor, () => now)
    const find = () => cache.find(appSecretToken, agreementGrantToken)
    const grant = await find()
    now += GRANT_CACHE_MILLISECONDS / 2
    expect([find(), find()]).toEqual([grant, grant])
    expect(executor.queries).toBe(2)
    await untilPasses(() => {
      now += 1
      expect(find()).not.toBe(grant)
    })
    now += GRANT_CACHE_MILLISECONDS / 2 - 5
    expect(find()).toEqual(grant)
    await revokeGrant(test_.database, grantNumber)
    now += GRANT_CACHE_MILLISECONDS / 2
    await untilPasses(async () => expect(await find()).toBeUndefined())
  })

  test('goes on with what it knows while it cannot ask, until that is too old', async () => {
    const { appSecretToken, agreementGrantToken } = await issue()
    const executor = counting()
    let now = 0
    const cache = new GrantCache(executor, () => now)
    const find = () => cache.find(appSecretToken, agreementGrantToken)
    const grant = await find()
    executor.rows = () => Promise.reject(new Error('away'))
    now += GRANT_CACHE_MILLISECONDS - 1
    expect(find()).toBe(grant)
    now += 1
    await expect(find()).rejects.toThrow('away')
  })

  test('does not let a slow answer live longer', async () => {
    const { appSecretToken, agreementGrantToken } = await issue()
    const executor = counting()
    let now = 0
    const cache = new GrantCache(executor, () => now)
    const slow = cache.find(appSecretToken, agreementGrantToken)
    now = GRANT_CACHE_MILLISECONDS
    const next = cache.find(appSecretToken, agreementGrantToken)
    expect(executor.queries).toBe(2)
    const [late, kept] = await Promise.all([slow, next])
    const found = await cache.find(appSecretToken, agreementGrantToken)
    expect(found).toBe(kept)
    expect(found).not.toBe(late)
    expect(executor.queries).toBe(2)
  })

  test('remembers neither a wrong pair nor a failure', async () => {
    const { appSecretToken, agreementGrantToken } = await issue()
    const executor = counting()
    const cache = new GrantCache(executor, () => 0)
    const wrong = newToken()
    expect(await cache.find(wrong, agreementGrantToken)).toBeUndefined()
    expect(await cache.find(wrong, agreementGrantToken)).toBeUndefined()
    expect(executor.queries).toBe(2)
    const rows = executor.rows
    executor.rows = () => Promise.reject(new Error('away'))
    await expect(cache.find(appSecretToken, agreementGrantToken)).rejects.toThrow('away')
    executor.rows = rows
    expect(await cache.find(appSecretToken, agreementGrantToken)).toBeDefined()
  })

  test('holds no more than its bound: the oldest goes first', async () => {
    const { agreement, appSecretToken, agreementGrantToken } = await issue()
    const grant = await findGrant(test_.database, appSecretToken, agreementGrantToken)
    let reads = 0
    const read = async (): Promise<typeof grant> => {
      reads += 1
      return grant
    }
    const cache = new GrantCache(test_.database, () => 0, read)
    const find = async (n: number) => cache.find(appSecretToken, `grant ${n}`)
    const grants = await Promise.all(Array.from({ length: GRANT_CACHE_MAX + 1 }, (_, n) => find(n)))
    expect(grants.filter((found) => found?.agreement === agreement)).toHaveLength(GRANT_CACHE_MAX + 1)
    await find(1)
    expect(reads).toBe(GRANT_CACHE_MAX + 1)
    await find(0)
    expect(reads).toBe(GRANT_CACHE_MAX + 2)
  })
})
