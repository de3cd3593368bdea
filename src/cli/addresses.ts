import { hostname } from 'node:os'
import type { Executor } from '../database/connection.ts'
import { isLoopback } from '../loopback.ts'

/** How long a service may take to answer that it lives: one of this machine may be busy, one of another unreachable. */
const ANSWER_MILLISECONDS = { here: 20_000, elsewhere: 2_000 }

/** An address of this machine as people are told it for a browser: by name, because passkeys are of names. */
export const forBrowsers = (address: string): string =>
  address.replace(/^http:\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, 'http://localhost')

/** Writes down where a service listens, for commands on the same database. */
export async function noteAddress(executor: Executor, address: string): Promise<void> {
  await executor.rows(
    `INSERT INTO service_address (address, machine) VALUES ($1, $2)
     ON CONFLICT (address, machine) DO UPDATE SET since = now()`,
    [address, hostname()],
  )
}

/** Forgets where a service listened. */
export async function forgetAddress(executor: Executor, address: string): Promise<void> {
  await executor.rows('DELETE FROM service_address WHERE address = $1 AND machine = $2', [address, hostname()])
}

/**
 * Finds where a service on this database listens: of those that answer now, the one that began last. Forgets the
 * addresses of services that were killed on this machine: where nothing listens any more, or something else. One that
 * does not answer in time may be busy.
 * @returns undefined when none answers.
 */
export async function runningService(executor: Executor): Promise<string | undefined> {
  const noted = await executor.rows<{ address: string; machine: string }>(
    'SELECT address, machine FROM service_address ORDER BY since DESC',
  )
  for (const { address, machine } of noted) {
    const isHere = machine === hostname()
    if (!isHere && isLoopback(new URL(address).hostname)) continue
    const found = await lookAt(address, ANSWER_MILLISECONDS[isHere ? 'here' : 'elsewhere'])
    if (found === 'live') return address
    if (isHere && found === 'gone') await forgetAddress(executor, address)
  }
  return undefined
}

async function lookAt(address: string, milliseconds: number): Promise<'live' | 'gone' | 'silent'> {
  try {
    const answer = await fetch(`${address}/live`, { signal: AbortSignal.timeout(milliseconds) })
    await answer.arrayBuffer()
    return answer.ok ? 'live' : 'gone'
  } catch (error) {
    return ((error as Error).cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED' ? 'gone' : 'silent'
  }
}
