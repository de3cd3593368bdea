import type { Transaction } from '../database/connection.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import type { AccountFact } from './rules.ts'

/** What decides whether a project takes entries. */
export interface ProjectFact {
  number: number
  isBarred: boolean
  isClosed: boolean
  isMain: boolean
}

/** What entries name besides accounts and parties, as found. Cost types and departments: number → whether it is barred. */
export interface Dimensions {
  projects: ReadonlyMap<number, ProjectFact>
  costTypes: ReadonlyMap<number, boolean>
  departments: ReadonlyMap<number, boolean>
}

/** An entry's dimensions: absent or null where it has none. */
export interface DimensionNumbers {
  projectNumber?: number | null | undefined
  costTypeNumber?: number | null | undefined
  departmentNumber?: number | null | undefined
}

interface DimensionFault {
  code: ErrorCode
  property: 'projectNumber' | 'costTypeNumber' | 'departmentNumber'
  message: string
}

/**
 * Why an entry cannot be booked on its project and cost type (spec 3, Draft entries): both must exist and not be barred, a
 * project must be open and no main project. A project may stand alone; a cost type says what a project's money went to, so it
 * needs one.
 */
export function projectFaults(entry: DimensionNumbers, { projects, costTypes }: Dimensions): DimensionFault[] {
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

/** Why an entry cannot be booked on its department; undefined when it can, or has none. */
export function departmentFault(
  { departmentNumber: number }: DimensionNumbers,
  { departments }: Dimensions,
): DimensionFault | undefined {
  if (number == null) return undefined
  const property = 'departmentNumber'
  const isBarred = departments.get(number)
  if (isBarred === undefined) {
    const message = `Department ${number} does not exist.`
    return { code: 'JournalEntryDepartmentalDistributionNotFound', property, message }
  }
  if (!isBarred) return undefined
  const message = `Department ${number} is barred.`
  return { code: 'JournalEntryDepartmentalDistributionNotAccessible', property, message }
}

/**
 * What an account demands of the entries on it (`isDepartmentMandatory`, `isUnitMandatory`) and this one lacks. No entry can
 * carry a unit yet, so an account that demands one takes none: refused is better than booked without.
 */
export function demandFault(
  account: AccountFact | undefined,
  { departmentNumber }: DimensionNumbers,
): { code: ErrorCode; message: string } | undefined {
  if (account?.demandsDepartment && departmentNumber == null) {
    const message = `Account ${account.number} demands a department, and the entry has none from its journal.`
    return { code: 'JournalEntryMultipleDimensionRequired', message }
  }
  if (!account?.demandsUnit) return undefined
  const message = `Account ${account.number} demands a unit, which entries cannot carry yet.`
  return { code: 'JournalEntryUnitAndQuantityNotSet', message }
}

const numbers = (kind: string) => `SELECT n::int FROM json_array_elements_text($2::json -> '${kind}') AS n`
const barred = (kind: string, table: string) => `
  '${kind}', (SELECT json_agg(json_build_array(x.number, x.is_barred)) FROM ${table} x
    WHERE x.agreement = $1 AND x.number IN (${numbers(kind)}))`

/** SQL: arguments of json_build_object with what `$2` names of agreement `$1`, as `readDimensions` takes it. */
export const DIMENSIONS = `
  'projects', (SELECT json_agg(json_build_object('number', p.number, 'isBarred', p.is_barred, 'isClosed', p.is_closed,
      'isMain', p.is_main_project)) FROM project p WHERE p.agreement = $1 AND p.number IN (${numbers('projects')})),
  ${barred('costTypes', 'cost_type')},
  ${barred('departments', 'department')}`

/** What `DIMENSIONS` found, parsed from its JSON. */
export interface FoundDimensions {
  projects: ProjectFact[] | null
  costTypes: [number, boolean][] | null
  departments: [number, boolean][] | null
}

/** The dimensions by their numbers. */
export function readDimensions(found: FoundDimensions): Dimensions {
  return {
    projects: new Map(found.projects?.map((project) => [project.number, project])),
    costTypes: new Map(found.costTypes),
    departments: new Map(found.departments),
  }
}

/** Looks up what the entries name, in one statement; in none where they name nothing. */
export async function loadDimensions(
  transaction: Transaction,
  agreement: number,
  entries: readonly DimensionNumbers[],
): Promise<Dimensions> {
  const named = (property: keyof DimensionNumbers) => [
    ...new Set(entries.flatMap((entry) => (entry[property] == null ? [] : [entry[property]]))),
  ]
  const wanted = {
    projects: named('projectNumber'),
    costTypes: named('costTypeNumber'),
    departments: named('departmentNumber'),
  }
  if (Object.values(wanted).every((list) => list.length === 0)) return readDimensions(NOTHING)
  const [row] = await transaction.rows<{ found: string }>(`SELECT json_build_object(${DIMENSIONS})::text AS found`, [
    agreement,
    JSON.stringify(wanted),
  ])
  return readDimensions(JSON.parse(row!.found) as FoundDimensions)
}

const NOTHING: FoundDimensions = { projects: null, costTypes: null, departments: null }
