import { effect, untracked } from '@preact/signals'
import { render } from 'preact'
import { api } from './api.ts'
import { tellCutTexts } from './frame/cut-texts.ts'
import { Frame } from './frame/frame.tsx'
import { SignIn, takeCode } from './frame/sign-in.tsx'
import { listenToKeys } from './keys.ts'
import { followLinks, go, route } from './route.ts'
import { findSession, session, turnTo } from './session.ts'
import { followSettings } from './settings.ts'

const code = takeCode()

/** The frame for who is signed in or looks at the demo; else the page to sign in. */
function Console() {
  const { agreement } = route.value
  if (session.value === undefined) return null
  const { current } = session.value
  if (!current || (code !== undefined && agreement === '')) return <SignIn code={code} />
  return <Frame key={current.agreement} />
}

/** Keeps the session at the agreement of the address, and the address at an agreement. */
function followAgreement(): void {
  effect(() => {
    const { agreement } = route.value
    untracked(() => {
      if (session.value && agreement !== '' && agreement !== session.value.current?.agreement) turnTo(agreement)
    })
  })
  effect(() => {
    const current = session.value?.current
    if (current && code === undefined && untracked(() => route.value.agreement === '')) {
      go(`/app/${current.agreement}/`, { isReplacing: true })
    }
  })
}

/** The strip is about the present screen: another one begins it anew. */
function followScreen(): void {
  let screen = ''
  effect(() => {
    const { agreement, parts } = route.value
    const now = [agreement, ...parts].join('/')
    if (now !== screen) api.sent.value = []
    screen = now
  })
}

followSettings()
followLinks()
listenToKeys()
tellCutTexts()
followScreen()
followAgreement()
void findSession(route.value.agreement)
render(<Console />, document.getElementById('app')!)
