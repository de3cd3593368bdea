import type { Transaction } from '../database/connection.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { type AccountFact, accountProperty, type RuleFault, type SideName } from './rules.ts'

/** What a draft entry carries beyond the published one. Quantities are plain decimal text of at most 4 decimals. */
export interface DraftDimensions {
  departmentNumber?: number | undefined
  /** Shares the own side out among departments. */
  departmentalDistributionNumber?: number | undefined
  unit1Number?: number | undefined
  quantity1?: string | undefined
  unit2Number?: number | undefined
  quantity2?: string | undefined
  employeeNumber?: number | undefined
  /** The asset that the entry buys. */
  assetGroupNumber?: number | undefined
  assetNumber?: number | undefined
  assetStartDate?: string | undefined
  assetLifeTimeMonths?: number | undefined
  /** A supplier's invoice may have a number that another of the supplier's has. */
  allowsRepeatedInvoice?: boolean | undefined
  /** The day on the document; left out: the entry's date. */
  documentDate?: string | undefined
  /** The number that an item of a party had elsewhere; no payment settles by it. */
  externalNumber?: string | undefined
}

/** The facts that decide whether a project takes entries. */
export interface ProjectFact {
  number: number
  isBarred: boolean
  isClosed: boolean
  isMain: boolean
}

/** A distribution: whether it can be used. */
export interface DistributionFact {
  number: number
  isBarred: boolean
  /** A barred department among its parts; null if there is none. */
  barredDepartment: number | null
}

/**
 * The rows that entries name, besides accounts and parties. A map to booleans says of each number whether it is barred.
 */
export interface Dimensions {
  projects: ReadonlyMap<number, ProjectFact>
  costTypes: ReadonlyMap<number, boolean>
  departments: ReadonlyMap<number, boolean>
  distributions: ReadonlyMap<number, DistributionFact>
  /** Keys of dimensions 2 and 3: values and distributions. */
  keys2: ReadonlyMap<number, boolean>
  keys3: ReadonlyMap<number, boolean>
  units1: ReadonlyMap<number, boolean>
  units2: ReadonlyMap<number, boolean>
  employees: ReadonlyMap<number, boolean>
  assetGroups: ReadonlyMap<number, boolean>
  /** Numbers that are taken by assets. */
  assets: ReadonlySet<number>
}

/** The dimensions of an entry: absent or null where it has none. */
export type DimensionValues = {
  projectNumber?: number | null | undefined
  costTypeNumber?: number | null | undefined
} & { [Property in keyof DraftDimensions]?: DraftDimensions[Property] | null }

/** A fault of one of an entry's dimensions. */
export interface DimensionFault {
  code: ErrorCode
  property: keyof DimensionValues
  message: string
}

/**
 * Why an entry cannot be booked on its project and cost type (rule 6.3). Both must exist and not be barred; a project
 * must be open, and not a main project. A cost type needs a project; a project needs no cost type.
 */
export function projectFaults(entry: DimensionValues, { projects, costTypes }: Dimensions): DimensionFault[] {
  const { projectNumber, costTypeNumber } = entry
  const faults: DimensionFault[] = []
  if (projectNumber != null) {
    const fault = projectFault(projectNumber, projects.get(projectNumber))
    if (fault) faults.push(fault)
  }
  if (costTypeNumber == null) return faults
  const property = 'costTypeNumber'
  const isBarred = costTypes.get(costTypeNumber)
  if (isBarred === undefined) {
    const message = `There is no cost type ${costTypeNumber}.`
    faults.push({ code: 'JournalEntryCostTypeNotFound', property, message })
  } else if (isBarred) {
    const message = `Cost type ${costTypeNumber} is barred.`
    faults.push({ code: 'JournalEntryCostTypeNotAccessible', property, message })
  } else if (projectNumber == null) {
    const message = `Cost type ${costTypeNumber} needs a project.`
    faults.push({ code: 'JournalEntryProjectCostTypeSetMismatch', property, message })
  }
  return faults
}

function projectFault(number: number, project: ProjectFact | undefined): DimensionFault | undefined {
  const fault = (code: ErrorCode, message: string): DimensionFault => ({ code, property: 'projectNumber', message })
  if (!project) return fault('JournalEntryProjectNotFound', `There is no project ${number}.`)
  if (project.isBarred) return fault('JournalEntryProjectNotAccessible', `Project ${number} is barred.`)
  if (project.isClosed) return fault('JournalEntryProjectSetIsClosed', `Project ${number} is closed.`)
  if (project.isMain) return fault('JournalEntryProjectSetIsMainProject', `Project ${number} is a main project.`)
  return undefined
}

/** Kinds that can only be missing or barred: property, kind, name, and the codes of both faults. */
const SIMPLE = [
  [
    'departmentNumber',
    'departments',
    'department',
    'JournalEntryDepartmentalDistributionNotFound',
    'JournalEntryDepartmentalDistributionNotAccessible',
  ],
  [
    'unit1Number',
    'units1',
    'unit of dimension 1',
    'JournalEntryDimensionUnit1NotFound',
    'JournalEntryDimensionOrUnit1NotAccessible',
  ],
  [
    'unit2Number',
    'units2',
    'unit of dimension 2',
    'JournalEntryDimensionUnit2NotFound',
    'JournalEntryDimensionOrUnit2NotAccessible',
  ],
  ['employeeNumber', 'employees', 'employee', 'JournalEntryEmployeeNotFound', 'JournalEntryEmployeeNotAccessible'],
  [
    'assetGroupNumber',
    'assetGroups',
    'asset group',
    'JournalEntryAssetGroupNotFound',
    'JournalEntryAssetGroupNotFound',
  ],
] as const

/**
 * Why an entry cannot be booked on the other things it names (rule 6.3): department, distribution, units, employee and
 * asset group must exist and not be barred, and so must the departments of the distribution.
 */
export function dimensionFaults(entry: DimensionValues, found: Dimensions): DimensionFault[] {
  const faults: DimensionFault[] = []
  for (const [property, kind, name, notFound, notAccessible] of SIMPLE) {
    const number = entry[property]
    if (number == null) continue
    const isBarred = found[kind].get(number)
    const message = isBarred === undefined ? `There is no ${name} ${number}.` : `The ${name} ${number} is barred.`
    if (isBarred !== false) faults.push({ code: isBarred ? notAccessible : notFound, property, message })
  }
  const fault = distributionFault(entry.departmentalDistributionNumber, found)
  return fault ? [...faults, fault] : faults
}

function distributionFault(number: number | null | undefined, found: Dimensions): DimensionFault | undefined {
  if (number == null) return undefined
  const distribution = found.distributions.get(number)
  const property = 'departmentalDistributionNumber'
  if (!distribution) {
    const message = `There is no departmental distribution ${number}.`
    return { code: 'JournalEntryDepartmentalDistributionNotFound', property, message }
  }
  const { isBarred, barredDepartment } = distribution
  if (!isBarred && barredDepartment === null) return undefined
  const message = isBarred
    ? `The departmental distribution ${number} is barred.`
    : `Department ${barredDepartment} of the departmental distribution ${number} is barred.`
  return { code: 'JournalEntryDepartmentalDistributionNotAccessible', property, message }
}

/** Properties with keys of dimensions 2 and 3. */
const KEYS = [
  [2, 'dimension2Key', 'keys2'],
  [3, 'dimension3Key', 'keys3'],
] as const

/** Keys of dimensions 2 and 3: absent or null where an entry has none. */
export type OtherKeys = { [Property in (typeof KEYS)[number][1]]?: number | null | undefined }

/**
 * Why an entry cannot be booked with its keys of dimensions 2 and 3 (rule 6.3): neither a key nor a value of a
 * distribution may be barred.
 */
export const keyFaults = (
  entry: OtherKeys,
  found: Dimensions,
): { code: ErrorCode; property: 'dimensionKey'; message: string }[] =>
  KEYS.flatMap(([dimension, property, kind]) => {
    const key = entry[property]
    if (key == null || found[kind].get(key) !== true) return []
    const message = `The key ${key} of dimension ${dimension} is barred, or shares out to a value that is.`
    return [{ code: 'JournalEntryDepartmentalDistributionNotAccessible', property: 'dimensionKey', message }]
  })

/**
 * The fault of an entry without the dimension that its account demands (`isDepartmentMandatory`, `isUnitMandatory`).
 */
export function demandFault(
  account: AccountFact | undefined,
  entry: DimensionValues,
  side: SideName,
): RuleFault | undefined {
  const isOfDepartment = entry.departmentNumber != null || entry.departmentalDistributionNumber != null
  if (!account?.demandsDepartment || isOfDepartment) return unitFault(account, entry, side)
  const message = `Account ${account.number} demands a department, and the entry has none.`
  return { code: 'JournalEntryMultipleDimensionRequired', property: accountProperty(side), message }
}

/** The demand that a draft must meet already: a unit with its quantity. */
export function unitFault(
  account: AccountFact | undefined,
  entry: DimensionValues,
  side: SideName,
): RuleFault | undefined {
  const isCounted =
    (entry.unit1Number != null && entry.quantity1 != null) || (entry.unit2Number != null && entry.quantity2 != null)
  if (!account?.demandsUnit || isCounted) return undefined
  const message = `Account ${account.number} demands a unit with its quantity, and the entry has none.`
  return { code: 'JournalEntryUnitAndQuantityNotSet', property: accountProperty(side), message }
}

const KINDS = {
  projects: 'projectNumber',
  costTypes: 'costTypeNumber',
  departments: 'departmentNumber',
  distributions: 'departmentalDistributionNumber',
  units1: 'unit1Number',
  units2: 'unit2Number',
  employees: 'employeeNumber',
  assetGroups: 'assetGroupNumber',
  assets: 'assetNumber',
} as const
type Kind = keyof typeof KINDS

/** The numbers that entries name, each once, as `dimensionsSql` takes them. */
export function namedDimensions(entries: readonly DimensionValues[]): Record<Kind, Set<number>> {
  const kinds = Object.entries(KINDS).map(([kind, property]) => ({ kind, property, numbers: new Set<number>() }))
  for (const entry of entries) {
    for (const { property, numbers } of kinds) {
      const number = entry[property]
      if (number != null) numbers.add(number)
    }
  }
  return Object.fromEntries(kinds.map(({ kind, numbers }) => [kind, numbers])) as Record<Kind, Set<number>>
}

/** SQL: whether the key `k` of agreement `$1` is barred, or is of a distribution with a barred value. */
export const IS_BARRED_KEY = `(k.is_barred OR k.is_distribution AND EXISTS (SELECT FROM distribution_part p
  JOIN dimension_key v ON v.agreement = $1 AND v.dimension_number = p.dimension_number AND v.number = p.value_number
  WHERE p.agreement = $1 AND p.dimension_number = k.dimension_number AND p.distribution_number = k.number
    AND v.is_barred))`

const numbers = (kind: string) => `SELECT n::int FROM json_array_elements_text($2::json -> '${kind}') AS n`
const barred = (kind: Kind, table: string, query = numbers(kind)) => `
  '${kind}', (SELECT json_agg(json_build_array(x.number, x.is_barred)) FROM ${table} x
    WHERE x.agreement = $1 AND x.number = ANY (ARRAY(${query})))`

/** SQL: the departments that `query` names, as an argument of json_build_object. */
export const departmentsSql = (query: string): string => barred('departments', 'department', query)

/**
 * SQL: arguments of json_build_object with the rows of agreement `$1` that `$2` names, for `readDimensions`;
 * `moreDepartments` is a query of further departments.
 */
export const dimensionsSql = (moreDepartments?: string): string => `
  'projects', (SELECT json_agg(json_build_object('number', p.number, 'isBarred', p.is_barred, 'isClosed', p.is_closed,
      'isMain', p.is_main_project)) FROM project p WHERE p.agreement = $1
        AND p.number = ANY (ARRAY(${numbers('projects')}))),
  'distributions', (SELECT json_agg(json_build_object('number', x.number, 'isBarred', x.is_barred,
      'barredDepartment', (SELECT min(d.number) FROM distribution_part y
        JOIN department d ON d.agreement = $1 AND d.number = y.value_number
        WHERE y.agreement = $1 AND y.dimension_number = 1 AND y.distribution_number = x.number AND d.is_barred)))
    FROM departmental_distribution x WHERE x.agreement = $1 AND x.number = ANY (ARRAY(${numbers('distributions')}))),
  'assets', (SELECT json_agg(x.number) FROM asset x WHERE x.agreement = $1
    AND x.number = ANY (ARRAY(${numbers('assets')}))),
  ${barred('costTypes', 'cost_type')},
  ${departmentsSql(moreDepartments ? `${numbers('departments')} UNION ${moreDepartments}` : numbers('departments'))},
  ${barred('units1', 'unit1')},
  ${barred('units2', 'unit2')},
  ${barred('employees', 'employee')},
  ${barred('assetGroups', 'asset_group')}`

const keysOf = (dimension: 2 | 3) => `
  'keys${dimension}', (SELECT json_agg(json_build_array(k.number, ${IS_BARRED_KEY})) FROM dimension_key k
    WHERE k.agreement = $1 AND k.dimension_number = ${dimension}
      AND k.number = ANY (ARRAY(${numbers(`keys${dimension}`)})))`

/** The result of `dimensionsSql`, parsed from its JSON. */
export type FoundDimensions = Record<
  Exclude<Kind | (typeof KEYS)[number][2], 'projects' | 'distributions' | 'assets'>,
  [number, boolean][] | null
> & {
  projects: ProjectFact[] | null
  distributions: DistributionFact[] | null
  assets: number[] | null
}

/** The dimensions by their numbers. */
export function readDimensions(found: Partial<FoundDimensions>): Dimensions {
  return {
    projects: new Map(found.projects?.map((project) => [project.number, project])),
    distributions: new Map(found.distributions?.map((distribution) => [distribution.number, distribution])),
    assets: new Set(found.assets),
    costTypes: new Map(found.costTypes),
    departments: new Map(found.departments),
    keys2: new Map(found.keys2),
    keys3: new Map(found.keys3),
    units1: new Map(found.units1),
    units2: new Map(found.units2),
    employees: new Map(found.employees),
    assetGroups: new Map(found.assetGroups),
  }
}

/** Looks up the rows that the entries name, in one statement; in none if they name nothing. */
export async function loadDimensions(
  transaction: Transaction,
  agreement: number,
  entries: readonly (DimensionValues & OtherKeys)[],
): Promise<Dimensions> {
  const named = { ...namedDimensions(entries), keys2: new Set<number>(), keys3: new Set<number>() }
  for (const entry of entries) {
    for (const [, property, kind] of KEYS) {
      const key = entry[property]
      if (key != null) named[kind].add(key)
    }
  }
  if (Object.values(named).every(({ size }) => size === 0)) return readDimensions({})
  const [row] = await transaction.rows<{ found: string }>(
    `SELECT json_build_object(${dimensionsSql()}, ${keysOf(2)}, ${keysOf(3)})::text AS found`,
    [agreement, setsToJson(named)],
  )
  return readDimensions(JSON.parse(row!.found) as FoundDimensions)
}

/** As JSON, with sets as lists. */
export const setsToJson = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Set ? [...(inner as Set<unknown>)] : inner))
