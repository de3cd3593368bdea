import type { Transaction } from '../database/connection.ts'

/** So many sandboxes were made of a line within an hour that no more are made now. */
export class SandboxesTooMany extends Error {}

/**
 * Holds the line of a sandbox: the sandboxes that were made of one by resets and branches, and of those. Whoever else
 * makes one of the line waits until the transaction ends.
 * @param hourly how many may be made in an hour; undefined: any number, as by the operator.
 * @returns the sandbox that the line began with, which a new one is noted under. @throws SandboxesTooMany
 */
export async function holdLine(transaction: Transaction, sandbox: number, hourly: number | undefined): Promise<number> {
  await transaction.rows('INSERT INTO sandbox_line (sandbox, line) VALUES ($1, $1) ON CONFLICT DO NOTHING', [sandbox])
  const [held] = await transaction.rows<{ line: number }>(
    `SELECT first.line FROM sandbox_line one JOIN sandbox_line first ON first.sandbox = one.line
      WHERE one.sandbox = $1 FOR UPDATE OF first`,
    [sandbox],
  )
  const { line } = held!
  if (hourly === undefined) return line
  const [made] = await transaction.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM sandbox_line s
      WHERE s.line = $1 AND s.made_at > clock_timestamp() - interval '1 hour'`,
    [line],
  )
  if (made!.count >= hourly) throw new SandboxesTooMany(`${made!.count} sandboxes in an hour`)
  return line
}

/** Notes that a sandbox was made of one of a line that is held. */
export async function noteInLine(transaction: Transaction, line: number, made: number): Promise<void> {
  await transaction.rows('INSERT INTO sandbox_line (sandbox, line, made_at) VALUES ($1, $2, clock_timestamp())', [
    made,
    line,
  ])
}
