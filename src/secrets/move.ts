import type { Executor } from '../database/connection.ts'
import { fingerprintOf, readKey, SecretError, type KeyPlace } from './key.ts'
import type { Vault } from './vault.ts'

const HAS_SECRETS = `
  SELECT EXISTS (SELECT FROM webhook w WHERE w.agreement = $1)
    OR EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = $1 AND d.service_recipient_cpr IS NOT NULL)
    OR EXISTS (SELECT FROM booked_invoice b WHERE b.agreement = $1 AND b.service_recipient_cpr IS NOT NULL)
      AS "hasSecrets"`

/** The fingerprint of the database's key, in hex; null where it has none yet. */
export async function keyFingerprint(executor: Executor): Promise<string | null> {
  const [row] = await executor.rows<{ fingerprint: string }>(
    `SELECT encode(k.fingerprint, 'hex') AS fingerprint FROM secret_key k`,
  )
  return row?.fingerprint ?? null
}

/** Whether anything of an agreement is encrypted. */
export async function hasSecrets(executor: Executor, agreement: number): Promise<boolean> {
  const [row] = await executor.rows<{ hasSecrets: boolean }>(HAS_SECRETS, [agreement])
  return row!.hasSecrets
}

/** Checks that the key has the fingerprint. @throws SecretError */
export async function checkKey(place: KeyPlace, fingerprint: string | null): Promise<void> {
  const key = await readKey(place)
  if (key && fingerprintOf(key) === fingerprint) return
  throw new SecretError('The key given is not the one that the secrets of the agreement are encrypted with.')
}

/** An agreement, and the vault of its secrets. */
export interface Kept {
  agreement: number
  vault: Vault
}

/**
 * Encrypts the secrets of an agreement from another place with the key of this one. Its webhooks keep their secrets,
 * and receivers notice nothing. CPR numbers of booked invoices are sealed. They stay as they are, and only the key of
 * before opens them.
 */
export async function moveSecrets(executor: Executor, from: Kept, to: Kept): Promise<void> {
  const moved = async (stored: string | null): Promise<string | null> =>
    stored === null
      ? null
      : await to.vault.sealed(to.agreement, await readable(from.vault.open(from.agreement, stored)))
  const webhooks = await executor.rows<{ type: string; secret: string; previous: string | null }>(
    `SELECT w.event_type AS type, w.secret, w.previous_secret AS previous FROM webhook w WHERE w.agreement = $1`,
    [to.agreement],
  )
  const secrets = await Promise.all(
    webhooks.map(async ({ type, secret, previous }) => ({
      type,
      secret: await moved(secret),
      previous: await moved(previous),
    })),
  )
  await executor.rows(
    `UPDATE webhook w SET secret = r.secret, previous_secret = r.previous
     FROM json_to_recordset($2::json) AS r(type text, secret text, previous text) WHERE w.agreement = $1
       AND w.event_type = r.type`,
    [to.agreement, JSON.stringify(secrets)],
  )
  const drafts = await executor.rows<{ number: number; cpr: string }>(
    `SELECT d.number, encode(d.service_recipient_cpr, 'hex') AS cpr FROM draft_invoice d
     WHERE d.agreement = $1 AND d.service_recipient_cpr IS NOT NULL`,
    [to.agreement],
  )
  const cprs = await Promise.all(
    drafts.map(async ({ number, cpr }) => ({
      number,
      cpr: await to.vault.encrypt(to.agreement, await readable(from.vault.decrypt(from.agreement, cpr))),
    })),
  )
  await executor.rows(
    `UPDATE draft_invoice d SET service_recipient_cpr = decode(r.cpr, 'hex')
     FROM json_to_recordset($2::json) AS r(number int, cpr text) WHERE d.agreement = $1 AND d.number = r.number`,
    [to.agreement, JSON.stringify(cprs)],
  )
}

/** @throws SecretError where what is stored was not encrypted with the key, or not for the agreement. */
async function readable(opening: Promise<string>): Promise<string> {
  return await opening.catch((error: unknown) => {
    if (error instanceof SecretError) throw error
    throw new SecretError(
      'A secret of the agreement was not encrypted with the key given, or not for it: its file was changed. Nothing is imported.',
    )
  })
}

/** Gives the webhooks of an agreement new secrets. Their receivers must be told. */
export async function renewSecretsOf(executor: Executor, agreement: number): Promise<void> {
  await executor.rows(
    `UPDATE webhook w SET secret = DEFAULT, previous_secret = NULL, previous_secret_until = NULL
      WHERE w.agreement = $1`,
    [agreement],
  )
}
