import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Transaction } from '../../../src/database/connection.ts'

/** The migrations up to the last before 0.1.0, before the schema was written down as it is: file and text, in order. */
export const migrationsBefore: readonly { file: string; text: string }[] = gunzipSync(
  readFileSync(new URL('./migrations.sql.gz', import.meta.url)),
)
  .toString()
  .split(/^-- FILE /m)
  .slice(1)
  .map((part) => ({ file: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n') + 1) }))

/** Those of them from the file that begins with `from`, up to the one that begins with `to` and without it. */
export const migrationsBetween = (from: string, to: string): typeof migrationsBefore =>
  migrationsBefore.filter(({ file }) => file >= from && file < to)

/** Runs migrations, and notes them, as the builds before 0.1.0 did. */
export async function applyBefore(
  transaction: Transaction,
  migrations: typeof migrationsBefore,
  run: (transaction: Transaction, text: string) => Promise<void> = (there, text) => there.script(text),
): Promise<void> {
  await transaction.script(
    'CREATE TABLE IF NOT EXISTS migration (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const { file, text } of migrations) {
    await run(transaction, text)
    await transaction.rows('INSERT INTO migration (file) VALUES ($1)', [file])
  }
}
