import type { Database, Executor } from '../database/connection.ts'
import { CONSOLE_BROWSER_MAX_LENGTH } from '../limits.ts'
import { signIn, type SignedIn, type SigningBrowser } from './console.ts'
import { hashToken } from './tokens.ts'

/** A passkey as it is checked: the public half of its key. */
export interface StoredPasskey {
  credential: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** The passkey of this name that a grant in force has; undefined where there is none. */
export async function findPasskey(executor: Executor, credential: string): Promise<StoredPasskey | undefined> {
  const [row] = await executor.rows<{ key: string; counter: string; transports: string }>(
    `SELECT encode(k.public_key, 'hex') AS key, k.counter::text AS counter,
      array_to_json(k.transports)::text AS transports
     FROM console_passkey k JOIN access_grant g ON g.agreement = k.agreement AND g.number = k.grant_number
     WHERE k.credential = $1 AND g.revoked_at IS NULL ORDER BY k.counter DESC LIMIT 1`,
    [credential],
  )
  if (!row) return undefined
  return {
    credential,
    publicKey: new Uint8Array(Buffer.from(row.key, 'hex')),
    counter: Number(row.counter),
    transports: JSON.parse(row.transports) as string[],
  }
}

/**
 * Keeps a passkey for the agreements that a session was signed in to by a link a moment ago.
 * @returns the numbers of the agreements; none where it was too long ago, or the passkey is there.
 */
export async function keepPasskey(
  executor: Executor,
  token: string,
  { credential, publicKey, counter, transports, name }: StoredPasskey & { name: string | undefined },
): Promise<number[]> {
  const kept = await executor.rows<{ agreement: number }>(
    `INSERT INTO console_passkey (agreement, grant_number, credential, public_key, counter, transports, name,
      challenged_at)
     SELECT s.agreement, s.grant_number, $2, decode($3, 'hex'), $4::bigint,
       ARRAY(SELECT json_array_elements_text($5::json)), $6, now()
     FROM console_session s JOIN access_grant g ON g.agreement = s.agreement AND g.number = s.grant_number
     WHERE s.token_hash = decode($1, 'hex') AND s.enrols_until > now() AND g.revoked_at IS NULL
     ON CONFLICT DO NOTHING RETURNING agreement`,
    [
      hashToken(token),
      credential,
      Buffer.from(publicKey).toString('hex'),
      String(counter),
      JSON.stringify(transports),
      name?.slice(0, CONSOLE_BROWSER_MAX_LENGTH) ?? null,
    ],
  )
  return kept.map(({ agreement }) => agreement)
}

/**
 * Signs a browser in to every agreement that a passkey opens, after its answer was checked. No challenge is answered
 * twice: each has to be younger than the last.
 * @param answered `challengedAt` in milliseconds since 1970.
 * @returns undefined where a younger challenge was answered, or no grant is in force any more.
 */
export async function usePasskey(
  database: Database,
  answered: { credential: string; counter: number; challengedAt: number },
  by: SigningBrowser,
): Promise<SignedIn | undefined> {
  const { credential, counter, challengedAt } = answered
  return await database.transaction(async (transaction) => {
    const opened = await transaction.rows<{ agreement: number; grant: number }>(
      `UPDATE console_passkey k SET last_used_at = now(), counter = $2::bigint,
        challenged_at = to_timestamp($3::float8 / 1000)
       WHERE k.credential = $1 AND k.challenged_at < to_timestamp($3::float8 / 1000) AND EXISTS (
         SELECT FROM access_grant g WHERE g.agreement = k.agreement AND g.number = k.grant_number
           AND g.revoked_at IS NULL)
       RETURNING k.agreement, k.grant_number AS grant`,
      [credential, String(counter), String(challengedAt)],
    )
    if (opened.length === 0) return undefined
    return await signIn(
      transaction,
      opened.sort((one, other) => one.agreement - other.agreement).map((one) => ({ ...one, mayEnrol: false })),
      by,
    )
  })
}
