import { nameCaller } from '../../resource/caller.ts'
import { F2, day, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { itemSql } from '../../resource/columns.ts'
import { type Item, standard } from '../../resource/operations.ts'
import { type Resource, resource, type WriteItems } from '../../resource/resource.ts'
import { createYear, deleteYear } from '../../ledger/years/years.ts'

/** Creates years one after the other, because each must follow the years before it. */
const create: WriteItems = async (transaction, requests) => {
  const written = []
  for (const { caller, items } of requests) {
    void nameCaller(transaction, caller)
    const keys: Item[] = []
    for (const { item, faults } of items) {
      const { dateFrom, dateTo, isClosed } = item as { dateFrom?: string; dateTo?: string; isClosed?: boolean }
      if (isClosed) {
        const message = 'A year begins open; leave isClosed out.'
        faults.push({ code: 'ValueNotAllowed', property: 'isClosed', message })
      }
      if (dateFrom === undefined || dateTo === undefined) continue
      const year = await createYear(transaction, caller.agreement, dateFrom, dateTo, faults)
      if (year !== undefined) keys.push({ year })
    }
    written.push(items.every(({ faults }) => faults.length === 0) ? keys : undefined)
  }
  return written
}

/** Accounting years: they follow each other without a gap and divide into monthly periods. */
export const accountingYears = resource('AccountingYears', {
  logsBodies: true,
  schema: 'AccountingYear',
  table: 'accounting_year',
  key: ['year'],
  orderedBy: 'dateFrom',
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    year: text(4).readOnly().filter(F2).sortable(),
    dateFrom: day().required().filter(F2).sortable(),
    dateTo: day().required().filter(F2).sortable(),
    isClosed: flag().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/AccountingYears', 'year', ['single', 'paged', 'count', 'create']),
    {
      kind: 'action',
      method: 'DELETE',
      path: '/AccountingYears/{year}',
      summary: 'Delete an accounting year that has no entries',
      status: 204,
      async run({ transaction, caller }, { path, faults }) {
        const found = await deleteYear(transaction, caller.agreement, path.year as string, faults)
        if (!found) faults.push({ code: 'NotFound', property: 'year' })
        return { status: 204 }
      },
    },
  ],
  create,
  codes: [
    'AccountingYearCanNotBeDividedIntoTwo',
    'AccountingYearExists',
    'AccountingYearInUse',
    'AccountingYearNeededToAvoidGapInAccountingYearSeries',
    'InvalidAccountingYearDates',
    'LaterAccountingYearIsClosed',
    'NewPeriodCauseChangesToBlockedPeriods',
    'NumberSeriesAreUnbroken',
    'PeriodCanNotBeDividedIntoTwo',
    'PeriodOverlapExistingClosedAccountingYear',
    'ThereAreGapsBetweenAccountingYears',
  ],
})

/**
 * The periods of all years. A period's number is unique within its year. The single read takes only the number. It
 * answers the period of the newest year that has begun.
 */
export const accountingYearPeriods: Resource = resource('AccountingYearPeriods', {
  logsBodies: true,
  schema: 'AccountingYearPeriod',
  table: 'accounting_period',
  key: ['periodNumber'],
  inPath: { number: 'periodNumber' },
  orderedBy: 'dateFrom',
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    periodNumber: int32(1).required().filter(F2).sortable(),
    year: text(4).filter(F2).sortable(),
    dateFrom: day().required().filter(F2).sortable(),
    dateTo: day().required().filter(F2).sortable(),
    isClosed: flag(),
    isBarred: flag(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/accountingYears/periods', 'number', ['cursor', 'paged', 'count']),
    {
      kind: 'query',
      method: 'GET',
      path: '/accountingYears/periods/{number}',
      summary: 'Read a period by its number',
      answer: 'item',
      statement: ({ agreement }, { path }) => ({
        text: `SELECT ${itemSql(accountingYearPeriods, 'problem')}
          FROM accounting_period t JOIN accounting_year y ON y.agreement = $1 AND y.year = t.year
          WHERE t.agreement = $1 AND t.period_number = $2
          ORDER BY y.date_from <= today_of($1) DESC, y.date_from DESC LIMIT 1`,
        values: [agreement, path.periodNumber as number],
      }),
    },
  ],
})
