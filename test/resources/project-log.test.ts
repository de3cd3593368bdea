import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { faultAfter } from '../ledger/tampered.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DRAFTS } from './bookkeeping.ts'
import { api, DAYBOOK, ok, projectManager, registered, sellsProjects } from './project-books.ts'

let service: TestService
let client: Client

/**
 * Two time entries and a mileage that are approved, and an expense, all on a booked invoice but for the mileage; one
 * time entry that is approved later, on a draft; one that is not approved. A journal's booking comes last.
 */
beforeAll(async () => {
  service = await sharedService()
  client = await projectManager(service)
  await sellsProjects(service, client)
  const time = [await registered(client), await registered(client, { date: '2026-07-01', activityNumber: 11 })]
  const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
  const { number: mileage } = (await ok(client.post(api('/mileages'), drive))).json
  await ok(client.post(api('/timeentries/approve'), { numbers: time }))
  await ok(client.post(api('/mileages/approve'), { numbers: [mileage] }))
  await book({ projectNumber: 20, costTypeNumber: 1 })
  await ok(client.post(`${DAYBOOK}/draft-invoices/${await invoice()}/book`))
  await ok(client.post(api('/timeentries/approve'), { numbers: [await registered(client)] }))
  await invoice()
  await registered(client)
  await book()
})
afterAll(() => service.stop())

async function invoice(): Promise<number> {
  const request = { date: '2026-07-31', productNumber: 'TIMER' }
  return (await ok(client.post(`${DAYBOOK}/projects/20/draft-invoice`, request))).json.number as number
}

async function book(more: object = {}): Promise<void> {
  const entry = {
    entryTypeNumber: 5,
    journalNumber: 1,
    date: '2026-06-15',
    accountNumber: 5900,
    contraAccountNumber: 5820,
  }
  await ok(client.post(DRAFTS, { ...entry, amount: 1250, currency: 'DKK', ...more }))
  await ok(client.post('/journalsapi/v15.0.1/journals/1/book'))
}

const CUT_LOG = [
  'DELETE FROM project_log WHERE agreement = $1 AND number = 4',
  "UPDATE counter SET value = 3 WHERE agreement = $1 AND name = 'project_log'",
]
const NOT_AS_APPROVED =
  /^time entry 1, or one to 2, or what was booked of it is not as it was approved \(row 1 of the log\)\.$/
const NOT_AS_INVOICED =
  /^what is on document \d+ is not what was on it when it was booked \(row 3 of the log of projects\)\.$/

const BENT: readonly [name: string, statements: string[], fault: RegExp][] = [
  ['hours', ['UPDATE time_entry SET number_of_hours = 3 WHERE agreement = $1 AND number = 1'], NOT_AS_APPROVED],
  ['a day', ["UPDATE time_entry SET date = '2026-06-29' WHERE agreement = $1 AND number = 2"], NOT_AS_APPROVED],
  ['an activity', ['UPDATE time_entry SET activity_number = 12 WHERE agreement = $1 AND number = 1'], NOT_AS_APPROVED],
  ['an employee', ['UPDATE time_entry SET employee_number = 2 WHERE agreement = $1 AND number = 1'], NOT_AS_APPROVED],
  ['a text', ["UPDATE time_entry SET text = 'x' WHERE agreement = $1 AND number = 1"], NOT_AS_APPROVED],
  [
    'a distance',
    ['UPDATE mileage SET distance = 43 WHERE agreement = $1'],
    /^mileage 1 or what was booked of it is not as it was approved \(row 2 of the log\)\.$/,
  ],
  [
    'an approval of nobody',
    [
      `UPDATE time_entry t SET (is_approved, cost_price, sales_price) = (true, w.cost_price, w.sales_price) FROM time_entry_worth w
       WHERE t.agreement = $1 AND NOT t.is_approved AND w.agreement = $1 AND w.number = t.number`,
    ],
    /^time entry 4 is approved, but its approval is not in the log\.$/,
  ],
  [
    'an approval taken back',
    [
      'UPDATE time_entry SET (is_approved, document_id) = (false, NULL) WHERE agreement = $1 AND number = 3',
      'DELETE FROM project_posting WHERE agreement = $1 AND registration = 3',
    ],
    /^entry \d+ is of no approval, though it is on project 20\.$/,
  ],
  [
    'postings gone',
    ["DELETE FROM project_posting WHERE agreement = $1 AND kind = 'time' AND registration = 2 AND part = 'sales'"],
    /^entry \d+ is of no approval, though it is on project 20\.$/,
  ],
  [
    'where a posting goes when the project is closed',
    ["UPDATE project_posting SET account_closed = 1010 WHERE agreement = $1 AND kind = 'mileage'"],
    /^mileage 1 or what was booked of it is not as it was approved/,
  ],
  [
    'what is on an invoice, taken off',
    ['UPDATE time_entry SET document_id = NULL WHERE agreement = $1 AND number = 1'],
    NOT_AS_INVOICED,
  ],
  ['an expense taken off', ['UPDATE project_expense SET document_id = NULL WHERE agreement = $1'], NOT_AS_INVOICED],
  [
    'what is put on an invoice afterwards',
    [
      'UPDATE mileage m SET document_id = t.document_id FROM time_entry t WHERE m.agreement = $1 AND t.agreement = $1 AND t.number = 1',
    ],
    NOT_AS_INVOICED,
  ],
  [
    'what is on an invoice, moved to another document',
    ['UPDATE time_entry SET document_id = 2 WHERE agreement = $1 AND number = 1'],
    NOT_AS_INVOICED,
  ],
  [
    'a row of the log',
    ["UPDATE project_log SET numbers = '{1}' WHERE agreement = $1 AND number = 1"],
    /^row 1 of the log of projects: its seal does not fit what it tells\.$/,
  ],
  [
    'a row of the log gone',
    ['DELETE FROM project_log WHERE agreement = $1 AND number = 2'],
    /^row 2 of the log of projects is missing\.$/,
  ],
  [
    'the counter of the log',
    ["UPDATE counter SET value = 5 WHERE agreement = $1 AND name = 'project_log'"],
    /^the counter project_log stands at 5, the last number is 4\.$/,
  ],
  [
    'the end of the log cut off, and what it told undone',
    [
      ...CUT_LOG,
      'UPDATE time_entry SET (is_approved, document_id) = (false, NULL) WHERE agreement = $1 AND number = 3',
      'DELETE FROM project_posting WHERE agreement = $1 AND registration = 3',
      // Passes its entries off as those of a project's closing.
      `UPDATE project SET (is_closed, closed_date) = (true, e.date) FROM booked_entry e
       WHERE project.agreement = $1 AND project.number = 20 AND e.agreement = $1 AND e.entry_number = (
         SELECT max(x.entry_number) FROM booked_entry x WHERE x.agreement = $1 AND x.journal_number IS NULL AND x.type = 5)`,
      `SELECT record_changes($1, 'Projects', ARRAY['20', '20'], ARRAY['closedDate', 'isClosed'], ARRAY[NULL, NULL]::text[], ARRAY[p.closed_date::text, 'true'])
       FROM project p WHERE p.agreement = $1 AND p.number = 20`,
    ],
    /^row 4 of projectLog, where it ended at booking \d+, is missing\.$/,
  ],
]

test('verify finds whatever is bent of what was approved and invoiced', async () => {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  for (const [name, statements, fault] of BENT)
    expect([name, await faultAfter(service.database, client.agreement, statements)]).toEqual([
      name,
      expect.stringMatching(fault),
    ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test.each(['UPDATE project_log SET number = 9', 'DELETE FROM project_log'])(
  'the database refuses %s',
  async (statement) => {
    const refused = service.database.rows(`${statement} WHERE agreement = $1`, [client.agreement])
    await expect(refused).rejects.toMatchObject({ code: '23001' })
  },
)
