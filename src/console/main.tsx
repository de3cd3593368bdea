import { effect } from '@preact/signals'
import { render } from 'preact'
import { api } from './api.ts'
import { Frame } from './frame/frame.tsx'
import { SignIn } from './frame/sign-in.tsx'
import { listenToKeys } from './keys.ts'
import { followLinks, go, route } from './route.ts'
import { findSession, session } from './session.ts'
import { followSettings } from './settings.ts'

/** The frame for who is signed in or looks at the demo; else the page to sign in. */
function Console() {
  if (session.value === 'asked') return null
  return session.value === undefined ? <SignIn /> : <Frame />
}

followSettings()
followLinks()
listenToKeys()
// The strip is about the present screen.
let screen = ''
effect(() => {
  const now = route.value.parts.join('/')
  if (now !== screen) api.sent.value = []
  screen = now
})
effect(() => {
  if (route.value.agreement === '' && session.value !== 'asked' && session.value !== undefined) {
    go(`/app/${session.value.agreement}/`, { isReplacing: true })
  }
})
void findSession(route.value.agreement)
render(<Console />, document.getElementById('app')!)
