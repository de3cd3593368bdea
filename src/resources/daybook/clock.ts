import { ApiError } from '../../errors/catalogue.ts'
import { ADVANCE_DAYS_MAX, ADVANCE_MONTHS_MAX } from '../../limits.ts'
import { date, decimal, flag, instant, int32, objects, text } from '../../resource/fields.ts'
import type { ActionOperation, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { type Advance, advanced, beginAdvance, finishAdvance } from '../../workshop/clock/advance.ts'
import { CLOCK_BODY, setClock } from '../../workshop/clock/clock.ts'
import { HAPPENED_KINDS } from '../../workshop/clock/happened.ts'
import { clockBody, COMING, COMING_KINDS, SHOWN } from '../../workshop/clock/next.ts'
import { sandboxOf } from './sandbox-only.ts'

const CLOCK = {
  now: instant().present().describe('The time that the clock of the sandbox shows, UTC'),
  frozen: flag().present().describe('true: it stands still until it is set or advanced'),
  today: date().present().describe('The day that it shows, in UTC: what the books take for today'),
}

const read: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/clock',
  roles: [],
  summary: 'What the clock of a sandbox shows, and to a SuperUser what falls due next',
  answer: {
    ...CLOCK,
    advancingTo: instant().describe('Where an advance that is under way goes to; left out where none is'),
    next: objects({
      at: instant().present().describe('When, by the clock: a day as the moment that it begins with'),
      kind: text(20).oneOf(COMING_KINDS).present().describe('What falls due'),
      number: int32().describe('Of the delivery, or of the entry of the invoice, the first of several'),
      eventType: text(100).describe('Of the delivery'),
      attempt: int32().describe('Which attempt of the delivery it is'),
      period: text(10).describe('Of the VAT return'),
      count: int32().describe('How many do so on that day: invoices, subscriptions, customers to remind, entries'),
      amount: decimal(20, 2).describe('What is open of these invoices, in base currency'),
      invoiceNumber: text(100).describe('Of the invoice, where it is one'),
    }).describe('What falls due next: one of each kind, the first to come first. To a grant with SuperUser alone'),
  },
  codes: ['SandboxOnly'],
  statement: (caller) => {
    const isAll = caller.roles.includes('SuperUser')
    return { text: isAll ? COMING : SHOWN, values: [sandboxOf(caller)] }
  },
  compose: (_caller, found) => Promise.resolve(clockBody(found)),
}

const set: ActionOperation = {
  kind: 'action',
  method: 'PUT',
  path: '/clock',
  status: 200,
  summary: 'Set the clock of a sandbox, or stop it, or let it run; never back. What falls due on the way is late then',
  schema: 'ClockUpdate',
  body: {
    now: instant().describe('What it is to show from now on; as it is where left out'),
    frozen: flag().describe('true: it stands still until it is set or advanced'),
  },
  answer: CLOCK,
  async run({ transaction, caller }, { body }) {
    const agreement = sandboxOf(caller)
    await setClock(transaction, agreement, { now: body.now as string | undefined, frozen: body.frozen === true })
    const [row] = await transaction.rows<{ body: string }>(`SELECT ${CLOCK_BODY} AS body`, [agreement])
    return { status: 200, body: row!.body }
  },
}

const happened = {
  at: instant().present().describe('When, by the clock'),
  kind: text(20).oneOf(HAPPENED_KINDS).present().describe('What was done'),
  number: int32().describe('Of the run of subscriptions, or of the delivery'),
  documents: int32().describe('Documents that the run made'),
  skipped: int32().describe('Subscribers that the run left out'),
  eventType: text(100).describe('Of the delivery'),
  attempt: int32().describe('Which attempt of the delivery it was'),
  statusCode: int32().describe('What the receiver answered; left out where there was no answer'),
  state: text(10).describe('What became of the delivery'),
  isDisabled: flag().describe('true: its webhook is disabled since then, as it has failed for too long'),
  count: int32().describe('How many were forgotten, as their time was over'),
}

/** Exactly one way to say how far. @throws ApiError */
function advanceOf({ days, months, to }: Advance): Advance {
  const given = Object.entries({ days, months, to }).filter(([, value]) => value !== undefined)
  if (given.length === 0)
    throw new ApiError({ code: 'ValueRequired', property: 'days', message: 'Give days, months or to.' })
  if (given.length > 1) {
    throw new ApiError({ code: 'ValueNotAllowed', property: given[1]![0], message: 'Give one of days, months and to.' })
  }
  return { days, months, to }
}

const advance: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/clock/advance',
  status: 200,
  summary: 'Let the clock of a sandbox go on, and carry out in order what falls due on the way',
  schema: 'ClockAdvance',
  body: {
    days: int32(1, ADVANCE_DAYS_MAX).describe('So many days'),
    months: int32(1, ADVANCE_MONTHS_MAX).describe('So many months, to the last day of a shorter one'),
    to: instant().describe('To this moment'),
  },
  answer: {
    ...CLOCK,
    stoppedShort: flag().describe(
      'true: it did as much as one advance does. Advance again, from where the clock stands',
    ),
    happened: objects(happened).present().describe('What was done on the way, in order'),
  },
  run: () => Promise.reject(new Error('An advance works in parts.')),
  async runInParts({ caller, database, keyed }, { body }) {
    const agreement = sandboxOf(caller)
    const number = await beginAdvance(database, agreement, advanceOf(body as Advance), keyed)
    await finishAdvance(database, agreement)
    const { happened, isShort } = await advanced(database, agreement, number)
    const [row] = await database.rows<{ body: string }>(`SELECT ${CLOCK_BODY} AS body`, [agreement])
    const told = { ...(JSON.parse(row!.body) as object), ...(isShort && { stoppedShort: true }), happened }
    return { status: 200, body: JSON.stringify(told) }
  },
}

/** The clock of a sandbox (WORKSHOP.md, section 2): what its books, schedules and retries go by. */
export const clock = operations('Clock', {
  logsBodies: true,
  isBeyondFaults: true,
  roles: ['SuperUser'],
  operations: [read, set, advance],
  codes: [
    'ClockCannotGoBack',
    'ClockIsAdvancing',
    'IdempotencyKeyReused',
    'SandboxOnly',
    'SandboxRestored',
    'ValueOutOfRange',
  ],
})
