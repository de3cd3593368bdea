import { useMaster, useRead } from '../reads.ts'
import { type Booking, type Journal, type Listed, paths } from '../books.ts'
import type { Amount } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { stateOf } from '../parts/states.tsx'
import { capital, dayAfter, dayInWords, newestFirst, timeName, todayHere } from '../period.ts'
import { hrefOf } from '../route.ts'
import { language } from '../settings.ts'
import { type Change, newestPath, resourceWords, whoOf } from '../trail.ts'
import { counted, t } from '../words.ts'

/** How many lines there are, the newest. */
const SHOWN = 6

interface Happened {
  id: string
  time: string
  who: string
  what: string
  amount?: Amount
  href: string
}

const trailHref = (time: string, chosen: Readonly<Record<string, string>>): string =>
  hrefOf('/audit', { period: time.slice(0, 7), ...chosen })

function booked(one: Booking, journals: readonly Journal[]): Happened {
  const [first] = one.vouchers
  const journal = journals.find(({ number }) => number === one.journalNumber)?.name
  const where = { n: one.vouchers.length, voucher: first?.voucherNumber ?? '', journal: journal ?? '' }
  return {
    id: `booking ${one.number}`,
    time: one.time,
    who: whoOf(one),
    what: journal
      ? counted('sinceBookedOne', 'sinceBookedMany', one.vouchers.length, where)
      : counted('sinceMadeOne', 'sinceMadeMany', one.vouchers.length, where),
    amount: one.amount,
    href: trailHref(one.time, { booking: String(one.number) }),
  }
}

/** Changes that one person made to one kind of item, one after the other, as one line. */
function changed(changes: readonly Change[]): Happened[] {
  const found: (Happened & { kind: string; keys: Set<string> })[] = []
  for (const one of changes) {
    const [who, last] = [whoOf(one), found.at(-1)]
    if (last?.who === who && last.kind === one.resource) last.keys.add(one.key)
    else {
      const href = trailHref(one.time, { change: String(one.number) })
      const keys = new Set([one.key])
      found.push({ id: `change ${one.number}`, time: one.time, who, what: '', href, kind: one.resource, keys })
    }
  }
  return found.map(({ kind, keys, ...one }) => {
    const [key] = keys
    const name = resourceWords(kind)
    return { ...one, what: keys.size === 1 ? `${name} ${key}` : t('sinceChanged', { name, n: keys.size }) }
  })
}

function timeShown(time: string, now: string): string {
  const at = new Date(time)
  const day = at.toLocaleDateString('sv')
  const hour = timeName(at)
  if (day === now) return hour
  const weekday = new Intl.DateTimeFormat(language.value, { weekday: 'short' }).format(at)
  return `${capital(weekday.replace('.', ''))} ${hour}`
}

/** What was booked and changed since yesterday, by whom. */
export function SinceCard() {
  const now = todayHere()
  const since = dayAfter(now, -1)
  const bookings = useRead<Booking[]>(newestPath('bookings', SHOWN, [`time$gte:${since}`]))
  const changes = useRead<Change[]>(newestPath('changes', 5 * SHOWN, [`time$gte:${since}`]))
  const named = useMaster<Listed<Journal>>(paths.journals, true)
  const journals = named.data?.items ?? []
  if (bookings.refusal || changes.refusal) return null
  const waits = [bookings, changes, named].find(({ isLoading }) => isLoading)
  const said = [...(bookings.data ?? []).map((one) => booked(one, journals)), ...changed(changes.data ?? [])]
  const lines = said.sort(newestFirst).slice(0, SHOWN)
  return (
    <section class="card since" aria-label={t('sinceYesterday')}>
      <header>
        <h2>{t('sinceYesterday')}</h2>
        <span class="grow" />
        <a class="l s" href={hrefOf('/audit')}>
          {t('audit')}
        </a>
      </header>
      <div class="in">
        {waits ? (
          stateOf(waits, SHOWN, 3)
        ) : lines.length === 0 ? (
          <p class="m3">{t('sinceNothing', { day: dayInWords(since, language.value) })}</p>
        ) : (
          <table class="t edge">
            <tbody>
              {lines.map(({ id, time, who, what, amount, href }) => (
                <tr key={id}>
                  <td class="id">{timeShown(time, now)}</td>
                  <td class="who tr">{who}</td>
                  <td class="w">
                    <a href={href}>{what}</a>
                  </td>
                  <td class="n">{amount !== undefined && <Figure amount={amount} href={href} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}
