import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOpening } from '../../src/ledger/years/opening.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { codeOf, DRAFTS, finance } from '../resources/bookkeeping.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { pdf } from './files.ts'
import { attach, bytesAt, DAYBOOK, DOCUMENTS, withVouchers } from './uploading.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const message = ({ json }: { json: { errors: { message: string }[] } }): string => json.errors[0]!.message

/** Journals 2 and 3 beside 1. */
async function withJournals(numbers: readonly number[] = []): Promise<Client> {
  const client = await withVouchers(service, numbers)
  await service.database.rows(
    `INSERT INTO journal (agreement, number, name) SELECT $1, take_numbers($1, 'journal', 1), 'Journal ' || n FROM generate_series(2, 3) AS n`,
    [client.agreement],
  )
  return client
}

test('a number that several vouchers have is refused with all of them, and filed on the one that is named', async () => {
  const client = await withJournals()
  await bookDrafts(client, {
    journalNumber: 1,
    date: '2026-03-01',
    voucherNumber: 11,
    entryTypeNumber: 5,
    accountNumber: 2210,
    contraAccountNumber: 5820,
    amount: 5,
  })
  for (const journalNumber of [2, 3])
    await client.post(DRAFTS, finance({ journalNumber, voucherNumber: 11, text: 'x'.repeat(100) }))
  // As in books of before: what the service books had numbers from 1 on.
  await service.database.rows(`INSERT INTO counter (agreement, name, value) VALUES ($1, 'opening_voucher', 12)`, [
    client.agreement,
  ])
  await service.database.transaction((transaction) =>
    bookOpening(transaction, {
      agreement: client.agreement,
      date: '2026-01-01',
      balances: [{ accountNumber: 5820, amountInBaseCurrency: '100.00' }],
      balancingAccountNumber: 6500,
      text: 'Primo',
    }),
  )
  await service.database.rows(
    `UPDATE draft_entry SET voucher_number = e.voucher_number FROM booked_entry e
     WHERE draft_entry.agreement = $1 AND e.agreement = $1 AND e.type = 7 AND draft_entry.journal_number = 3`,
    [client.agreement],
  )
  const [{ opening }] = (await service.database.rows<{ opening: number }>(
    'SELECT voucher_number AS opening FROM booked_entry WHERE agreement = $1 AND type = 7 LIMIT 1',
    [client.agreement],
  )) as [{ opening: number }]
  // They go on above all other series, and so do those of books that begin.
  expect(opening).toBe(900_000_000)
  const several = await attach(client, pdf('a'), { voucherNumber: 11 })
  expect(codeOf(several)).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  expect(message(several)).toBe(
    `Voucher 11 of 2026 may be of journal 1 (Daglig), 2026-03-01; of journal 2 (Journal 2), 2026-03-15, '${'x'.repeat(60)}…'. ` +
      'Say which by source and journalNumber.',
  )
  const both = await attach(client, pdf('a'), { voucherNumber: opening })
  expect(message(both)).toContain(
    `of journal 3 (Journal 3), 2026-03-15, '${'x'.repeat(60)}…'; an opening, 2026-01-01, 'Primo'`,
  )
  expect((await client.get(`${DAYBOOK}/documents/count`)).json).toBe(0)
  const attached = async (voucherNumber: number, more: Record<string, string | number>, path = DOCUMENTS) => {
    const made = await attach(client, pdf(JSON.stringify([voucherNumber, more])), { voucherNumber, ...more }, path)
    if (made.status !== 201) return codeOf(made)
    const { source, journalNumber } = (await client.get(`${DAYBOOK}/documents/${made.json.number}`)).json
    return [made.json.number, source, journalNumber]
  }
  expect(await attached(11, { source: 'journal' })).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  expect(await attached(11, { journalNumber: 2 })).toEqual([1, 'journal', 2])
  expect(await attached(11, { source: 'journal', journalNumber: 1 }, `${DAYBOOK}/documents`)).toEqual([2, 'journal', 1])
  expect(await attached(opening, { source: 'opening' })).toEqual([3, 'opening', null])
  expect(await attached(opening, { journalNumber: 3 })).toEqual([4, 'journal', 3])
  expect(await attached(11, { journalNumber: 4 })).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  expect(await attached(11, { source: 'invoice' })).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  expect(await attached(11, { source: 'opening', journalNumber: 1 })).toEqual([400, 'ValueNotAllowed', 'journalNumber'])
  expect(await attached(11, { source: 'else' })).toEqual([400, 'ValueNotAllowed', 'source'])
  // A second file of the same voucher is its next page, whatever else has the number.
  expect(await attached(opening, { source: 'opening', note: 'More' })).toEqual([3, 'opening', null])
  expect((await client.get(`${DAYBOOK}/documents?filter=voucherNumber$eq:11`)).json.items).toHaveLength(2)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a document of a booked voucher is taken off with a reason, which is sealed, and stays in the log alone', async () => {
  const client = await withVouchers(service, [501, 502])
  const sent = pdf('Wrong')
  for (const voucherNumber of [501, 502])
    await attach(client, voucherNumber === 501 ? sent : pdf('b'), { voucherNumber })
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  const off = (number: number, body: object) => client.delete(`${DAYBOOK}/documents/${number}`, { body })
  expect(codeOf(await off(1, {}))).toEqual([400, 'ValueRequired', 'reason'])
  expect(codeOf(await off(9, { reason: 'x' }))[1]).toBe('NotFound')
  expect((await off(1, { reason: 'Scan of another invoice' })).status).toBe(204)
  expect((await client.delete(`${DOCUMENTS}/2`)).status).toBe(204)
  const log = (await client.get(`${DAYBOOK}/document-log`)).json.items as Record<string, unknown>[]
  expect(log.filter(({ isDetached }) => isDetached)).toMatchObject([
    { documentNumber: 1, source: 'journal', reason: 'Scan of another invoice', keptUntil: '2031-12-31' },
    { documentNumber: 2, source: 'journal', reason: expect.stringMatching(/^deleted by app \d+$/) as string },
  ])
  expect((await bytesAt(service, client, `${DAYBOOK}/document-log/1/pdf`)).bytes.equals(sent)).toBe(true)
  expect((await client.get(`${DOCUMENTS}/count`)).json).toBe(0)
  // What was taken off is in nobody's way.
  const again = await attach(client, pdf('Right'), { voucherNumber: 501, onConflict: 1 })
  expect([again.status, again.json]).toEqual([201, { number: 3 }])
  // The reason is sealed with the next booking.
  await client.post(DRAFTS, finance())
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(
      `UPDATE document_log SET reason = 'Another' WHERE agreement = $1 AND document_number = 1 AND is_detached`,
      [client.agreement],
    )
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: false })
})
