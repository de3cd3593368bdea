import { effect, signal } from '@preact/signals'
import type { Format } from './money.ts'
import { store, stored } from './stored.ts'

/** The languages of the console. */
export type Language = 'da' | 'en'
/** How the console looks: as the system says, or as chosen. */
export type Theme = 'light' | 'dark'

const first = (): Language => {
  // Tests of what shows nothing run without a browser.
  const own = typeof navigator === 'undefined' ? 'en' : navigator.language.slice(0, 2)
  const chosen = stored('daybook.language') ?? own
  return chosen === 'da' ? 'da' : 'en'
}

/** The language of the console's own words. */
export const language = signal<Language>(first())
/** How figures are written: a Danish company may read English with 1.234,56. */
export const format = signal<Format>(stored('daybook.format') === 'en' ? 'en' : 'da')
/** The theme chosen; undefined follows the system. */
export const theme = signal<Theme | undefined>(
  stored('daybook.theme') === 'dark' ? 'dark' : stored('daybook.theme') === 'light' ? 'light' : undefined,
)
/** The language that calls are written down in, by its name among `CALLS`. */
export const callLanguage = signal(stored('daybook.calls') ?? 'curl')

/** Keeps what is chosen, and tells the page. */
export function followSettings(): void {
  effect(() => {
    store('daybook.language', language.value)
    document.documentElement.lang = language.value
  })
  effect(() => store('daybook.format', format.value))
  effect(() => store('daybook.calls', callLanguage.value))
  effect(() => {
    store('daybook.theme', theme.value)
    if (theme.value) document.documentElement.dataset.theme = theme.value
    else delete document.documentElement.dataset.theme
  })
}

/** The other theme than the one that shows. */
export function turnTheme(): void {
  const isDark = theme.value ? theme.value === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  theme.value = isDark ? 'light' : 'dark'
}
