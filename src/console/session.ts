import { signal } from '@preact/signals'
import { api } from './api.ts'

/** An agreement that the browser is signed in to, or the demo. */
export interface Opened {
  agreement: string
  /** Of the company, and of the agreement where the company says none. */
  name: string
  /** Of the agreement, where that is another: of two sandboxes of a company each has its own. */
  alias?: string | undefined
  baseCurrency: string
  isDemo: boolean
  isSandbox: boolean
  person: string | undefined
  roles: readonly string[]
  /** The session of this browser, and whether a passkey can be enrolled in it still. */
  sessionNumber?: number | undefined
  mayEnrol?: boolean
}

/** What can be opened here, and which of it the address names. */
export interface Session {
  companies: readonly Opened[]
  /** Undefined where the address names none that is open: one has to sign in. */
  current: Opened | undefined
  /** Whether passkeys can be had at this address. */
  hasPasskeys: boolean
}

/** What `/app/session` answers. */
interface Told {
  opened?: number
  hasPasskeys?: boolean
  demo: { agreementNumber: number; name: string; company: string | null } | null
  agreements: {
    agreementNumber: number
    name: string
    company: string | null
    baseCurrency: string
    isSandbox?: boolean
    person: { initials: string; name: string } | null
    roles: string[]
    sessionNumber?: number
    mayEnrol?: boolean
  }[]
}

const PATH = '/app/session'

/** What is open; undefined until the service has said. */
export const session = signal<Session | undefined>(undefined)

/** The currency of the books that are shown. */
export const baseCurrency = (): string => session.value?.current?.baseCurrency ?? 'DKK'

/** Whether nothing can be written: the demo is to be looked at. */
export const isReadOnly = (): boolean => session.value?.current?.isDemo ?? true

const namesOf = ({ name, company }: { name: string; company: string | null }): Pick<Opened, 'name' | 'alias'> =>
  company && company !== name ? { name: company, alias: name } : { name }

const companiesOf = ({ demo, agreements }: Told): Opened[] => [
  ...agreements.map(({ agreementNumber, baseCurrency: currency, isSandbox = false, person, roles, ...own }) => ({
    agreement: String(agreementNumber),
    ...namesOf(own),
    baseCurrency: currency,
    isDemo: false,
    isSandbox,
    person: person?.name,
    roles,
    sessionNumber: own.sessionNumber,
    mayEnrol: own.mayEnrol ?? false,
  })),
  ...(demo
    ? [
        {
          agreement: String(demo.agreementNumber),
          ...namesOf(demo),
          baseCurrency: 'DKK',
          isDemo: true,
          isSandbox: false,
          person: undefined,
          roles: [],
        },
      ]
    : []),
]

function show(told: Told, agreement: string): void {
  turn(companiesOf(told), told.hasPasskeys ?? false, agreement)
}

function turn(companies: readonly Opened[], hasPasskeys: boolean, agreement: string): void {
  const current = agreement === '' ? companies[0] : companies.find((one) => one.agreement === agreement)
  if (current?.agreement !== session.value?.current?.agreement) api.forget()
  api.entry.value = current && !current.isDemo ? current.agreement : 'demo'
  session.value = { companies, current, hasPasskeys }
}

/** Finds out what is open in this browser, and opens the agreement that the address names, or the first. */
export async function findSession(agreement: string): Promise<void> {
  const response = await fetch(PATH, { headers: { 'Daybook-Console': '1' } })
  show(response.ok ? ((await response.json()) as Told) : { demo: null, agreements: [] }, agreement)
}

/** Opens another agreement of those that are open already. */
export function turnTo(agreement: string): void {
  if (session.value) turn(session.value.companies, session.value.hasPasskeys, agreement)
}

/** Signs in by what a link or a passkey gives. @returns the agreement that it opens; undefined where it opens none. */
export async function signInBy(given: { code: string } | { passkey: unknown }): Promise<string | undefined> {
  const headers = { 'Daybook-Console': '1', 'Content-Type': 'application/json' }
  const response = await fetch(PATH, { method: 'POST', headers, body: JSON.stringify(given) })
  if (!response.ok) return undefined
  const told = (await response.json()) as Told
  const opened = told.opened ?? told.agreements[0]?.agreementNumber
  if (opened === undefined) return undefined
  show(told, String(opened))
  return String(opened)
}

/** Signs this browser out of everything, and forgets what it knew. */
export async function signOut(): Promise<void> {
  await fetch(PATH, { method: 'DELETE', headers: { 'Daybook-Console': '1' } })
  api.forget()
  location.assign('/app')
}
