import { useState } from 'preact/hooks'
import { useRead } from '../reads.ts'
import { Dialog } from '../frame/dialog.tsx'
import { clockOf } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayInWords, dayName, monthAfter, periodName, periodOf, two } from '../period.ts'
import { type Advanced, type Clock, type Coming, type Happened, labPaths } from '../sandbox.ts'
import { language } from '../settings.ts'
import { numbered, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { isAskedFor, useAsked } from './sandbox-asked.ts'

/** How many of the next days on which something comes are shown. */
const DAYS_SHOWN = 6
const HOUR = 3_600_000

/** The clock of a sandbox: what it shows, what comes next on it, and how it is moved. */
export function ClockCard() {
  const reading = useRead<Clock>(labPaths.clock)
  const writing = useWriting()
  const [told, tell] = useState<Advanced | undefined>(undefined)
  const [isAsked, ask] = useState(false)
  useAsked(isAskedFor('set') || undefined, ask)
  const clock = reading.data
  const advance = async (body: object): Promise<void> => {
    const done = await writing.send<Advanced>('POST', labPaths.advance, { body })
    if (done) tell(done.answer)
  }
  const set = (frozen: boolean): void => void writing.send('PUT', labPaths.clock, { body: { frozen } })
  const toMonth = (): unknown => clock && void advance({ to: `${monthAfter(clock.today, 1)}T00:00:00Z` })
  useKeys({ Enter: () => (document.activeElement?.closest('a, button, input, select') ? false : toMonth()) })
  if (!clock) return <section class="card wide">{stateOf(reading, 3, 2)}</section>
  const next = monthAfter(clock.today, 1)
  const hour = (): void => void advance({ to: new Date(Date.parse(clock.now) + HOUR).toISOString() })
  return (
    <section class="card wide">
      <header>
        <h2>{t('clockTitle')}</h2>
        <span class="m3 s only-wide">{t('clockSub')}</span>
        <span class="grow" />
        <div class="seg" role="group" aria-label={t('clockTitle')}>
          {[false, true].map((frozen) => (
            <button
              key={String(frozen)}
              type="button"
              class={clock.frozen === frozen ? 'on' : ''}
              aria-pressed={clock.frozen === frozen}
              onClick={() => set(frozen)}
            >
              {t(frozen ? 'frozen' : 'runs')}
            </button>
          ))}
        </div>
      </header>
      <div class="in">
        <div class="row wraps clk">
          <div class="figure">
            {dayInWords(clock.today, language.value, { year: 'numeric' })}{' '}
            <small>{`${dayInWords(clock.today, language.value, { weekday: 'long', day: undefined, month: undefined })} ${clock.now.slice(11, 16)}`}</small>
          </div>
          <span class="grow" />
          <button type="button" class="btn" disabled={writing.isSending} onClick={hour}>
            {t('plusHour')}
          </button>
          <button type="button" class="btn" disabled={writing.isSending} onClick={() => void advance({ days: 1 })}>
            {t('plusDay')}
          </button>
          <button type="button" class="btn pri" disabled={writing.isSending} onClick={() => toMonth()}>
            {t('toDay', { day: dayInWords(next, language.value) })} <kbd>↵</kbd>
          </button>
          <button type="button" class="btn" onClick={() => ask(true)}>
            {t('setTo')}
          </button>
        </div>
        <Faults messages={writing.messages} />
        {told && <OnTheWay told={told} />}
        <Next next={clock.next ?? []} />
      </div>
      {isAsked && <SetClock clock={clock} close={() => ask(false)} />}
    </section>
  )
}

const KINDS = {
  subscriptionRun: 'didRun',
  webhookAttempt: 'didAttempt',
  keysForgotten: 'didForget',
  deliveriesForgotten: 'didForget',
  filesForgotten: 'didForget',
} as const

const saidOf = ({ kind, number = 0, documents = 0, eventType = '', statusCode, count = 0 }: Happened): string =>
  t(KINDS[kind as keyof typeof KINDS] ?? 'didForget', {
    n: number,
    documents,
    event: eventType,
    status: statusCode ?? '—',
    count,
  })

/** What was done when the clock was advanced. */
const OnTheWay = ({ told }: { told: Advanced }) => (
  <div class="way s" role="status">
    <b class="b">{t('onTheWay', { time: clockOf(told.now) })}</b>
    {told.happened.length === 0 && <span class="m3"> {t('nothingDue')}</span>}
    <ul>
      {told.happened.slice(0, 8).map((one, at) => (
        <li key={at}>
          <span class="mono m3">{clockOf(one.at)}</span> {saidOf(one)}
        </li>
      ))}
    </ul>
    {told.happened.length > 8 && <span class="m3">{t('andMore', { n: told.happened.length - 8 })}</span>}
    {told.stoppedShort && <span class="warn">{t('stoppedShort')}</span>}
  </div>
)

/** What comes: as the API says it. */
function comingOf(one: Coming): string {
  const { kind, number = 0, attempt = 1, count = 1, amount = 0, invoiceNumber } = one
  const period = periodOf(one.period ?? null)
  const named = { n: number, attempt, amount: shown(amount), number: invoiceNumber ?? number }
  const many = { ...named, period: period ? periodName(period, language.value) : '' }
  return count === 1 ? t(COMING[kind][0], many) : t(COMING[kind][1], { ...many, n: numbered(count) })
}

/** One, and many. */
const COMING = {
  subscriptionRun: ['comesRunOne', 'comesRunMany'],
  subscriptionDue: ['comesSubscriptionOne', 'comesSubscriptionMany'],
  webhookAttempt: ['comesAttempt', 'comesAttempt'],
  invoiceDue: ['fallsDue', 'fallDueMany'],
  billDue: ['comesBillOne', 'comesBillMany'],
  reminderDue: ['comesReminderOne', 'comesReminderMany'],
  bookedAhead: ['comesAheadOne', 'comesAheadMany'],
  vatPeriodEnd: ['comesPeriodEnd', 'comesPeriodEnd'],
  vatDeadline: ['comesDeadline', 'comesDeadline'],
} as const

/** What comes next by the clock, day by day. */
function Next({ next }: { next: readonly Coming[] }) {
  const days = [...new Set(next.map(({ at }) => at.slice(0, 10)))].slice(0, DAYS_SHOWN)
  if (days.length === 0) return null
  return (
    <ol class="next" aria-label={t('comesNext')}>
      {days.map((day) => (
        <li key={day}>
          <b class="b">{dayName(day, true)}</b>
          {next
            .filter(({ at }) => at.startsWith(day))
            .map((one) => (
              <span key={one.kind} class="s m2">
                {comingOf(one)}
              </span>
            ))}
        </li>
      ))}
    </ol>
  )
}

function SetClock({ clock, close }: { clock: Clock; close: () => void }) {
  const writing = useWriting()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget as HTMLFormElement).get('to') ?? '')
    const body = { now: `${to.slice(0, 16)}:00Z`, frozen: clock.frozen }
    if (await writing.send('PUT', labPaths.clock, { body })) close()
  }
  const at = new Date(clock.now)
  const value = `${clock.today}T${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
  return (
    <Dialog title={t('setClock')} close={close}>
      <p class="m2">{t('setClockText')}</p>
      <form class="row-b ends named" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>UTC</span>
          <input class="in-t" type="datetime-local" name="to" required defaultValue={value} />
        </label>
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('setTo')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
