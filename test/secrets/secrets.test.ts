import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimKey, renewSecrets } from '../../src/secrets/claim.ts'
import { fingerprintOf, readOrMakeKey } from '../../src/secrets/key.ts'
import { checkKey, moveSecrets, renewSecretsOf } from '../../src/secrets/move.ts'
import { Vault } from '../../src/secrets/vault.ts'
import { numbers, Stage } from '../webhooks/stage.ts'
import { command } from '../process/program.ts'
import { changeWebhook, OURS, receiver, WEBHOOKS } from '../resources/webhooks.ts'
import { testKey, testVault } from '../service/secret-key.ts'
import { newClient, testNode } from '../service/harness.ts'

let stage: Stage
let directory: string
beforeEach(async () => {
  stage = await Stage.open()
  directory = await mkdtemp(join(tmpdir(), 'daybook-secrets-'))
})
afterEach(async () => {
  await stage.close()
  await rm(directory, { recursive: true })
})

const path = `${OURS}/webhook-secrets/CUSTOMER_UPDATED`
const plain = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Everything that stands in the database, as a dump would have it. */
async function dump(): Promise<string> {
  const tables = await stage.base.database.rows<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const texts = await Promise.all(
    tables.map(({ name }) => stage.base.database.rows(`SELECT string_agg(t::text, chr(10)) AS text FROM ${name} t`)),
  )
  return texts.map(([row]) => String(row!.text)).join('\n')
}

test('no secret stands in the database, neither its own, nor the one before, nor in an answer that is kept', async () => {
  const node = await testNode(stage.base.database)
  const client = await receiver({ client: (options) => newClient(stage.base.database, node.baseUrl, options) })
  const first = (await client.get(path)).json.secret as string
  const key = { headers: { 'idempotency-key': 'rotate once' } }
  const second = (await client.post(`${path}/rotate`, undefined, key)).json.secret as string
  const again = await client.post(`${path}/rotate`, undefined, key)
  expect([again.json.secret, again.headers.get('x-resultfromcache')]).toEqual([second, 'true'])
  expect((await client.get(path)).json).toEqual({ eventType: 'CUSTOMER_UPDATED', secret: second })
  expect(new Set([first, second]).size).toBe(2)
  await changeWebhook(client, { name: 'Another' })
  expect((await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json.name).toBe('Another')
  const text = await dump()
  expect(text).toContain('rotate once')
  for (const secret of [first, second]) {
    expect(text).not.toContain(secret.slice('whsec_'.length))
    expect(text).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'))
  }
  await node.app.close()
  await stage.clear()
})

test('secrets from before the key sign as they did, and are encrypted at the next start', async () => {
  const hooks = await Promise.all(numbers(1, 3).map((at) => stage.hook(`/old${at}`)))
  const old = hooks.map(() => [plain(), plain()] as const)
  for (const [at, { agreement }] of hooks.entries()) {
    await stage.base.database.rows(
      `UPDATE webhook w SET secret = $2, previous_secret = $3, previous_secret_until = now() + interval '1 hour' WHERE w.agreement = $1`,
      [agreement, ...old[at]!],
    )
    stage.verifyWith(`/old${at + 1}`, old[at]!)
  }
  stage.node()
  const sendAll = async (number: number): Promise<void> => {
    for (const hook of hooks) await stage.emit(hook, [number])
    for (const hook of hooks) {
      expect((await stage.untilDone(hook)).map(({ attempts }) => attempts[0]!.statusCode)).toEqual(
        numbers(1, number).map(() => 204),
      )
    }
  }
  await sendAll(1)
  expect(await dump()).toContain(old[0]![0])
  expect(await claimKey(stage.base.database, testKey)).toBe(3)
  expect(await claimKey(stage.base.database, testKey)).toBe(0)
  const text = await dump()
  for (const secret of old.flat()) expect(text).not.toContain(secret.slice('whsec_'.length))
  await sendAll(2)
})

test('another key, or none where there was one, is one sentence at the start that says what to do', async () => {
  await stage.hook('/kept')
  await claimKey(stage.base.database, testKey)
  const place = { dataDirectory: directory }
  const environment = { DATABASE_URL: stage.base.url, DAYBOOK_DATA: directory }
  const refused = async (told: RegExp, more: Record<string, string> = {}): Promise<void> => {
    const { code, stderr } = await command(['serve'], { environment: { ...environment, ...more } })
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(told)
    expect(stderr).toMatch(/secrets renew/)
  }
  await refused(/^daybook: The key .* is missing: put .*\/secret.key back, or give it in DAYBOOK_SECRET_KEY/)
  await refused(/^daybook: The key in DAYBOOK_SECRET_KEY is not the one/, { DAYBOOK_SECRET_KEY: '08'.repeat(32) })
  await readOrMakeKey(place)
  expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600)
  await refused(/^daybook: The key in .*\/secret.key is not the one/)
  await expect(claimKey(stage.base.database, { ...place, secretKey: testKey.secretKey })).resolves.toBe(0)
  const hook = await stage.hook('/renewed')
  const webhooks = await renewSecrets(stage.base.database, place)
  expect(webhooks).toBeGreaterThan(0)
  expect(await claimKey(stage.base.database, place)).toBe(0)
  await expect(claimKey(stage.base.database, testKey)).rejects.toThrow('is not the one')
  const [row] = await stage.base.database.rows<{ secret: string }>(
    'SELECT w.secret FROM webhook w WHERE w.agreement = $1',
    [hook.agreement],
  )
  expect(await new Vault(place).open(hook.agreement, row!.secret)).not.toBe(hook.secret)
  await writeFile(join(directory, 'secret.key'), 'short')
  await expect(claimKey(stage.base.database, place)).rejects.toThrow('has 5 bytes, and a key has 32')
})

test('a renewal that fails leaves the key with its secrets', async () => {
  const { database } = stage.base
  await stage.hook('/kept')
  await claimKey(database, testKey)
  const noted = async () => await database.rows(`SELECT encode(k.fingerprint, 'hex') AS fingerprint FROM secret_key k`)
  const before = await noted()
  await database.rows('ALTER TABLE webhook ADD CONSTRAINT as_it_is CHECK (previous_secret IS NOT NULL) NOT VALID')
  const other = { dataDirectory: directory, secretKey: Buffer.alloc(32, 9) }
  await expect(renewSecrets(database, other)).rejects.toThrow('as_it_is')
  await database.rows('ALTER TABLE webhook DROP CONSTRAINT as_it_is')
  expect(await noted()).toEqual(before)
})

test('of many that make the key at once all have the same', async () => {
  const place = { dataDirectory: join(directory, 'together') }
  const keys = await Promise.all(numbers(1, 20).map(() => readOrMakeKey(place)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readFile(join(place.dataDirectory, 'secret.key'))).toEqual(keys[0])
  const inFile = join(place.dataDirectory, 'secret.key', 'data')
  await expect(readOrMakeKey({ dataDirectory: inFile })).rejects.toThrow('DAYBOOK_SECRET_KEY')
})

test('a new key is on disk before anything is encrypted by it: its bytes, its name, and the directory made for it', async () => {
  const place = join(await realpath(directory), 'made', 'for')
  const handle = await open(directory)
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const flushed: string[] = []
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.push(await readlink(`/proc/self/fd/${this.fd}`))
  })
  await readOrMakeKey({ dataDirectory: place })
  spy.mockRestore()
  expect(flushed[0]).toMatch(/secret\.key\.\d+\.[0-9a-f]+$/)
  expect(flushed.slice(1)).toEqual([place, await realpath(directory)])
})

test('a secret is of its agreement alone', async () => {
  const sealed = await testVault.sealed(1, 'whsec_text')
  expect(await testVault.open(1, sealed)).toBe('whsec_text')
  await expect(testVault.open(2, sealed)).rejects.toThrow()
  expect(await testVault.open(1, 'drawn:x')).not.toBe(await testVault.open(2, 'drawn:x'))
})

test('secrets that come from another installation are encrypted by the key of this one, for the agreement that has them', async () => {
  const { database } = stage.base
  const node = await testNode(database)
  const client = await receiver({ client: (options) => newClient(database, node.baseUrl, options) })
  const there = { dataDirectory: '/nowhere', secretKey: randomBytes(32) }
  const [from, to] = [
    { agreement: 777, vault: new Vault(there) },
    { agreement: client.agreement, vault: testVault },
  ]
  const secret = plain()
  await database.rows(
    `UPDATE webhook SET previous_secret = $2, previous_secret_until = now() + interval '1 hour' WHERE agreement = $1`,
    [client.agreement, await from.vault.sealed(777, secret)],
  )
  const [drawn] = await database.rows<{ secret: string }>('SELECT secret FROM webhook WHERE agreement = $1', [
    client.agreement,
  ])
  const expected = await from.vault.open(777, drawn!.secret)
  await moveSecrets(database, from, to)
  const [moved] = await database.rows<{ secret: string; previous: string }>(
    'SELECT secret, previous_secret AS previous FROM webhook WHERE agreement = $1',
    [client.agreement],
  )
  const opened = [moved!.secret, moved!.previous].map((stored) => testVault.open(client.agreement, stored))
  expect(await Promise.all(opened)).toEqual([expected, secret])
  await expect(checkKey(there, fingerprintOf(testKey.secretKey))).rejects.toThrow('is not the one')
  await checkKey(there, fingerprintOf(there.secretKey))
  await renewSecretsOf(database, client.agreement)
  const renewed = (await client.get(path)).json.secret as string
  expect(renewed).toMatch(/^whsec_/)
  expect([expected, secret]).not.toContain(renewed)
  await node.app.close()
})
