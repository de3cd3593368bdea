import { camt, DB, IBAN } from '../bank/files.ts'
import { png } from '../documents/files.ts'
import { formOf } from '../documents/uploading.ts'
import { API as JOURNALS, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { api, entry } from '../resources/project-books.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from '../resources/subscription.ts'
import { draft } from '../sales/selling.ts'
import type { Client, Reply } from '../service/harness.ts'
import type { Written } from './tried.ts'

/** Does what has to be done before an action is tried. @returns the action. */
type Step = (client: Client) => Promise<Written> | Written

const made = async (reply: Promise<Reply>): Promise<Reply> => {
  const answer = await reply
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}
const numbered = async (client: Client, path: string, body: object): Promise<number> =>
  (await made(client.post(path, body))).json.number as number

const post = (path: string, body?: unknown): Written => ({ method: 'POST', path, ...(body !== undefined && { body }) })
const put = (path: string, body: unknown): Written => ({ method: 'PUT', path, body })
const remove = (path: string, body?: unknown): Written => ({ ...post(path, body), method: 'DELETE' })
const upload = (path: string, parts: [string, string | number | Uint8Array][]): Written => ({
  method: 'POST',
  path,
  ...formOf(parts),
})

/** The number of a new draft entry. */
const entryOf = async (client: Client, more: object = {}): Promise<number> =>
  (await made(client.post(DRAFTS, finance(more)))).json.entryNumber as number

/** A new document of sales with a line. @returns its number. */
async function sold(client: Client, kind: string): Promise<number> {
  const path = kind === 'invoices/drafts' ? `/q2capi/v5.3.0/${kind}` : `${DB}/${kind}`
  const number = await numbered(client, path, draft())
  await made(
    client.post(`${path}/${number}/lines`, {
      productNumber: 'TIMER',
      description: 'Time',
      quantity: 2,
      unitNetPrice: 100,
    }),
  )
  return number
}

async function invoiced(client: Client): Promise<{ invoiceNumber: number; documentId: number }> {
  const number = await sold(client, 'invoices/drafts')
  return (await made(client.post(`${DB}/draft-invoices/${number}/book`))).json
}

/** An invoice of customer 201 and its payment, booked and not matched. @returns their entries. */
async function unmatched(client: Client): Promise<number[]> {
  await invoiced(client)
  await entryOf(client, { entryTypeNumber: 2, accountNumber: undefined, customerNumber: 201, amount: -50 })
  await made(client.post(`${JOURNALS}/journals/1/book`))
  const { items } = (await client.get('/bookedEntriesapi/v4.0.0/booked-entries?filter=customerNumber$eq:201')).json
  return (items as { entryNumber: number }[]).slice(-2).map(({ entryNumber }) => entryNumber)
}

const EVENT = 'CUSTOMER_UPDATED'

/** Every action and form, by where it is served, in an order in which each is possible. */
export const STEPS: Readonly<Record<string, Step>> = {
  'journals POST /journals/{journalNumber}/book': async (client) => {
    await entryOf(client)
    return post(`${JOURNALS}/journals/1/book`)
  },
  'journals POST /journals/{journalNumber}/bookWithDateInterval': async (client) => {
    await entryOf(client)
    return post(`${JOURNALS}/journals/1/bookWithDateInterval`, { fromDate: '2026-03-01', toDate: '2026-03-31' })
  },
  'journals POST /journals/{journalNumber}/bookdraftentries': async (client) =>
    post(`${JOURNALS}/journals/1/bookdraftentries`, { entryNumbers: [await entryOf(client)] }),
  'journals POST /entries/draft/{journalNumber}/book': async (client) => {
    await entryOf(client)
    return post('/journalsapi/v1.0.0/entries/draft/1/book')
  },
  'journals POST /entries/draft/{journalNumber}/bookWithDateInterval': async (client) => {
    await entryOf(client)
    const days = { fromDate: '2026-03-01', toDate: '2026-03-31' }
    return post('/journalsapi/v1.0.0/entries/draft/1/bookWithDateInterval', days)
  },
  'journals DELETE /draft-entries/delete/{journalNumber}': async (client) => {
    await entryOf(client)
    return remove(`${JOURNALS}/draft-entries/delete/1`)
  },
  'daybook DELETE /draft-entries/delete/{journalNumber}': async (client) => {
    await entryOf(client)
    return remove(`${DB}/draft-entries/delete/1`)
  },
  'daybook POST /journals/{journalNumber}/vouchers': () => {
    const { journalNumber: _, ...line } = finance() as Record<string, unknown>
    return post(`${DB}/journals/1/vouchers`, { entries: [line] })
  },
  'daybook POST /vouchers/{journalNumber}/{accountingYear}/{voucherNumber}/reverse': async (client) => {
    await made(client.post(`${JOURNALS}/journals/1/book`))
    return post(`${DB}/vouchers/1/2026/1/reverse`, { date: '2026-03-31' })
  },
  'documents POST /AttachedDocuments': async (client) => {
    await entryOf(client, { voucherNumber: 700 })
    return upload('/documentsapi/v4.0.1/AttachedDocuments', [
      ['voucherNumber', 700],
      ['accountingYear', '2026'],
      ['file', png(3, 2)],
    ])
  },
  'documents DELETE /AttachedDocuments/deletebulk': () =>
    remove('/documentsapi/v4.0.1/AttachedDocuments/deletebulk', { documentNumbers: [1] }),
  'daybook POST /documents': () =>
    upload(`${DB}/documents`, [
      ['voucherNumber', 700],
      ['accountingYear', '2026'],
      ['source', 'journal'],
      ['file', png(4, 2)],
    ]),
  'daybook DELETE /documents/{number}': () => remove(`${DB}/documents/2`, { reason: 'Wrong one' }),
  'sales PUT /invoices/drafts/{draftInvoiceNumber}/sensitive-data': async (client) => {
    const number = await sold(client, 'invoices/drafts')
    return put(`/q2capi/v5.3.0/invoices/drafts/${number}/sensitive-data`, { sensitivityLevel: 1 })
  },
  'daybook POST /draft-invoices/{number}/book': async (client) =>
    post(`${DB}/draft-invoices/${await sold(client, 'invoices/drafts')}/book`),
  'daybook POST /draft-invoices/bulk/book': async (client) => {
    const numbers = [await sold(client, 'invoices/drafts'), await sold(client, 'invoices/drafts')]
    return post(`${DB}/draft-invoices/bulk/book`, { numbers })
  },
  'daybook POST /invoices/{number}/credit': async (client) =>
    post(`${DB}/invoices/${(await invoiced(client)).documentId}/credit`, {}),
  'daybook POST /invoices/by-number/{invoiceNumber}/credit': async (client) =>
    post(`${DB}/invoices/by-number/${(await invoiced(client)).invoiceNumber}/credit`, {}),
  'daybook POST /draft-invoices/{number}/credit': async (client) =>
    post(`${DB}/draft-invoices/${(await invoiced(client)).documentId}/credit`, {}),
  'daybook POST /quotes/{number}/order': async (client) => post(`${DB}/quotes/${await sold(client, 'quotes')}/order`),
  'daybook POST /orders/{number}/draft-invoice': async (client) =>
    post(`${DB}/orders/${await sold(client, 'orders')}/draft-invoice`),
  'daybook POST /invoices/{number}/recipient': async (client) =>
    post(`${DB}/invoices/${(await invoiced(client)).documentId}/recipient`, { vatNumber: 'DE123456789' }),
  'booked-entries POST /booked-entries/match': async (client) =>
    post('/bookedEntriesapi/v4.0.0/booked-entries/match', { entryIds: await unmatched(client) }),
  'daybook POST /matches/{number}/take-back': async (client) => {
    const { items } = (await client.get(`${DB}/matches`)).json
    return post(`${DB}/matches/${(items as { number: number }[]).at(-1)!.number}/take-back`)
  },
  'daybook PUT /clock': () => put(`${DB}/clock`, { frozen: true }),
  'daybook POST /clock/advance': () => post(`${DB}/clock/advance`, { days: 1 }),
  'daybook POST /standard-accounts/danish': () => post(`${DB}/standard-accounts/danish`),
  'daybook PUT /request-log': () => put(`${DB}/request-log`, { requestLog: 'off' }),
  'daybook DELETE /console-passkeys/{number}': () => remove(`${DB}/console-passkeys/1`),
  'daybook DELETE /console-sessions/{number}': () => remove(`${DB}/console-sessions/1`),
  'daybook POST /verifications': () => post(`${DB}/verifications`),
  'daybook POST /verify': () => post(`${DB}/verify`),
  'daybook PUT /fault-plan': () => put(`${DB}/fault-plan`, { rules: [] }),
  'daybook POST /snapshots': () => post(`${DB}/snapshots`, { name: 'Before' }),
  'daybook POST /snapshots/{number}/restore': () => post(`${DB}/snapshots/1/restore`),
  'daybook POST /snapshots/{number}/branch': () => post(`${DB}/snapshots/1/branch`),
  'daybook POST /sandbox/reset': () => post(`${DB}/sandbox/reset`, {}),
  'daybook DELETE /snapshots/{number}': () => remove(`${DB}/snapshots/1`),
  'daybook POST /requests/{requestId}/replay': () => post(`${DB}/requests/1/replay`),
  'daybook PUT /write-off-setup': () => put(`${DB}/write-off-setup`, { limit: 100_000 }),
  'daybook POST /matches': async (client) => {
    const [entry] = await unmatched(client)
    return post(`${DB}/matches`, {
      entries: [entry],
      writeOffAccountNumber: 2210,
      journalNumber: 1,
      date: '2026-03-31',
    })
  },
  'daybook POST /subscription-runs': async (client) => {
    const of = await numbered(client, SUBSCRIPTIONS, subscription())
    await made(
      client.post(`${SUBSCRIPTIONS}/${of}/lines`, { productNumber: 'TIMER', description: 'Aftale', quantity: 1 }),
    )
    await made(client.post(SUBSCRIBERS, subscriber(of, { customerNumber: 201 })))
    return post(`${DB}/subscription-runs`, { date: '2026-01-01' })
  },
  'daybook POST /subscription-runs/{number}/continue': () => post(`${DB}/subscription-runs/1/continue`),
  'daybook POST /budget-figures/spread': () =>
    post(`${DB}/budget-figures/spread`, { accountNumber: 2210, year: '2026', amount: 1000 }),
  'daybook POST /dimension-values/import': async (client) => {
    await client.get(`${DB}/dimensions`)
    return post(`${DB}/dimension-values/import`, { dimensionNumber: 1, csv: '1;Nord\n2;Syd' })
  },
  'daybook POST /inbox': () => upload(`${DB}/inbox`, [['file', png(11, 13)]]),
  'daybook POST /inbox/{number}/reject': () => post(`${DB}/inbox/1/reject`, { reason: 'Private' }),
  'daybook POST /inbox/{number}/reopen': () => post(`${DB}/inbox/1/reopen`),
  'daybook POST /inbox/{number}/draft': () =>
    post(`${DB}/inbox/1/draft`, {
      journalNumber: 1,
      date: '2026-03-15',
      amount: 10,
      accountNumber: 2210,
      contraAccountNumber: 5820,
    }),
  'daybook POST /inbox/{number}/attach': async (client) => {
    await made(client.post(DRAFTS, finance({ voucherNumber: 7701 })))
    await made(client.call('POST', `${DB}/inbox`, formOf([['file', png(13, 11)]])))
    return post(`${DB}/inbox/2/attach`, { voucherNumber: 7701, accountingYear: '2026' })
  },
  'daybook POST /voucher-approvals': async (client) => {
    await made(client.post(`${DB}/people`, { initials: 'MJ', name: 'Mette Jensen' }))
    await entryOf(client, { voucherNumber: 7710 })
    return post(`${DB}/voucher-approvals`, { journalNumber: 1, voucherNumber: 7710, people: ['MJ'] })
  },
  'daybook POST /voucher-approvals/{number}/approve': () => post(`${DB}/voucher-approvals/1/approve`, {}),
  'daybook POST /voucher-approvals/{number}/reject': () => post(`${DB}/voucher-approvals/1/reject`, { reason: 'No' }),
  'daybook POST /bank-statements': async (client) => {
    const bank = { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 }
    await made(client.post(`${DB}/bank-accounts`, bank))
    const lines = [100, 200, 300].map((amount, at) => ({
      date: `2026-04-0${at + 1}`,
      amount: `${amount}.00`,
      text: `L${at}`,
    }))
    return upload(`${DB}/bank-statements`, [['file', camt(lines, { opening: '0.00' })]])
  },
  'daybook POST /bank-lines/{number}/ignore': () => post(`${DB}/bank-lines/1/ignore`, { reason: 'Not ours' }),
  'daybook POST /bank-lines/{number}/reopen': () => post(`${DB}/bank-lines/1/reopen`),
  'daybook POST /bank-matches': () =>
    post(`${DB}/bank-matches`, {
      matches: [1, 2, 3].map((number) => ({
        bankLines: [number],
        lines: [{ accountNumber: 1010, amount: number * 100 }],
      })),
      book: true,
    }),
  'daybook DELETE /bank-matches/{number}': () => remove(`${DB}/bank-matches/1`),
  'daybook POST /reconciliations': () => post(`${DB}/reconciliations`, { bankAccountNumber: 1, date: '2026-04-03' }),
  'daybook DELETE /reconciliations/{number}': () => remove(`${DB}/reconciliations/1`),
  'daybook PUT /vat-accounts/{accountNumber}': () => put(`${DB}/vat-accounts/6902`, { box: 'salesTax' }),
  'daybook POST /vat-accounts/danish': () => post(`${DB}/vat-accounts/danish`),
  'daybook PUT /vat-setup': () => put(`${DB}/vat-setup`, { frequency: 'quarter', lateEntries: 'next' }),
  'daybook PUT /system-accounts/{purpose}': () => put(`${DB}/system-accounts/vatSettlement`, { accountNumber: 6500 }),
  'daybook POST /vat-returns': async (client) => {
    await made(client.put(`${DB}/vat-accounts/6903`, { box: 'purchaseTax' }))
    await entryOf(client, { vatCode: 'I25', amount: 125.01 })
    await made(client.post(`${JOURNALS}/journals/1/book`))
    return post(`${DB}/vat-returns`, { period: '2026-Q1' })
  },
  'daybook DELETE /vat-returns/{period}': () => remove(`${DB}/vat-returns/2026-Q1`),
  'daybook PUT /vat-returns/{period}/reported': async (client) => {
    await made(client.post(`${DB}/vat-returns`, { period: '2026-Q1' }))
    return put(`${DB}/vat-returns/2026-Q1/reported`, { reportedOn: '2026-09-01' })
  },
  'daybook POST /grants': () => post(`${DB}/grants`, { app: 1, roles: ['SuperUser'] }),
  'daybook POST /grants/{number}/rotate': () => post(`${DB}/grants/1/rotate`),
  'daybook POST /webhook-deliveries/redeliver': () => post(`${DB}/webhook-deliveries/redeliver`, {}),
  'daybook POST /webhook-deliveries/{number}/redeliver': () => post(`${DB}/webhook-deliveries/1/redeliver`),
  'daybook POST /webhook-deliveries/sendAllFailedSince': () => post(`${DB}/webhook-deliveries/sendAllFailedSince`, {}),
  'daybook POST /webhook-deliveries/{number}/skip': () => post(`${DB}/webhook-deliveries/1/skip`),
  'daybook PUT /webhook-setup': () => put(`${DB}/webhook-setup`, { order: 'strict' }),
  'daybook POST /webhook-secrets/{eventType}/rotate': () => post(`${DB}/webhook-secrets/${EVENT}/rotate`),
  'daybook POST /webhook-tests/{eventType}': () => post(`${DB}/webhook-tests/${EVENT}`),
  'projects POST /timeentries/approve': async (client) =>
    post(api('/timeentries/approve'), { numbers: [await numbered(client, api('/timeentries'), entry())] }),
  'project-resources POST /TimeEntries/approve': async (client) =>
    post('/projectsapi/v1.1.0/TimeEntries/approve', {
      numbers: [await numbered(client, api('/timeentries'), entry())],
    }),
  'projects POST /mileages/approve': async (client) =>
    post(api('/mileages/approve'), { numbers: [await numbered(client, api('/mileages'), mileage)] }),
  'project-resources POST /Mileages/approve': async (client) =>
    post('/projectsapi/v1.1.0/Mileages/approve', { numbers: [await numbered(client, api('/mileages'), mileage)] }),
  'daybook POST /projects/{number}/draft-invoice': () =>
    post(`${DB}/projects/20/draft-invoice`, { date: '2026-07-31', productNumber: 'TIMER' }),
  'daybook POST /projects/{number}/close': async (client) => {
    await numbered(client, api('/projects'), {
      number: 30,
      name: 'Molen',
      projectGroupNumber: 2,
      customerNumber: 201,
      departmentNumber: 1,
    })
    return post(`${DB}/projects/30/close`, { date: '2026-12-31' })
  },
  'daybook POST /accounting-years/{year}/periods/{periodNumber}/bar': () =>
    post(`${DB}/accounting-years/2026/periods/1/bar`),
  'daybook POST /accounting-years/{year}/periods/{periodNumber}/unbar': () =>
    post(`${DB}/accounting-years/2026/periods/1/unbar`),
  'daybook POST /revaluations': () => post(`${DB}/revaluations`, { date: '2026-06-30' }),
  'daybook POST /opening-assets': async (client) => {
    const accounts = { assetAccountNumber: 5820, depreciationAccountNumber: 6500, expenseAccountNumber: 2210 }
    const group = { number: 77, name: 'Maskiner', ...accounts, gainLossAccountNumber: 1010, journalNumber: 1 }
    await made(client.post(`${DB}/asset-groups`, group))
    const asset = { number: 7701, groupNumber: 77, startDate: '2026-01-01', lifeTimeMonths: 60, cost: 48_000 }
    return post(`${DB}/opening-assets`, { date: '2026-01-01', assets: [asset] })
  },
  'daybook POST /depreciations': () => post(`${DB}/depreciations`, { to: '2026-06-30' }),
  'daybook POST /assets/{number}/dispose': async (client) => {
    await made(client.delete(`${JOURNALS}/draft-entries/delete/1`))
    return post(`${DB}/assets/7701/dispose`, { date: '2026-07-01' })
  },
  'daybook PUT /reminder-setup': () =>
    put(`${DB}/reminder-setup`, { levels: 3, daysBetween: 10, fee: 100, compensation: 310, feeAccountNumber: 1010 }),
  'daybook PUT /disputed-items/{entryNumber}': async (client) => {
    const [entry] = await unmatched(client)
    return put(`${DB}/disputed-items/${entry}`, { reason: 'Never came' })
  },
  'daybook DELETE /disputed-items/{entryNumber}': async (client) => {
    const { items } = (await client.get(`${DB}/disputed-items`)).json
    return remove(`${DB}/disputed-items/${(items as { entryNumber: number }[])[0]!.entryNumber}`)
  },
  'daybook POST /opening-balances': () => {
    const accounts = [
      { accountNumber: 1010, amount: 100 },
      { accountNumber: 1020, amount: -100 },
    ]
    return post(`${DB}/opening-balances`, { date: '2026-06-30', journalNumber: 1, accounts })
  },
  'daybook DELETE /opening-balances': () => remove(`${DB}/opening-balances`),
  'daybook POST /payment-proposals': () =>
    post(`${DB}/payment-proposals`, { bankAccountNumber: 1, paymentDate: '2026-06-30', dueTo: '2026-12-31' }),
  'daybook POST /payment-proposals/{number}/cancel': () => post(`${DB}/payment-proposals/1/cancel`),
  'daybook POST /payments/{number}/cancel': () => post(`${DB}/payments/1/cancel`),
  'daybook POST /reminders': () => post(`${DB}/reminders`, { date: '2026-11-30' }),
  'daybook POST /reminders/{number}/take-back': async (client) => {
    const { items } = (await client.get(`${DB}/reminders?filter=date$eq:2026-11-30`)).json
    return post(`${DB}/reminders/${(items as { number: number }[])[0]!.number}/take-back`, { date: '2026-12-01' })
  },
  'daybook POST /currency-corrections': () => post(`${DB}/currency-corrections`, {}),
  'daybook POST /accounting-years/{year}/close/preview': () => post(`${DB}/accounting-years/2026/close/preview`),
  'daybook POST /accounting-years/{year}/close': async (client) => {
    await made(client.post(YEARS, { dateFrom: '2027-01-01', dateTo: '2027-12-31' }))
    await made(client.delete(`${JOURNALS}/draft-entries/delete/1`))
    return post(`${DB}/accounting-years/2026/close`)
  },
  'accounting-years DELETE /AccountingYears/{year}': async (client) => {
    await made(client.post(YEARS, { dateFrom: '2028-01-01', dateTo: '2028-12-31' }))
    return remove(`${YEARS}/2028`)
  },
  'daybook DELETE /grants/{number}': async (client) => {
    const { items } = (await client.get(`${DB}/grants`)).json
    return remove(`${DB}/grants/${(items as { number: number }[])[0]!.number}`)
  },
}

const YEARS = '/accountingyearsapi/v2.0.1/AccountingYears'
const mileage = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 1 }
