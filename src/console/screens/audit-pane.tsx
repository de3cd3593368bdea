import { useRead } from '../reads.ts'
import { type Booking, PATHS } from '../books.ts'
import { clockOf } from '../integration.ts'
import { Nothing } from '../parts/states.tsx'
import { hrefOf, route, voucherHref } from '../route.ts'
import { propertyWords } from '../properties.ts'
import { type Change, itemWords, whoInFull } from '../trail.ts'
import { t } from '../words.ts'

type Whole = Booking & {
  grant?: number | null
  journalNumber?: number | null
  vouchers?: { accountingYear: string; voucherNumber: number }[]
}

/** Where an item of the trail is shown, if it has a screen. */
const SCREENS: Readonly<Record<string, (key: string) => string>> = {
  Customers: (key) => `/customers/${key}`,
  Suppliers: (key) => `/suppliers/${key}`,
  Accounts: (key) => `/accounts/${key}`,
  Company: () => '/settings/company',
}

/** The one that is chosen: what was before, what is after, and the seal over it. */
export function AuditPane({ changes, bookings }: { changes: readonly Change[]; bookings: readonly Whole[] }) {
  const { query } = route.value
  const change = query.get('change')
  const booking = query.get('booking')
  const known = changes.find(({ number }) => String(number) === change)
  const read = useRead<Change>(change !== null && !known ? `${PATHS.daybook}/changes/${change}` : undefined).data
  const one = known ?? read
  const booked = bookings.find(({ number }) => String(number) === booking)
  if (change !== null && one) return <ChangeOf change={one} />
  if (booking !== null && booked) return <BookingOf booking={booked} />
  return (
    <section class="pane only-wide" aria-label={t('changed')}>
      <Nothing title={t('pickChange')} />
    </section>
  )
}

type Done = Pick<Change, 'time' | 'person' | 'app' | 'personName' | 'appName'> & { grant?: number | null }

function Facts({ of }: { of: Done }) {
  const { time, grant } = of
  return (
    <dl class="kv s">
      <dt>{t('when')}</dt>
      <dd>{clockOf(time, true)}</dd>
      <dt>{t('who')}</dt>
      <dd>{whoInFull(of)}</dd>
      {grant && (
        <>
          <dt>{t('grant')}</dt>
          <dd>{grant}</dd>
        </>
      )}
    </dl>
  )
}

function ChangeOf({ change }: { change: Change }) {
  const screen = SCREENS[change.resource]?.(change.key)
  return (
    <section class="pane" aria-label={t('changeNumber', { n: change.number })}>
      <div class="ph">
        <h2>{t('changeNumber', { n: change.number })}</h2>
        <span class="grow" />
        {screen && (
          <a class="l" href={hrefOf(screen)}>
            {t('open')}
          </a>
        )}
      </div>
      <div class="pb" tabIndex={-1}>
        <Facts of={change} />
        <h3>{itemWords(change)}</h3>
        <ul class="diff">
          {change.properties.map(({ property, before, after }) => (
            <li key={property}>
              <span class="m3" title={property}>
                {propertyWords(property)}
              </span>
              {before !== null && <del>{before}</del>}
              {after !== null && <ins>{after}</ins>}
            </li>
          ))}
        </ul>
        <h3>{t('seal')}</h3>
        <p class="mono any s">{change.properties.at(-1)?.seal}</p>
      </div>
    </section>
  )
}

function BookingOf({ booking }: { booking: Whole }) {
  const vouchers = booking.vouchers ?? []
  return (
    <section class="pane" aria-label={t('bookingOne', { n: booking.number })}>
      <div class="ph">
        <h2>{t('bookingOne', { n: booking.number })}</h2>
      </div>
      <div class="pb" tabIndex={-1}>
        <Facts of={booking} />
        <h3>{t('kind_vouchers')}</h3>
        <p class="vous">
          {vouchers.map(({ accountingYear, voucherNumber }) => (
            <a
              class="l n"
              key={`${accountingYear} ${voucherNumber}`}
              href={voucherHref(booking.journalNumber ?? null, accountingYear, voucherNumber)}
            >
              {voucherNumber}
            </a>
          ))}
        </p>
        <h3>{t('seal')}</h3>
        <p class="mono any s">{booking.seal}</p>
      </div>
    </section>
  )
}
