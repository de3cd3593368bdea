import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, finance } from './bookkeeping.ts'
import { REPORTS } from './report-books.ts'

const DRAFTS = `${REPORTS}/draft-entries`

test('the day of a document is the date where left out, stays with the booked entries, and is not that of a reversal', async () => {
  const service = await sharedService()
  const client = await bookkeeper(service)
  const entry = (more: object): object => finance({ date: '2026-04-15', contraAccountNumber: 5820, ...more })
  const made = await client.post(`${DRAFTS}/bulk`, {
    entries: [entry({ voucherNumber: 11, documentDate: '2026-03-31' }), entry({ voucherNumber: 12 })],
  })
  expect(made.status, made.text).toBe(201)
  const [number] = made.json.entryNumbers
  const read = async () => (await client.get(`${DRAFTS}/${number}`)).json
  const drafts = (await client.get(DRAFTS)).json.items
  expect(drafts.map((one: { documentDate: string }) => one.documentDate)).toEqual(['2026-03-31', '2026-04-15'])
  // Who does not know the property leaves it as it is.
  const { json: whole } = await client.get(`${API}/draft-entries/${number}`)
  const published = Object.fromEntries(Object.entries(whole as object).filter(([, value]) => value !== null))
  expect(published).not.toHaveProperty('documentDate')
  expect((await client.put(`${API}/draft-entries`, { ...published, text: 'Ny' })).status).toBe(204)
  expect(await read()).toMatchObject({ documentDate: '2026-03-31', text: 'Ny' })
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
  expect((await client.post(`${REPORTS}/vouchers/1/2026/11/reverse`, { date: '2026-04-30' })).status).toBeLessThan(300)
  const { json } = await client.get(`${REPORTS}/booked-entries`)
  const days = json.items.map((one: { voucherNumber: number; date: string; documentDate: string }) =>
    [
      one.voucherNumber === 11 || one.voucherNumber === 12 ? one.voucherNumber : 'reversal',
      one.date.slice(0, 10),
      one.documentDate,
    ].join(' '),
  )
  expect([...new Set(days)]).toEqual([
    '11 2026-04-15 2026-03-31',
    '12 2026-04-15 2026-04-15',
    'reversal 2026-04-30 2026-04-30',
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  const change = "UPDATE booked_entry SET document_date = '2026-03-30' WHERE agreement = $1 AND voucher_number = 11"
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(change, [client.agreement])
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: false })
})
