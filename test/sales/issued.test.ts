import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { importAgreement } from '../../src/backup/agreement/import.ts'
import { ownSchema } from '../../src/database/migrate.ts'
import { ISSUED } from '../../src/ledger/proof/invoice-checks.ts'
import { verifySealedLog } from '../../src/ledger/proof/sealed-log.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { issuedFile } from '../../src/sales/issued.ts'
import { claimKey } from '../../src/secrets/claim.ts'
import { testDatabase } from '../database/harness.ts'
import { temporaryRoot } from '../database/temporary.ts'
import { faultAfter } from '../ledger/tampered.ts'
import { change, make, OURS } from '../resources/sales.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { testKey } from '../service/secret-key.ts'
import { book, drafted } from './selling.ts'
import { COMPANY, sellingAbroad } from './sold-abroad.ts'

const KINDS = ['pdf', 'ubl'] as const

let service: TestService
let client: Client

beforeAll(async () => void (service = await testService()))
beforeEach(async () => void (client = await sellingAbroad(service)))
afterAll(() => service.stop())

async function fileOf(number: number, kind: (typeof KINDS)[number]): Promise<Buffer> {
  const reply = await fetch(`${service.baseUrl}${OURS}/invoices/${number}/${kind}`, { headers: client.headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect([reply.status, reply.status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  return bytes
}
const filesOf = (number: number): Promise<Buffer[]> => Promise.all(KINDS.map((kind) => fileOf(number, kind)))

/** Books an invoice that names whatever can change, and its credit note. @returns the numbers of their documents. */
async function issued(): Promise<number[]> {
  const lines = [{ quantity: 2, unitNumber: 1 }, { description: '', quantity: 1 }, { description: 'Tak' }]
  const invoice = await drafted(client, lines, { customerNumber: 301, customerName: 'Køber', heading: 'Aftale' })
  expect((await book(client, invoice)).status).toBe(201)
  const { number } = await make(client, `${OURS}/draft-invoices/${invoice}/credit`, {})
  expect((await book(client, number as number)).status).toBe(201)
  return [invoice, number as number]
}

/** Changes everything that a document is rendered from. */
async function changeAll(): Promise<void> {
  const company = {
    name: 'Sydlys A/S',
    address: 'Ny vej 1',
    bankAccountNumber: '9999999999',
    iban: 'DK5750510001322617',
  }
  expect((await change(client, `${OURS}/company`, { ...COMPANY, ...company })).status).toBe(204)
  for (const statement of [
    `UPDATE customer SET name = 'Ny køber', phone = '99', email = 'ny@example.com', vat_number = 'DK12345674' WHERE agreement = $1 AND number = 301`,
    `UPDATE unit SET name = name || ' ny' WHERE agreement = $1`,
    `UPDATE product SET name = name || ' ny', bar_code = '4006381333931' WHERE agreement = $1`,
    `UPDATE layout SET name = name || ' ny' WHERE agreement = $1`,
    `UPDATE payment_term SET name = name || ' ny' WHERE agreement = $1`,
    `UPDATE vat_code SET name = name || ' ny' WHERE agreement = $1`,
  ]) {
    await service.database.rows(statement, [client.agreement])
  }
}

async function asBefore(): Promise<void> {
  expect((await change(client, `${OURS}/company`, COMPANY)).status).toBe(204)
  for (const table of ['unit', 'product', 'layout', 'payment_term', 'vat_code']) {
    await service.database.rows(`UPDATE ${table} SET name = replace(name, ' ny', '') WHERE agreement = $1`, [
      client.agreement,
    ])
  }
}

test('what was issued is the same bytes whatever changes, and is made of what was there when it was booked', async () => {
  const [fetched, later] = [await issued(), await issued()]
  const before = await Promise.all(fetched.map(filesOf))
  onTestFinished(asBefore)
  await changeAll()
  expect(await Promise.all(fetched.map(filesOf))).toEqual(before)
  const first = await Promise.all(later.map(filesOf))
  for (const [, ubl] of first) {
    for (const kept of [COMPANY.name, COMPANY.address]) {
      expect(ubl!.toString()).toContain(kept.replace('&', '&amp;'))
    }
    expect(ubl!.toString()).not.toMatch(/ ny<|Sydlys|ny@example/)
  }
  await asBefore()
  expect(await Promise.all(later.map(filesOf))).toEqual(first)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('files that are made at once are the same bytes, kept once', async () => {
  const [number] = await issued()
  const made = await Promise.all(Array.from({ length: 6 }, () => filesOf(number!)))
  for (const files of made) expect(files).toEqual(made[0])
  const kept = await service.database.rows(
    `SELECT d.kind, d.as_of, encode(sha256(d.content), 'hex') AS hash FROM issued_document d
     WHERE d.agreement = $1 AND d.document_id = $2 AND d.kind <> 'data' ORDER BY d.kind`,
    [client.agreement, number!],
  )
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  expect(kept).toEqual(KINDS.map((kind, at) => ({ kind, as_of: null, hash: hash(made[0]![at]!) })))
})

test('a booking seals what was kept, its own data and the files of those before', async () => {
  const [number, credit] = await issued()
  await filesOf(number!)
  await issued()
  const ends = await service.database.rows<{ last: number; kinds: string }>(
    `SELECT (b.logs -> 'issuedDocument' ->> 0)::int AS last, (SELECT string_agg(d.kind, ' ' ORDER BY d.number) FROM issued_document d
       WHERE d.agreement = $1 AND d.number <= (b.logs -> 'issuedDocument' ->> 0)::int AND d.document_id IN ($2, $3)) AS kinds
     FROM booking b JOIN booked_invoice i ON i.agreement = $1 AND i.booking = b.number
     WHERE b.agreement = $1 AND i.number >= $2 ORDER BY b.number LIMIT 3`,
    [client.agreement, number!, credit!],
  )
  const kinds = ends.map((one) => one.kinds.split(' ').sort().join(' '))
  expect(kinds).toEqual(['data', 'data data', 'data data pdf ubl'])
})

test('verify names what was issued as another', async () => {
  const [number] = await issued()
  await filesOf(number!)
  await issued()
  const fault = (...statements: string[]) => faultAfter(service.database, client.agreement, statements)
  const of = `WHERE agreement = $1 AND document_id = ${number!}`
  const forged = `UPDATE issued_document SET content = content || '\\x20' ${of}`
  expect(await fault(`${forged} AND kind = 'pdf'`)).toMatch(/^row \d+ of what was issued: its seal does not fit/)
  expect(await fault(`${forged} AND kind = 'data'`)).toMatch(/^row \d+ of what was issued: its seal does not fit/)
  expect(await fault(`DELETE FROM issued_document ${of} AND kind = 'ubl'`)).toMatch(/^row \d+ of what was issued is/)
  const last = `(SELECT max(number) FROM issued_document WHERE agreement = $1)`
  expect(await fault(`DELETE FROM issued_document WHERE agreement = $1 AND number = ${last}`)).toMatch(
    /^invoice \d+: what it was issued with is not kept|^row \d+ of issuedDocument/,
  )
  await expect(
    service.database.rows(`UPDATE issued_document SET content = content ${of}`, [client.agreement]),
  ).rejects.toThrow()
})

test('an agreement that moves takes what it issued with it', async () => {
  await claimKey(service.database, testKey)
  const [number] = await issued()
  const files = await filesOf(number!)
  const directory = await mkdtemp(join(temporaryRoot(), 'daybook-issued-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'company.daybook')
  await exportAgreement(service.database, client.agreement, path, () => {})
  const target = await testDatabase()
  onTestFinished(() => target.drop())
  await claimKey(target.database, testKey)
  const { agreement } = await importAgreement(
    target.own,
    path,
    undefined,
    async () => {},
    () => {},
  )
  const again = async (): Promise<never> => Promise.reject(new Error('made anew'))
  for (const [at, kind] of KINDS.entries()) {
    const file = await issuedFile(target.database, agreement, number!, kind, again)
    const content = await file!.content()
    const pieces: Uint8Array[] = []
    for await (const piece of content.read(0, content.length)) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(files[at]!)).toBe(true)
  }
  expect(await verify(target.database, agreement)).toMatchObject({ ok: true })
})

/**
 * What is kept of the data of documents, as the migration would have kept it after `statements`. All is as before
 * afterwards.
 */
async function upgraded(statements: readonly string[]): Promise<Map<number, { asOf: string; told: unknown }>> {
  const migration = (await ownSchema()).migrations.find(({ file }) => file === '0242_issued_documents.sql')!
  const UNDONE = new Error('undone')
  let found: { document: number; asOf: string; told: string }[] = []
  await service.database
    .transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      for (const statement of ['DELETE FROM issued_document', ...statements]) await transaction.rows(statement)
      await transaction.rows(`DELETE FROM counter WHERE name = 'issued_document'`)
      await transaction.script(migration.text)
      expect(await verifySealedLog(transaction, client.agreement, ISSUED)).toBeUndefined()
      found = await transaction.rows(
        `SELECT d.document_id AS document, d.as_of AS "asOf", convert_from(d.content, 'UTF8') AS told FROM issued_document d WHERE d.agreement = $1`,
        [client.agreement],
      )
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
  return new Map(found.map(({ document, asOf, told }) => [document, { asOf, told: JSON.parse(told) as unknown }]))
}

// Migrations of before a database is spread over servers run on one.
test.skipIf(inject('databaseWorkers').length > 0)(
  'what was booked before is kept at the upgrade as of its booking where the trail tells, else as it is then',
  async () => {
    const numbers = await issued()
    const kept = await service.database.rows<{ document: number; told: string }>(
      `SELECT d.document_id AS document, convert_from(d.content, 'UTF8') AS told FROM issued_document d WHERE d.agreement = $1 AND d.kind = 'data'`,
      [client.agreement],
    )
    // What came after that release is not in what it booked.
    const LATER = ['category', 'period', 'creditorNumber']
    const then = (told: string): unknown => JSON.parse(told, (key, value) => (LATER.includes(key) ? undefined : value))
    const atBooking = new Map(kept.map(({ document, told }) => [document, then(told)]))
    onTestFinished(asBefore)
    await changeAll()
    const without = 'UPDATE booking SET logs = NULL'
    for (const trail of [[], [without]]) {
      const told = await upgraded(trail)
      for (const number of numbers) {
        expect(told.get(number)).toEqual({ asOf: 'trail', told: atBooking.get(number) })
      }
    }
    const told = await upgraded([without, 'DELETE FROM change'])
    expect(told.get(numbers[0]!)).toMatchObject({
      asOf: 'upgrade',
      told: { seller: { name: 'Sydlys A/S' }, buyer: { name: 'Køber', email: 'ny@example.com' } },
    })
  },
)
