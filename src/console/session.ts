import { signal } from '@preact/signals'
import { api } from './api.ts'
import { type Company, paths } from './books.ts'

/** Who is signed in; on the demo nobody is, and everybody may look. */
export interface Session {
  agreement: string
  isDemo: boolean
  person: string | undefined
  companies: readonly { agreement: string; name: string }[]
}

/** What the address of the demo says where others have the number of their agreement. */
export const DEMO = 'demo'

/** The session; undefined where nobody is signed in, `asked` until the service has said. */
export const session = signal<Session | 'asked' | undefined>('asked')

/** Finds out who is here: the demo needs nobody, so its company is read at once. */
export async function findSession(agreement: string): Promise<void> {
  if (agreement !== DEMO && agreement !== '') {
    session.value = undefined
    return
  }
  api.entry.value = 'demo'
  try {
    const { name } = await api.read<Company>(paths.company)
    session.value = { agreement: DEMO, isDemo: true, person: undefined, companies: [{ agreement: DEMO, name }] }
  } catch {
    session.value = { agreement: DEMO, isDemo: true, person: undefined, companies: [] }
  }
}

/** Ends the session here and in the service. */
export async function signOut(): Promise<void> {
  await fetch('/app/session', { method: 'DELETE', headers: { 'Daybook-Console': '1' } })
  api.forget()
  session.value = undefined
}
