import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '../database/harness.ts'
import { eventually } from '../patience.ts'
import { answerOf, command, type Start, start } from '../process/program.ts'
import { framed, noteFrame, signed } from './crafted.ts'

let base: TestDatabase
let how: Start
beforeAll(async () => {
  base = await testDatabase()
  how = { environment: { DATABASE_URL: base.url } }
})
afterAll(() => base.drop())

test('a command whose output nobody reads any more does its work to the end, without a trace', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-unread-'))
  const file = join(root, 'daybook.backup')
  const unread = start(['backup', file], how)
  unread.child.stderr!.destroy()
  unread.child.stdout!.destroy()
  expect((await unread.ended).code).toBe(0)
  expect(await readdir(root)).toEqual(['daybook.backup'])
  const help = start(['--help'], how)
  help.child.stdout!.destroy()
  expect(await help.ended).toMatchObject({ code: 0, stderr: '' })
  await rm(root, { recursive: true })
})

test('a backup that a signal ends leaves no file behind', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-ended-'))
  const holder = openDatabase({ url: base.url }, 1)
  await holder.transaction(async (transaction) => {
    await transaction.rows('LOCK TABLE webhook IN ACCESS EXCLUSIVE MODE')
    const backup = start(['backup', join(root, 'daybook.backup')], how)
    await eventually(async () => (await readdir(root)).length > 0)
    // Under npm, Ctrl-C comes twice.
    let over = false
    void backup.ended.then(() => (over = true))
    await eventually(() => over || void backup.child.kill('SIGINT'))
    expect(await backup.ended).toMatchObject({
      code: 130,
      signal: null,
      stderr: expect.not.stringContaining('daybook: ') as string,
    })
  })
  expect(await readdir(root)).toEqual([])
  await holder.close()
  await rm(root, { recursive: true })
})

test('a full disk, a lost database and a role without rights are told in a sentence', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-outside-'))
  const file = join(root, 'daybook.backup')
  const told = (outcome: { code: number | null; stderr: string }): string => {
    expect([outcome.code, outcome.stderr]).toEqual([1, expect.not.stringContaining('    at ') as string])
    return outcome.stderr
  }
  const whole = join(root, 'whole.backup')
  await answerOf(['backup', whole], how)
  const limited = { ...how, wrapper: ['bash', '-c', 'ulimit -f 1; exec "$@"', 'bash'] }
  expect(told(await command(['backup', file], limited))).toContain(
    `daybook: The file ${file} cannot be written: EFBIG: file too large, write\n`,
  )

  const holder = openDatabase({ url: base.url }, 2)
  await holder.transaction(async (transaction) => {
    await transaction.rows('LOCK TABLE webhook IN ACCESS EXCLUSIVE MODE')
    const backup = start(['backup', file], how)
    const ended = () =>
      holder.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    await eventually(async () => (await ended()).length > 0)
    expect(told(await backup.ended)).toContain('daybook: The database cannot be reached, or was lost meanwhile: ')
  })
  await holder.close()
  expect(await readdir(root)).toEqual(['whole.backup'])

  const { serviceUrl, drop } = await emptyDatabase()
  const withoutRights = { environment: { DATABASE_URL: serviceUrl } }
  expect(told(await command(['restore', whole], withoutRights))).toContain('daybook: The database refuses: permission')
  const elsewhere = { environment: { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: `${serviceUrl}_of_nobody` } }
  expect(told(await command(['migrate'], elsewhere))).toContain('_of_nobody" does not exist')
  await drop()
  await rm(root, { recursive: true })
})

test('a file with a note of 1.5 GB, or with rows of a stranger, ends import and restore with a sentence and exit code 1', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-stranger-'))
  const file = join(root, 'stranger')
  const head = Buffer.from('J1234')
  head.writeUInt32BE(1_500_000_000, 1)
  const long = gzipSync(Buffer.concat([head, Buffer.alloc(2 ** 26)]))
  const start = {
    kind: 'agreement',
    madeAt: '2026-11-26T12:00:00.000Z',
    migrations: [],
    agreement: 1,
    keyFingerprint: null,
    hasSecrets: false,
  }
  const note = noteFrame({ ...start, apps: [], numbers: {}, tables: [{ name: 'account', columns: 'number' }] })
  const hidden = gzipSync(framed([note, { letter: 'D', content: Buffer.from('1\r2\t1\n') }]))
  const cases = [
    [
      ['restore', file],
      'daybook backup 1\n',
      long,
      'A note in the file has 1500000000 bytes; there may be 1 to 4194304.',
    ],
    [
      ['agreement', 'import', file],
      'daybook agreement 1\n',
      long,
      'A note in the file has 1500000000 bytes; there may be 1 to',
    ],
    [
      ['agreement', 'import', file],
      'daybook agreement 1\n',
      hidden,
      'Row 1 of account in the file has a carriage return',
    ],
  ] as const
  for (const [words, line, packed, told] of cases) {
    await writeFile(file, signed(line, packed))
    const { code, stderr } = await command([...words], how)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^daybook: [^\n]*\n$/) as string])
    expect(stderr).toContain(told)
  }
  await rm(root, { recursive: true })
})
