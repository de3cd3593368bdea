import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'

/** A day, `YYYY-MM-DD`. */
type Day = string

interface StoredYear {
  year: string
  date_from: Day
  date_to: Day
  is_closed: boolean
}

interface DateFacts {
  /** 1 to 18 months, as the calendar counts them; the first year may be shorter. */
  is_valid: boolean
  adjoins: boolean
  /** A period that the dates touch and that is barred. */
  barred: string | null
  /** A period that begins before one of the dates and ends after it. */
  cut: string | null
}

/**
 * Opens an accounting year and its monthly periods, numbered from 1 (rule 8.1): 1 to 18 months long, the first one also
 * less, adjoining the years there are, before the first or after the last. Periods are calendar months, cut at the
 * year's ends. Faults are added to `faults`, and then nothing is written.
 * @returns the year's identifier: the calendar year of its first day, or `26b` for a second one of that year.
 */
export async function createYear(
  transaction: Transaction,
  agreement: number,
  from: Day,
  to: Day,
  faults: Fault[],
): Promise<string | undefined> {
  await transaction.rows('SELECT 1 FROM agreement WHERE agreement = $1 FOR NO KEY UPDATE', [agreement])
  const years = await transaction.rows<StoredYear>(
    `SELECT year, date_from, date_to, is_closed FROM accounting_year WHERE agreement = $1 ORDER BY date_from`,
    [agreement],
  )
  const [facts] = await transaction.rows<DateFacts>(
    `SELECT $3::date + 1 <= $2::date + interval '18 months' AND ($3::date + 1 >= $2::date + interval '1 month'
              OR NOT EXISTS (SELECT FROM accounting_year WHERE agreement = $1 AND date_from < $2::date)) AS is_valid,
            (SELECT count(*) = 0 OR bool_or(date_to + 1 = $2::date OR date_from = $3::date + 1)
             FROM accounting_year WHERE agreement = $1) AS adjoins,
            (SELECT p.period_number || ' of ' || p.year FROM accounting_period p
             WHERE p.agreement = $1 AND p.date_from <= $3::date AND p.date_to >= $2::date AND p.is_barred
             ORDER BY p.date_from LIMIT 1) AS barred,
            (SELECT p.period_number || ' of ' || p.year FROM accounting_period p
             WHERE p.agreement = $1 AND ((p.date_from < $2::date AND p.date_to >= $2::date)
               OR (p.date_from <= $3::date AND p.date_to > $3::date))
             ORDER BY p.date_from LIMIT 1) AS cut`,
    [agreement, from, to],
  )
  const fault = yearFault(years, from, to, facts!)
  if (fault) {
    faults.push(fault)
    return undefined
  }
  if (faults.length > 0) return undefined
  const year = yearIdentifier(years, from)
  await transaction.rows(
    `WITH new_year AS (
       INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, $2, $3, $4)
         RETURNING date_from, date_to)
     INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
     SELECT $1, $2, row_number() OVER (ORDER BY month), greatest(month::date, date_from),
            least((month + interval '1 month')::date - 1, date_to)
     FROM new_year, generate_series(date_trunc('month', date_from::timestamp), date_to::timestamp,
       interval '1 month') month`,
    [agreement, year, from, to],
  )
  return year
}

function yearFault(years: readonly StoredYear[], from: Day, to: Day, facts: DateFacts): Fault | undefined {
  if (from > to) {
    return {
      code: 'InvalidAccountingYearDates',
      property: 'dateTo',
      message: `dateTo (${to}) is before dateFrom (${from}).`,
    }
  }
  if (!facts.is_valid) {
    return {
      code: 'InvalidAccountingYearDates',
      property: 'dateTo',
      message: 'An accounting year is 1 to 18 months long. Only the first may be shorter.',
    }
  }
  const overlapped = years.filter((year) => year.date_from <= to && year.date_to >= from)
  if (overlapped.length > 0) return overlapFault(overlapped, from, to, facts)
  if (!facts.adjoins) {
    const [first, last] = [years[0]!, years.at(-1)!]
    const message = `Accounting years follow each other without a gap: end on the day before ${first.date_from}, or begin on the day after ${last.date_to}.`
    return { code: 'ThereAreGapsBetweenAccountingYears', property: 'dateFrom', message }
  }
  if (years[0] && years[0].date_from > to && years[0].is_closed)
    return { code: 'LaterAccountingYearIsClosed', property: 'dateFrom' }
  return undefined
}

/** The fault of dates that lie in existing years. Years are never reshaped, so each case is refused. */
function overlapFault(overlapped: readonly StoredYear[], from: Day, to: Day, facts: DateFacts): Fault {
  const fault = (code: Fault['code'], message: string): Fault => ({ code, property: 'dateFrom', message })
  const named = overlapped.map((year) => `${year.year} (${year.date_from} to ${year.date_to})`).join(', ')
  if (overlapped.some((year) => year.is_closed))
    return fault('PeriodOverlapExistingClosedAccountingYear', `The dates lie in accounting year ${named}, closed.`)
  if (overlapped.every((year) => from <= year.date_from && year.date_to <= to))
    return fault('AccountingYearExists', `The dates lie in accounting year ${named}.`)
  if (facts.barred !== null)
    return fault('NewPeriodCauseChangesToBlockedPeriods', `The dates would change period ${facts.barred}, barred.`)
  if (overlapped[0]!.date_from < from && to < overlapped[0]!.date_to)
    return fault('AccountingYearCanNotBeDividedIntoTwo', `The dates would divide accounting year ${named}.`)
  if (facts.cut !== null) return fault('PeriodCanNotBeDividedIntoTwo', `The dates would divide period ${facts.cut}.`)
  return fault('AccountingYearExists', `The dates lie in accounting year ${named}.`)
}

/** `2026`; a second year that begins in the same calendar year is `26b`, a third `26c`. */
function yearIdentifier(years: readonly StoredYear[], from: Day): string {
  const taken = new Set(years.map((year) => year.year))
  const candidates = [from.slice(0, 4), ...[...'bcdefghijklm'].map((letter) => from.slice(2, 4) + letter)]
  return candidates.find((candidate) => !taken.has(candidate))!
}

/**
 * Removes a year in which nothing is booked, drafted or registered on projects, and to which no document is attached:
 * the first or the last one. Waits for what is written in it, and sees it; what comes later finds no year.
 * @returns whether there was such a year; faults are added to `faults`, and then nothing is removed.
 */
export async function deleteYear(
  transaction: Transaction,
  agreement: number,
  year: string,
  faults: Fault[],
): Promise<boolean> {
  await transaction.rows('SELECT 1 FROM agreement WHERE agreement = $1 FOR NO KEY UPDATE', [agreement])
  await transaction.rows('SELECT FROM accounting_year WHERE agreement = $1 AND year = $2 FOR UPDATE', [agreement, year])
  const [found] = await transaction.rows<{ in_use: boolean; in_between: boolean }>(
    `SELECT y.is_closed
         OR EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.date BETWEEN y.date_from AND y.date_to)
         OR EXISTS (SELECT FROM draft_entry e WHERE e.agreement = $1 AND e.accounting_year = y.year)
         OR EXISTS (SELECT FROM attached_document d WHERE d.agreement = $1 AND d.accounting_year = y.year)
         OR EXISTS (SELECT FROM time_entry t WHERE t.agreement = $1 AND t.date BETWEEN y.date_from AND y.date_to)
         OR EXISTS (SELECT FROM mileage m WHERE m.agreement = $1 AND m.date BETWEEN y.date_from AND y.date_to)
           AS in_use,
       EXISTS (SELECT FROM accounting_year x WHERE x.agreement = $1 AND x.date_from < y.date_from)
         AND EXISTS (SELECT FROM accounting_year x WHERE x.agreement = $1 AND x.date_from > y.date_from) AS in_between
     FROM accounting_year y WHERE y.agreement = $1 AND y.year = $2`,
    [agreement, year],
  )
  if (!found) return false
  if (found.in_use) faults.push({ code: 'AccountingYearInUse', property: 'year' })
  else if (found.in_between)
    faults.push({ code: 'AccountingYearNeededToAvoidGapInAccountingYearSeries', property: 'year' })
  else await transaction.rows('DELETE FROM accounting_year WHERE agreement = $1 AND year = $2', [agreement, year])
  return true
}
