import { COMPANY } from '../../database/harness.ts'
import { made } from '../../resources/bookkeeping.ts'
import type { Client, Reply, TestService } from '../../service/harness.ts'

export const DB = '/daybookapi/v1.0.0'
export const CLOCK = `${DB}/clock`

/**
 * An agreement, the demo company where none is given, as a sandbox whose clock stands at a moment, whatever the real
 * one shows.
 */
export async function sandboxAt(service: TestService, moment: string, agreement = COMPANY): Promise<Client> {
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [agreement])
  await turn(service, moment, agreement)
  return await service.client({ agreement })
}

/** Turns the clock of an agreement to a moment, also back, and stops it there. */
export async function turn(service: Pick<TestService, 'database'>, moment: string, agreement = COMPANY): Promise<void> {
  await service.database.rows(
    `INSERT INTO sandbox_clock (agreement, shown, set_at, is_frozen) VALUES ($1, $2, clock_timestamp(), true)
     ON CONFLICT (agreement) DO UPDATE SET shown = excluded.shown, set_at = excluded.set_at, is_frozen = true`,
    [agreement, moment],
  )
}

/** The body of what has to succeed. */
export const done = async (reply: Promise<Reply>): Promise<Reply['json']> => made(await reply).json
