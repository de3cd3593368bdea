import { signal } from '@preact/signals'
import { useMaster } from '../api.ts'
import { type Company, paths } from '../books.ts'
import { Icon } from '../parts/icon.tsx'
import { hrefOf, route } from '../route.ts'
import { t } from '../words.ts'
import { isKeysOpen } from './keyboard.tsx'
import { isPaletteOpen } from './palette.tsx'
import { PLACES, type Place, placeOf } from './places.ts'
import { CompanySwitch } from './switch.tsx'

/** Whether the switch of companies and the settings are open. */
export const isSwitchOpen = signal(false)

/** The name of a company without its form, as it has room. */
export const shortName = (name: string): string => name.replace(/ (ApS|A\/S|I\/S|P\/S|IVS|K\/S)$/, '')
const spaced = (cvr: string): string => cvr.replace(/\B(?=(\d\d)+$)/g, ' ')

const Item = ({ place }: { place: Place }) => {
  const isHere = placeOf(route.value.parts) === place
  return (
    <a class={isHere ? 'nav on' : 'nav'} href={hrefOf(place.path)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={place.icon} />
      {t(place.word)}
    </a>
  )
}

/** The side bar: which company, search, the places. */
export function Side() {
  const company = useMaster<Company>(paths.company).data
  return (
    <nav class="side" aria-label={t('navMain')}>
      <button type="button" class="co" aria-haspopup="dialog" onClick={() => (isSwitchOpen.value = true)}>
        <span class="logo">{company?.name.slice(0, 1) ?? ''}</span>
        <span class="grow">
          <span class="tr coname">{company ? shortName(company.name) : '…'}</span>
          <span class="xs m3 tr cocvr">
            {company?.corporateIdentificationNumber ? `CVR ${spaced(company.corporateIdentificationNumber)}` : ''}
          </span>
        </span>
        <Icon name="down" />
      </button>
      <button type="button" class="find" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        <span class="grow">{t('search')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {PLACES.map((place, at) => (
        <>
          {place.group && PLACES[at - 1]?.group !== place.group && <div class="nav-h">{t(place.group)}</div>}
          <Item place={place} key={place.path} />
        </>
      ))}
      <div class="foot">
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

/** The places on a phone, within reach of a thumb. */
export function PhoneNav() {
  return (
    <nav class="mnav" aria-label={t('navPhone')}>
      {PLACES.slice(0, 4).map((place) => (
        <a
          class={placeOf(route.value.parts) === place ? 'on' : ''}
          href={hrefOf(place.path)}
          key={place.path}
          aria-current={placeOf(route.value.parts) === place ? 'page' : undefined}
        >
          <Icon name={place.icon} />
          {t(place.word)}
        </a>
      ))}
      <button type="button" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        {t('search')}
      </button>
    </nav>
  )
}
