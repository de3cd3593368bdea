import { nameOf } from '../driver/hosts.ts'
import { type Connection, type Destination, type Placement, UnreachableHostError } from './connection.ts'
import type { Endpoint, Planning } from './endpoint.ts'
import { command } from './exchange.ts'

/** What was found out about the server. */
export interface Found {
  endpoint: Endpoint
  placement: Placement
}

/**
 * Sends the settings that the next work on the connection needs. @returns a promise to wait for, where there is one.
 */
export function settle(
  connection: Connection,
  { endpoint, placement }: Found,
  planning: Planning,
  destination: Destination | undefined,
): Promise<unknown> | undefined {
  connection.endpoint = endpoint
  connection.placement = placement
  const settings = destination ? endpoint.destinationSettings : endpoint.settings
  const isNew = connection.planning === undefined
  if (!connection.plans(planning) || !settings) return undefined
  const settled = command(connection, settings[planning])
  if (isNew) return settled.catch((error: unknown) => fail(error, destination))
  // Do not wait: later statements on the connection run after the settings, or find the connection lost.
  settled.catch(() => {})
  return undefined
}

function fail(error: unknown, destination: Destination | undefined): never {
  throw destination ? new UnreachableHostError(nameOf(destination.server), { cause: error }) : error
}
