import { useMaster, useRead } from '../reads.ts'
import { type Booking, type Listed, PATHS } from '../books.ts'
import { clockOf, hasIntegration } from '../integration.ts'
import { Nothing } from '../parts/states.tsx'
import { hrefOf, route, voucherHref } from '../route.ts'
import { propertyWords } from '../properties.ts'
import { type Change, itemWords, NAMED, TOUCHED, whoInFull } from '../trail.ts'
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

/** A value of a property, and what it is called, where it is the number of something. */
function Value({ property, text }: { property: string; text: string }) {
  const named = useMaster<Listed<{ number: number; name: string }>>(NAMED[property], true).data
  const name = named?.items.find(({ number }) => String(number) === text)?.name
  return <>{name ? `${text} ${name}` : text}</>
}

function ChangeOf({ change }: { change: Change }) {
  const screen = SCREENS[change.resource]?.(change.key)
  const touched = TOUCHED[change.resource]
  return (
    <section class="pane" aria-label={t('changeNumber', { n: change.number })}>
      <div class="ph">
        <h2>{t('changeNumber', { n: change.number })}</h2>
        <span class="grow" />
        {touched && hasIntegration() && (
          <a class="l" href={hrefOf('/requests', { touches: `${touched}:${change.key}` })}>
            {t('requests')}
          </a>
        )}
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
              {before !== null && (
                <del>
                  <Value property={property} text={before} />
                </del>
              )}
              {after !== null && (
                <ins>
                  <Value property={property} text={after} />
                </ins>
              )}
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
