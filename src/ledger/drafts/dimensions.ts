import type { ErrorCode } from '../../errors/catalogue.ts'
import { assetFaults } from '../assets.ts'
import { type DraftDimensions, dimensionFaults } from '../dimensions.ts'
import { tenThousandths } from '../money.ts'
import type { DraftEntryInput, StoredEntry } from './input.ts'
import type { References } from './references.ts'
import type { FindPeriod } from '../periods.ts'
import { partyOfType } from '../rules.ts'

/** The properties that need the module Dimension, each with its code. */
const OF_MODULE: readonly (readonly [property: keyof DraftDimensions, code: ErrorCode])[] = [
  ['departmentNumber', 'JournalEntryMultipleDimensionAccessNotAccessible'],
  ['departmentalDistributionNumber', 'JournalEntryDistributionDimensionAccessNotAccessible'],
  ['unit1Number', 'JournalEntryDimensionOrUnit1NotAccessible'],
  ['quantity1', 'JournalEntryDimensionQuantity1SetWithoutAccess'],
  ['unit2Number', 'JournalEntryDimensionOrUnit2NotAccessible'],
  ['quantity2', 'JournalEntryDimensionQuantity2SetWithoutAccess'],
]

/** The properties with keys of dimension 1. */
const KEYS_OF_DEPARTMENTS = ['departmentNumber', 'departmentalDistributionNumber'] as const

type Report = (code: ErrorCode, property: keyof DraftEntryInput, message?: string) => void

/**
 * Checks the department, distribution, units, employee and asset of a draft entry (rule 6.3). `given` is the entry as
 * it came, `entry` has its defaults. An agreement without the module Dimension may not send what needs it. It keeps
 * what is stored, and takes its journals' defaults. A stored entry keeps keys of dimension 1 that were barred since, as
 * it keeps those of other dimensions.
 */
export function checkDimensions(
  given: DraftEntryInput,
  entry: DraftEntryInput,
  stored: StoredEntry | undefined,
  facts: { references: References; periods: FindPeriod },
  report: Report,
): void {
  const { references, periods } = facts
  const denied = references.modules.includes('Dimension')
    ? []
    : OF_MODULE.filter(([property]) => given[property] !== undefined && !isSame(given[property], stored?.[property]))
  const isDenied = (property: keyof DraftEntryInput): boolean => denied.some(([name]) => name === property)
  for (const [property, code] of denied) report(code, property, 'The agreement has no module Dimension.')
  const isKept = (property: keyof DraftEntryInput): boolean =>
    KEYS_OF_DEPARTMENTS.some((name) => name === property && entry[name] === stored?.[name])
  for (const property of references.givesDepartments ? [] : KEYS_OF_DEPARTMENTS) {
    const isNew = given[property] !== undefined && !isKept(property)
    const message = 'Dimension 1 is not active, so its keys cannot be given any more.'
    if (isNew && !isDenied(property)) report('JournalEntryDepartmentalDistributionNotAccessible', property, message)
  }
  for (const { code, property, message } of dimensionFaults(entry, references)) {
    if (isDenied(property) || isKept(property)) continue
    // A department that the client did not name came from the journal.
    const isOfJournal = property === 'departmentNumber' && given.departmentNumber === undefined
    report(code, isOfJournal ? 'journalNumber' : property, message)
  }
  if (entry.departmentalDistributionNumber !== stored?.departmentalDistributionNumber) {
    checkDistribution(entry, stored?.hasDistribution ?? false, report)
  }
  for (const dimension of [1, 2] as const) {
    const [unit, quantity] = [`unit${dimension}Number`, `quantity${dimension}`] as const
    if (entry[quantity] === undefined || entry[unit] !== undefined || isDenied(quantity)) continue
    report('JournalEntryUnitAndQuantityNotSet', unit, `${quantity} says how many of which unit: send ${unit} too.`)
  }
  const { entryTypeNumber: type } = entry
  if (given.externalNumber !== undefined && given.externalNumber !== stored?.externalNumber && !partyOfType(type)) {
    const message = 'Only an entry of a customer or supplier (types 2, 3, 4 and 10) has an externalNumber.'
    report('ValueNotAllowed', 'externalNumber', message)
  }
  const { assets } = references
  const hasAccrual = stored?.hasAccrual ?? false
  for (const { code, property, message } of assetFaults(entry, { type, hasAccrual, assets, periods })) {
    report(code, property, message)
  }
}

/** Whether a value is the stored one; a quantity may have other zeros behind the point. */
const isSame = (given: DraftEntryInput[keyof DraftDimensions], stored: unknown): boolean =>
  given === stored ||
  (typeof given === 'string' && typeof stored === 'string' && tenThousandths(given) === tenThousandths(stored))

/**
 * A distribution that comes with the entry goes neither with a contra account, nor with a department, nor with
 * `another` distribution (rule 15.2).
 */
function checkDistribution(entry: DraftEntryInput, another: boolean, report: Report): void {
  if (entry.departmentalDistributionNumber === undefined) return
  if (entry.contraAccountNumber !== undefined) {
    report('JournalEntryContraAccountAndDistributionCannotBeUsedSimultaneously', 'contraAccountNumber')
  }
  if (entry.departmentNumber !== undefined) {
    const message = 'An entry has a department or a departmental distribution, not both.'
    report('ValueNotAllowed', 'departmentalDistributionNumber', message)
  }
  if (another) report('ONLYONEDISTRIBUTIONALLOWED', 'departmentalDistributionNumber')
}
