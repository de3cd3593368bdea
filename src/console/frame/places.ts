import { hasIntegration } from '../integration.ts'
import type { IconName } from '../parts/icon.tsx'
import { isLaboratory, isSandbox, isSuperUser } from '../sandbox.ts'
import type { Word } from '../words/en.ts'

/** A place of the console that has an address. */
export interface Place {
  word: Word
  path: string
  icon: IconName
  /** The second key after G. */
  key: string
  group?: Word
  /** It is one of the few within reach on a phone. */
  isOnPhone?: boolean
  /** It is of the half for integrators. */
  isIntegration?: boolean
  /** Who it is for, of those whom that half is for. */
  isFor?: () => boolean
}

/** The places that stand, in the order of the side bar. A screen that is not there yet is not named. */
export const PLACES: readonly Place[] = [
  { word: 'overview', path: '/', icon: 'overview', key: 'o', isOnPhone: true },
  { word: 'journals', path: '/journals', icon: 'journal', key: 'j' },
  { word: 'inbox', path: '/inbox', icon: 'inbox', key: 'd' },
  { word: 'approve', path: '/approve', icon: 'check', key: 'y', isOnPhone: true },
  { word: 'bank', path: '/bank', icon: 'bank', key: 'b' },
  { word: 'invoices', path: '/invoices', icon: 'invoice', key: 'i', group: 'sales', isOnPhone: true },
  { word: 'customers', path: '/customers', icon: 'people', key: 'c', group: 'sales' },
  { word: 'suppliers', path: '/suppliers', icon: 'truck', key: 's', group: 'sales' },
  { word: 'reminders', path: '/reminders', icon: 'bell', key: 'm', group: 'sales' },
  { word: 'payments', path: '/payments', icon: 'send', key: 'q', group: 'sales' },
  { word: 'trialBalance', path: '/reports/trial-balance', icon: 'lines', key: 't', group: 'reports' },
  { word: 'profitAndLoss', path: '/reports/profit-and-loss', icon: 'bars', key: 'p', group: 'reports' },
  { word: 'balanceSheet', path: '/reports/balance-sheet', icon: 'scales', key: 'a', group: 'reports' },
  { word: 'vatReturn', path: '/vat', icon: 'percent', key: 'v', group: 'periods' },
  { word: 'fixedAssets', path: '/assets', icon: 'box', key: 'x', group: 'periods' },
  { word: 'yearEnd', path: '/year-end', icon: 'lock', key: 'n', group: 'periods' },
  { word: 'audit', path: '/audit', icon: 'trail', key: 'u', group: 'periods' },
  { word: 'requests', path: '/requests', icon: 'prompt', key: 'r', isIntegration: true, isOnPhone: true },
  {
    word: 'webhooks',
    path: '/webhooks',
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

/** The places that the session's roles reach. */
export const openPlaces = (): readonly Place[] =>
  PLACES.filter(
    ({ isIntegration = false, isFor }) => !isIntegration || (hasIntegration() && (isFor === undefined || isFor())),
  )

/** The place that an address belongs to. */
export function placeOf(parts: readonly string[]): Place | undefined {
  if (parts.length === 0) return PLACES[0]
  if (parts[0] === 'accounts' || parts[0] === 'vouchers') return PLACES.find(({ word }) => word === 'trialBalance')
  const path = `/${parts.join('/')}`
  return PLACES.find((place) => place.path !== '/' && (path === place.path || path.startsWith(`${place.path}/`)))
}
