import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { lockLedger } from '../lock.ts'
import { centsOf } from '../money.ts'

/** An asset of another register, at the end of a day. Decimal text, in base currency. */
export interface OpeningAsset {
  number: number
  groupNumber: number
  text?: string | undefined
  startDate: string
  /** That of its group where left out. */
  lifeTimeMonths?: number | undefined
  cost: string
  depreciation?: string | undefined
}

/** What assets were brought along with, in all. */
interface Known {
  assets: { number: number }[]
  groups: { number: number; isBarred: boolean; lifeTimeMonths: number | null }[]
}

/**
 * Registers assets of another register (MONTH.md 5). Books nothing: their cost and depreciation are in the opening balances.
 * Adds its faults: NumberAlreadyInUse, ItemRepeated, JournalEntryAssetGroupNotFound, ValueRequired, ValueOutOfRange.
 */
export async function openAssets(
  transaction: Transaction,
  agreement: number,
  date: string,
  assets: readonly OpeningAsset[],
): Promise<void> {
  await lockLedger(transaction, agreement)
  const known = await knownOf(transaction, agreement, assets)
  const groups = new Map(known.groups.map((group) => [group.number, group]))
  const taken = new Set(known.assets.map(({ number }) => number))
  const whole = assets.map((asset) => ({
    ...asset,
    lifeTimeMonths: asset.lifeTimeMonths ?? groups.get(asset.groupNumber)?.lifeTimeMonths ?? undefined,
  }))
  throwFaults(whole.flatMap((asset, at) => faultsOf(asset, at, assets, { groups, taken, date })))
  await transaction.rows(
    `WITH sent AS (
       SELECT * FROM json_to_recordset($3::json) AS a(number int, "groupNumber" int, text text, "startDate" date, "lifeTimeMonths" int, cost numeric, depreciation numeric)
     ), made AS (
       INSERT INTO asset (agreement, number, group_number, text, start_date, life_time_months)
       SELECT $1, s.number, s."groupNumber", s.text, s."startDate", s."lifeTimeMonths" FROM sent s ORDER BY s.number RETURNING number
     )
     INSERT INTO asset_opening (agreement, asset_number, date, cost, depreciation)
     SELECT $1, s.number, $2::date, s.cost, coalesce(s.depreciation, 0) FROM sent s JOIN made m ON m.number = s.number ORDER BY s.number`,
    [agreement, date, JSON.stringify(whole)],
  )
}

async function knownOf(transaction: Transaction, agreement: number, assets: readonly OpeningAsset[]): Promise<Known> {
  const numbers = (of: (asset: OpeningAsset) => number): string => arrayOf(elements([...new Set(assets.map(of))]))
  const [found, groups] = await Promise.all([
    transaction.rows<{ number: number }>(
      'SELECT a.number FROM asset a WHERE a.agreement = $1 AND a.number = ANY ($2::int[])',
      [agreement, numbers(({ number }) => number)],
    ),
    transaction.rows<Known['groups'][number]>(
      `SELECT g.number, g.is_barred AS "isBarred", g.life_time_months AS "lifeTimeMonths" FROM asset_group g
       WHERE g.agreement = $1 AND g.number = ANY ($2::int[]) ORDER BY g.number FOR SHARE`,
      [agreement, numbers(({ groupNumber }) => groupNumber)],
    ),
  ])
  return { assets: found, groups }
}

function faultsOf(
  { number, groupNumber, startDate, lifeTimeMonths, cost, depreciation = '0' }: OpeningAsset,
  at: number,
  all: readonly OpeningAsset[],
  facts: { groups: ReadonlyMap<number, Known['groups'][number]>; taken: ReadonlySet<number>; date: string },
): Fault[] {
  const faults: Fault[] = []
  const report = (code: Fault['code'], property: string, message: string) =>
    faults.push({ code, property: `assets[${at}].${property}`, message })
  if (facts.taken.has(number)) report('NumberAlreadyInUse', 'number', `There is an asset ${number} already.`)
  if (all.findIndex((one) => one.number === number) < at) {
    report('ItemRepeated', 'number', `Asset ${number} stands in the list before.`)
  }
  const group = facts.groups.get(groupNumber)
  if (!group || group.isBarred) {
    const message = group ? `The asset group ${groupNumber} is barred.` : `There is no asset group ${groupNumber}.`
    report('JournalEntryAssetGroupNotFound', 'groupNumber', message)
  } else if (lifeTimeMonths === undefined) {
    report('ValueRequired', 'lifeTimeMonths', `Asset group ${groupNumber} says no life time.`)
  }
  if (startDate > facts.date) report('ValueOutOfRange', 'startDate', `The asset starts after ${facts.date}.`)
  if (centsOf(depreciation) > centsOf(cost)) {
    report('ValueOutOfRange', 'depreciation', `No more than the cost of ${cost} can be depreciated.`)
  }
  return faults
}
