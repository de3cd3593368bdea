import { signal } from '@preact/signals'
import { useMaster, useRead } from '../reads.ts'
import { type Company, type Listed, paths } from '../books.ts'
import { hasIntegration, logPaths } from '../integration.ts'
import { Icon } from '../parts/icon.tsx'
import { go, hrefOf, route } from '../route.ts'
import { isSuperUser } from '../sandbox.ts'
import { session } from '../session.ts'
import { type Hook, hookPaths } from '../webhooks.ts'
import { isVatNear, useWaiting, vatDay } from '../waits.ts'
import { numbered, t } from '../words.ts'
import { isKeysOpen } from './keyboard.tsx'
import { isPaletteOpen } from './palette.tsx'
import { openDestinations, type Destination, destinationOf } from './navigation.ts'
import { CompanySwitch } from './switch.tsx'

/** Whether the switch of companies and the settings are open. */
const isSwitchOpen = signal(false)

/** The name of a company without its form, as it has room. */
const shortName = (name: string): string => name.replace(/ (ApS|A\/S|I\/S|P\/S|IVS|K\/S)$/, '')
const spaced = (cvr: string): string => cvr.replace(/\B(?=(\d\d)+$)/g, ' ')

/** What stands beside a destination: a count of what waits, or a day; what needs somebody has colour. */
interface Beside {
  text: string | undefined
  isHot?: boolean
}

const countOf = (count: number | null | undefined, isHot = false): Beside => ({
  text: count ? numbered(count) : undefined,
  isHot,
})

const Item = ({ destination, beside }: { destination: Destination; beside: Beside | undefined }) => {
  const isHere = destinationOf(route.value.parts) === destination
  return (
    <a class={isHere ? 'nav on' : 'nav'} href={hrefOf(destination.path)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={destination.icon} />
      {t(destination.word)}
      {beside?.text !== undefined && <span class={beside.isHot ? 'ct hot' : 'ct'}>{beside.text}</span>}
    </a>
  )
}

/** Who keeps the books, and sees what waits in them. */
const KEEPERS = ['SuperUser', 'Bookkeeping', 'Sales']

/** How long what waits is taken as counted, in milliseconds: writes of this page that may change it count it anew. */
const COUNTED_MILLISECONDS = 60_000

/** What waits at a destination, by its address. */
function useWaits(isShown: boolean): Readonly<Record<string, Beside>> {
  const { isDemo, roles } = session.value!.current!
  const isKeeper = isDemo || roles.some((role) => KEEPERS.includes(role))
  const { data } = useWaiting(isShown && isKeeper, COUNTED_MILLISECONDS)
  if (!data) return {}
  return {
    '/journals': countOf(data.draftEntries),
    '/inbox': countOf(data.inbox),
    '/bank': countOf(data.bankLines, true),
    '/invoices': countOf(data.draftInvoices),
    '/vat': { text: vatDay(data), isHot: isVatNear(data) },
  }
}

/** How many requests were refused, as far as the log is kept, and how many webhooks fail. */
function useFailing(isShown: boolean): Readonly<Record<string, Beside>> {
  const requests = useRead<number>(isShown ? logPaths.faultCount : undefined).data
  const hooks = useRead<Listed<Hook>>(isShown && isSuperUser() ? hookPaths.hooks : undefined).data?.items
  const failing = hooks?.filter(({ failingSince, isDisabled }) => failingSince !== null || isDisabled)
  return { '/requests': countOf(requests, true), '/webhooks': countOf(failing?.length, true) }
}

const isIntegrationShown = (): boolean => destinationOf(route.value.parts)?.isIntegration ?? false
const ofHalf = (isIntegration: boolean): Destination[] =>
  openDestinations().filter((destination) => (destination.isIntegration ?? false) === isIntegration)

const homeOf = (isIntegration: boolean): string => hrefOf(isIntegration ? '/requests' : '/')

/** Goes over to the other half: the books, or what programs did. */
export function turnHalf(): void {
  if (hasIntegration()) go(homeOf(!isIntegrationShown()))
}

const HALVES = [
  { isIntegration: false, word: 'books' },
  { isIntegration: true, word: 'integration' },
] as const

const Halves = () => (
  <div class="seg" title="Ctrl .">
    {HALVES.map(({ isIntegration, word }) => {
      const isHere = isIntegrationShown() === isIntegration
      return (
        <a
          key={word}
          class={isHere ? 'on' : ''}
          href={homeOf(isIntegration)}
          aria-current={isHere ? 'true' : undefined}
        >
          {t(word)}
        </a>
      )
    })}
  </div>
)

/** The side bar: which company, search, the destinations. */
export function Side() {
  const company = useMaster<Company>(paths.company).data
  const destinations = ofHalf(isIntegrationShown())
  const beside = { ...useWaits(!isIntegrationShown()), ...useFailing(isIntegrationShown()) }
  return (
    <nav class="side" aria-label={t('navMain')}>
      <button type="button" class="co" aria-haspopup="dialog" onClick={() => (isSwitchOpen.value = true)}>
        <span class="logo">{company?.name.slice(0, 1) ?? ''}</span>
        <span class="grow">
          <span class="coname">{company ? shortName(company.name) : '…'}</span>
          <span class="xs m3 tr cocvr">
            {company?.corporateIdentificationNumber ? `CVR ${spaced(company.corporateIdentificationNumber)}` : ''}
          </span>
        </span>
        <Icon name="down" />
      </button>
      {hasIntegration() && <Halves />}
      <button type="button" class="find" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        <span class="grow">{t('search')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {destinations.map((destination, at) => (
        <>
          {destination.group && destinations[at - 1]?.group !== destination.group && (
            <div class="nav-h">{t(destination.group)}</div>
          )}
          <Item destination={destination} beside={beside[destination.path]} key={destination.path} />
        </>
      ))}
      <div class="foot">
        <a
          class={route.value.parts[0] === 'settings' ? 'nav on' : 'nav'}
          href={hrefOf('/settings/company')}
          aria-current={route.value.parts[0] === 'settings' ? 'page' : undefined}
        >
          <Icon name="gear" />
          {t('settings')}
        </a>
        <button type="button" class="nav" onClick={() => (isKeysOpen.value = true)}>
          <Icon name="prompt" />
          {t('keyboard')}
          <kbd>?</kbd>
        </button>
      </div>
      {isSwitchOpen.value && <CompanySwitch close={() => (isSwitchOpen.value = false)} />}
    </nav>
  )
}

/** The destinations on a phone, within reach of a thumb. */
export function PhoneNav() {
  return (
    <nav class="mnav" aria-label={t('navPhone')}>
      {ofHalf(isIntegrationShown())
        .filter(({ isOnPhone = false }) => isOnPhone)
        .slice(0, 4)
        .map((destination) => (
          <>
            {destination.path === '/invoices' && (
              <a class="snap" href={hrefOf('/capture')} aria-label={t('capture')}>
                <span>
                  <Icon name="camera" />
                </span>
              </a>
            )}
            <a
              class={destinationOf(route.value.parts) === destination ? 'on' : ''}
              href={hrefOf(destination.path)}
              key={destination.path}
              aria-current={destinationOf(route.value.parts) === destination ? 'page' : undefined}
            >
              <Icon name={destination.icon} />
              {t(destination.word)}
            </a>
          </>
        ))}
      {hasIntegration() && (
        <a href={homeOf(!isIntegrationShown())}>
          <Icon name="away" />
          {t(isIntegrationShown() ? 'books' : 'integration')}
        </a>
      )}
      <button type="button" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        {t('search')}
      </button>
    </nav>
  )
}
