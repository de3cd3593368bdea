import type { AppParts, Seen } from '../app.ts'
import type { Config } from '../config.ts'
import { parsers } from '../parsing/parsers.ts'
import { Vault } from '../secrets/vault.ts'
import { forwardingIn } from '../webhooks/forward/place.ts'
import { startDeliveries } from '../webhooks/start.ts'
import { forgetAddress, noteAddress } from './addresses.ts'
import { listen } from './listen.ts'
import { Metrics, serveMetrics } from './metrics.ts'
import { startSchedules } from './schedules.ts'
import { openStandby } from './standby.ts'

/** What a process of the service runs with. */
export interface NodeParts extends AppParts {
  config: Config
  /** Told where it listens, as soon as it does. */
  listening?: (address: string) => void
}

/**
 * Runs what every process of the service does: answers requests, delivers webhooks, and runs subscriptions by their
 * schedules.
 * @returns what drains both, side by side; the database is still to be closed.
 * @throws StartError when it cannot listen.
 */
export async function startNode(parts: NodeParts): Promise<() => Promise<void>> {
  const { database, config, log } = parts
  const metrics = config.metricsPort === undefined ? undefined : new Metrics()
  let look = (): void => {}
  const observe = (seen: Seen): void => {
    metrics?.note(seen)
    if (seen.method !== 'GET' && seen.status < 400) look()
  }
  let address = ''
  // Only commands use the address: nothing else depends on it.
  const untold = (error: unknown): void => log.warn({ err: error }, 'commands cannot be told where the service listens')
  const listening = async (at: string): Promise<void> => {
    address = at
    parts.listening?.(at)
    await noteAddress(database, at).catch(untold)
  }
  const standby = openStandby(parts)
  const forget = (): Promise<void> => forgetAddress(database, address).catch(untold)
  const giveUp = async (error: unknown): Promise<never> => {
    if (address !== '') await forget()
    await standby?.close()
    throw error
  }
  const close = await listen({ ...parts, observe, listening, standby: standby?.standby }).catch(giveUp)
  const stopMetrics =
    metrics &&
    (await serveMetrics(config, metrics, { database, standby: standby?.standby }, log).catch(async (error: unknown) => {
      await close()
      return await giveUp(error)
    }))
  const deliveries = startDeliveries({
    database,
    allowedHosts: config.webhookAllowedHosts,
    log,
    vault: new Vault(config),
    forwarding: () => forwardingIn(config.dataDirectory),
  })
  parsers.observe = (of) => log.warn(of, 'a parser ended amid a file')
  look = () => deliveries.look()
  const stopSchedules = startSchedules({ database, log })
  return async () => {
    await Promise.all([close(), forget(), deliveries.stop(), stopSchedules()])
    parsers.close()
    await stopMetrics?.()
    await standby?.close()
  }
}
