import type { Executor } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { columnName } from '../resource/resource.ts'
import { COLUMNS, type CsvProfile } from './reading/profiles.ts'

/** The profile of a number; undefined where none is asked for. @throws ApiError where there is none. */
export async function savedProfile(
  database: Executor,
  agreement: number,
  number: number | undefined,
): Promise<CsvProfile | undefined> {
  if (number === undefined) return undefined
  const columns = COLUMNS.map((column) => `'${column}', p.${columnName(`${column}Column`)}`).join(', ')
  const [row] = await database.rows<{ profile: string }>(
    `SELECT json_build_object('name', p.name, 'encoding', p.encoding, 'delimiter', p.delimiter, 'decimalComma',
      p.decimal_comma,
       'dateFormat', p.date_format, 'skipRows', p.skip_rows, 'waiting', p.waiting_word,
       'columns', json_strip_nulls(json_build_object(${columns})))::text AS profile
     FROM csv_profile p WHERE p.agreement = $1 AND p.number = $2`,
    [agreement, number],
  )
  if (!row) throw new ApiError({ code: 'CsvProfileDoesNotExist', property: 'csvProfileNumber' })
  const {
    waiting,
    columns: headings,
    delimiter,
    ...profile
  } = JSON.parse(row.profile) as Omit<CsvProfile, 'columns' | 'waiting'> & {
    waiting: string | null
    columns: Record<string, string>
  }
  return {
    ...profile,
    delimiter: (delimiter as string) === 'tab' ? '\t' : delimiter,
    columns: Object.fromEntries(Object.entries(headings).map(([column, heading]) => [column, [heading]])),
    ...(waiting !== null && { waiting: [waiting] }),
  }
}
