import type { Database } from '../database/connection.ts'
import { WEBHOOKS_SEALED_AT_ONCE } from '../limits.ts'
import { fingerprintOf, keyFile, type KeyPlace, readKey, readOrMakeKey, SecretError } from './key.ts'
import { Vault } from './vault.ts'

const RECORDED = `SELECT encode(k.fingerprint, 'hex') AS fingerprint FROM secret_key k`

/** Whether something is encrypted by a key that was never noted. CPR numbers were, before the database knew of keys. */
const ENCRYPTED = `SELECT EXISTS (SELECT FROM draft_invoice d JOIN agreement a ON a.agreement = d.agreement
  WHERE d.service_recipient_cpr IS NOT NULL)
  OR EXISTS (SELECT FROM booked_invoice b JOIN agreement a ON a.agreement = b.agreement
    WHERE b.service_recipient_cpr IS NOT NULL) AS is_so`

/**
 * Checks, before anything is served, that the key of secrets is that of this database. The first service of a database
 * makes a key where there is none. The database notes the fingerprint of its first key. Encrypts webhooks' secrets that
 * are still plain.
 * @returns how many it encrypted. @throws SecretError where the key is missing or another one, saying what to do.
 */
export async function claimKey(database: Database, place: KeyPlace): Promise<number> {
  const [recorded] = await database.rows<{ fingerprint: string }>(RECORDED)
  const key = await readKey(place)
  if (!key && (recorded || (await isAnythingEncrypted(database)))) throw new SecretError(missing(place))
  const fingerprint = fingerprintOf(key ?? (await readOrMakeKey(place)))
  const noted = recorded ?? (await note(database, fingerprint))
  if (noted.fingerprint !== fingerprint) throw new SecretError(another(place))
  return await sealPlain(database, new Vault(place))
}

/**
 * Begins anew with the present key, where the one before is lost for good. Every webhook gets a new secret. CPR numbers
 * stay unreadable.
 * @returns how many webhooks have another secret now.
 */
export async function renewSecrets(database: Database, place: KeyPlace): Promise<number> {
  const fingerprint = fingerprintOf(await readOrMakeKey(place))
  // One transaction: nothing could tell secrets of another key than the noted one from right ones.
  return await database.transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO secret_key (fingerprint) VALUES (decode($1, 'hex'))
       ON CONFLICT (is_only) DO UPDATE SET fingerprint = excluded.fingerprint, noted_at = now()`,
      [fingerprint],
    )
    const rows = await transaction.everywhere(
      `UPDATE webhook w SET secret = DEFAULT, previous_secret = NULL, previous_secret_until = NULL
       FROM agreement a WHERE a.agreement = w.agreement RETURNING 1`,
    )
    return rows.length
  })
}

/** Whether the present key opens the secrets of the database. */
export async function keyState(
  database: Database,
  place: KeyPlace,
): Promise<'right' | 'missing' | 'another' | 'none needed'> {
  const [recorded] = await database.rows<{ fingerprint: string }>(RECORDED)
  if (!recorded) return 'none needed'
  const key = await readKey(place)
  if (!key) return 'missing'
  return fingerprintOf(key) === recorded.fingerprint ? 'right' : 'another'
}

async function isAnythingEncrypted(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ is_so: boolean }>(ENCRYPTED)
  return row!.is_so
}

/** Notes the key of a database that has none. Of several nodes at once, the key of the first counts. */
async function note(database: Database, fingerprint: string): Promise<{ fingerprint: string }> {
  await database.rows(
    `INSERT INTO secret_key (fingerprint) VALUES (decode($1, 'hex')) ON CONFLICT (is_only) DO NOTHING`,
    [fingerprint],
  )
  const [row] = await database.rows<{ fingerprint: string }>(RECORDED)
  return row!
}

interface Plain {
  agreement: number
  type: string
  secret: string
  previous: string | null
}

/**
 * Encrypts plain secrets. Any number of nodes may do so at once: a secret that one has encrypted is no longer plain for
 * the next.
 */
async function sealPlain(database: Database, vault: Vault): Promise<number> {
  for (let done = 0; ;) {
    const sealed = await sealSome(database, vault)
    done += sealed
    if (sealed < WEBHOOKS_SEALED_AT_ONCE) return done
  }
}

async function sealSome(database: Database, vault: Vault): Promise<number> {
  const rows = await database.everywhere<Plain>(
    `SELECT w.agreement, w.event_type AS type, w.secret, w.previous_secret AS previous
     FROM webhook w JOIN agreement a ON a.agreement = w.agreement
     WHERE starts_with(w.secret, 'whsec_') OR starts_with(w.previous_secret, 'whsec_')
     ORDER BY w.agreement, w.event_type LIMIT $1`,
    [WEBHOOKS_SEALED_AT_ONCE],
  )
  if (rows.length === 0) return 0
  const seal = async (agreement: number, secret: string | null): Promise<string | null> =>
    secret?.startsWith('whsec_') ? await vault.sealed(agreement, secret) : secret
  const sealed = await Promise.all(
    rows.map(async ({ agreement, type, secret, previous }) => ({
      agreement,
      type,
      secret: await seal(agreement, secret),
      previous: await seal(agreement, previous),
      was: secret,
      wasPrevious: previous,
    })),
  )
  // Leaves secrets alone that changed meanwhile.
  await database.everywhere(
    `UPDATE webhook w SET secret = r.secret, previous_secret = r.previous
     FROM json_to_recordset($1::json) AS r(agreement int, type text, secret text, previous text, was text,
       "wasPrevious" text)
     WHERE w.agreement = r.agreement AND w.event_type = r.type AND w.secret = r.was
       AND w.previous_secret IS NOT DISTINCT FROM r."wasPrevious"`,
    [JSON.stringify(sealed)],
  )
  return rows.length
}

const OR_RENEW =
  'Where it is lost for good, `daybook secrets renew` gives every webhook a new secret; CPR numbers stay unreadable.'

const missing = (place: KeyPlace): string =>
  `The key that the secrets of this database are encrypted with is missing: put ${keyFile(place)} back, or give it in DAYBOOK_SECRET_KEY ` +
  `(nodes of one database share it). ${OR_RENEW}`

const another = (place: KeyPlace): string =>
  `The key in ${place.secretKey ? 'DAYBOOK_SECRET_KEY' : keyFile(place)} is not the one that the secrets of this database are encrypted with: ` +
  `give that one (nodes of one database share it). ${OR_RENEW}`
