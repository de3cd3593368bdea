import type { Transaction } from '../database/connection.ts'
import type { DimensionFault, Dimensions, DimensionValues } from './dimensions.ts'
import type { FindPeriod } from './periods.ts'

/** An asset that a draft entry buys. */
export interface Asset {
  number: number
  groupNumber: number
  text: string | null
  /** ISO day. */
  startDate: string
  lifeTimeMonths: number
}

/** What a draft entry says of the asset it buys. */
const ASSET_PROPERTIES = ['assetGroupNumber', 'assetNumber', 'assetStartDate', 'assetLifeTimeMonths'] as const

/** Entry types that may buy an asset: supplier invoices and finance vouchers. */
const ASSET_TYPES: readonly number[] = [3, 5]

/** Entry types that may be of an asset that is there: those of a cost, an income, or its depreciation. */
const OF_ASSET_TYPES: readonly number[] = [3, 5, 10]

/** Whether the entry names an asset that is there, and buys none: it says its number alone. */
export const isOfAsset = (entry: DimensionValues, assets: Dimensions['assets']): boolean =>
  entry.assetNumber != null &&
  assets.has(entry.assetNumber) &&
  ASSET_PROPERTIES.every((property) => property === 'assetNumber' || entry[property] == null)

/** Whether the entry names an asset, as one that it buys or as one that is there. */
export const namesAsset = (entry: DimensionValues): boolean =>
  ASSET_PROPERTIES.some((property) => entry[property] != null)

/**
 * Why an entry cannot name the asset it names. One that is there: its type, an accrual besides. One that it buys (rule
 * 6.3): its type, a property that is missing, numbers that are not positive, a number another asset has, a start in no
 * accounting year, an accrual besides.
 */
export function assetFaults(
  entry: DimensionValues,
  facts: { type: number; hasAccrual: boolean; assets: Dimensions['assets']; periods: FindPeriod },
): DimensionFault[] {
  if (!namesAsset(entry)) return []
  const faults: DimensionFault[] = []
  const report = (code: DimensionFault['code'], property: DimensionFault['property'], message: string) =>
    faults.push({ code, property, message })
  const { assetNumber: number, assetStartDate: start, assetLifeTimeMonths: months } = entry
  const isThere = isOfAsset(entry, facts.assets)
  if (!(isThere ? OF_ASSET_TYPES : ASSET_TYPES).includes(facts.type)) {
    const message = `An entry of type ${facts.type} cannot ${isThere ? 'be of' : 'buy'} an asset.`
    report('JournalEntryAssetWrongEntryType', 'assetNumber', message)
  }
  if (facts.hasAccrual) {
    const message = `The entry has an accrual, so it cannot ${isThere ? 'be of' : 'buy'} an asset.`
    report('JournalEntryAssetAccrualError', 'assetNumber', message)
  }
  if (isThere) return faults
  for (const property of ASSET_PROPERTIES) {
    if (entry[property] == null) report('ValueRequired', property, `${property} is required of an entry with an asset.`)
  }
  if (number != null && number < 1) {
    report('JournalEntryAssetNumberMustBePositive', 'assetNumber', `${number} is not above 0.`)
  } else if (number != null && facts.assets.has(number)) {
    report('NumberAlreadyInUse', 'assetNumber', `There is an asset ${number} already.`)
  }
  if (start != null && !facts.periods(start)) {
    report('JournalEntryAssetStartNotInAccountingYear', 'assetStartDate', `No accounting year covers ${start}.`)
  }
  if (months != null && months < 1) {
    report('JournalEntryAssetLifeTimeMustBePositive', 'assetLifeTimeMonths', `${months} is not above 0.`)
  }
  return faults
}

/** Registers the assets whose entries are about to be booked, in one statement. */
export async function registerAssets(
  transaction: Transaction,
  agreement: number,
  assets: readonly Asset[],
): Promise<void> {
  if (assets.length === 0) return
  await transaction.rows(
    `INSERT INTO asset (agreement, number, group_number, text, start_date, life_time_months)
     SELECT $1, a.number, a."groupNumber", a.text, a."startDate", a."lifeTimeMonths"
     FROM json_to_recordset($2::json)
       AS a(number int, "groupNumber" int, text text, "startDate" date, "lifeTimeMonths" int)`,
    [agreement, JSON.stringify(assets)],
  )
}
