import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { invoiceProject } from '../../src/sales/invoice-project.ts'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { change, DRAFTS } from './bookkeeping.ts'
import { change as changeDocument, changedAt } from './sales.ts'
import { api, DAYBOOK, ok, projectSeller, registered } from './project-books.ts'

const JOURNAL = '/journalsapi/v15.0.1/journals/1/book'
const INVOICES = '/q2capi/v5.3.0/invoices'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (client = await projectSeller(service)))
afterAll(() => service.stop())

const sql = (statement: string): Promise<unknown[]> => service.database.rows(statement, [client.agreement])
const refusal = async (reply: Promise<Reply>): Promise<unknown> => (await reply).json.errorCode

const invoice = (more: object = {}, project = 20): Promise<Reply> =>
  client.post(`${DAYBOOK}/projects/${project}/draft-invoice`, { date: '2026-07-31', productNumber: 'TIMER', ...more })

const linesOf = (number: number): Promise<unknown[]> =>
  service.database.rows(
    `SELECT description, total_net_amount::float AS net FROM draft_invoice_line WHERE agreement = $1 AND document_id = $2 ORDER BY number`,
    [client.agreement, number],
  )

/** The draft entry of an expense of 1,250.00 as it comes to be, without account and VAT code. */
const expense = async (more: object = {}): Promise<Record<string, unknown>> => {
  const entry = {
    entryTypeNumber: 5,
    journalNumber: 1,
    date: '2026-06-15',
    contraAccountNumber: 5820,
    amount: 1250,
    currency: 'DKK',
    text: 'Fly',
    projectNumber: 20,
    costTypeNumber: 1,
    ...more,
  }
  const { entryNumber } = (await ok(client.post(DRAFTS, entry))).json
  return (await client.get(`${DRAFTS}/${entryNumber}`)).json
}
const book = (): Promise<Reply> => ok(client.post(JOURNAL))
const bookInvoice = (number: number): Promise<Reply> => ok(client.post(`${DAYBOOK}/draft-invoices/${number}/book`))

/** Cost, sales and invoiced total of the project, as the API answers them. */
const totals = async (project = 20): Promise<unknown[]> => {
  const { costPrice, salesPrice, invoicedTotal } = (await client.get(`${api('/projects')}/${project}`)).json
  return [costPrice, salesPrice, invoicedTotal]
}
const sound = async (): Promise<void> =>
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })

test('what is approved on a project is invoiced once, and again when the draft is gone', async () => {
  const time = [await registered(client), await registered(client, { date: '2026-07-01', activityNumber: 11 })]
  const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
  const { number: mileage } = (await ok(client.post(api('/mileages'), drive))).json
  expect(await refusal(invoice())).toBe('ProjectHasNothingToInvoice')
  await ok(client.post(api('/timeentries/approve'), { numbers: time }))
  await ok(client.post(api('/mileages/approve'), { numbers: [mileage] }))
  const open = await registered(client)
  expect(await refusal(invoice({ productNumber: 'X' }))).toBe('ProjectInvoiceProductDoesNotExist')
  await expense()
  await book()
  const { number } = (await ok(invoice())).json
  const lines = [
    { description: 'Konsulent', net: 2250 },
    { description: 'Møde', net: 2000 },
    { description: 'Rejser', net: 1150 },
  ]
  expect(await linesOf(number)).toEqual(lines)
  expect(await refusal(invoice())).toBe('ProjectHasNothingToInvoice')
  await ok(client.delete(`${INVOICES}/drafts/${number}`))
  await sql('UPDATE project SET is_mileage_invoiced = true WHERE agreement = $1')
  const again = (await ok(invoice())).json.number as number
  expect(again).not.toBe(number)
  expect(await linesOf(again)).toEqual([...lines.slice(0, 2), { description: 'Kørsel', net: 210 }, lines[2]])

  await ok(client.delete(`${api('/timeentries')}/${open}`))
  const close = (): Promise<Reply> => client.post(`${DAYBOOK}/projects/20/close`, { date: '2026-12-31' })
  expect(await refusal(close())).toBe('ProjectHasDraftInvoices')
  const registrations = [1100 + 1050 + 160.02 + 1000, 2250 + 2000 + 210 + 1150] as const
  expect(await totals()).toEqual([...registrations, 0])
  await bookInvoice(again)
  expect(await totals()).toEqual([...registrations, 5610])
  const { items } = (await client.get(`${api('/timeentries')}?filter=isReconciled$eq:true`)).json
  expect(items.map((entry: { number: number }) => entry.number)).toEqual(time)
  await ok(close())
  const left = `SELECT account_number AS account, sum(amount_in_base_currency)::float AS sum FROM booked_entry
    WHERE agreement = $1 AND project_number = 20 AND account_number IN (1010, 1040, 1330, 5900) GROUP BY 1 ORDER BY 1`
  expect(await sql(left)).toEqual([
    { account: 1010, sum: 0 },
    { account: 1040, sum: -5610 },
    { account: 1330, sum: 1100 + 1050 + 160.02 + 1000 },
    { account: 5900, sum: 0 },
  ])
  await sound()
})

test('an invoice stays on the project of what is on it, whatever becomes of its lines', async () => {
  await ok(client.post(api('/projects'), { number: 21, name: 'Kajen', projectGroupNumber: 2, customerNumber: 201 }))
  const time = [await registered(client), await registered(client, { projectNumber: 21 })]
  await ok(client.post(api('/timeentries/approve'), { numbers: time }))
  const { number } = (await ok(invoice())).json
  const drafts = `${INVOICES}/drafts/${number}`
  const moved = async (projectNumber?: number, path = drafts): Promise<unknown> => {
    const { status, json } = await changeDocument(client, path, { heading: 'Juni', projectNumber })
    return status === 204 ? 204 : [json.errorCode, json.errors[0].property]
  }
  const [line] = (await client.get(`${drafts}/lines`)).json as [{ number: number }]
  await ok(client.delete(`${drafts}/lines/${line.number}`))
  for (const other of [21, undefined]) expect(await moved(other)).toEqual(['InvoiceStaysOnProject', 'projectNumber'])
  expect(await moved(20)).toBe(204)
  expect(await refusal(invoice())).toBe('ProjectHasNothingToInvoice')
  await ok(client.delete(drafts))
  await ok(invoice())
  // A draft that nothing registered is on may have any project.
  const same = await changedAt(client, `${INVOICES}/drafts/${(await ok(invoice({}, 21))).json.number}`, {
    number: undefined,
    draftInvoiceNumber: undefined,
  })
  const { number: bare } = (await ok(client.post(`${INVOICES}/drafts`, same))).json
  expect(await moved(20, `${INVOICES}/drafts/${bare}`)).toBe(204)
})

test('what is invoiced or approved at the same time is on one invoice, and on none without a line', async () => {
  await ok(
    client.post(api('/projects'), {
      number: 30,
      name: 'Byen',
      projectGroupNumber: 2,
      customerNumber: 201,
      isMainProject: true,
    }),
  )
  const sub = { projectGroupNumber: 2, customerNumber: 201, mainProjectNumber: 30 }
  await ok(client.post(api('/projects'), { number: 31, name: 'Torvet', ...sub }))
  await ok(client.post(api('/projects'), { number: 32, name: 'Broen', ...sub, isMileageInvoiced: true }))
  const [first, later] = [
    await registered(client, { projectNumber: 31 }),
    await registered(client, { projectNumber: 31 }),
  ]
  await ok(client.post(api('/timeentries/approve'), { numbers: [first] }))
  const request = { projectNumber: 31, date: '2026-07-31', productNumber: 'TIMER' }
  const beside: Promise<Reply>[] = []
  const number = await service.database.transaction(async (transaction) => {
    const made = await invoiceProject(transaction, client.agreement, request)
    beside.push(invoice({}, 30), client.post(api('/timeentries/approve'), { numbers: [later] }))
    await untilBlocked(service.database, 2)
    return made
  })
  const [ofMain, approved] = await Promise.all(beside)
  expect(approved!.status).toBe(204)
  expect(await linesOf(number)).toEqual([{ description: 'Konsulent', net: 2250 }])
  // Whichever of the two was next, the main project has the later entry alone.
  const main =
    ofMain!.status === 200 ? (ofMain!.json.number as number) : ((await ok(invoice({}, 30))).json.number as number)
  expect(await linesOf(main)).toEqual([{ description: 'Konsulent', net: 2250 }])
  expect(
    await sql('SELECT number, document_id AS document FROM time_entry WHERE agreement = $1 ORDER BY number'),
  ).toEqual([
    { number: first, document: number },
    { number: later, document: main },
  ])
  const drives = await Promise.all(
    [31, 32].map(async (projectNumber) => {
      const drive = { employeeNumber: 1, projectNumber, date: '2026-06-30', distance: 42 }
      return (await ok(client.post(api('/mileages'), drive))).json.number as number
    }),
  )
  await ok(client.post(api('/mileages/approve'), { numbers: drives }))
  expect(await linesOf((await ok(invoice({}, 30))).json.number)).toEqual([{ description: 'Kørsel', net: 210 }])
  await sound()
})

test('an invoice and an approval take what has just been moved as it was moved', async () => {
  await ok(client.post(api('/projectgroups'), { number: 4, name: 'Havne', type: 2 }))
  await ok(client.post(api('/projects'), { number: 30, name: 'Molen', projectGroupNumber: 2, customerNumber: 201 }))
  const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
  const { number: mileage } = (await ok(client.post(api('/mileages'), drive))).json
  const time = await registered(client)
  const blockedBy = async (statements: readonly string[], request: () => Promise<Reply>): Promise<Reply> => {
    const begun = await service.database.transaction(async (transaction) => {
      for (const statement of statements) await transaction.rows(statement, [client.agreement])
      const reply = request()
      await untilBlocked(service.database, 1)
      return { reply }
    })
    return await begun.reply
  }
  const moved = (table: string): string => `UPDATE ${table} SET project_number = 30 WHERE agreement = $1`
  const approve = (kind: string, number: number) => () => client.post(api(`/${kind}/approve`), { numbers: [number] })
  await ok(blockedBy([moved('time_entry')], approve('timeentries', time)))
  await ok(blockedBy([moved('mileage')], approve('mileages', mileage)))
  expect(await sql('SELECT DISTINCT project_number AS project FROM project_posting WHERE agreement = $1')).toEqual([
    { project: 30 },
  ])
  const regrouped = 'UPDATE project SET project_group_number = 4 WHERE agreement = $1 AND number = 30'
  const { number } = (await ok(blockedBy([regrouped], () => invoice({}, 30)))).json
  expect(await linesOf(number)).toEqual([{ description: 'Konsulent', net: 2250 }])
  await sound()
})

test('a project is invoiced to a customer and with a product that can be, by the day that the caller gives where the term leaves it open', async () => {
  const { paths } = (await client.get('/openapi/daybook.json')).json
  const told = JSON.stringify(paths['/projects/{number}/draft-invoice'].post.responses)
  await ok(client.post(api('/timeentries/approve'), { numbers: [await registered(client)] }))
  const refused = async (code: string, property: string, more: object = {}): Promise<void> => {
    const { json } = await invoice(more)
    expect(json.errors).toMatchObject([{ errorCode: code, property }])
    expect(told).toContain(code)
  }
  const set = (assignment: string) => sql(`UPDATE ${assignment} WHERE agreement = $1`)
  await set('product SET is_barred = true')
  await refused('ProductIsBarred', 'productNumber')
  await set('product SET is_barred = false')
  await set('customer SET is_barred = true')
  await refused('CustomerIsBarred', 'customerNumber')
  await set('customer SET is_barred = false')
  await set('project SET is_barred = true')
  await refused('ProjectIsClosedOrBarred', 'projectNumber')
  await set('project SET is_barred = false')
  await sql(`INSERT INTO payment_term (agreement, number, name, type, days) VALUES ($1, 5, 'Aftalt', 5, 0)`)
  await set('customer SET payment_term_number = 5')
  await refused('DocumentDueDateInvalid', 'dueDate')
  await refused('DocumentDueDateInvalid', 'dueDate', { dueDate: '2026-07-30' })
  const { number } = (await ok(invoice({ dueDate: '2026-09-15' }))).json
  expect((await client.get(`${INVOICES}/drafts/${number}`)).json.dueDate).toBe('2026-09-15T00:00:00Z')
})

test('an internal project is not invoiced; one that is not there is not found', async () => {
  await ok(client.post(api('/projects'), { number: 27, name: 'Internt', projectGroupNumber: 1 }))
  expect((await invoice({}, 27)).json.errorCode).toBe('ProjectIsNotInvoiceable')
  expect((await invoice({}, 99)).status).toBe(404)
})

test('a new entry with a cost type is booked where its group says, with its VAT code', async () => {
  expect(await expense()).toMatchObject({ accountNumber: 5900, vatCode: 'I25', contraVatCode: null })
  expect(await expense({ costTypeNumber: 2 })).toMatchObject({ accountNumber: 5900, vatCode: null })
  const bill = { entryTypeNumber: 3, supplierNumber: 501, supplierInvoiceNumber: 'F1', contraAccountNumber: undefined }
  expect(await expense({ ...bill, amount: -1250 })).toMatchObject({ contraAccountNumber: 5900, contraVatCode: 'I25' })
  expect(await expense({ accountNumber: 2210 })).toMatchObject({ accountNumber: 2210, vatCode: null })
  // Another account is no expense, which is said and not left to be found out.
  const said = async (more: object, as: string) => {
    const body = {
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2026-06-15',
      amount: -10,
      currency: 'DKK',
      projectNumber: 20,
      costTypeNumber: 1,
    }
    const { status, headers, json } = await client.post(DRAFTS, { ...body, contraAccountNumber: 5820, ...more })
    const told = [status, headers.get('daybook-notice')]
    const read = (await client.get(`${DRAFTS}/${json.entryNumber}`)).json as object
    const sent = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    const put = await client.put(DRAFTS, { ...sent, text: 'Ny' })
    expect([put.status, put.headers.get('daybook-notice')]).toEqual([204, told[1]])
    expect(told).toEqual([201, as])
    await ok(client.delete(`${DRAFTS}/${json.entryNumber}`))
  }
  await said({ accountNumber: 2210 }, 'accountNumber is not the account of the cost type: no expense of the project')
  const elsewhere = { ...bill, supplierInvoiceNumber: 'F2', contraAccountNumber: 2210 }
  await said(elsewhere, 'contraAccountNumber is not the account of the cost type: no expense of the project')
  expect(await expense({ accountNumber: 5820, contraAccountNumber: 5900, amount: -1250 })).toMatchObject({
    vatCode: null,
    contraVatCode: 'I25',
  })
  const given = await expense({ vatCode: 'IV25' })
  expect(given).toMatchObject({ vatCode: 'IV25' })
  expect(await change(client, DRAFTS, given.entryNumber as number, { vatCode: undefined })).toEqual([204])
  expect((await client.get(`${DRAFTS}/${given.entryNumber}`)).json).toMatchObject({ vatCode: null })
  await ok(client.delete(`${DRAFTS}/${given.entryNumber}`))
  expect(await totals()).toEqual([0, 0, 0])
  await book()
  // Postings on 2210 are no expense, and what is not invoiceable has no sales.
  expect(await totals()).toEqual([1000 + 1250 + 1000 + 1000, 3 * 1150, 0])
  await sound()
})

test('a reversal takes back what the expense came to, whatever its group says by now; a main project sums its sub-projects', async () => {
  await ok(client.post(api('/projects'), { number: 30, name: 'Byen', projectGroupNumber: 1, isMainProject: true }))
  const sub = { projectGroupNumber: 2, customerNumber: 201, mainProjectNumber: 30 }
  for (const number of [31, 32]) await ok(client.post(api('/projects'), { number, name: 'Gade', ...sub }))
  const { voucherNumber } = await expense({ projectNumber: 31 })
  await expense({ projectNumber: 32 })
  await book()
  expect(await totals(30)).toEqual([2000, 2300, 0])
  await sql('UPDATE cost_type_group SET markup = 50, account_on_going = 1320 WHERE agreement = $1')
  await ok(client.post(`${DAYBOOK}/vouchers/1/2026/${voucherNumber}/reverse`, { date: '2026-06-30' }))
  expect(await totals(31)).toEqual([0, 0, 0])
  expect(await totals(30)).toEqual([1000, 1150, 0])
  const { number } = (await ok(invoice({}, 32))).json
  await bookInvoice(number)
  expect(await totals(30)).toEqual([1000, 1150, 1150])
  await sound()
})

test('an entry of a closed project is reversed where the closing moved it, and the reversal from there', async () => {
  const vouchers: unknown[] = []
  const others = { costTypeNumber: undefined, accountNumber: 5900, amount: 300, voucherNumber: 70 }
  for (const more of [{}, { costTypeNumber: 2, amount: 40 }, others]) vouchers.push((await expense(more)).voucherNumber)
  await book()
  await bookInvoice((await ok(invoice())).json.number)
  await ok(client.post(`${DAYBOOK}/projects/20/close`, { date: '2026-07-31' }))
  const balances = async (): Promise<unknown[]> =>
    await service.database.rows(
      `SELECT e.account_number AS account, sum(e.amount_in_base_currency)::float AS balance FROM booked_entry e
       WHERE e.agreement = $1 AND e.account_number IN (5900, 1330, 5820) GROUP BY e.account_number ORDER BY e.account_number`,
      [client.agreement],
    )
  const standing = (closed: number, bank: number) => [
    { account: 1330, balance: closed },
    { account: 5820, balance: bank },
    { account: 5900, balance: 0 },
  ]
  const before = standing(1340, -1590)
  expect(await balances()).toEqual(before)
  const reverse = async (voucher: unknown): Promise<unknown> =>
    (await ok(client.post(`${DAYBOOK}/vouchers/1/2026/${voucher}/reverse`, { date: '2026-08-15' }))).json.voucherNumber
  const reversals: unknown[] = []
  for (const voucher of vouchers) reversals.push(await reverse(voucher))
  expect(await balances()).toEqual(standing(0, 0))
  expect((await totals(20)).slice(0, 2)).toEqual([0, 0])
  await sound()
  for (const voucher of reversals) await reverse(voucher)
  expect(await balances()).toEqual(before)
  expect((await totals(20)).slice(0, 2)).toEqual([1040, 1150])
  await sound()
})

test.each<[string, string, RegExp]>([
  [
    'what is invoiced',
    'UPDATE project_total SET invoiced_total = 1 WHERE agreement = $1',
    /: project 20: its total is/,
  ],
  ['an expense gone', 'DELETE FROM project_expense WHERE agreement = $1 AND entry_number = 1', /: entry 1 costs its/],
  [
    'the sales of an expense',
    'UPDATE project_expense SET sales_price = 9 WHERE agreement = $1',
    /: entry \d costs its/,
  ],
  [
    'a mark on nothing',
    'UPDATE project_expense SET document_id = 99 WHERE agreement = $1',
    /: entry \d is on document 99/,
  ],
  [
    'an early mark',
    'UPDATE time_entry SET document_id = 1 WHERE agreement = $1',
    /: time entry 1 is on document 1, though/,
  ],
])('verify tells %s that is off', async (_, statement, fault) => {
  await registered(client)
  await expense()
  await book()
  await sound()
  await service.database.transaction(async (transaction) => {
    await transaction.rows(`SET LOCAL session_replication_role = 'replica'`)
    await transaction.rows(statement, [client.agreement])
    if (!statement.includes('project_total')) {
      await transaction.rows(
        `UPDATE project_total t SET (cost_price, sales_price) = (SELECT sum(x.cost_price), sum(x.sales_price) FROM (
           SELECT cost_price, sales_price, agreement FROM time_entry
           UNION ALL SELECT cost_price, sales_price, agreement FROM project_expense) AS x WHERE x.agreement = $1) WHERE t.agreement = $1`,
        [client.agreement],
      )
    }
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({
    ok: false,
    fault: expect.stringMatching(fault) as string,
  })
})
