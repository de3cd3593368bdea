import { readdir, readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PARSER_MEGABYTES_MAX, PARSERS } from '../../src/limits.ts'
import { Chance, seedOf } from '../chance.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { hostileFiles } from '../documents/hostile/bombs.ts'
import { jpeg, pdf, png } from '../documents/files.ts'
import { attach, callOf } from '../documents/uploading.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { seedBooks } from '../service/books.ts'
import { type Client, newClient } from '../service/harness.ts'
import { isLong } from '../long.ts'
import { eventually, untilPasses } from '../patience.ts'
import { type Program, endProcess, hasEnded, health, serve } from './program.ts'

const VOUCHERS = 200
const MEBIBYTE = 2 ** 20

let base: TestDatabase
let node: Program & { url: string }
let clients: Client[]
beforeAll(async () => {
  base = await testDatabase()
  node = await started()
  clients = [await withVouchers(), await withVouchers()]
})
afterEach(async () => {
  expect(await health(node.url)).toBe(200)
})
afterAll(async () => {
  node.child.kill('SIGKILL')
  await node.ended
  await base.drop()
})

const started = (): Promise<Program & { url: string }> =>
  serve({ environment: { DATABASE_URL: base.url, DAYBOOK_DATABASE_CONNECTIONS: '8' } })

/** A client of a company with drafts. */
async function withVouchers(): Promise<Client> {
  const client = await newClient(base.database, node.url)
  await seedBooks(base.database, client.agreement)
  await base.database.rows(
    `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date, amount, currency, exchange_rate)
     SELECT $1, n, 5, 1, n, '2026', '2026-03-01', 1, 'DKK', 100 FROM generate_series(1, $2) AS n`,
    [client.agreement, VOUCHERS],
  )
  return { ...client, call: callOf(node.url, client.headers) }
}

/**
 * The parsers of a process: its children, and those that have lost their parent, by the parent they were started for.
 */
async function parsersOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (title.startsWith('daybook: parser') && status.includes(`PPid:\t${parent}\n`)) found.push(Number(name))
  }
  return found
}

/** What a process has in memory, in MiB. */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const SEED = seedOf('DAYBOOK_HOSTILE_SEED')
const chance = new Chance(SEED)
/**
 * The short form sends the first and five others of them to the whole program, `npm run test:long` all. A parser reads
 * some alone in `test/parsing/answered.test.ts`, which measures how long they take.
 */
const sent = isLong ? hostileFiles : [hostileFiles[0]!, ...chance.some(hostileFiles.slice(1), 5)]

describe(`a hostile file ends nothing but its parser (seed ${SEED})`, () => {
  let vouchers = 100
  test.each(sent)('%s', async (_what, file, outcome) => {
    const voucherNumber = (vouchers += 1)
    const [hostile, other] = clients as [Client, Client]
    const bytes = file()
    const refused = attach(hostile, bytes, { voucherNumber })
    const beside = await attach(other, pdf('beside'), { voucherNumber })
    expect(beside.status, beside.text).toBe(201)
    const reply = await refused
    if (reply.status === 201 && outcome === 'any') return
    expect(codeOf(reply)).toEqual([400, 'InvalidFileData', 'file'])
    if (outcome instanceof RegExp) expect(reply.json.errors[0].message).toMatch(outcome)
    expect(await hasEnded(node.pid)).toBe(false)
  })
})

test('what hostile files took is given back, and good files are taken', async () => {
  const [hostile] = clients as [Client]
  for (const file of [pdf('good'), png(9, 9), jpeg('good')]) {
    expect((await attach(hostile, file, { voucherNumber: 2 })).status).toBe(201)
  }
  expect(await hasEnded(node.pid)).toBe(false)
  await untilPasses(async () => {
    expect(await resident(node.pid)).toBeLessThan(400)
    for (const parser of await parsersOf(node.pid)) expect(await resident(parser)).toBeLessThan(300)
  })
})

test('a parser has no environment and no connection, is named, and is few', async () => {
  const [client] = clients as [Client]
  await Promise.all([1, 2, 3, 4].map((voucher) => attach(client, pdf('x'), { voucherNumber: 10 + voucher })))
  const parsers = await parsersOf(node.pid)
  expect(parsers.length).toBeGreaterThan(0)
  expect(parsers.length).toBeLessThanOrEqual(PARSERS)
  for (const parser of parsers) {
    const environment = (await readFile(`/proc/${parser}/environ`, 'utf8')).split('\0').filter((one) => one !== '')
    expect(environment.filter((one) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(one))).toEqual([])
    expect(await readFile(`/proc/${parser}/oom_score_adj`, 'utf8')).toBe('1000\n')
    const limits = await readFile(`/proc/${parser}/limits`, 'utf8')
    // Node 24 reserves another 512 MiB for each of two threads.
    const megabytes = PARSER_MEGABYTES_MAX + (Number.parseInt(process.versions.node, 10) >= 24 ? 1024 : 0)
    expect(limits).toMatch(new RegExp(`Max data size\\s+${megabytes * MEBIBYTE}\\s`))
    expect(limits).toMatch(/Max core file size\s+0\s/)
  }
})

describe('a parser ends with its service', () => {
  const busyWith = async (one: Program & { url: string }): Promise<{ parsers: number[]; over: Promise<unknown> }> => {
    const [client] = clients as [Client]
    const slow = { ...client, call: callOf(one.url, client.headers) }
    const [, file] = hostileFiles.find(([what]) => what.includes('without end'))!
    const over = attach(slow, file(), { voucherNumber: 3 }).catch(() => undefined)
    const parsers = await eventually(async () => {
      const found = await parsersOf(one.pid)
      return found.length > 0 && found
    })
    return { parsers, over }
  }

  test.each<[string, (one: Program) => void]>([
    ['killed', ({ pid }) => endProcess(pid)],
    ['stopped', ({ child }) => void child.kill('SIGTERM')],
  ])('that is %s', async (_how, end) => {
    const one = await started()
    const { parsers, over } = await busyWith(one)
    end(one)
    await one.ended
    await over
    for (const parser of parsers) await eventually(() => hasEnded(parser))
  })

  test('that is killed while the parser does not look', async () => {
    const one = await started()
    const [client] = clients as [Client]
    await attach({ ...client, call: callOf(one.url, client.headers) }, pdf('x'), { voucherNumber: 4 })
    const [parser] = await parsersOf(one.pid)
    process.kill(parser!, 'SIGSTOP')
    endProcess(one.pid)
    await one.ended
    process.kill(parser!, 'SIGCONT')
    await eventually(() => hasEnded(parser!))
  })
})
