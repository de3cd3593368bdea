import { hasIntegration } from '../integration.ts'
import type { IconName } from '../parts/icon.tsx'
import { isLaboratory, isSandbox, isSuperUser } from '../sandbox.ts'
import { hrefOf, hrefWith, route } from '../route.ts'
import type { Word } from '../words/en.ts'

/** Where one can go in the console: it has an address. */
export interface Destination {
  word: Word
  path: string
  icon: IconName
  /** The second key after G. */
  key: string
  group?: Word
  /** It lists items that have addresses of their own below it. */
  isList?: boolean
  /** It is one of the few within reach on a phone. */
  isOnPhone?: boolean
  /** It is of the half for integrators. */
  isIntegration?: boolean
  /** Who it is for, of those whom that half is for. */
  isFor?: () => boolean
}

/** All of them, in the order of the side bar. A screen that is not there yet is not named. */
export const DESTINATIONS: readonly Destination[] = [
  { word: 'overview', path: '/', icon: 'overview', key: 'o', isOnPhone: true },
  { word: 'journals', path: '/journals', icon: 'journal', key: 'j' },
  { word: 'inbox', path: '/inbox', icon: 'inbox', key: 'd' },
  { word: 'approve', path: '/approve', icon: 'check', key: 'y', isOnPhone: true },
  { word: 'bank', path: '/bank', icon: 'bank', key: 'b' },
  { word: 'invoices', path: '/invoices', icon: 'invoice', key: 'i', group: 'sales', isOnPhone: true, isList: true },
  { word: 'customers', path: '/customers', icon: 'people', key: 'c', group: 'sales', isList: true },
  { word: 'suppliers', path: '/suppliers', icon: 'truck', key: 's', group: 'sales', isList: true },
  { word: 'reminders', path: '/reminders', icon: 'bell', key: 'm', group: 'sales', isList: true },
  { word: 'payments', path: '/payments', icon: 'send', key: 'q', group: 'sales', isList: true },
  { word: 'trialBalance', path: '/reports/trial-balance', icon: 'lines', key: 't', group: 'reports' },
  { word: 'profitAndLoss', path: '/reports/profit-and-loss', icon: 'bars', key: 'p', group: 'reports' },
  { word: 'balanceSheet', path: '/reports/balance-sheet', icon: 'scales', key: 'a', group: 'reports' },
  { word: 'vatReturn', path: '/vat', icon: 'percent', key: 'v', group: 'periods' },
  { word: 'fixedAssets', path: '/assets', icon: 'box', key: 'x', group: 'periods', isList: true },
  { word: 'yearEnd', path: '/year-end', icon: 'lock', key: 'n', group: 'periods' },
  { word: 'audit', path: '/audit', icon: 'trail', key: 'u', group: 'periods' },
  { word: 'requests', path: '/requests', icon: 'prompt', key: 'r', isIntegration: true, isOnPhone: true, isList: true },
  {
    word: 'webhooks',
    path: '/webhooks',
    isList: true,
    icon: 'hook',
    isOnPhone: true,
    key: 'w',
    isIntegration: true,
    isFor: isSuperUser,
  },
  { word: 'apiKeys', path: '/keys', icon: 'key', key: 'k', isIntegration: true, isFor: isSuperUser },
  {
    word: 'sandboxPlace',
    path: '/sandbox',
    icon: 'flask',
    isOnPhone: true,
    key: 'l',
    isIntegration: true,
    isFor: isLaboratory,
  },
  {
    word: 'coverage',
    path: '/coverage',
    icon: 'tiles',
    isOnPhone: true,
    key: 'e',
    isIntegration: true,
    isFor: isSandbox,
  },
]

/** The destinations that the session's roles reach. */
export const openDestinations = (): readonly Destination[] =>
  DESTINATIONS.filter(
    ({ isIntegration = false, isFor }) => !isIntegration || (hasIntegration() && (isFor === undefined || isFor())),
  )

/** The destination that an address belongs to. */
export function destinationOf(parts: readonly string[]): Destination | undefined {
  if (parts.length === 0) return DESTINATIONS[0]
  if (parts[0] === 'accounts' || parts[0] === 'vouchers')
    return DESTINATIONS.find(({ word }) => word === 'trialBalance')
  const path = `/${parts.join('/')}`
  return DESTINATIONS.find((one) => one.path !== '/' && (path === one.path || path.startsWith(`${one.path}/`)))
}

/** Where an item is shown: the address of its list, as it was narrowed, and the word for it. */
export function wayBack(): { href: string; word: Word } | undefined {
  const { parts, query } = route.value
  const place = destinationOf(parts)
  if (!place) return undefined
  if (parts.length > 1 && place.isList) {
    const { explain: _explain, line: _line, ...kept } = Object.fromEntries(query)
    return { href: hrefOf(place.path, kept), word: place.word }
  }
  if (parts[0] === 'vouchers') return { href: hrefOf(place.path), word: place.word }
  const chosen = { accounts: ['v'], audit: ['change', 'booking'] }[parts[0] ?? ''] ?? []
  if (!chosen.some((name) => query.has(name))) return undefined
  const without = Object.fromEntries(chosen.map((name) => [name, undefined]))
  return { href: hrefWith(without), word: parts[0] === 'accounts' ? 'account' : place.word }
}
