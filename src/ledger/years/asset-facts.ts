import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import { centsOf } from '../money.ts'

/** What was booked or drafted of an asset in a month: debit is positive. */
interface Moved {
  /** ISO day: the last of the month. */
  month: string
  cost: bigint
  depreciation: bigint
}

/** An asset with its group, and what moved it. */
export interface AssetFact {
  number: number
  text: string | null
  startDate: string
  lifeTimeMonths: number
  groupNumber: number
  assetAccountNumber: number | null
  depreciationAccountNumber: number | null
  expenseAccountNumber: number | null
  gainLossAccountNumber: number | null
  journalNumber: number | null
  /** That of its first entry. */
  departmentNumber: number | null
  /** What it was brought along with: at the end of a day, its cost, and what had been depreciated of it. */
  opening: { date: string; cost: bigint; depreciation: bigint } | undefined
  /** By month, in order. */
  moved: readonly Moved[]
  /** Draft entries that are of it. */
  drafts: number
  /** The day of its last booked entry. */
  lastDate: string | null
  /** What it cost by the accounts that say so, where that is not nothing; the account of an opening is its group's. */
  costs: { accountNumber: number | null; cents: bigint }[]
}

interface Row extends Omit<AssetFact, 'opening' | 'moved' | 'costs'> {
  openingDate: string | null
  openingCost: string | null
  openingDepreciation: string | null
  moved: string
  costs: string
}

/** Looks up assets: those named, or all, also what is gone, with the accounts of their groups. */
export async function assetFacts(
  transaction: Transaction,
  agreement: number,
  numbers?: readonly number[],
): Promise<AssetFact[]> {
  const named = numbers === undefined ? null : arrayOf(elements(numbers))
  const rows = await transaction.rows<Row>(FACTS, [agreement, named])
  return rows.map(({ openingDate, openingCost, openingDepreciation, moved, costs, ...row }) => ({
    ...row,
    opening:
      openingDate === null
        ? undefined
        : { date: openingDate, cost: centsOf(openingCost!), depreciation: centsOf(openingDepreciation!) },
    moved: (JSON.parse(moved) as [string, string, string][]).map(([month, cost, depreciation]) => ({
      month,
      cost: centsOf(cost),
      depreciation: -centsOf(depreciation),
    })),
    costs: (JSON.parse(costs) as [number | null, string][]).map(([accountNumber, cost]) => ({
      accountNumber,
      cents: centsOf(cost),
    })),
  }))
}

/**
 * What an asset stands at: cost, and what was depreciated of it, at the end of a month; without one, in all. Drafts
 * count.
 */
export function standsAt(
  { opening, moved }: Pick<AssetFact, 'opening' | 'moved'>,
  month?: string,
): { cost: bigint; depreciation: bigint } {
  const until = month === undefined ? moved : moved.filter((one) => one.month <= month)
  const isOpened = opening !== undefined && (month === undefined || opening.date <= month)
  return {
    cost: until.reduce((sum, { cost }) => sum + cost, isOpened ? opening.cost : 0n),
    depreciation: until.reduce((sum, { depreciation }) => sum + depreciation, isOpened ? opening.depreciation : 0n),
  }
}

const LAST_OF_MONTH = (day: string): string => `(date_trunc('month', ${day}) + interval '1 month - 1 day')::date`

/**
 * Entries of assets, and drafts of assets that are there. What is on the account of depreciation is depreciation, all
 * else is cost.
 */
const FACTS = `
  WITH asked AS (
    SELECT a.*, g.asset_account_number, g.depreciation_account_number, g.expense_account_number,
      g.gain_loss_account_number, g.journal_number
    FROM asset a JOIN asset_group g ON g.agreement = $1 AND g.number = a.group_number
    WHERE a.agreement = $1 AND ($2::int[] IS NULL OR a.number = ANY ($2::int[]))
  ), entry AS (
    SELECT e.asset_number AS asset, e.account_number AS account, e.date, e.amount_in_base_currency AS amount,
      false AS is_draft
    FROM booked_entry e WHERE e.agreement = $1 AND e.asset_number IN (SELECT k.number FROM asked k)
    UNION ALL
    SELECT d.asset_number, CASE WHEN d.entry_type_number = 5 THEN d.account_number ELSE d.contra_account_number END,
      d.date, round(CASE WHEN d.entry_type_number = 5 THEN d.amount ELSE -d.amount END * d.exchange_rate / 100, 2), true
    FROM draft_entry d WHERE d.agreement = $1 AND d.asset_group_number IS NULL
      AND d.asset_number IN (SELECT k.number FROM asked k)
  ), kind AS (
    SELECT n.*, n.account IS NOT DISTINCT FROM k.depreciation_account_number AS is_depreciation FROM entry n
      JOIN asked k ON k.number = n.asset
  ), month AS (
    SELECT n.asset, ${LAST_OF_MONTH('n.date')} AS month,
      coalesce(sum(n.amount) FILTER (WHERE NOT n.is_depreciation), 0) AS cost,
        coalesce(sum(n.amount) FILTER (WHERE n.is_depreciation), 0) AS depreciation
    FROM kind n GROUP BY 1, 2
  ), months AS (
    SELECT m.asset, json_agg(json_build_array(m.month, m.cost::text, m.depreciation::text) ORDER BY m.month)::text
      AS moved FROM month m GROUP BY m.asset
  ), cost AS (
    SELECT c.asset, json_agg(json_build_array(c.account, c.amount::text) ORDER BY c.account)::text AS costs FROM (
      SELECT n.asset, n.account, sum(n.amount) AS amount FROM kind n WHERE NOT n.is_depreciation AND NOT n.is_draft
        GROUP BY 1, 2
    ) AS c WHERE c.amount <> 0 GROUP BY c.asset
  ), counted AS (
    SELECT n.asset, count(*) FILTER (WHERE n.is_draft)::int AS drafts, max(n.date) FILTER (WHERE NOT n.is_draft) AS last
      FROM entry n GROUP BY 1
  )
  SELECT k.number, k.text, k.start_date AS "startDate", k.life_time_months AS "lifeTimeMonths",
    k.group_number AS "groupNumber", k.asset_account_number AS "assetAccountNumber",
    k.depreciation_account_number AS "depreciationAccountNumber",
    k.expense_account_number AS "expenseAccountNumber", k.gain_loss_account_number AS "gainLossAccountNumber",
      k.journal_number AS "journalNumber",
    (SELECT e.department_number FROM booked_entry e WHERE e.agreement = $1 AND e.asset_number = k.number
      ORDER BY e.entry_number LIMIT 1) AS "departmentNumber",
    o.date AS "openingDate", o.cost::text AS "openingCost", o.depreciation::text AS "openingDepreciation",
    coalesce(m.moved, '[]') AS moved, coalesce(c.costs, '[]') AS costs, coalesce(n.drafts, 0) AS drafts,
      n.last AS "lastDate"
  FROM asked k
  LEFT JOIN asset_opening o ON o.agreement = $1 AND o.asset_number = k.number
  LEFT JOIN months m ON m.asset = k.number LEFT JOIN cost c ON c.asset = k.number LEFT JOIN counted n
    ON n.asset = k.number
  ORDER BY k.number`
