import { expect } from 'vitest'
import { COMPANY } from '../../database/harness.ts'
import type { Client, Reply, TestService } from '../../service/harness.ts'

export const DB = '/daybookapi/v1.0.0'
export const CLOCK = `${DB}/clock`

/** An agreement, the demo company where none is given, as a sandbox whose clock stands at a moment, whatever the real one shows. */
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
export async function done(reply: Promise<Reply>): Promise<Reply['json']> {
  const answer = await reply
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json
}

/** Status, code and property of a refusal. */
export const refusal = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.errors?.[0]?.property]
