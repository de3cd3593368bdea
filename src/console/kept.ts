import { session } from './session.ts'
import { store, stored } from './stored.ts'

const PREFIX = 'daybook.draft.'

/** Drafts are kept by agreement and person: nobody meets those of another. */
const nameOf = (name: string): string => {
  const { agreement = '', person = '' } = session.value?.current ?? {}
  return `${PREFIX}${agreement}.${person}.${name}`
}

/** Keeps what was typed in this browser, until the service has it. */
export const keep = (name: string, value: unknown): void => store(nameOf(name), JSON.stringify(value))

/** What was typed before; undefined where nothing was. */
export function kept<T>(name: string): T | undefined {
  const text = stored(nameOf(name))
  try {
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Forgets what was typed: the service has it. */
export const forget = (name: string): void => store(nameOf(name), undefined)

/** Forgets every draft, of everybody: somebody signs out. */
export function forgetAll(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // Nothing is kept here.
  }
}
