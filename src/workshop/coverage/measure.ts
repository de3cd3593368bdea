import { catalogue, type ErrorCode } from '../../errors/catalogue.ts'
import type { Group, Operation } from '../../resource/operations.ts'
import { type ApiVersion, operationsOf } from '../../resource/versions.ts'
import { type Called, type Delivered, hasPages, situationsOf, type Situation, wholeSituations } from './situations.ts'

/** How often something was met. */
export interface Met {
  app: number
  api: string
  version: string
  operation: string
  met: string
  times: number
  last: string
}

/** What programs met, as the service answers it. */
export interface Report extends Record<string, unknown> {
  percent: number
  situationsMet: number
  situations: number
  operationsCalled: number
  operationsServed: number
  codesMet: number
  codes: number
  refused: number
  sentAgain: number
  waited: number
  replays: number
  items: Item[]
  hints: string[]
}

interface Counts {
  from: string
  app: number | null
  /** The percent that is asked for. */
  min: number | null
  counts: Met[]
  webhooks: Delivered[]
}

/** Codes of what no program can bring about: faults of ours, and of connections. */
const OURS: readonly ErrorCode[] = [
  'Internal',
  'TookTooLong',
  'RequestTimeout',
  'AgreementBusy',
  'ExpectationFailed',
  'HeadersTooLarge',
  'BodyTooLarge',
]

const isStatus = (met: string): boolean => /^\d{3}$/.test(met)
const timesOf = ({ counts }: Called, met: string): number => counts.get(met) ?? 0
const percentOf = (met: number, of: number): number => (of === 0 ? 0 : Math.floor((met * 100) / of))

/** Makes the report of counts: what programs met, and what they never met of that which their operations can give. */
export function measurer(
  versions: readonly ApiVersion[],
  codesOf: (group: Group, operation: Operation) => readonly ErrorCode[],
): (counts: string) => Report {
  return (text) => {
    const newest = versions.filter(({ isNewest }) => isNewest)
    const newestOf = new Map(newest.map(({ name, version }) => [name, version]))
    const hintOf = ({ api, version, isNewest }: UsedVersion): string[] =>
      isNewest ? [] : [`Your program calls ${api} ${version}; the newest version is ${newestOf.get(api)}.`]
    const { from, app, min, counts, webhooks } = JSON.parse(text) as Counts
    const called = calledOf(versions, counts)
    const items = called.map((one) => itemOf(one, codesOf(one.group, one.operation)))
    const whole = wholeSituations(called, webhooks)
    const situations = [...items.flatMap((item) => item.situations), ...whole]
    const used = versionsOf(called)
    const met = situations.filter(({ isMet }) => isMet).length
    const percent = percentOf(met, situations.length)
    const sum = (what: string): number => called.reduce((total, one) => total + timesOf(one, what), 0)
    return {
      from: new Date(from).toISOString(),
      app,
      percent,
      ...(min !== null && { isEnough: percent >= min }),
      situationsMet: met,
      situations: situations.length,
      operationsCalled: called.length,
      operationsServed: operationsOf(newest).length,
      ...codesTogether(items),
      replays: sum('replay'),
      refused: sum('refused'),
      sentAgain: sum('resent'),
      waited: sum('waited'),
      items,
      versions: used,
      webhooks,
      whole,
      hints: [...situations.flatMap(({ isMet, hint }) => (isMet ? [] : [hint])), ...used.flatMap(hintOf)],
    }
  }
}

/** The operations that counts are of, in the order of their declaration; one that is served no more is left out. */
function calledOf(versions: readonly ApiVersion[], counts: readonly Met[]): Called[] {
  const byApi = new Map(versions.map((api) => [`${api.name} ${api.version}`, api]))
  const byOperation = new Map<string, Map<string, number>>()
  for (const { api, version, operation, met, times } of counts) {
    const key = `${api} ${version} ${operation}`
    const own = byOperation.get(key) ?? new Map<string, number>()
    byOperation.set(key, own.set(met, (own.get(met) ?? 0) + times))
  }
  const used = [...new Set(counts.map(({ api, version }) => `${api} ${version}`))]
  const apis = used.flatMap((key) => byApi.get(key) ?? [])
  return operationsOf(apis).flatMap((one) => {
    const { method, path } = one.operation
    const own = byOperation.get(`${one.api.name} ${one.api.version} ${method} ${path}`)
    return own ? [{ ...one, counts: own }] : []
  })
}

interface Item {
  operation: string
  api: string
  version: string
  calls: number
  statuses: { status: number; count: number }[]
  codes: { errorCode: string; count: number }[]
  codesNeverMet: string[]
  laterPages: number | null
  replays: number | null
  situations: Situation[]
}

function itemOf(called: Called, possible: readonly ErrorCode[]): Item {
  const { api, operation, counts } = called
  const statuses = [...counts].filter(([met]) => isStatus(met)).map(([met, count]) => ({ status: Number(met), count }))
  const codes = [...counts].filter(([met]) => Object.hasOwn(catalogue, met))
  const name = `${operation.method} ${operation.path}`
  return {
    operation: name,
    api: api.name,
    version: api.version,
    calls: statuses.reduce((total, { count }) => total + count, 0),
    statuses: statuses.toSorted((one, other) => one.status - other.status),
    codes: codes.map(([errorCode, count]) => ({ errorCode, count })).toSorted((one, other) => other.count - one.count),
    codesNeverMet: possible.filter((code) => !counts.has(code) && !OURS.includes(code)),
    laterPages: hasPages(operation) ? timesOf(called, 'page') : null,
    replays: operation.method === 'GET' ? null : timesOf(called, 'replay'),
    situations: situationsOf(name, called, possible),
  }
}

/** Codes that were met, of those that the operations called can give, each counted once. */
function codesTogether(items: readonly Item[]): { codesMet: number; codes: number } {
  const met = new Set(items.flatMap(({ codes }) => codes.map(({ errorCode }) => errorCode)))
  const all = new Set([...met, ...items.flatMap(({ codesNeverMet }) => codesNeverMet)])
  return { codesMet: met.size, codes: all.size }
}

interface UsedVersion {
  api: string
  version: string
  isNewest: boolean
  calls: number
}

function versionsOf(called: readonly Called[]): UsedVersion[] {
  const found = new Map<ApiVersion, number>()
  for (const { api, counts } of called) {
    const calls = [...counts].reduce((total, [met, times]) => (isStatus(met) ? total + times : total), 0)
    found.set(api, (found.get(api) ?? 0) + calls)
  }
  return [...found].map(([{ name, version, isNewest }, calls]) => ({ api: name, version, isNewest, calls }))
}
