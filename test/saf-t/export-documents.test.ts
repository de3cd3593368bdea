import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportSafTCommand } from '../../src/cli/export-saf-t.ts'
import { readConfig } from '../../src/config.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import { COMPANY, companyDatabase } from '../database/harness.ts'
import { ExportWorld } from './exported.ts'

let world: ExportWorld
let file: string

beforeEach(async () => {
  world = await ExportWorld.open(companyDatabase())
  file = world.newFile()
})
afterEach(() => world.drop())

/** The entries of a zip as readers find them: by the directory at the end, each compared with its own header. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const locator = zip.length - 22 - 20
  expect([zip.readUInt32LE(zip.length - 22), zip.readUInt32LE(locator)]).toEqual([0x06054b50, 0x07064b50])
  const end = Number(zip.readBigUInt64LE(locator + 8))
  expect(zip.readUInt32LE(end)).toBe(0x06064b50)
  const [count, size, begins] = [32, 40, 48].map((at) => Number(zip.readBigUInt64LE(end + at))) as [
    number,
    number,
    number,
  ]
  expect(begins + size).toBe(end)
  const found = new Map<string, Buffer>()
  for (let at = begins; at < end;) {
    const nameLength = zip.readUInt16LE(at + 28)
    const extra = at + 46 + nameLength
    const name = zip.toString('utf8', at + 46, extra)
    const [unpacked, packed, place] = [4, 12, 20].map((skip) => Number(zip.readBigUInt64LE(extra + skip))) as [
      number,
      number,
      number,
    ]
    const own = place + 30 + nameLength
    expect([zip.readUInt32LE(place), zip.toString('utf8', place + 30, own)]).toEqual([0x04034b50, name])
    expect([4, 12].map((skip) => Number(zip.readBigUInt64LE(own + skip)))).toEqual([unpacked, packed])
    const content = inflateRawSync(zip.subarray(own + 20, own + 20 + packed))
    expect([content.length, crc32(content), crc32(content)]).toEqual([
      unpacked,
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(place + 14),
    ])
    found.set(name, content)
    at = extra + zip.readUInt16LE(at + 30)
  }
  expect(found.size).toBe(count)
  return found
}

/** What the list says of each file: its name, length and hash. */
const listed = (entries: Map<string, Buffer>): string[][] =>
  entries
    .get('documents.csv')!
    .toString()
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))

test('books go into a zip with the documents of their vouchers, as they were sent, and a list of them', async () => {
  const { database } = world
  const plain = world.newFile()
  const days = { from: '2026-01-01', to: '2026-12-31' }
  await exportSafT(database, COMPANY, plain, days)
  await database.rows(
    `UPDATE attached_document SET note = '=1+1; "æ"' WHERE agreement = $1 AND number = (SELECT min(number) FROM attached_document WHERE agreement = $1)`,
    [COMPANY],
  )
  const output = await exportSafTCommand.run({
    options: { agreement: String(COMPANY), ...days, documents: '' },
    arguments: [file],
    isJson: true,
    config: { ...readConfig({}), databaseUrl: world.url },
  })
  const { documents } = output!.json as { documents: number }
  expect(documents).toBe(40)
  const entries = unzipped(await readFile(file))
  expect(entries.get('saf-t.xml')!.equals(await readFile(plain))).toBe(true)
  const list = listed(entries)
  expect(list).toHaveLength(documents)
  for (const [, year, journal, voucher, place, name, bytes, hash] of list) {
    expect(name).toMatch(new RegExp(`^documents/${year}/${journal}-${voucher}-${place}\\.(pdf|png)$`))
    const content = entries.get(name!)!
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([Number(bytes), hash])
  }
  expect(entries.get('documents.csv')!.toString()).toContain(`;"'=1+1; ""æ""";journal;;""\r\n`)
  expect([...entries.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(documents)
})

/** Of each day with documents that day, and how many, the latest first. */
const daysWithDocuments = async (): Promise<{ date: string; n: number }[]> =>
  await world.database.rows(
    `SELECT e.date, count(DISTINCT d.number)::int AS n FROM attached_document d JOIN booked_entry e ON e.agreement = $1
       AND e.voucher_number = d.voucher_number AND e.journal_number = d.journal_number
       AND e.accounting_year = d.accounting_year
     WHERE d.agreement = $1 GROUP BY e.date ORDER BY e.date DESC`,
    [COMPANY],
  )

test('what was taken off a voucher stands beside, as long as it is kept', async () => {
  const { database } = world
  const days = await daysWithDocuments()
  const [first] = await database.rows<{ number: number; hash: string; date: string }>(
    `DELETE FROM attached_document d USING document_part p WHERE d.agreement = $1 AND p.agreement = $1 AND p.document_number = d.number
       AND d.number = (SELECT min(x.document_number) FROM document_part x JOIN document_file f ON f.agreement = $1 AND f.hash = x.hash
         WHERE x.agreement = $1 AND f.kind = 'pdf')
     RETURNING d.number, encode(p.hash, 'hex') AS hash, (SELECT max(e.date) FROM booked_entry e WHERE e.agreement = $1
       AND e.voucher_number = d.voucher_number AND e.journal_number = d.journal_number
       AND e.accounting_year = d.accounting_year) AS date`,
    [COMPANY],
  )
  const { date } = first!
  const { n } = days.find((day) => day.date === date)!
  const export_ = async () => {
    const path = world.newFile()
    const done = await exportSafT(database, COMPANY, path, { from: date, to: date, withDocuments: true })
    return { documents: done.documents, entries: unzipped(await readFile(path)) }
  }
  const { documents, entries } = await export_()
  expect(documents).toBe(n)
  const row = listed(entries).find(([number]) => number === String(first!.number))!
  expect(row[5]).toBe(`documents/${row[1]}/detached/${row[2]}-${row[3]}-${row[0]}-1.pdf`)
  expect([row[7], row[9], row[11]]).toEqual([first!.hash, 'journal', '""'])
  expect(row[10]).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(createHash('sha256').update(entries.get(row[5]!)!).digest('hex')).toBe(first!.hash)
  // The law keeps it for five years, by the clock of a sandbox.
  await database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [COMPANY])
  await database.rows(
    `INSERT INTO sandbox_clock (agreement, shown, set_at, is_frozen) VALUES ($1, '2032-01-01T00:00:00Z', now(), true)`,
    [COMPANY],
  )
  expect((await export_()).documents).toBe(n - 1)
})

test('other days have other documents, and an export that fails leaves nothing', async () => {
  const { database } = world
  const [last] = await daysWithDocuments()
  const day = { from: last!.date, to: last!.date, withDocuments: true }
  const path = world.newFile()
  const done = await exportSafT(database, COMPANY, path, day)
  expect([done.documents, listed(unzipped(await readFile(path))).length]).toEqual([last!.n, last!.n])
  const failing = world.newFile()
  await database.rows('DELETE FROM document_piece WHERE agreement = $1', [COMPANY])
  await expect(exportSafT(database, COMPANY, failing, day)).rejects.toThrow('deleted while it was read')
  expect((await readdir(dirname(failing))).filter((name) => name.startsWith(basename(failing)))).toEqual([])
})
