import { date, flag, instant } from '../../resource/fields.ts'
import type { ActionOperation, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { CLOCK_BODY, setClock } from '../../workshop/clock/clock.ts'
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
  summary: 'What the clock of a sandbox shows',
  answer: CLOCK,
  codes: ['SandboxOnly'],
  statement: (caller) => ({ text: `SELECT ${CLOCK_BODY}`, values: [sandboxOf(caller)] }),
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

/** The clock of a sandbox (WORKSHOP.md, section 2): what its books, schedules and retries go by. */
export const clock = operations('Clock', {
  logsBodies: true,
  isBeyondFaults: true,
  roles: ['SuperUser'],
  operations: [read, set],
  codes: ['ClockCannotGoBack', 'SandboxOnly', 'ValueOutOfRange'],
})
