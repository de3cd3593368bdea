import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSafTFile } from '../../bench/saf-t-file.ts'
import type { Database } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { TEXT_MAX } from '../../src/saf-t/limits.ts'
import { CHUNK } from '../../src/saf-t/import/master-data.ts'
import { SeenIds } from '../../src/saf-t/read/seen-ids.ts'
import { eventually } from '../patience.ts'
import { start } from '../process/program.ts'
import { ExportWorld } from './exported.ts'
import { sampleText, withFile } from './files.ts'

let world: ExportWorld
beforeAll(async () => void (world = await ExportWorld.open()))
afterAll(() => world.drop())

const entriesOf = async (agreement: number): Promise<number> => {
  const [row] = await world.database.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM booked_entry WHERE agreement = $1',
    [agreement],
  )
  return row!.n
}

test('what the file states of itself is checked before the database is asked for anything', async () => {
  let asked = 0
  const watched = new Proxy(world.database, {
    get(database, name: keyof Database) {
      asked += 1
      return database[name]
    },
  })
  const xml = await sampleText('minimal-1.30.xml')
  for (const [from, to] of [
    ['<NumberOfEntries>4', '<NumberOfEntries>5'],
    ['<TotalDebit>4319.00', '<TotalDebit>4319.01'],
    ['<TotalCredit>4319.00', '<TotalCredit>4319.01'],
    ['</AuditFile>', ''],
  ] as const) {
    const work = withFile(xml.replace(from, to), (file) => importSafT(watched, 1, file))
    await expect(work).rejects.toThrow(/^Line \d+: (NumberOfEntries|TotalDebit|TotalCredit|The file is truncated)/)
  }
  expect(asked).toBe(0)
  await withFile(xml, (file) => importSafT(watched, 999_999, file)).catch(() => {})
  expect(asked).toBe(1)
})

test('a file of more lines than a booking takes is booked in batches of whole transactions, told as it goes', async () => {
  const agreement = await world.newAgreement()
  const file = world.newFile()
  const { lines, debit } = await writeSafTFile(file, { transactions: Math.ceil(CHUNK / 3) + 100 })
  const told: string[] = []
  const result = await importSafT(world.database, agreement, file, ({ stage, done, total }) => {
    if (stage === 'booking') told.push(`${done}/${total}`)
  })
  expect(result).toMatchObject({ entries: lines, closingDifferences: [], differenceAccountNumber: null })
  expect(told).toHaveLength(2)
  expect(told[1]).toBe(`${lines}/${lines}`)
  const bookings = await world.database.rows<{ entries: number; vouchers: number }>(
    `SELECT count(*)::int AS entries, count(DISTINCT voucher_number)::int AS vouchers FROM booked_entry
     WHERE agreement = $1 GROUP BY booking ORDER BY booking`,
    [agreement],
  )
  expect(bookings[0]!.entries).toBeGreaterThanOrEqual(CHUNK)
  expect(bookings.reduce((sum, { vouchers }) => sum + vouchers, 0)).toBe(result.transactions)
  const [row] = await world.database.rows<{ debit: string }>(
    'SELECT sum(greatest(amount_in_base_currency, 0)) AS debit FROM booked_entry WHERE agreement = $1',
    [agreement],
  )
  expect(row!.debit).toBe(debit)
})

test('where the database refuses the second of three batches, nothing is left of any', async () => {
  const agreement = await world.newAgreement()
  const file = world.newFile()
  await writeSafTFile(file, { transactions: Math.ceil((2 * CHUNK) / 3) + 100 })
  await world.database.transaction(async (transaction) => {
    await transaction.rows(`
      CREATE FUNCTION refuse_second_batch() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM inserted i WHERE i.agreement = ${agreement} AND i.entry_number = ${CHUNK + 100}) THEN
          RAISE EXCEPTION 'the second batch is refused';
        END IF;
        RETURN NULL;
      END $$`)
    await transaction.rows(`
      CREATE TRIGGER refuse_second_batch AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_second_batch()`)
  })
  await expect(importSafT(world.database, agreement, file)).rejects.toThrow('the second batch is refused')
  expect(await entriesOf(agreement)).toBe(0)
  await world.database.transaction((transaction) => transaction.script('DROP FUNCTION refuse_second_batch CASCADE'))
  const small = world.newFile()
  await writeSafTFile(small, { transactions: 10 })
  await importSafT(world.database, agreement, small)
  expect(await verify(world.database, agreement)).toMatchObject({ ok: true })
})

test('a file larger than the memory is imported', async () => {
  const agreement = await world.newAgreement()
  const file = world.newFile()
  const padding = TEXT_MAX - 100
  const { lines } = await writeSafTFile(file, { transactions: 4000, padding })
  expect(lines * padding).toBeGreaterThan(45 * 1024 * 1024)
  const program = start(['import', 'saf-t', file, '--agreement', String(agreement), '--json'], {
    environment: { DATABASE_URL: world.url, NODE_OPTIONS: '--max-old-space-size=48' },
  })
  const { code, stdout, stderr } = await program.ended
  expect([code, stderr.match(/heap/g)]).toEqual([0, null])
  expect(JSON.parse(stdout)).toMatchObject({ entries: lines })
  expect(await verify(world.database, agreement)).toMatchObject({ ok: true, entries: lines })
})

test('an import that is killed leaves nothing, on disk neither, and can be begun again', async () => {
  const agreement = await world.newAgreement()
  const file = world.newFile()
  const temporary = join(world.directory, 'temporary')
  await mkdir(temporary)
  const { lines } = await writeSafTFile(file, { transactions: CHUNK / 2 })
  const words = ['import', 'saf-t', file, '--agreement', String(agreement), '--json']
  const environment = { DATABASE_URL: world.url, TMPDIR: temporary }
  await world.database.transaction(async (transaction) => {
    // Holds the import up where its first entries are written and their booking is not.
    await transaction.rows('LOCK TABLE booking IN SHARE MODE')
    const killed = start(words, { environment })
    await eventually(() => /booking: /.test(killed.said()))
    killed.child.kill('SIGKILL')
    expect((await killed.ended).signal).toBe('SIGKILL')
    expect(await entriesOf(agreement)).toBe(0)
    expect(await readdir(temporary)).toEqual([])
  })
  const again = await start(words, { environment }).ended
  expect(JSON.parse(again.stdout)).toMatchObject({ entries: lines })
  expect(await verify(world.database, agreement)).toMatchObject({ ok: true, entries: lines })
})

test('identifiers are remembered exactly, numbers and any other text', () => {
  const ids = new SeenIds()
  const texts = Array.from({ length: 5000 }, (_, index) => [`${index * 30_011}`, `A-${index}`, `0${index}`]).flat()
  expect(texts.filter((id) => !ids.add(id))).toEqual([])
  expect(texts.filter((id) => ids.add(id))).toEqual([])
})
