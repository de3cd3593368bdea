import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import type { Template } from '../../src/templates/templates.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import type { TestDatabase } from '../database/harness.ts'
import { testDatabase } from '../database/harness.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = own.database
})
afterAll(() => own.drop())

async function fill(agreement: number, template: Template, baseCurrency = 'DKK', day?: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.rows('INSERT INTO agreement (agreement, name, base_currency) VALUES ($1, $2, $3)', [
      agreement,
      template,
      baseCurrency,
    ])
    await fillAgreement(transaction, agreement, template, day)
  })
}

async function counts(agreement: number): Promise<Record<string, number>> {
  const tables = ['account', 'vat_code', 'currency', 'exchange_rate', 'accounting_year', 'accounting_period', 'journal']
  const entries = tables.map(async (table) => {
    const [row] = await database.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE agreement = $1`, [
      agreement,
    ])
    return [table, row!.n] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe('empty', () => {
  it('holds the base currency and nothing else', async () => {
    await fill(1, 'empty', 'NOK')
    expect(await counts(1)).toEqual({
      account: 0,
      vat_code: 0,
      currency: 1,
      exchange_rate: 0,
      accounting_year: 0,
      accounting_period: 0,
      journal: 0,
    })
    const names = await database.rows('SELECT code, name FROM currency WHERE agreement = 1')
    expect([...names]).toEqual([{ code: 'NOK', name: 'Norske kroner' }])
  })

  it('takes a base currency whose name is not known', async () => {
    await fill(2, 'empty', 'CHF')
    const names = await database.rows('SELECT code, name FROM currency WHERE agreement = 2')
    expect([...names]).toEqual([{ code: 'CHF', name: 'CHF' }])
  })
})

/** SQL: the interval `i` has no other sum in it. */
const INNERMOST = `NOT EXISTS (SELECT FROM account o WHERE o.agreement = 10 AND o.type = 6 AND o.number BETWEEN i.from_account_number AND i.to_account_number)`

describe('danish', () => {
  beforeAll(() => fill(10, 'danish'))

  it('has a chart, codes, currencies and journals', async () => {
    const found = await counts(10)
    expect(found.account).toBeGreaterThanOrEqual(120)
    expect(found.account).toBeLessThanOrEqual(180)
    expect(found).toMatchObject({ vat_code: 16, currency: 6, exchange_rate: 15, journal: 5 })
  })

  it.each([
    [21, '2027-01-15', [2026, 2027], 730],
    [22, '2028-02-29', [2027, 2028], 731],
    [23, '2026-09-30', [2025, 2026], 730],
    [24, '2026-10-01', [2025, 2026, 2027], 1095],
  ])(
    'agreement %i, made on %s, has the years %s, with a period for every month',
    async (agreement, day, years, days) => {
      await fill(agreement, 'danish', 'DKK', day)
      const found = await database.rows<{ year: number; periods: number; days: number }>(
        `SELECT year::int, count(*)::int AS periods, sum(date_to - date_from + 1)::int AS days FROM accounting_period p
       WHERE agreement = $1 AND extract(year FROM date_from)::text = year AND extract(year FROM date_to)::text = year
       GROUP BY year ORDER BY year`,
        [agreement],
      )
      expect(found.map(({ year, periods }) => [year, periods])).toEqual(years.map((year) => [year, 12]))
      expect(found.reduce((sum, year) => sum + year.days, 0)).toBe(days)
    },
  )

  it('refuses another base currency than DKK, and an agreement that is not there', async () => {
    await expect(fill(11, 'danish', 'SEK')).rejects.toThrow('base currency DKK; agreement 11 has SEK')
    await expect(database.transaction((transaction) => fillAgreement(transaction, 12, 'danish'))).rejects.toThrow(
      'no agreement 12',
    )
  })

  it('fills a second agreement beside the first', async () => {
    await fill(13, 'danish')
    expect(await counts(13)).toEqual(await counts(10))
  })

  it('tells profit and loss from balance by number', async () => {
    const wrong = await database.rows(
      `SELECT number, type FROM account
       WHERE agreement = 10 AND type IN (1, 2) AND (number < 5000) <> (type = 1)`,
    )
    expect(wrong).toHaveLength(0)
  })

  it('uses every account type', async () => {
    const types = await database.rows<{ type: number }>(
      'SELECT DISTINCT type FROM account WHERE agreement = 10 ORDER BY type',
    )
    expect(types.map(({ type }) => type)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('has a total for each section, from its heading to the account before, in which every posting account is once', async () => {
    const wrong = await database.rows(
      `WITH section AS (
         SELECT i.account_number AS total, i.from_account_number AS low, i.to_account_number AS high
         FROM total_interval i JOIN account s ON s.agreement = 10 AND s.number = i.from_account_number AND s.type = 5
         WHERE i.agreement = 10 AND i.to_account_number = i.account_number - 1 AND ${INNERMOST}
         UNION ALL
         SELECT t.number, t.total_from_account_number, t.number FROM account t WHERE t.agreement = 10 AND t.type = 3)
       SELECT a.number, count(s.total) AS totals FROM account a LEFT JOIN section s ON a.number BETWEEN s.low AND s.high
       WHERE a.agreement = 10 AND a.type IN (1, 2) GROUP BY a.number HAVING count(s.total) <> 1
       UNION ALL
       SELECT a.number, 0 FROM account a WHERE a.agreement = 10 AND a.type = 5 AND NOT EXISTS (SELECT FROM section s WHERE s.low = a.number)`,
    )
    expect(wrong).toHaveLength(0)
    const [intervals] = await database.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM total_interval i JOIN account s ON s.agreement = 10 AND s.number = i.from_account_number AND s.type = 5
       WHERE i.agreement = 10 AND i.to_account_number = i.account_number - 1 AND ${INNERMOST}`,
    )
    const [headings] = await database.rows<{ n: number }>(
      'SELECT count(*)::int AS n FROM account WHERE agreement = 10 AND type = 5 AND number < 9900',
    )
    expect(intervals).toEqual(headings)
  })

  it('counts every posting account in exactly one of result, assets, liabilities and reconciliation', async () => {
    const wrong = await database.rows(
      `WITH grand AS (
         SELECT split_part(i, '..', 1)::int AS low, split_part(i, '..', 2)::int AS high
         FROM account a, string_to_table(a.total_intervals, ';') i
         WHERE a.agreement = 10 AND a.number IN (4999, 5999, 6999)
         UNION ALL
         SELECT total_from_account_number, number FROM account WHERE agreement = 10 AND number = 9949
       )
       SELECT a.number FROM account a LEFT JOIN grand g ON a.number BETWEEN g.low AND g.high
       WHERE a.agreement = 10 AND a.type IN (1, 2) GROUP BY a.number HAVING count(g.low) <> 1`,
    )
    expect(wrong).toHaveLength(0)
  })

  it('writes intervals that rise, do not overlap and end below their own account', async () => {
    const sums = await database.rows<{ number: number; total_intervals: string }>(
      'SELECT number, total_intervals FROM account WHERE agreement = 10 AND type = 6',
    )
    expect(sums.length).toBeGreaterThan(5)
    for (const { number, total_intervals } of sums) {
      expect(total_intervals).toMatch(/^\d{4}\.\.\d{4}(;\d{4}\.\.\d{4})*$/)
      const bounds = total_intervals.split(/\.\.|;/).map(Number)
      expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b))
      expect(bounds.at(-1)).toBeLessThan(number)
    }
  })

  it('gives each VAT code an open status account, and both sides to reverse charge', async () => {
    const codes = await database.rows<{ code: string; rate: string; reverse: boolean; posts: boolean }>(
      `SELECT v.code, v.rate, v.contra_account_number IS NOT NULL AS reverse,
         a.type = 2 AND NOT a.is_barred AND (c.number IS NULL OR c.type = 2 AND NOT c.is_barred) AS posts
       FROM vat_code v JOIN account a ON a.agreement = v.agreement AND a.number = v.account_number
       LEFT JOIN account c ON c.agreement = v.agreement AND c.number = v.contra_account_number
       WHERE v.agreement = 10`,
    )
    expect(codes.every(({ posts }) => posts)).toBe(true)
    const reverse = codes.filter((code) => code.reverse).map(({ code }) => code)
    expect(reverse.sort()).toEqual(['ABR25', 'IMP25', 'IV25', 'IY25', 'IYU25'])
    expect(codes.find(({ code }) => code === 'U25')?.rate).toBe('25.0000')
  })

  it('has what sales abroad, reverse charge at home, restaurant bills and reminders are booked with', async () => {
    const told = await database.rows<{ told: string }>(
      `SELECT concat_ws(' ', a.number, v.code, v.category, v.rate::float, v.deductible_percentage::float) AS told
       FROM account a LEFT JOIN vat_code v ON v.agreement = a.agreement AND v.code = a.vat_code
       WHERE a.agreement = 10 AND a.number = ANY ('{1060,1070,1075,1125,1350,1355,2725}') ORDER BY 1`,
    )
    expect(told.map((one) => one.told)).toEqual([
      '1060 UEXP G 0 100',
      '1070 UYXP O 0 100',
      '1075 UABR AE 0 100',
      '1125',
      '1350 IY25 25 100',
      '1355 IYU25 25 100',
      '2725 REP25 25 25',
    ])
    const old = await database.rows<{ rate: string }>(`SELECT rate FROM vat_code WHERE agreement = 10 AND code = 'REP'`)
    expect(old).toEqual([{ rate: '5.2632' }])
    const abroad = await database.rows<{ account_number: number }>(
      'SELECT account_number FROM product_group_zone WHERE agreement = 10 AND zone = 3 ORDER BY product_group_number',
    )
    expect(abroad.map((one) => one.account_number)).toEqual([1060, 1070, 1070])
  })

  it('blocks the summary accounts of the groups, and none of the system accounts', async () => {
    const open = await database.rows(
      `SELECT a.number FROM account a
       WHERE a.agreement = 10 AND NOT a.is_blocked_for_direct_entries AND a.number IN (
         SELECT account_number FROM customer_group WHERE agreement = 10
         UNION ALL SELECT account_number FROM supplier_group WHERE agreement = 10)`,
    )
    expect(open).toHaveLength(0)
    const system = await database.rows<{ purpose: string }>(
      `SELECT s.purpose FROM system_account s JOIN account a USING (agreement)
       WHERE s.agreement = 10 AND a.number = s.account_number AND a.type IN (1, 2)
         AND NOT a.is_barred AND NOT a.is_blocked_for_direct_entries ORDER BY s.purpose`,
    )
    expect(system.map(({ purpose }) => purpose)).toEqual(['exchangeDifference', 'result', 'rounding', 'vatSettlement'])
  })
})
