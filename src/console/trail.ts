import { capital } from './period.ts'
import { t } from './words.ts'

/** Who did what the trail tells: a person, else an app, else a command. */
export const whoOf = ({ person, app }: { person: string | null; app?: number | null }): string =>
  person ?? (app ? t('appOf', { n: app }) : 'Daybook')

/** A resource as people say it: "Draft invoice lines" of DraftInvoiceLines. */
export const resourceWords = (name: string): string =>
  capital(name.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`))
