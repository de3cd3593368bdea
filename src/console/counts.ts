import { readings } from './today.ts'

/** The resources whose writes change nothing of what waits. */
const APART: readonly string[] = [
  ...['accounts', 'asset-groups', 'company', 'console-passkeys', 'console-sessions', 'customers', 'disputed-items'],
  ...['fault-plan', 'grants', 'next-numbers', 'people', 'products', 'reminder-setup', 'request-log'],
  ...['suppliers', 'vat-codes', 'webhook-deliveries', 'webhooks'],
]

/** The resource of a path: what stands behind the API and its version. */
function resourceOf(path: string): string {
  const [, , , first = '', second = ''] = path.split('?')[0]!.split('/')
  return first === 'invoices' ? `${first}/${second}` : first.toLowerCase()
}

/** Whether a path says what waits, and a write may have changed that. */
export function mayCount(read: string, method: string, written: string): boolean {
  if (!read.startsWith(readings.waiting(''))) return false
  const resource = resourceOf(written)
  // A draft of an invoice that is changed stays one.
  return !APART.includes(resource) && !(method === 'PUT' && resource === 'invoices/drafts')
}

/** Whether a write puts other books, or another time, in the place of everything that was read. */
export const turnsAll = (written: string): boolean => /\/(snapshots\/\d+\/restore|clock(\/advance)?)$/.test(written)
