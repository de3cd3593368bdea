import { createHash } from 'node:crypto'
import { ENTRY_TYPES } from '../../src/ledger/booking/entry-columns.ts'
import { FIRST_SEAL, type SealedContent, Sealer } from '../../src/ledger/booking/seal.ts'
import type { Books } from './books.ts'

/** Seals every booking again, as an owner of the database could. */
export async function forgeSeals(books: Pick<Books, 'database' | 'agreement' | 'tamper'>): Promise<void> {
  let previous: Buffer = FIRST_SEAL
  const bookings = await books.database.rows<SealedContent>(
    `SELECT number, journal_number AS "journalNumber", first_entry AS "firstEntry", last_entry AS "lastEntry",
       logs::text, to_char(booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt"
     FROM booking WHERE agreement = $1 ORDER BY number`,
    [books.agreement],
  )
  for (const booking of bookings) {
    const sealer = new Sealer(previous, booking)
    const rows = await books.database.rows<Record<string, string | number | null>>(
      'SELECT * FROM booked_entry WHERE agreement = $1 AND booking = $2 ORDER BY entry_number',
      [books.agreement, booking.number],
    )
    for (const row of rows) {
      const camel = (column: string) => column.replace(/_[a-z]/g, (letter) => letter[1]!.toUpperCase())
      const named = Object.fromEntries(Object.entries(row).map(([column, value]) => [camel(column), value]))
      sealer.add(Object.keys(ENTRY_TYPES).map((property) => named[property]!))
    }
    const [before, seal] = [previous.toString('hex'), sealer.seal()]
    await books.tamper(
      `UPDATE booking SET previous_seal = decode('${before}', 'hex'), seal = decode('${seal.toString('hex')}', 'hex')
       WHERE agreement = $1 AND number = ${booking.number}`,
    )
    previous = seal
  }
}

interface Change extends Record<string, unknown> {
  number: number
  line: string
}

/** Seals the trail again as rows were that did not tell what one change is, nor who made it. */
export async function forgeSealsOfTrail(books: Pick<Books, 'database' | 'agreement' | 'tamper'>): Promise<void> {
  await books.tamper(`UPDATE change SET change_first = NULL, change_last = NULL, grant_number = NULL, person = NULL,
    is_person_claimed = false WHERE agreement = $1`)
  const changes = await books.database.rows<Change>(
    `SELECT number, json_build_array(number, resource, key, property, before, after,
       to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), app)::text AS line
     FROM change WHERE agreement = $1 ORDER BY number`,
    [books.agreement],
  )
  let seal = FIRST_SEAL
  const seals = changes.map(({ number, line }) => {
    seal = createHash('sha256')
      .update(seal)
      .update(JSON.stringify(JSON.parse(line)))
      .digest()
    return `(${number}, '${seal.toString('hex')}')`
  })
  await books.tamper(`UPDATE change c SET seal = decode(s.seal, 'hex') FROM (VALUES ${seals.join(', ')}) AS s(number, seal)
    WHERE c.agreement = $1 AND c.number = s.number`)
}
