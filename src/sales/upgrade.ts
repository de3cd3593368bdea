import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { DOCUMENT_COLUMNS, LINE_COLUMNS } from './document-columns.ts'
import { type DocumentKind, KINDS, wentFurther } from './kinds.ts'
import { columnsOf, rowNamed } from '../resource/sql.ts'
import { columnName } from '../resource/resource.ts'

/** The upgrades: a quote becomes an order, an order becomes a draft invoice. */
const UPGRADES = {
  quote: { from: KINDS.quote, to: KINDS.order },
  order: { from: KINDS.order, to: KINDS.draftInvoice },
} as const

/**
 * Makes an order of a quote, or a draft invoice of an order, under the same number, and archives the source
 * (rule 12.5). Of two upgrades at the same time, the second finds it archived.
 * @throws ApiError NotFound, DocumentIsArchived, CustomerIsBarred, ProjectIsClosedOrBarred.
 */
export async function upgradeDocument(
  transaction: Transaction,
  agreement: number,
  number: number,
  kind: keyof typeof UPGRADES,
): Promise<void> {
  const { from, to } = UPGRADES[kind]
  const [found] = await transaction.rows<{ status: string; barred: boolean; exists: boolean; project: number | null }>(
    `SELECT d.status, d.project_number AS project, (SELECT c.is_barred FROM customer c WHERE c.agreement = $1
      AND c.number = d.customer_number) AS barred,
       ${wentFurther(from, rowNamed('d')).text} AS exists
     FROM ${from.table} d WHERE d.agreement = $1 AND d.number = $2 FOR UPDATE OF d`,
    [agreement, number],
  )
  if (!found) throw new ApiError({ code: 'NotFound', property: 'number' })
  if (found.status === 'archived' || found.exists)
    throw new ApiError({ code: 'DocumentIsArchived', property: 'number' })
  if (found.barred) throw new ApiError({ code: 'CustomerIsBarred', property: 'number' })
  if (found.project !== null) await holdOpenProject(transaction, agreement, found.project)
  await transaction.rows(headerCopy(from, to), [agreement, number])
  await transaction.rows(linesCopy(from, to), [agreement, number])
  await transaction.rows(
    `UPDATE ${from.table} d SET status = 'archived', object_version = nextval('object_version') WHERE d.agreement = $1
      AND d.number = $2`,
    [agreement, number],
  )
  await transaction.rows(
    `SELECT emit_events($1, '${from.event}',
      ARRAY[jsonb_build_object('OLDNUMBER', $2::int::text, 'NEWNUMBER', $2::int::text)])${
        'event' in to
          ? `, emit_events($1, '${to.event}', ARRAY[jsonb_build_object('OLDNUMBER', '', 'NEWNUMBER', $2::int::text)])`
          : ''
      }`,
    [agreement, number],
  )
}

/**
 * A document of a closed project can go no further: what comes of it could not be booked. Who closes the project waits
 * until this ends, and then finds the draft; of one being closed this waits for the answer.
 */
async function holdOpenProject(transaction: Transaction, agreement: number, project: number): Promise<void> {
  const [held] = await transaction.rows<{ isClosed: boolean }>(
    'SELECT p.is_closed AS "isClosed" FROM project p WHERE p.agreement = $1 AND p.number = $2 FOR SHARE',
    [agreement, project],
  )
  if (held?.isClosed) throw new ApiError({ code: 'ProjectIsClosedOrBarred', property: 'number' })
}

const HEADER = [...DOCUMENT_COLUMNS, 'due_date']

const headerCopy = (from: DocumentKind, to: DocumentKind): string =>
  `INSERT INTO ${to.table} (agreement, ${HEADER.join(', ')}, ${columnName(to.people)})
   SELECT d.agreement, ${columnsOf('d', HEADER)}, (take_document_numbers($1::int, '${to.table}', 1))[1]
   FROM ${from.table} d WHERE d.agreement = $1 AND d.number = $2`

const linesCopy = (from: DocumentKind, to: DocumentKind): string =>
  `INSERT INTO ${to.linesTable} (agreement, ${LINE_COLUMNS.join(', ')}${to.hasStatus ? ', document_status' : ''})
   SELECT l.agreement, ${columnsOf('l', LINE_COLUMNS)}${to.hasStatus ? `, 'drafts'` : ''}
   FROM ${from.linesTable} l WHERE l.agreement = $1 AND l.document_id = $2`
