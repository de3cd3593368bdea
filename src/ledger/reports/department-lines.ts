import { ACCOUNT_OF_ENTRY } from './balances.ts'
import { DEPARTMENTS, entriesByKey } from './dimension-totals.ts'
import { mayCountOn } from './explain.ts'

/** Stands for the account of the result where results of open years go there: no account has the number. */
const GONE = '0'

/** SQL: the account that the entry `e` counts on; `GONE` of what goes to that of the result. */
const ACCOUNT_OR_GONE = `CASE WHEN e.date < (SELECT y.date_from FROM year_of_days y)
      AND e.account_number IN (SELECT d.number FROM divided d WHERE d.goes) THEN ${GONE} ELSE e.account_number END`

/** The relation that `linesOfDepartment` ends with. */
export const LINES_OF_DEPARTMENT = 'line_of_department'

/**
 * CTEs up to `line_of_department`, which has the columns of `line` of the balances that stand before: every account
 * with what is of a department, by its data of today, with its part of what distributions share out.
 */
export const linesOfDepartment = (department: string): string => `${entriesByKey({
  ...DEPARTMENTS,
  counts: 'true',
  accountOf: ACCOUNT_OR_GONE,
})}, of_department AS MATERIALIZED (
    SELECT c.account_number, sum(c.before) AS before, sum(c.debit) AS debit, sum(c.credit) AS credit
    FROM crossed c WHERE c.own_key = ${department} GROUP BY c.account_number
  ), line_of_department AS MATERIALIZED (
    SELECT l.number, l.name, l.type, l.is_credit, (coalesce(o.before, 0)
      + CASE WHEN l.number = (SELECT y.result FROM year_of_days y)
        THEN coalesce((SELECT g.before FROM of_department g WHERE g.account_number = ${GONE}), 0) ELSE 0 END
      )::numeric(24, 2) AS opening, coalesce(o.debit, 0)::numeric(24, 2) AS debit,
      coalesce(o.credit, 0)::numeric(24, 2) AS credit
    FROM line l LEFT JOIN of_department o ON o.account_number = l.number
  )`

/** SQL: the JSON of what is provisional of the department; NULL where nothing is. */
export const PROVISIONAL_OF_DEPARTMENT = `(SELECT json_agg(json_build_object('accountNumber', y.result, 'amount',
      g.before::numeric(24, 2)))
    FROM year_of_days y JOIN of_department g ON g.account_number = ${GONE} AND g.before <> 0)`

/** SQL: as `addedBy`, the parts of entries that are of a department. */
export const enteredOfDepartment = (weights: string, department: string): string => `
    WITH weight (number, before, debit, credit) AS MATERIALIZED (${weights}), ${entriesByKey({
      ...DEPARTMENTS,
      counts: mayCountOn('SELECT w.number FROM weight w'),
      accountOf: ACCOUNT_OF_ENTRY,
      of: 'each',
    })}
    SELECT c.entry_number, c.account_number, w.before * c.before + w.debit * c.debit + w.credit * c.credit
    FROM crossed c JOIN weight w ON w.number = c.account_number WHERE c.own_key = ${department}`
