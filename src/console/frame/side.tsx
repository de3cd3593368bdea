import { signal } from '@preact/signals'
import { useMaster, useRead } from '../reads.ts'
import { type Company, type Listed, paths } from '../books.ts'
import { COUNTS, type Place, PLACES } from '../counts.ts'
import { hasIntegration, logPaths } from '../integration.ts'
import { Icon } from '../parts/icon.tsx'
import { go, hrefOf, route } from '../route.ts'
import { isSuperUser } from '../sandbox.ts'
import { session } from '../session.ts'
import { type Hook, hookPaths } from '../webhooks.ts'
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

/** Where what is counted needs somebody. */
const HOT = ['/bank', '/requests', '/webhooks']

/** What waits at a destination; what needs somebody has colour. */
const Item = ({ destination, count = 0 }: { destination: Destination; count?: number | undefined }) => {
  const isHere = destinationOf(route.value.parts) === destination
  return (
    <a class={isHere ? 'nav on' : 'nav'} href={hrefOf(destination.path)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={destination.icon} />
      {t(destination.word)}
      {count > 0 && <span class={HOT.includes(destination.path) ? 'ct hot' : 'ct'}>{numbered(count)}</span>}
    </a>
  )
}

/** Who keeps the books, and sees what waits in them. */
const KEEPERS = ['SuperUser', 'Bookkeeping']

/** How long what waits is taken as counted, in milliseconds: writes of this page that may change it count it anew. */
const COUNTED_MILLISECONDS = 60_000

/** How much waits at a destination, by its address. */
function useCounts(isShown: boolean): Readonly<Record<string, number | undefined>> {
  const { isDemo, roles } = session.value!.current!
  const isKeeper = isDemo || roles.some((role) => KEEPERS.includes(role))
  const count = (place: Place): number | undefined =>
    useRead<number>(isShown && isKeeper ? COUNTS[place] : undefined, COUNTED_MILLISECONDS).data
  return Object.fromEntries(PLACES.map((place) => [place, count(place)]))
}

/** How many requests were refused, as far as the log is kept, and how many webhooks fail. */
function useFailing(isShown: boolean): Readonly<Record<string, number | undefined>> {
  const requests = useRead<number>(isShown ? logPaths.faultCount : undefined).data
  const hooks = useRead<Listed<Hook>>(isShown && isSuperUser() ? hookPaths.hooks : undefined).data?.items
  const failing = hooks?.filter(({ failingSince, isDisabled }) => failingSince !== null || isDisabled)
  return { '/requests': requests, '/webhooks': failing?.length }
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
  const counts = { ...useCounts(!isIntegrationShown()), ...useFailing(isIntegrationShown()) }
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
          <Item destination={destination} count={counts[destination.path]} key={destination.path} />
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
