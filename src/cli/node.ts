import type { AppParts } from '../app.ts'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../database/connection.ts'
import { startDeliveries } from '../webhooks/start.ts'
import { listen } from './listen.ts'
import { Metrics, serveMetrics } from './metrics.ts'
import { startSchedules } from './schedules.ts'

/**
 * Runs what every process of the service does: answers requests, delivers webhooks, and runs subscriptions by their schedules.
 * @param parts `address` is where `database` is.
 * @returns what drains both, side by side; the database is still to be closed.
 * @throws StartError when it cannot listen.
 */
export async function startNode(
  parts: AppParts & { config: Config; address: DatabaseAddress },
): Promise<() => Promise<void>> {
  const { database, address, config, log } = parts
  const metrics = config.metricsPort === undefined ? undefined : new Metrics()
  const close = await listen({ ...parts, ...(metrics && { observe: (seen) => metrics.note(seen) }) })
  const stopMetrics =
    metrics &&
    (await serveMetrics(config, metrics, database, log).catch(async (error: unknown) => {
      await close()
      throw error
    }))
  const stopDeliveries = startDeliveries({ database, address, allowedHosts: config.webhookAllowedHosts, log })
  const stopSchedules = startSchedules({ database, address, log })
  return async () => {
    await Promise.all([close(), stopDeliveries(), stopSchedules()])
    await stopMetrics?.()
  }
}
