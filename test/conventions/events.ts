import type { WorldClient } from './world.ts'

/** Registers a webhook that calls nobody, so that events of the type are recorded from now on. */
export async function listen({ world }: WorldClient, event: string): Promise<void> {
  const row = {
    event_type: event,
    app: world.app,
    name: event,
    url: 'https://receiver.example/',
    content_type: 'text/plain',
  }
  await world.insert('webhook', [{ ...row, is_disabled: true }])
}

/** The events told since they were last asked for: the number before and the number now. */
export async function eventsOf({ world }: WorldClient): Promise<[string, string][]> {
  const rows = await world.database.rows<{ before: string; after: string; number: number }>(
    `WITH told AS (DELETE FROM webhook_delivery WHERE agreement = $1 RETURNING number, fields)
     SELECT number, fields ->> 'OLDNUMBER' AS before, fields ->> 'NEWNUMBER' AS after FROM told ORDER BY number`,
    [world.agreement],
  )
  return rows.map(({ before, after }) => [before, after])
}
