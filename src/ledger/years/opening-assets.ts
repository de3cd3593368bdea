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
 * Registers assets of another register (MONTH.md 5). Books nothing: their cost and depreciation are in the opening
 * balances. Adds its faults: NumberAlreadyInUse, ItemRepeated, JournalEntryAssetGroupNotFound, ValueRequired,
 * ValueOutOfRange.
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
       SELECT * FROM json_to_recordset($3::json) AS a(number int, "groupNumber" int, text text, "startDate" date,
         "lifeTimeMonths" int, cost numeric, depreciation numeric)
     ), made AS (
       INSERT INTO asset (agreement, number, group_number, text, start_date, life_time_months)
       SELECT $1, s.number, s."groupNumber", s.text, s."startDate", s."lifeTimeMonths" FROM sent s
       WHERE NOT EXISTS (SELECT FROM asset a WHERE a.agreement = $1 AND a.number = s.number) ORDER BY s.number
     )
     INSERT INTO asset_opening (agreement, asset_number, date, cost, depreciation)
     SELECT $1, s.number, $2::date, s.cost, coalesce(s.depreciation, 0) FROM sent s ORDER BY s.number
     ON CONFLICT (agreement, asset_number) DO UPDATE SET date = excluded.date, cost = excluded.cost,
       depreciation = excluded.depreciation`,
    [agreement, date, JSON.stringify(whole)],
  )
}

async function knownOf(transaction: Transaction, agreement: number, assets: readonly OpeningAsset[]): Promise<Known> {
  const numbers = (of: (asset: OpeningAsset) => number): string => arrayOf(elements([...new Set(assets.map(of))]))
  const [found, groups] = await Promise.all([
    transaction.rows<{ number: number }>(
      // One that was taken back can be brought along again, as it was.
      `SELECT a.number FROM asset a WHERE a.agreement = $1 AND a.number = ANY ($2::int[]) AND NOT EXISTS (
         SELECT FROM asset_opening o
           JOIN json_to_recordset($3::json) AS s(number int, "groupNumber" int, "startDate" date, "lifeTimeMonths" int)
           ON s.number = o.asset_number
         WHERE o.agreement = $1 AND o.asset_number = a.number AND o.cost = 0
           AND a.group_number = s."groupNumber" AND a.start_date = s."startDate"
             AND a.life_time_months = coalesce(s."lifeTimeMonths", a.life_time_months)
           AND NOT EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.asset_number = a.number))`,
      [agreement, numbers(({ number }) => number), JSON.stringify(assets)],
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

/** What the accounts of their groups have of assets, in cents, debit positive. */
export async function assetSums(
  transaction: Transaction,
  agreement: number,
  assets: readonly OpeningAsset[],
): Promise<Map<number, bigint>> {
  const numbers = arrayOf(elements([...new Set(assets.map(({ groupNumber }) => groupNumber))]))
  const groups = await transaction.rows<{ number: number; cost: number | null; depreciation: number | null }>(
    `SELECT g.number, g.asset_account_number AS cost, g.depreciation_account_number AS depreciation FROM asset_group g
     WHERE g.agreement = $1 AND g.number = ANY ($2::int[])`,
    [agreement, numbers],
  )
  const sums = new Map<number, bigint>()
  const add = (account: number | null, amount: bigint): void => {
    if (account !== null) sums.set(account, (sums.get(account) ?? 0n) + amount)
  }
  const accounts = new Map(groups.map((group) => [group.number, group]))
  for (const { groupNumber, cost, depreciation } of assets) {
    const group = accounts.get(groupNumber)
    if (!group) continue
    add(group.cost, centsOf(cost))
    add(group.depreciation, -centsOf(depreciation ?? '0'))
  }
  return sums
}

/**
 * Takes back the assets that were brought along on the day, of which nothing is booked: they stay registered, at
 * nothing.
 */
export async function closeAssets(transaction: Transaction, agreement: number, date: string): Promise<void> {
  await transaction.rows(
    `UPDATE asset_opening o SET cost = 0, depreciation = 0 WHERE o.agreement = $1 AND o.date = $2::date AND o.cost > 0
       AND NOT EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.asset_number = o.asset_number)`,
    [agreement, date],
  )
}
