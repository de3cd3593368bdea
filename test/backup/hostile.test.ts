import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createApp, createGrant } from '../../src/access/issue.ts'
import { hashToken } from '../../src/access/tokens.ts'
import { deleteAgreement } from '../../src/backup/agreement/delete.ts'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { type Finish, importAgreement } from '../../src/backup/agreement/import.ts'
import { BackupError } from '../../src/backup/format.ts'
import { verified } from '../../src/cli/agreement-commands.ts'
import { withVouchers } from '../documents/uploading.ts'
import { OURS, webhook, WEBHOOKS } from '../resources/webhooks.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { numbers } from '../webhooks/stage.ts'
import { isLong, runs, someOf } from '../long.ts'
import { seedOf, Chance } from '../chance.ts'
import {
  beginning,
  type Crafted,
  framed,
  made,
  noteFrame,
  noteIn,
  placeIn,
  signed,
  tablesIn,
  taken,
  textIn,
  withText,
} from './crafted.ts'
import { mutated } from './mutated.ts'
import { drawn, others } from './others.ts'

const nothing = (): void => {}
/** The number that a stranger's agreement gets. */
const STRANGER = 300_000
const GIBIBYTE = 2 ** 30

let service: TestService
/** Whose rows a stranger is after. */
let victim: Client
let directory: string
let file: string
let good: Crafted
/** The highest number of an app. */
let app: number
/** All that is not the stranger's, which nothing here changes. */
let before: Record<string, string> | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-hostile-'))
  file = join(directory, 'stranger.daybook')
  const source = await testService()
  const stranger = await withVouchers(source, numbers(501, 505))
  await withWebhook(source, stranger)
  await exportAgreement(source.database, stranger.agreement, file, nothing)
  await source.stop()
  good = taken(await readFile(file))
  service = await testService()
  victim = await withVouchers(service, numbers(501, 505))
  await withWebhook(service, victim)
  const made = await createApp(service.own, 'Of here')
  app = made.app
  await createGrant(service.own, { agreement: victim.agreement, app, roles: ['SuperUser'] })
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true })
})

/** Gives its agreement an app that has a webhook, and an event that waits. */
async function withWebhook(one: TestService, { agreement }: Client): Promise<void> {
  const receiving = await one.client({ agreement })
  expect((await receiving.post(WEBHOOKS, webhook())).status).toBe(201)
  expect((await receiving.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`)).status).toBeLessThan(300)
}

/** Whether the others may have been changed since. What a refused file changes stays so: a look a test is enough. */
let isToBeLookedAt = false
async function expectOthers(): Promise<void> {
  expect(await others(service.own, STRANGER, app)).toEqual(before)
  isToBeLookedAt = false
}
afterEach(async () => {
  if (isToBeLookedAt) await expectOthers()
})

const accepted = new Error('It was accepted, and is undone.')

/** Imports a file as far as its commit, which is taken back. @returns why it was refused, if it was. */
async function refusalOf(bytes: Buffer, wanted: number | undefined = STRANGER): Promise<string | undefined> {
  await writeFile(file, bytes)
  before ??= await others(service.own, STRANGER, app)
  let during: unknown = before
  const finish: Finish = async ({ there }, _start, agreement) => {
    await verified(there, agreement)
    if (inject('databaseWorkers').length === 0) during = await others(there, agreement, app)
    throw accepted
  }
  const refusal = await importAgreement(service.own, file, wanted, finish, nothing).then(
    () => accepted,
    (error: Error) => error,
  )
  expect(during).toEqual(before)
  isToBeLookedAt = true
  if (refusal === accepted || isLong) await expectOthers()
  if (refusal === accepted) return undefined
  expect(refusal, refusal.stack).toBeInstanceOf(BackupError)
  return refusal.message
}

/** The agreement with other rows of a table. */
const rewritten = (table: string, change: (text: string) => string): Buffer =>
  made(withText(good, table, change(textIn(good, table))))

/** Changes a column of every row; there is one. */
const column = (table: string, name: string, value: (before: string) => string): Buffer => {
  const at = placeIn(good, table, name)
  if (textIn(good, table) === '') throw new Error(`The file has no row of ${table}.`)
  return rewritten(table, (text) => {
    const rows = text.split('\n').slice(0, -1)
    const changed = rows.map((row) => row.split('\t').map((field, place) => (place === at ? value(field) : field)))
    return changed.map((fields) => `${fields.join('\t')}\n`).join('')
  })
}

test('the file that all others are made of is accepted', async () => {
  expect(await refusalOf(made(good))).toBeUndefined()
})

test('in no table does a row hide that is another agreement’s', async () => {
  const tables = tablesIn(good)
  const all = await service.own.rows<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname NOT IN ('fault_rule', 'lease', 'snapshot', 'snapshot_part') AND c.relname !~ '^(console_|coverage_count|request_)' ORDER BY c.relname`,
  )
  expect(tables.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
  for (const [place, { name, columns }] of tables.entries()) {
    const [own] = textIn(good, name).split('\n')
    const row = own === '' ? columns.map(() => '1').join('\t') : own!
    const theirs = `${victim.agreement}\t${row}`
    const hidden = [
      `${row}\r${theirs}\r\\.\rZ\n`,
      `${row}\r\n${theirs}\r\n`,
      `${row}\\\r${theirs}\n`,
      `${row}\\\n${theirs}\n`,
      `${row}\n\\.\n${theirs}\n`,
      `${row}\\.\n`,
      `${row}\n${theirs}\n`,
      `${row}\\015${theirs}\n`,
      `${row}\\x0a${theirs}\n`,
      `${row}\0\n`,
      `${row}\n${row.slice(0, -1)}`,
      `${row}`,
    ]
    for (const text of someOf(hidden, place, 1)) {
      await writeFile(file, made(withText(good, name, text)))
      const refusal = await importAgreement(service.own, file, STRANGER, async () => {}, nothing).catch(
        (error: Error) => error,
      )
      expect(refusal, JSON.stringify(text)).toBeInstanceOf(BackupError)
      // A row that we made up is written otherwise than the database would: then it is refused for that.
      expect((refusal as Error).message).toMatch(
        new RegExp(`of ${name} (in the file has|than)|table ${name} did not come in as it was exported`),
      )
    }
  }
  expect(await refusalOf(made(good))).toBeUndefined()
})

test('a row names only apps that the file lists, and the file only those that its rows name', async () => {
  for (const table of ['access_grant', 'webhook']) {
    expect(await refusalOf(column(table, 'app', () => String(app)))).toContain(
      `names the app ${app}, which the file does`,
    )
  }
  expect(await refusalOf(column('access_grant', 'number', () => '999'))).toContain('names the access_grant.number 999')
  const listed = beginning(good, (note) => ({ ...note, numbers: { 'access_grant.number': [1, 2, 3, 4, 999] } }))
  expect(await refusalOf(made(listed))).toContain('which none of its rows names')
  const app0 = (good.frames[0]!.content.toString().match(/"apps":\[(\{.*?\})/) ?? [])[1]!
  const one = JSON.parse(app0) as Record<string, unknown>
  const twice = (more: object): Crafted =>
    beginning(good, (note) => ({ ...note, apps: [...(note.apps as object[]), { ...one, ...more }] }))
  expect(await refusalOf(made(twice({ app: 77, secretHash: hashToken('a') })))).toContain(
    'lists the app 77, which none',
  )
  expect(await refusalOf(made(twice({})))).toContain('has no right apps')
  expect(await refusalOf(made(twice({ app: 77 })))).toMatch(/does not take|Two numbers/)
})

/** The agreement with another number in place of its highest of a kind, wherever that is. */
function renumbered(kind: string, number: number): Buffer {
  const name = kind.split('.').at(-1)!
  const { apps, numbers: all } = noteIn(good.frames[0]!) as unknown as {
    apps: { app: number }[]
    numbers: Record<string, number[]>
  }
  const before = kind === 'app' ? apps.at(-1)!.app : all[kind]!.at(-1)!
  const other = (one: number): number => (one === before ? number : one)
  let changed = beginning(good, (note) => ({
    ...note,
    ...(kind === 'app' && { apps: apps.map((one) => ({ ...one, app: other(one.app) })) }),
    ...(kind !== 'app' && { numbers: { [kind]: all[kind]!.map(other) } }),
  }))
  const tables = kind === 'app' ? ['access_grant', 'idempotency_key', 'webhook', 'webhook_delivery'] : ['access_grant']
  for (const table of tables) {
    const at = placeIn(good, table, name)
    const rows = textIn(good, table).split('\n').slice(0, -1)
    const text = rows.map((row) => {
      const fields = row.split('\t')
      return `${fields.with(at, String(other(Number(fields[at])))).join('\t')}\n`
    })
    changed = withText(changed, table, text.join(''))
  }
  return made(changed)
}

const refusalAt = (at: bigint) => refusalOf(column('webhook_delivery', '"position"', () => String(at)))
test('deliveries of servers that share agreements are taken with their positions', async () =>
  expect(await refusalAt(2n ** 62n + 1_795_000_000_000_000n)).toBe(undefined))

test('numbers that all agreements count together are not driven to their end', async () => {
  const last = await drawn(service.own)
  for (const value of ['9223372036854775807', String(2 ** 52 + 1)])
    expect(await refusalOf(column('account', 'object_version', () => value))).toContain(
      'counts beyond 4503599627370496',
    )
  for (const value of [2n ** 52n + 1n, 2n ** 62n - 1n])
    expect(await refusalAt(value)).toContain('counts beyond 4503599627370496')
  expect(await refusalAt(2n ** 62n + 2n ** 53n)).toContain(`counts beyond ${2n ** 62n + 2n ** 53n - 1n}`)
  const far = 2_147_483_647
  for (const kind of ['access_grant.number', 'app'])
    expect(await refusalOf(renumbered(kind, far)), kind).toBe(undefined)
  const after = await drawn(service.own)
  for (const [name, value] of Object.entries(after)) expect(value - last[name]!, name).toBeLessThan(200_000)
})

test('a number that is kept, as nobody has it here, is not drawn for another that somebody has', async () => {
  for (const [kind, sequence] of [
    ['app', 'app_app_seq'],
    ['access_grant.number', 'access_grant_number_seq'],
  ] as const) {
    const next = (await drawn(service.own))[sequence]! + 1
    expect(await refusalOf(renumbered(kind, next)), kind).toBeUndefined()
  }
})

/** Gives one value once, and then what was there. */
function once(value: string): (before: string) => string {
  let left = 1
  return (before) => (left-- > 0 ? value : before)
}

test('nobody comes as the demo company, or without an agreement', async () => {
  expect(await refusalOf(column('agreement', 'is_demo', () => 't'))).toContain('The demo company, its number')
  expect(await refusalOf(made(good), 100_000)).toContain('The demo company, its number')
  const token = `\\\\x${hashToken('demo')}`
  expect(await refusalOf(column('access_grant', 'token_hash', once(token)))).toContain('The demo company, its number')
  const asDemo = beginning(good, (note) => ({
    ...note,
    apps: (note.apps as object[]).map((one) => ({ ...one, secretHash: hashToken('demo') })),
  }))
  expect(await refusalOf(made(asDemo))).toContain('The demo company, its number')
  let empty = beginning(good, (note) => ({ ...note, apps: [], numbers: {} }))
  for (const { name } of tablesIn(good)) empty = withText(empty, name, '')
  expect(await refusalOf(made(empty))).toContain('no agreement that they are of')
})

test('frames and notes that are not in the order of a file are refused in a sentence, before anything is written', async () => {
  const { line, frames } = good
  const { length } = frames
  const end = frames.at(-1)!
  const table = frames.findIndex(({ letter }) => letter === 'D')
  const start = (change: object): Buffer => made(beginning(good, (note) => ({ ...note, ...change })))
  const ordered = (...order: (typeof end)[]): Buffer => made({ line, frames: order })
  const whole = framed(frames)
  const long = Buffer.from(whole)
  long.writeUInt32BE(0xffffffff, 1)
  const withAgreement = tablesIn(good).map(({ name, columns }) => ({
    name,
    columns: [...columns.slice(0, -1), 'agreement'].join(', '),
  }))
  const letter = { letter: 'X', content: Buffer.from('{}') }
  const cases: [string, Buffer][] = [
    ['ends too early', ordered(...frames.slice(0, -1))],
    ['does not begin with', ordered(...frames.slice(1))],
    ['does not begin with', ordered(frames[table]!, ...frames)],
    ['ends too early', ordered(frames[0]!)],
    ['goes on behind its end', ordered(...frames, end)],
    ['goes on behind its end', ordered(...frames, frames[table]!)],
    ['has more tables than it tells', ordered(...frames.slice(0, -1), frames[length - 2]!, end)],
    ['does not end the rows of', ordered(frames[0]!, frames[0]!, ...frames.slice(1))],
    ['than it tells', ordered(...frames.filter((_, at) => at !== table))],
    ['an unknown kind', ordered(...frames.slice(0, 3), letter, ...frames.slice(3))],
    ['has 0 bytes', ordered(...frames, { letter: 'D', content: Buffer.alloc(0) })],
    ['has 4294967295 bytes', signed(line, gzipSync(long))],
    ['in the middle of a table', signed(line, gzipSync(whole.subarray(0, -1)))],
    ['cannot be unpacked', signed(line, gzipSync(whole).subarray(0, -9))],
    ['cannot be unpacked', signed(line, Buffer.from('no gzip'))],
    ['cannot be unpacked', signed(line, Buffer.concat([gzipSync(whole), Buffer.from('more')]))],
    ['goes on behind its end', signed(line, Buffer.concat([gzipSync(whole), Buffer.alloc(100)]))],
    ['goes on behind its end', signed(line, Buffer.concat([gzipSync(whole), gzipSync(framed([end]))]))],
    ['is no JSON', ordered({ letter: 'J', content: Buffer.from('{"kind":') })],
    ['is no object', ordered(noteFrame(null))],
    ['is of an unknown kind', ordered(noteFrame({ kind: 'constructor' }))],
    ['has no right agreement', start({ agreement: 1.5 })],
    ['has no right agreement', start({ agreement: 2_147_483_647 })],
    ['has no right agreement', start({ agreement: '1' })],
    ['has no right keyFingerprint', start({ keyFingerprint: 5 })],
    ['has no right hasSecrets', start({ hasSecrets: null })],
    ['has no right apps', start({ apps: {} })],
    ['has no right apps', start({ apps: [{ app: 1, name: 'a\0', secretHash: 'x' }] })],
    ['has no right numbers', start({ numbers: { 'access_grant.number': ['1'] } })],
    ['has no right numbers', start({ numbers: { 'access_grant.number': [1, 1] } })],
    ['has no right migrations', start({ migrations: ['../../x'] })],
    ['has no right tables', start({ tables: [{ name: 'app; DROP TABLE app', columns: 'app' }] })],
    ['has no right tables', start({ tables: [{ name: 'account', columns: 'number) FROM PROGRAM' }] })],
    ['has no right tables', start({ tables: [tablesIn(good)[0], tablesIn(good)[0]] })],
    ['another version of Daybook', renamed('account', 'app')],
    ['another version of Daybook', start({ tables: withAgreement })],
  ]
  for (const [told, bytes] of cases) expect(await refusalOf(bytes), told).toContain(told)
})

/** With another word in the first note and in those behind tables: the file is of one piece. */
const renamed = (before: string, after: string): Buffer =>
  made({
    line: good.line,
    frames: good.frames.map((one) =>
      one.letter === 'D'
        ? one
        : {
            ...one,
            content: Buffer.from(
              one.content.toString().replaceAll(`"${before}"`, `"${after}"`).replaceAll(` ${before},`, ` ${after},`),
            ),
          },
    ),
  })

test('values that the database does not take are told in a sentence', async () => {
  expect(await refusalOf(column('account', 'name', () => 'a\xff'))).toContain(
    'The database does not take what is in the file',
  )
  expect(await refusalOf(column('account', 'type', () => 'x'))).toContain(
    'The database does not take what is in the file',
  )
  expect(await refusalOf(column('account', 'number', () => '1'))).toMatch(/does not take|is here already/)
  expect(await refusalOf(column('account', 'name', () => 'Ret\\tten'))).toBeTypeOf('string')
})

test('a refusal has nothing of a file that a terminal would obey, and is no longer than a paragraph', async () => {
  for (const value of ['\x1b[2J\x07', `x${'9'.repeat(100_000)}`]) {
    const refusal = await refusalOf(column('account', 'type', () => value))
    expect(refusal).toMatch(/^The database does not take [^\p{Cc}]+$/u)
    expect(refusal!.length).toBeLessThan(600)
  }
  expect(await refusalOf(column('webhook', 'app', () => '\x1b[2J'))).toContain('names the app  [2J')
})

test('what a file tells of its rows is compared with them also where an agreement is deleted for it', async () => {
  const other = await withVouchers(service, numbers(501, 502))
  await exportAgreement(service.own, other.agreement, file, nothing)
  const honest = taken(await readFile(file))
  const emptied = { line: honest.line, frames: honest.frames.filter(({ letter }) => letter === 'J') }
  await writeFile(file, made(emptied))
  await expect(deleteAgreement(service.own, other.agreement, file, nothing)).rejects.toThrow('than it tells')
  await writeFile(file, made(honest))
  await deleteAgreement(service.own, other.agreement, file, nothing)
})

test(
  'whatever a file says, it is refused in a sentence or the others stay as they are, within bounded memory',
  { timeout: 7_200_000 },
  async () => {
    const seed = seedOf('HOSTILE_SEED')
    const chance = new Chance(seed)
    const last = await drawn(service.own)
    const told = { refused: 0, accepted: 0 }
    for (let run = 0; run < runs(4, 2000, process.env.HOSTILE_RUNS); run++) {
      const { bytes, how } = mutated(good, chance, [victim.agreement, app])
      const refusal = await refusalOf(bytes)
        .then(async (told) => {
          await expectOthers()
          return told
        })
        .catch((error: unknown) => {
          throw new Error(`HOSTILE_SEED=${seed}, run ${run}: ${how}`, { cause: error })
        })
      told[refusal === undefined ? 'accepted' : 'refused'] += 1
    }
    expect(told.refused, `HOSTILE_SEED=${seed}`).toBeGreaterThan(0)
    const after = await drawn(service.own)
    for (const [name, value] of Object.entries(after))
      expect(value, name).toBeLessThanOrEqual(Math.max(last[name]!, 2 ** 52))
    expect(process.resourceUsage().maxRSS * 1024).toBeLessThan(2 * GIBIBYTE)
  },
)
