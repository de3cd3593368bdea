import { inboxPaths } from './inbox.ts'
import { readings } from './today.ts'

/** What waits at the places of the side bar, and how it is counted. */
export const COUNTS = {
  '/journals': readings.draftEntries,
  '/inbox': inboxPaths.countNew,
  '/bank': readings.openBankLines,
  '/invoices': readings.draftInvoices,
} as const

/** A place where something waits. */
export type Place = keyof typeof COUNTS
/** All of them, always in this order. */
export const PLACES = Object.keys(COUNTS) as Place[]

/**
 * What writes of a resource may change of what waits; those of a resource that is not here may change all of it. A
 * voucher that goes unbooked opens its line of the bank again, and its document.
 */
const CHANGED: Readonly<Record<string, readonly Place[]>> = {
  'draft-entries': ['/journals', '/bank', '/inbox'],
  'invoices/drafts': ['/invoices'],
  ...Object.fromEntries(
    [
      ...['accounts', 'asset-groups', 'company', 'console-passkeys', 'console-sessions', 'customers', 'disputed-items'],
      ...['fault-plan', 'grants', 'next-numbers', 'people', 'products', 'reminder-setup', 'request-log'],
      ...['suppliers', 'vat-codes', 'vat-setup', 'webhook-deliveries', 'webhooks'],
    ].map((name) => [name, []]),
  ),
}

/** The resource of a path: what stands behind the API and its version. */
function resourceOf(path: string): string {
  const [, , , first = '', second = ''] = path.split('?')[0]!.split('/')
  return first === 'invoices' ? `${first}/${second}` : first.toLowerCase()
}

/** Whether a path counts what waits at a place, and a write may have changed that. */
export function mayCount(read: string, method: string, written: string): boolean {
  const [place] = (Object.entries(COUNTS) as [Place, string][]).find(([, path]) => path === read) ?? []
  if (place === undefined) return false
  const changed = CHANGED[resourceOf(written)]
  // A draft that is changed stays one.
  const isSame = method === 'PUT' && place === '/invoices'
  return changed === undefined || (changed.includes(place) && !isSame)
}

/** Whether a write puts other books, or another time, in the place of everything that was read. */
export const turnsAll = (written: string): boolean => /\/(snapshots\/\d+\/restore|clock(\/advance)?)$/.test(written)
