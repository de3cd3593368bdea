import type { AppParts, Seen } from '../app.ts'
import type { Config } from '../config.ts'
import { Vault } from '../secrets/vault.ts'
import { startDeliveries } from '../webhooks/start.ts'
import { listen } from './listen.ts'
import { Metrics, serveMetrics } from './metrics.ts'
import { startSchedules } from './schedules.ts'

/** What a process of the service runs with. */
export interface NodeParts extends AppParts {
  config: Config
  /** Told where it listens, as soon as it does. */
  listening?: (address: string) => void
}

/**
 * Runs what every process of the service does: answers requests, delivers webhooks, and runs subscriptions by their schedules.
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
  const close = await listen({ ...parts, observe })
  const stopMetrics =
    metrics &&
    (await serveMetrics(config, metrics, database, log).catch(async (error: unknown) => {
      await close()
      throw error
    }))
  const deliveries = startDeliveries({
    ...{ database, allowedHosts: config.webhookAllowedHosts, log },
    vault: new Vault(config),
  })
  look = () => deliveries.look()
  const stopSchedules = startSchedules({ database, log })
  return async () => {
    await Promise.all([close(), deliveries.stop(), stopSchedules()])
    await stopMetrics?.()
  }
}
