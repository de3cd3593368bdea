import type { Database } from '../database/connection.ts'
import { ApiError, catalogue } from '../errors/catalogue.ts'
import { ADVANCE_DAYS_MAX, ADVANCE_MONTHS_MAX } from '../limits.ts'
import type { Advance } from '../workshop/clock/advance.ts'
import type { SetClock } from '../workshop/clock/clock.ts'
import type { Happened } from '../workshop/clock/happened.ts'
import { runningService } from './addresses.ts'
import { type Command, countOf, identifier, momentOf, type Output, StartError, UsageError, yesOrNo } from './command.ts'
import { checkSandbox } from './into-sandbox.ts'
import { withStore } from './store.ts'
import { table } from './table.ts'

/** What the clock of a sandbox shows. */
interface Shown {
  now: string
  frozen: boolean
  today: string
}

type Options = Readonly<Record<string, string>>

/** `sandbox clock`: what it shows and what comes next; or sets it, or lets it go on. */
export const sandboxClock: Command = {
  name: 'sandbox clock',
  summary: 'Tell what the clock of a sandbox shows, set it, or let it go on and do what falls due on the way.',
  arguments: [],
  options: {
    agreement: { value: 'NUMBER', summary: 'The sandbox.', required: true },
    now: { value: 'TIME', summary: 'Set it to this moment, such as 2027-01-31T08:00:00Z. It never goes back.' },
    frozen: { value: 'yes|no', summary: 'Whether it stands still until it is set or advanced.' },
    days: { value: 'NUMBER', summary: `Let it go on by so many days, up to ${ADVANCE_DAYS_MAX}.` },
    months: { value: 'NUMBER', summary: `Let it go on by so many months, up to ${ADVANCE_MONTHS_MAX}.` },
    to: { value: 'TIME', summary: 'Let it go on to this moment.' },
  },
  async run({ options, config }) {
    const agreement = identifier('agreement', options.agreement!)
    const set = setOf(options)
    const far = advanceOf(options)
    if (set && far) throw new UsageError('Set the clock (--now, --frozen) or let it go on (--days, --months, --to).')
    return await withStore(config, async ({ database }) => {
      await checkSandbox(database, agreement)
      try {
        if (far) return await advance(database, agreement, far)
        if (set) await turn(database, agreement, set)
        return await told(database, agreement)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw new StartError(`${error.message} ${catalogue[error.code].hint}`)
      }
    })
  },
}

/** Undefined where the clock is not to be set. @throws UsageError */
function setOf({ now, frozen }: Options): SetClock | undefined {
  if (now === undefined && frozen === undefined) return undefined
  return { frozen: yesOrNo('frozen', frozen), now: now === undefined ? undefined : momentOf('now', now) }
}

/** Undefined where the clock is not to go on. @throws UsageError */
function advanceOf({ days, months, to }: Options): Advance | undefined {
  const given = [days, months, to].filter((value) => value !== undefined).length
  if (given === 0) return undefined
  if (given > 1) throw new UsageError('Give one of --days, --months and --to.')
  if (to !== undefined) return { to: momentOf('to', to) }
  if (days !== undefined) return { days: countOf('days', days, ADVANCE_DAYS_MAX) }
  return { months: countOf('months', months!, ADVANCE_MONTHS_MAX) }
}

async function turn(database: Database, agreement: number, set: SetClock): Promise<void> {
  const { setClock } = await import('../workshop/clock/clock.ts')
  await database.at(agreement).transaction((transaction) => setClock(transaction, agreement, set))
}

async function told(database: Database, agreement: number): Promise<Output> {
  const { COMING, clockBody } = await import('../workshop/clock/next.ts')
  const [row] = await database.rows<Record<string, string>>(COMING, [agreement])
  const body = clockBody(Buffer.from(Object.values(row!)[0]!))
  const json = JSON.parse(Buffer.from(body).toString()) as Shown & { next: { at: string; kind: string }[] }
  const next = json.next.map(({ at, kind, ...rest }) => ({ at, kind, of: Object.values(rest).join(' ') }))
  const rows = next.length === 0 ? [] : ['', 'What falls due next:', '', table(next, ['at', 'kind', 'of'])]
  return { json: { ...json }, text: [shown(json), ...rows].join('\n') }
}

/** Where no service runs, nobody sends what is due, so nobody waits for it: it is late. */
async function advance(database: Database, agreement: number, far: Advance): Promise<Output> {
  const { advanced, beginAdvance, finishAdvance } = await import('../workshop/clock/advance.ts')
  const { CLOCK_BODY } = await import('../workshop/clock/clock.ts')
  const own = database.at(agreement)
  const isServed = (await runningService(database)) !== undefined
  const number = await beginAdvance(own, agreement, far)
  await finishAdvance(own, agreement, ...(isServed ? [] : [0]))
  const { happened, isShort } = await advanced(own, agreement, number)
  const [row] = await own.rows<{ body: string }>(`SELECT ${CLOCK_BODY} AS body`, [agreement])
  const clock = JSON.parse(row!.body) as Shown
  const short = isShort ? ['', 'It did as much as one advance does: advance again.'] : []
  return {
    json: { ...clock, ...(isShort && { stoppedShort: true }), happened },
    text: [shown(clock), ...happenedLines(happened), ...short].join('\n'),
  }
}

const shown = ({ now, frozen, today }: Shown): string =>
  `The clock shows ${now} and ${frozen ? 'stands still' : 'goes on'}; today is ${today}.`

function happenedLines(happened: readonly Happened[]): string[] {
  if (happened.length === 0) return ['Nothing fell due on the way.']
  const rows = happened.map(({ at, kind, ...what }) => ({
    at,
    kind,
    what: Object.entries(what)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', '),
  }))
  return ['', table(rows, ['at', 'kind', 'what'])]
}
