import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { moveFocus, useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { dayOfBooks, timeName, todayHere } from '../period.ts'
import { useRead } from '../reads.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import { Screen } from '../screens/screen.tsx'
import { type Clock, isSandbox, labPaths } from '../sandbox.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { useYears } from '../years.ts'
import { Dialog } from './dialog.tsx'
import { isKeysOpen, Keyboard } from './keyboard.tsx'
import { isPaletteOpen, Palette } from './palette.tsx'
import { openDestinations } from './navigation.ts'
import { SandboxBar } from './sandbox-bar.tsx'
import { PhoneNav, Side, turnHalf } from './side.tsx'
import { Strip } from './strip.tsx'
import { Waiting } from './waiting.tsx'

/** How often a silent service is asked again, in milliseconds. */
const AGAIN_MILLISECONDS = 5000

function Offline({ since }: { since: Date }) {
  useEffect(() => {
    const timer = setInterval(api.again, AGAIN_MILLISECONDS)
    addEventListener('online', api.again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', api.again)
    }
  }, [])
  return (
    <div class="bn off" role="status">
      <Icon name="offline" />
      <span class="grow">
        {t('offlineBanner', { time: timeName(since) })}
        {api.heardAt.value && (
          <>
            {' '}
            {t('offlineFigures')} <b class="b">{timeName(api.heardAt.value)}</b>.
          </>
        )}
      </span>
    </div>
  )
}

function DemoBanner() {
  const [isAsked, ask] = useState(false)
  return (
    <div class="bn demo">
      <Icon name="lock" />
      <span class="grow">{t('demoBanner')}</span>
      <button type="button" class="l b" onClick={() => ask(true)}>
        {t('demoSandbox')}
      </button>
      {isAsked && (
        <Dialog title={t('demoSandbox')} close={() => ask(false)}>
          <p>{t('demoSandboxHow')}</p>
          <pre class="code" tabIndex={0}>
            npm run daybook -- sandbox
          </pre>
        </Dialog>
      )}
    </div>
  )
}

function explainFocused(): boolean {
  const explain = document.activeElement?.getAttribute('data-explain')
  if (!explain) return false
  setQuery({ explain })
  return true
}

/** Has the books' day from the clock of a sandbox; before it is told, no screen asks for what goes by days. */
function ClockOfBooks() {
  const { data, refusal } = useRead<Clock>(labPaths.clock)
  const day = data?.today ?? (refusal && todayHere())
  useLayoutEffect(() => {
    dayOfBooks.value = day
    return () => {
      dayOfBooks.value = undefined
    }
  }, [day])
  return null
}

/** The frame that every screen stands in, with the keys that work everywhere. */
export function Frame() {
  const place = route.value.parts.join('/')
  // Links to vouchers name their years.
  useYears()
  useEffect(() => {
    document.getElementById('page')?.scrollTo(0, 0)
  }, [place])
  const shortcuts = Object.fromEntries(openDestinations().map(({ key, path }) => [`g ${key}`, () => go(hrefOf(path))]))
  useKeys({
    ...shortcuts,
    'Ctrl+k': () => (isPaletteOpen.value = true),
    'Ctrl+.': () => turnHalf(),
    '/': () => (isPaletteOpen.value = true),
    '?': () => (isKeysOpen.value = true),
    'Shift+?': () => (isKeysOpen.value = true),
    j: () => moveFocus(1),
    ArrowDown: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowUp: () => moveFocus(-1),
    ArrowRight: () => moveFocus(0, 1),
    ArrowLeft: () => moveFocus(0, -1),
    Space: explainFocused,
  })
  return (
    <div class="app">
      <a class="skip" href="#page">
        {t('skip')}
      </a>
      <section class="bar" aria-label={t('notices')}>
        {api.silentSince.value && <Offline since={api.silentSince.value} />}
        {isReadOnly() ? <DemoBanner /> : <Waiting />}
        {isSandbox() && <SandboxBar />}
      </section>
      <Side />
      <main class="main">
        {isSandbox() && <ClockOfBooks />}
        {(!isSandbox() || dayOfBooks.value !== undefined) && <Screen />}
        <Strip />
      </main>
      <PhoneNav />
      {isPaletteOpen.value && <Palette />}
      {isKeysOpen.value && <Keyboard />}
    </div>
  )
}
