import type { Statement } from '../../database/connection.ts'
import { PAGE_SIZE_DEFAULT } from '../../limits.ts'
import { itemSql } from '../../resource/columns.ts'
import { int32, text } from '../../resource/fields.ts'
import type { Item, Parameter, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { apiPath } from '../../resource/versions.ts'
import { accountsApi } from '../accounts/index.ts'
import { bookedEntries } from '../booked-entries/booked-entries.ts'
import { collectionSchema, periodSchema, totalSchema, yearSchema } from './link-schemas.ts'

/** Bounds of a collection at the root: larger and more pages than elsewhere. */
const COLLECTION_PAGE_MAX = 1000
const COLLECTION_SKIP_MAX = 100_000
const PAGING: readonly Parameter[] = [
  { name: 'skipPages', field: int32(0, COLLECTION_SKIP_MAX) },
  { name: 'pageSize', field: int32(1, COLLECTION_PAGE_MAX) },
]

/** A collection's own address: the service's, then the path. */
const SELF = '($2::text || $5::text)'

const YEAR_LINK = `$2::text || '/accounting-years/' || t.year`
const PERIOD_LINK = `${YEAR_LINK} || '/periods/' || t.period_number`

const yearObject = `json_build_object('year', t.year, 'self', ${YEAR_LINK})`

/** A period as its links show it (rule 8.3): closed means that it takes no further transactions. */
const periodObject = `json_strip_nulls(json_build_object(
  'periodNumber', t.period_number, 'accountingYear', ${yearObject},
  'fromDate', t.date_from, 'toDate', t.date_to, 'closed', CASE WHEN t.is_closed OR t.is_barred THEN true END,
  'entries', ${PERIOD_LINK} || '/entries', 'totals', ${PERIOD_LINK} || '/totals', 'self', ${PERIOD_LINK}))`

const yearWithLinks = `json_strip_nulls(json_build_object(
  'year', t.year, 'fromDate', t.date_from, 'toDate', t.date_to, 'closed', CASE WHEN t.is_closed THEN true END,
  'periods', ${YEAR_LINK} || '/periods', 'totals', ${YEAR_LINK} || '/totals', 'self', ${YEAR_LINK}))`

interface Page {
  path: string
  pageSize: number
  skipPages: number
}

function pageOf(query: Item, path: string): Page {
  return {
    path,
    pageSize: (query.pageSize as number | undefined) ?? PAGE_SIZE_DEFAULT,
    skipPages: (query.skipPages as number | undefined) ?? 0,
  }
}

/**
 * A collection at the root: `{collection, pagination, self}`. `$1` agreement, `$2` base, `$3` page size, `$4` pages to
 * skip, `$5` its path, then the values for `exists` and `rows`. No row when `exists` finds none.
 */
function collection(
  agreement: number,
  base: string,
  page: Page,
  parts: { exists: string; rows: string; order: string; item: string; values: Statement['values'] },
): Statement {
  const text = `WITH rows AS NOT MATERIALIZED (${parts.rows}),
      total AS (SELECT count(*)::int AS results FROM rows),
      page AS (SELECT string_agg(${parts.item}, ',') AS items FROM
        (SELECT * FROM rows t ORDER BY ${parts.order} LIMIT $3::int OFFSET $3::bigint * $4::int) t)
    SELECT '{"collection":[' || coalesce(page.items, '') || '],"pagination":' || json_build_object(
        'pageSize', $3::int, 'skipPages', $4::int, 'maxPageSizeAllowed', ${COLLECTION_PAGE_MAX}, 'results',
          total.results,
        'firstPage', ${SELF} || '?skipPages=0&pageSize=' || $3::int,
        'lastPage', ${SELF} || '?skipPages=' || greatest(0, (total.results - 1) / $3::int) || '&pageSize='
          || $3::int)::text
      || ',"self":' || to_json(${SELF})::text || '}'
    FROM total, page WHERE EXISTS (${parts.exists})`
  return { text, values: [agreement, base, page.pageSize, page.skipPages, page.path, ...parts.values] }
}

const onePeriod =
  'SELECT FROM accounting_period x WHERE x.agreement = $1 AND x.year = $6::text AND x.period_number = $7::int'
const oneYear = 'SELECT FROM accounting_year x WHERE x.agreement = $1 AND x.year = $6::text'

/** The sums of an account in a period or a year, in base currency. */
const totalItem = `json_build_object(
  'account', json_build_object('accountNumber', t.account_number, 'name', t.name, 'self', $2::text || '${apiPath(accountsApi)}/Accounts/' || t.account_number),
  'openingInBaseCurrency', t.opening, 'debitInBaseCurrency', t.debit, 'creditInBaseCurrency', t.credit,
  'totalInBaseCurrency', t.opening + t.debit - t.credit)::text`

/** A closed year has its accounts with the names that they had at the close (rule 5.2). */
const totalRows = (within: string): string => `
  SELECT p.account_number, coalesce(c.name, a.name) AS name, sum(p.opening) AS opening, sum(p.debit) AS debit,
    sum(p.credit) AS credit
  FROM period_total p JOIN account a ON a.agreement = $1 AND a.number = p.account_number
  LEFT JOIN closed_account c ON c.agreement = $1 AND c.accounting_year = $6::text AND c.number = p.account_number
  WHERE p.agreement = $1 AND p.accounting_year = $6::text${within} GROUP BY p.account_number, a.name, c.name`

/** An item in the form of the API of booked entries. */
const BOOKED_ENTRY = { type: 'object', description: 'A BookedEntry, as in the document of booked-entries.' }

/** The path of a collection below a year. */
const pathOf = (path: Item, rest: string): string =>
  `/accounting-years/${encodeURIComponent(String(path.accountingYear))}${rest}`

const query = (
  path: string,
  operation: Pick<QueryOperation, 'statement' | 'query' | 'summary' | 'answer'>,
): QueryOperation => ({
  kind: 'query',
  method: 'GET',
  path,
  ...operation,
})

const one = (text: string, values: Statement['values']): Statement => ({ text, values })

/**
 * The accounting-year period at the root, without a version. Its links resolve. Periods are numbered from 1 within
 * their year.
 */
export const periodLinks = operations('AccountingYearPeriodLinks', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: {
    accountingYear: text(4).references('accounting_year.year'),
    accountingYearPeriod: int32(1).references('accounting_period.period_number', undefined, {
      alongside: { accountingYear: 'year' },
    }),
  },
  operations: [
    query('/{accountingYear}', {
      summary: 'One accounting year',
      answer: { isSchema: true, schema: yearSchema },
      statement: ({ agreement }, { path, base }) =>
        one(`SELECT ${yearWithLinks}::text FROM accounting_year t WHERE t.agreement = $1 AND t.year = $3::text`, [
          agreement,
          base,
          path.accountingYear as string,
        ]),
    }),
    query('/{accountingYear}/totals', {
      summary: 'The chart of accounts with the totals of the year',
      answer: { isSchema: true, schema: collectionSchema(totalSchema) },
      query: PAGING,
      statement: ({ agreement }, { path, query, base }) =>
        collection(agreement, base, pageOf(query, pathOf(path, '/totals')), {
          exists: oneYear,
          rows: totalRows(''),
          order: 't.account_number',
          item: totalItem,
          values: [path.accountingYear as string],
        }),
    }),
    query('/{accountingYear}/periods', {
      summary: 'The periods of an accounting year',
      answer: { isSchema: true, schema: collectionSchema(periodSchema) },
      query: PAGING,
      statement: ({ agreement }, { path, query, base }) =>
        collection(agreement, base, pageOf(query, pathOf(path, '/periods')), {
          exists: oneYear,
          rows: 'SELECT * FROM accounting_period WHERE agreement = $1 AND year = $6::text',
          order: 't.date_from',
          item: `${periodObject}::text`,
          values: [path.accountingYear as string],
        }),
    }),
    query('/{accountingYear}/periods/{accountingYearPeriod}', {
      summary: 'One period',
      answer: { isSchema: true, schema: periodSchema },
      statement: ({ agreement }, { path, base }) =>
        one(
          `SELECT ${periodObject}::text FROM accounting_period t WHERE t.agreement = $1 AND t.year = $3::text
            AND t.period_number = $4::int`,
          [agreement, base, path.accountingYear as string, path.accountingYearPeriod as number],
        ),
    }),
    ...(['entries', 'totals'] as const).map((part) =>
      query(`/{accountingYear}/periods/{accountingYearPeriod}/${part}`, {
        summary:
          part === 'entries'
            ? 'All entries booked in the period'
            : 'The chart of accounts with the totals of the period',
        answer: { isSchema: true, schema: collectionSchema(part === 'entries' ? BOOKED_ENTRY : totalSchema) },
        query: PAGING,
        statement: ({ agreement }, { path, query, base }) => {
          const collectionPath = pathOf(path, `/periods/${path.accountingYearPeriod}/${part}`)
          const rows =
            part === 'totals'
              ? totalRows(' AND p.period_number = $7::int')
              : `SELECT e.* FROM accounting_period p JOIN booked_entry e
                   ON e.agreement = $1 AND e.accounting_year = $6::text AND e.date BETWEEN p.date_from AND p.date_to
                 WHERE p.agreement = $1 AND p.year = $6::text AND p.period_number = $7::int`
          return collection(agreement, base, pageOf(query, collectionPath), {
            exists: onePeriod,
            rows,
            order: part === 'totals' ? 't.account_number' : 't.entry_number',
            item: part === 'totals' ? totalItem : itemSql(bookedEntries, 'problem'),
            values: [path.accountingYear as string, path.accountingYearPeriod as number],
          })
        },
      }),
    ),
  ],
})
