import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Act, describeMeeting, Meetings } from '../conventions/meetings.ts'
import type { Client } from '../service/harness.ts'
import { type Case, tryPairs } from './pairs.ts'
import { book, drafted, selling } from '../sales/selling.ts'
import { API, bookkeeper, DRAFTS, finance } from './bookkeeping.ts'
import { api, DAYBOOK, entry, ok, projectManager, sellsProjects } from './project-books.ts'
import { changedAt, customer, CUSTOMERS, make, seller } from './sales.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from './subscription.ts'

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const ACCRUALS = `${API}/accruals`
const INVOICES = '/q2capi/v5.3.0/invoices/drafts'
const SUPPLIERS = '/suppliersapi/v2.0.0'

let meetings: Meetings
beforeAll(async () => void (meetings = await Meetings.begin()))
afterAll(() => meetings.end())

const tryAll = (clientOf: () => Promise<Client>, cases: readonly Case[]): void =>
  tryPairs(() => meetings, clientOf, cases)

/** A PUT of the item as it is now, with a change. */
async function putting(client: Client, path: string, more: object, at = path): Promise<Act> {
  const body = await changedAt(client, path, more)
  return (through) => through.put(at, body)
}

const deleting =
  (path: string): Act =>
  (through) =>
    through.delete(path)

async function account(client: Client, number: number, more: object = {}): Promise<void> {
  await make(client, ACCOUNTS, { number, name: 'Konto', type: 2, ...more })
}
const becomesHeading = (client: Client, n: number): Promise<Act> =>
  putting(client, `${ACCOUNTS}/${n}`, { type: 4 }, ACCOUNTS)

const draft =
  (more: object): Act =>
  (through) =>
    through.post(DRAFTS, finance(more))

/** Another draft entry on the account, so that the process remembers it. */
async function known(client: Client, n: number): Promise<void> {
  for (const _ of [1, 2]) {
    const { entryNumber } = await make(client, DRAFTS, finance({ accountNumber: n }))
    await ok(client.delete(`${DRAFTS}/${entryNumber}`))
  }
}

describeMeeting('a draft entry, and its', () => {
  const onAccount = ['draft_entry', 'account'] as const
  tryAll(
    () => bookkeeper(meetings.service, ['Accruals']),
    [
      {
        name: 'account, which becomes a heading',
        tables: onAccount,
        async prepare(client, n) {
          await account(client, n)
          return [draft({ accountNumber: n }), await becomesHeading(client, n)]
        },
      },
      {
        name: 'account, which the process knows already',
        tables: onAccount,
        async prepare(client, n) {
          await account(client, n)
          await known(client, n)
          return [draft({ accountNumber: n }), await becomesHeading(client, n)]
        },
      },
      {
        name: 'contra account',
        tables: onAccount,
        async prepare(client, n) {
          await account(client, n)
          return [draft({ contraAccountNumber: n }), await becomesHeading(client, n)]
        },
      },
      {
        name: 'account, which an update gives it',
        tables: onAccount,
        async prepare(client, n) {
          await account(client, n)
          const { entryNumber } = await make(client, DRAFTS, finance())
          const put = await putting(client, `${DRAFTS}/${entryNumber}`, { accountNumber: n }, DRAFTS)
          return [put, await becomesHeading(client, n)]
        },
      },
      {
        name: 'accrual, when it becomes of a type that takes none',
        tables: ['draft_entry_accrual', 'draft_entry'],
        async prepare(client) {
          const { entryNumber } = await make(client, DRAFTS, finance())
          const dates = { startDate: '2026-03-15', endDate: '2026-06-02' }
          const accrual = { journalNumber: 1, entryNumber, accountNumber: 5820, ...dates }
          const party = { entryTypeNumber: 2, customerNumber: 201, accountNumber: undefined }
          const put = await putting(client, `${DRAFTS}/${entryNumber}`, party, DRAFTS)
          return [(through) => through.post(ACCRUALS, accrual), put]
        },
      },
    ],
  )
})

describeMeeting('a system account, which', () => {
  const naming =
    (n: number): Act =>
    (through) =>
      through.put(`${DAYBOOK}/system-accounts/rounding`, { accountNumber: n })
  const changes: readonly [name: string, more: object][] = [
    ['becomes a heading', { type: 4 }],
    ['is barred', { isBarred: true }],
    ['takes another currency', { currency: 'EUR' }],
  ]
  tryAll(
    () => bookkeeper(meetings.service),
    changes.map(([name, more]) => ({
      name,
      tables: ['system_account', 'account'] as const,
      async prepare(client, n) {
        await account(client, n)
        return [naming(n), await putting(client, `${ACCOUNTS}/${n}`, more, ACCOUNTS)]
      },
    })),
  )
})

describeMeeting('an account', () => {
  tryAll(
    () => bookkeeper(meetings.service),
    [
      {
        name: 'with intervals, which becomes of a type without',
        tables: ['total_interval', 'account'],
        async prepare(client, n) {
          await account(client, n, { type: 6 })
          const interval = { accountNumber: n, fromAccountNumber: 1010, toAccountNumber: 1310 }
          const put = await putting(client, `${ACCOUNTS}/${n}`, { type: 1 }, ACCOUNTS)
          return [(through) => through.post('/accountsapi/v7.0.0/TotalIntervals', interval), put]
        },
      },
      {
        name: 'with a spread budget, which becomes a heading',
        tables: ['budget_figure', 'account'],
        async prepare(client, n) {
          await account(client, n)
          const spread = { accountNumber: n, year: '2026', amount: 1000 }
          return [
            (through) => through.post(`${DAYBOOK}/budget-figures/spread`, spread),
            await becomesHeading(client, n),
          ]
        },
      },
      {
        name: 'of a payment term that is barred, and is to be open',
        tables: ['payment_term', 'account'],
        async prepare(client, n) {
          await account(client, n)
          const term = { number: n, name: 'Kontant', type: 3, contraAccountNumber: n, isBarred: true }
          await make(client, `${DAYBOOK}/payment-terms`, term)
          const path = `${DAYBOOK}/payment-terms`
          const open = await putting(client, `${path}/${n}`, { isBarred: false }, path)
          return [open, await putting(client, `${ACCOUNTS}/${n}`, { isBarred: true }, ACCOUNTS)]
        },
      },
    ],
  )
})

describeMeeting('a project', () => {
  const project = (client: Client, number: number, more: object = {}): Promise<unknown> =>
    make(client, api('/projects'), { number, name: 'Ny', projectGroupNumber: 2, customerNumber: 201, ...more })
  const closing =
    (n: number): Act =>
    (through) =>
      through.post(`${DAYBOOK}/projects/${n}/close`, { date: '2026-12-31' })
  const becomesMain = (client: Client, n: number): Promise<Act> =>
    putting(client, `${DAYBOOK}/projects/${n}`, { isMainProject: true }, `${DAYBOOK}/projects`)
  const drive = (n: number): object => ({ employeeNumber: 1, projectNumber: n, date: '2026-06-30', distance: 10 })
  const invoice = (n: number): object => ({
    customerNumber: 201,
    customerName: 'Café Æblet',
    date: '2026-03-15',
    currencyCode: 'DKK',
    layoutNumber: 1,
    termOfPaymentNumber: 1,
    vatZoneNumber: 1,
    projectNumber: n,
  })
  const writes: readonly [name: string, table: string, of: (n: number) => Act][] = [
    ['time', 'time_entry', (n) => (through) => through.post(api('/timeentries'), entry({ projectNumber: n }))],
    ['a drive', 'mileage', (n) => (through) => through.post(api('/mileages'), drive(n))],
    ['a draft entry', 'draft_entry', (n) => draft({ projectNumber: n, costTypeNumber: 1, vatCode: 'I25' })],
    ['a draft invoice', 'draft_invoice', (n) => (through) => through.post(INVOICES, invoice(n))],
  ]
  tryAll(async () => {
    const client = await projectManager(meetings.service)
    await sellsProjects(meetings.service, client)
    return client
  }, [
    ...writes.map(([name, table, of]) => ({
      name: `that closes, and ${name}`,
      tables: [table, 'project'] as const,
      async prepare(client: Client, n: number) {
        await project(client, n)
        return [of(n), closing(n)] as const
      },
    })),
    ...writes.slice(0, 2).map(([name, table, of]) => ({
      name: `that becomes a main project, and ${name}`,
      tables: [table, 'project'] as const,
      async prepare(client: Client, n: number) {
        await project(client, n)
        return [of(n), await becomesMain(client, n)] as const
      },
    })),
    {
      name: 'that closes, and a sub-project',
      tables: ['project', 'project'],
      async prepare(client, n) {
        await project(client, n, { isMainProject: true })
        const sub = {
          number: n + 10_000,
          name: 'Del',
          projectGroupNumber: 2,
          customerNumber: 201,
          mainProjectNumber: n,
        }
        return [(through) => through.post(api('/projects'), sub), closing(n)]
      },
    },
    {
      name: 'that is no main project any more, and a sub-project',
      tables: ['project', 'project'],
      async prepare(client, n) {
        await project(client, n, { isMainProject: true })
        const sub = {
          number: n + 10_000,
          name: 'Del',
          projectGroupNumber: 2,
          customerNumber: 201,
          mainProjectNumber: n,
        }
        const path = `${DAYBOOK}/projects`
        const put = await putting(client, `${path}/${n}`, { isMainProject: false }, path)
        return [(through) => through.post(api('/projects'), sub), put]
      },
    },
  ])
})

describeMeeting('sales:', () => {
  tryAll(
    () => seller(meetings.service, ['Accruals', 'Projects']),
    [
      {
        name: 'a subscriber with a project, and its subscription that accrues',
        tables: ['subscriber', 'subscription'],
        async prepare(client, n) {
          await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber: n }))
          const { number } = await make(client, SUBSCRIPTIONS, subscription())
          await meetings.service.database.rows(
            `INSERT INTO project_group (agreement, number, name, type) VALUES ($1, 1, 'Egne', 1) ON CONFLICT DO NOTHING`,
            [client.agreement],
          )
          await make(client, `${DAYBOOK}/projects`, { number: n, name: 'Ny' })
          const joins = subscriber(number, { customerNumber: n, projectNumber: n })
          const put = await putting(client, `${SUBSCRIPTIONS}/${number}`, { accrue: true }, SUBSCRIPTIONS)
          return [(through) => through.post(SUBSCRIBERS, joins), put]
        },
      },
      {
        name: 'a customer’s default attention, and the contact that is deleted',
        tables: ['customer', 'customer_contact'],
        async prepare(client, n) {
          const path = `${CUSTOMERS}/Customers`
          await make(client, path, customer({ customerNumber: n }))
          const { number } = await make(client, `${CUSTOMERS}/Contacts`, { customerNumber: n, name: 'Bo' })
          const put = await putting(client, `${path}/${n}`, { defaultAttention: number })
          return [put, deleting(`${CUSTOMERS}/Contacts/${number}`)]
        },
      },
      {
        name: 'a supplier’s attention, and the contact that is deleted',
        tables: ['supplier', 'supplier_contact'],
        async prepare(client, n) {
          const path = `${DAYBOOK}/suppliers`
          await make(client, path, { number: n, name: 'Ny', groupNumber: 1, currency: 'DKK' })
          const { number } = await make(client, `${SUPPLIERS}/Contacts`, { supplierNumber: n, name: 'Bo' })
          const put = await putting(client, `${path}/${n}`, { attentionNumber: number }, path)
          return [put, deleting(`${SUPPLIERS}/Contacts/${number}`)]
        },
      },
    ],
  )
})

describeMeeting('a project that closes while a draft invoice is made on it by', () => {
  const PAUSES = ['begun', 'written'] as const
  const closing =
    (n: number): Act =>
    (through) =>
      through.post(`${DAYBOOK}/projects/${n}/close`, { date: '2026-12-31' })
  let n = 4000

  /** Tries each order, and says whether the project was closed. */
  async function tried(client: Client, prepare: () => Promise<Act>): Promise<boolean[]> {
    const closed: boolean[] = []
    for (const pause of PAUSES) {
      for (const isDraftFirst of [true, false]) {
        await make(client, `${DAYBOOK}/projects`, { number: ++n, name: 'Ny', customerNumber: 201 })
        const [write, close] = [await prepare(), closing(n)]
        const [one, two] = isDraftFirst ? [write, close] : [close, write]
        const replies = await meetings.of(client, isDraftFirst ? 'draft_invoice' : 'project', pause, one, two)
        const [made, end] = isDraftFirst ? replies : replies.toReversed()
        expect(made!.status, made!.text).toBeLessThan(300)
        closed.push(end!.status < 300)
      }
    }
    return closed
  }

  async function sellingOnProjects(): Promise<Client> {
    const client = await selling(meetings.service)
    await meetings.service.database.rows(
      `INSERT INTO project_group (agreement, number, name, type) VALUES ($1, 1, 'Egne', 1) ON CONFLICT DO NOTHING`,
      [client.agreement],
    )
    return client
  }

  test('the credit of an invoice', async () => {
    const client = await sellingOnProjects()
    const closed = await tried(client, async () => {
      const number = await drafted(client, [{}], { projectNumber: n })
      await ok(book(client, number))
      return (through) => through.post(`${DAYBOOK}/draft-invoices/${number}/credit`, {})
    })
    // A credit that comes first is in the way; one that comes later leaves the project out.
    expect(closed).toEqual([false, true, false, true])
  })

  test('a run of subscriptions', async () => {
    const client = await sellingOnProjects()
    const closed = await tried(client, async () => {
      const { number } = await make(client, SUBSCRIPTIONS, subscription())
      const line = { productNumber: 'P-1', description: 'Øl', quantity: 1 }
      await make(client, `/subscriptionsapi/v6.0.3/Subscriptions/${number}/Lines`, line)
      await make(client, SUBSCRIBERS, subscriber(number, { customerNumber: 201, projectNumber: n }))
      return (through) => through.post(`${DAYBOOK}/subscription-runs`, { date: '2026-01-31' })
    })
    expect(closed).toEqual([false, true, false, true])
  })

  test('and none is on a closed project', async () => {
    const wrong = await meetings.service.database.rows(
      `SELECT d.agreement, d.number FROM draft_invoice d
       JOIN project p ON p.agreement = d.agreement AND p.number = d.project_number WHERE p.is_closed`,
    )
    expect(wrong).toEqual([])
  })
})

test('no draft entry is on a heading, or on a closed project', async () => {
  const wrong = await meetings.service.database.rows(
    `SELECT d.agreement, d.entry_number FROM draft_entry d
     LEFT JOIN project p ON p.agreement = d.agreement AND p.number = d.project_number
     WHERE p.is_closed OR EXISTS (SELECT FROM account a WHERE a.agreement = d.agreement
       AND a.number IN (d.account_number, d.contra_account_number) AND a.type NOT IN (1, 2))`,
  )
  expect(wrong).toEqual([])
})
