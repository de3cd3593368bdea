import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { contentOf } from '../../documents/serve.ts'
import { lockLedger } from '../../ledger/lock.ts'
import { NUMBER_MAX, REMINDER_RATES_MAX, REMINDERS_MAX } from '../../limits.ts'
import { date, decimal, F1, F2, flag, instant, int32, itemList, list, objects, text } from '../../resource/fields.ts'
import { type Item, reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import type { PrintedReminder } from '../../sales/reminders/printed-reminder.ts'
import { remind } from '../../sales/reminders/remind.ts'
import { TAKEN_BACK_ON, takeBackReminder } from '../../sales/reminders/take-back.ts'
import { previewed } from './previewed.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const
const money = () => decimal(18, 2).between(0, 1_000_000)

const SETUP = {
  levels: int32(1, 9).required().describe('How often an item is reminded of at most'),
  daysBetween: int32(1, 365)
    .required()
    .describe('Between two reminders of a customer, at least; and until a reminder is due'),
  fee: money().required().describe('Of each reminder, in base currency; no VAT is added'),
  compensation: money().required().describe('Of businesses, with the first reminder of an item'),
  feeAccountNumber: int32(1, NUMBER_MAX).describe('Where fee and compensation are posted'),
  interestAccountNumber: int32(1, NUMBER_MAX).describe('Where interest is posted'),
  rates: itemList(
    {
      from: date().required().describe('The first day of the rate'),
      rate: decimal(9, 4).required().between(0, 100).describe('Interest of a year in per cent'),
    },
    REMINDER_RATES_MAX,
  ).describe('Days before the first have no interest'),
  texts: itemList(
    {
      level: int32(1, 9).required().describe('1 the first reminder'),
      title: text(100).required().describe('The heading of the letter'),
      text: text(2000).required().describe('What it says above the list of items'),
    },
    9,
  ).describe('What letters say; a level without a text has that of the one before, else a text of ours'),
}

/** The faults of a setup: an account that takes no entries, and days or levels that stand in a list twice. */
async function setupFaults(transaction: Transaction, agreement: number, body: Item): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const property of ['feeAccountNumber', 'interestAccountNumber'] as const) {
    if (body[property] === undefined) continue
    const [found] = await transaction.rows(
      `SELECT FROM account a WHERE a.agreement = $1 AND a.number = $2 AND a.type IN (1, 2)
         AND NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = $1 AND s.account_number = a.number)
           FOR KEY SHARE OF a`,
      [agreement, body[property] as number],
    )
    if (!found) faults.push({ code: 'AccountNotFound', property })
  }
  for (const [name, key] of [
    ['rates', 'from'],
    ['texts', 'level'],
  ] as const) {
    const values = ((body[name] ?? []) as Item[]).map((item) => item[key])
    values.forEach((value, at) => {
      if (values.indexOf(value) < at) faults.push({ code: 'ItemRepeated', property: `${name}[${at}].${key}` })
    })
  }
  return faults
}

const byKey = (list: unknown, key: string): Item[] =>
  [...((list ?? []) as Item[])].sort((a, b) => ((a[key] as string | number) < (b[key] as string | number) ? -1 : 1))

/** How customers are reminded (MONTH.md 6): one row each agreement. */
export const reminderSetup = operations('ReminderSetup', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/reminder-setup',
      summary: 'How customers are reminded of what they owe',
      answer: SETUP,
      none: () => ({ code: 'NotFound', property: 'path', message: 'Nothing says yet how customers are reminded.' }),
      statement: ({ agreement }) => ({
        text: `SELECT json_build_object('levels', s.levels, 'daysBetween', s.days_between, 'fee', s.fee, 'compensation',
          s.compensation,
            'feeAccountNumber', s.fee_account_number, 'interestAccountNumber', s.interest_account_number,
            'rates', (SELECT coalesce(json_agg(json_build_object('from', r.value ->> 'from', 'rate',
              (r.value ->> 'rate')::numeric) ORDER BY r.value ->> 'from'), '[]')
              FROM json_array_elements(s.rates) AS r), 'texts', s.texts)::text
          FROM reminder_setup s WHERE s.agreement = $1`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/reminder-setup',
      status: 204,
      summary: 'Set how customers are reminded: how often, what it costs, the rates of interest, and what letters say',
      schema: 'ReminderSetupParameters',
      body: SETUP,
      async run({ caller: { agreement }, transaction }, { body, faults }) {
        await lockLedger(transaction, agreement)
        faults.push(...(await setupFaults(transaction, agreement, body)))
        if (faults.length > 0) return { status: 204 }
        await transaction.rows(WRITE_SETUP, [
          agreement,
          body.levels as number,
          body.daysBetween as number,
          body.fee as string,
          body.compensation as string,
          (body.feeAccountNumber as number | undefined) ?? null,
          (body.interestAccountNumber as number | undefined) ?? null,
          JSON.stringify(byKey(body.rates, 'from')),
          JSON.stringify(byKey(body.texts, 'level')),
        ])
        return { status: 204 }
      },
    },
  ],
  codes: ['AccountNotFound', 'ItemRepeated'],
})

const WRITE_SETUP = `
  INSERT INTO reminder_setup (agreement, levels, days_between, fee, compensation, fee_account_number,
    interest_account_number, rates, texts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::json, $9::json)
  ON CONFLICT (agreement) DO UPDATE SET levels = excluded.levels, days_between = excluded.days_between,
    fee = excluded.fee, compensation = excluded.compensation, fee_account_number = excluded.fee_account_number,
    interest_account_number = excluded.interest_account_number, rates = excluded.rates, texts = excluded.texts`

/** Items that their customers dispute: nobody is reminded of them. */
export const disputedItems = resource('DisputedItems', {
  logsBodies: true,
  schema: 'DisputedItem',
  table: 'disputed_item',
  key: ['entryNumber'],
  roles: ROLES,
  fields: {
    entryNumber: int32(1)
      .present()
      .references('booked_entry.entry_number')
      .filter(F1)
      .sortable()
      .describe('The entry of the customer that is open'),
    reason: text(500).describe('Why it is disputed'),
    disputedAt: instant().present().describe('When it was marked'),
  },
  operations: reads('/disputed-items', 'entryNumber'),
})

/** Marking items as disputed, and no longer. */
export const disputing = operations('Disputing', {
  logsBodies: true,
  roles: ROLES,
  parameters: { entryNumber: int32(1, NUMBER_MAX) },
  operations: [
    {
      kind: 'action',
      method: 'PUT',
      path: '/disputed-items/{entryNumber}',
      status: 204,
      summary: 'Mark an item as disputed: nobody is reminded of it',
      schema: 'DisputedItemParameters',
      body: { reason: text(500).describe('Why it is disputed') },
      async run({ caller: { agreement }, transaction }, { path, body, faults }) {
        await lockLedger(transaction, agreement)
        const marked = await transaction.rows(
          `INSERT INTO disputed_item (agreement, entry_number, reason, disputed_at)
           SELECT $1, e.entry_number, $3, clock_timestamp() FROM booked_entry e
           WHERE e.agreement = $1 AND e.entry_number = $2 AND e.customer_number IS NOT NULL
           ON CONFLICT (agreement, entry_number) DO UPDATE SET reason = excluded.reason RETURNING 1`,
          [agreement, path.entryNumber as number, (body.reason as string | undefined) ?? null],
        )
        if (marked.length === 0) faults.push({ code: 'DisputedItemDoesNotExist', property: 'entryNumber' })
        return { status: 204 }
      },
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/disputed-items/{entryNumber}',
      status: 204,
      summary: 'The item is disputed no longer',
      async run({ caller: { agreement }, transaction }, { path, faults }) {
        await lockLedger(transaction, agreement)
        const gone = await transaction.rows(
          'DELETE FROM disputed_item d WHERE d.agreement = $1 AND d.entry_number = $2 RETURNING 1',
          [agreement, path.entryNumber as number],
        )
        if (gone.length === 0) faults.push({ code: 'DisputedItemDoesNotExist', property: 'entryNumber' })
        return { status: 204 }
      },
    },
  ],
  codes: ['DisputedItemDoesNotExist'],
})

const amount = () => decimal(20, 2).present()

/** Letters that reminded customers. */
export const reminders = resource('Reminders', {
  logsBodies: true,
  schema: 'Reminder',
  table: 'reminder',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    date: date().present().filter(F2).sortable().describe('The day of the letter'),
    customerNumber: int32().references('customer.number').present().filter(F1).sortable(),
    currency: text(3).present(),
    level: int32().present().describe('1 the first reminder: that of its item that was reminded of most'),
    fee: amount().describe('What the reminder costs'),
    compensation: amount().describe('Of a business, once for an item'),
    interest: amount().describe('Of all items'),
    amount: amount().describe('What the letter asks for'),
    dueDate: date().present().describe('By when it asks to be paid'),
    accountingYear: text(4).describe('Of its voucher; null: it charged nothing'),
    voucherNumber: int32().describe('Of its voucher, of entries of type 6'),
    remindedAt: instant().present().describe('When it was made'),
    takenBackOn: date().computed(TAKEN_BACK_ON).describe('The day on which its charges were reversed; null: it counts'),
  },
  operations: reads('/reminders', 'number'),
})

const LETTER = {
  number: int32().describe('Of the reminder'),
  customerNumber: int32().present(),
  name: text(255).present().describe('Of the customer'),
  currency: text(3).present(),
  level: int32().present().describe('1 the first reminder'),
  items: objects({
    entryNumber: int32().present(),
    invoiceNumber: text(50).describe('Of the item'),
    dueDate: date(),
    remainder: amount().describe('What is open of it'),
    days: int32().present().describe('How many days of interest are charged'),
    interest: amount().describe('For those days'),
  })
    .present()
    .describe('What it reminds of'),
  fee: amount().describe('What the reminder costs'),
  compensation: amount().describe('Of a business, once for an item'),
  interest: amount().describe('Of all items'),
  amount: amount().describe(
    'What the letter asks for: all that is due, charges of before, and those of this letter, less credits',
  ),
  voucherNumber: int32().describe('Of the voucher of its charges'),
}

const REMINDED = {
  reminders: objects(LETTER).present().describe('The first thousand customers; call again for those that are left'),
  ...previewed,
}

const TAKEN_BACK = {
  date: date().present(),
  accountingYear: text(4).present().describe('Of the voucher that reverses its charges'),
  voucherNumber: int32().describe('Of that voucher'),
  reversalNumber: int32().describe('See `voucher-reversals`'),
}

/** Reminding customers, and the letters to send. */
export const reminding = operations('Reminding', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('reminder.number') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/reminders',
      status: 200,
      summary: 'Remind customers of what is due at the end of a day: letters with fee and interest, booked at once',
      schema: 'Reminding',
      body: {
        date: date().required().describe('The day of the letters'),
        customers: list(int32(1, NUMBER_MAX), REMINDERS_MAX)
          .filled()
          .describe('Only these; left out, all who are to be reminded'),
        preview: flag().describe('true: tell who would be reminded of what, and book nothing'),
      },
      answer: REMINDED,
      given: ['reminders.number', 'reminders.voucherNumber'],
      async run({ transaction, caller }, { body }) {
        const made = await remind(transaction, caller.agreement, body as { date: string; customers?: number[] })
        return { status: 200, told: { reminders: made } }
      },
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/reminders/{number}/take-back',
      status: 200,
      summary: 'Take back a reminder that was a mistake: its charges are reversed, and it counts no more',
      schema: 'ReminderTakeBack',
      body: {
        date: date().required().describe('The day on which its charges are reversed'),
        text: text(250).describe('Of the entries; one that says what it is where left out'),
      },
      answer: TAKEN_BACK,
      given: ['voucherNumber', 'reversalNumber'],
      async run({ transaction, caller }, { path, body }) {
        const asked = body as { date: string; text?: string }
        return {
          status: 200,
          told: await takeBackReminder(transaction, caller.agreement, path.number as number, asked),
        }
      },
    },
    {
      kind: 'file',
      method: 'GET',
      path: '/reminders/{number}/pdf',
      summary: 'The letter as PDF',
      contentType: 'application/pdf',
      async find({ agreement }, database, { number }) {
        const [row] = await database.rows<{ letter: string; hash: string }>(
          `SELECT r.letter, encode(sha256(convert_to(r.letter, 'UTF8')), 'hex') AS hash FROM reminder r
            WHERE r.agreement = $1 AND r.number = $2`,
          [agreement, number as number],
        )
        if (!row) return undefined
        return {
          tag: row.hash,
          name: `reminder-${number as number}.pdf`,
          held: 1024 * 1024,
          async content() {
            const { reminderPdf } = await import('../../sales/pdf/reminder-pdf.ts')
            const printed = { ...(JSON.parse(row.letter) as Omit<PrintedReminder, 'number'>), number: number as number }
            return contentOf(await reminderPdf(printed))
          },
        }
      },
    },
  ],
  codes: [
    'JournalEntryDateAccountingYearClosed',
    'JournalEntryDateAccountingYearDoesNotExist',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalEntryExchangeRateError',
    'JournalVoucherAccountingYearClosed',
    'JournalVoucherAccountingYearDoesNotExist',
    'ReminderChargesNothing',
    'ReminderSetupMissing',
    'VoucherAlreadyReversed',
  ],
})
