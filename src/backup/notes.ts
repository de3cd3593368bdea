import {
  type AgreementStart,
  BackupError,
  type End,
  type MovedApp,
  type Note,
  type Start,
  type Table,
} from './format.ts'

const NAME = /^[\w"]{1,128}$/
const SHA256 = /^[0-9a-f]{64}$/
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/
const SQL_MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/
const INT_MAX = 2 ** 31 - 1
/** As commands take numbers of agreements. */
const AGREEMENT_MAX = 999_999_999
const APP_NAME_MAX_LENGTH = 1000

/**
 * Reads a note of a file that anybody may have written.
 * @throws BackupError where it is none that Daybook writes.
 */
export function noteOf(content: Buffer): Note {
  let note: unknown
  try {
    note = JSON.parse(content.toString())
  } catch {
    throw wrong('is no JSON')
  }
  if (!isObject(note)) throw wrong('is no object')
  const check = Object.hasOwn(CHECKS, String(note.kind)) ? CHECKS[note.kind as Note['kind']] : undefined
  if (!check) throw wrong('is of an unknown kind')
  const fault = check(note)
  if (fault !== undefined) throw wrong(`has no right ${fault}`)
  return note as unknown as Note
}

const wrong = (what: string): BackupError =>
  new BackupError(`A note of the file ${what}: Daybook has not written it. Nothing is taken of the file.`)

type Unknown<T> = { [property in keyof T]?: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const isListOf = (value: unknown, is: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(is)
const areDifferent = (values: readonly unknown[]): boolean => new Set(values).size === values.length

/** For each kind of note: the first property that is not as Daybook writes it. */
const CHECKS: Readonly<Record<Note['kind'], (note: Record<string, unknown>) => string | undefined>> = {
  start: (note: Unknown<Start>) => beginning(note),
  agreement: (note: Unknown<AgreementStart>) => {
    if (!isWhole(note.agreement, 1, AGREEMENT_MAX)) return 'agreement'
    if (note.keyFingerprint !== null && !isText(note.keyFingerprint, /^([0-9a-f]{2}){1,64}$/)) return 'keyFingerprint'
    if (typeof note.hasSecrets !== 'boolean') return 'hasSecrets'
    if (!isListOf(note.apps, isApp) || !areDifferent(note.apps.map((one) => (one as MovedApp).app))) return 'apps'
    if (!isObject(note.numbers) || !Object.values(note.numbers).every(areNumbers)) return 'numbers'
    return beginning(note)
  },
  table: ({ name, rows, sha256 }) => {
    if (!isText(name, NAME)) return 'name'
    if (!isWhole(rows, 0, Number.MAX_SAFE_INTEGER)) return 'rows'
    return isText(sha256, SHA256) ? undefined : 'sha256'
  },
  end: ({ sequences }: Unknown<End>) => {
    const isOne = (one: unknown): boolean =>
      isObject(one) && isText(one.name, NAME) && isText(one.value, /^-?\d{1,19}$/)
    if (!isListOf(sequences, isOne)) return 'sequences'
    return areDifferent(sequences.map((one) => (one as { name: string }).name)) ? undefined : 'sequences'
  },
}

function beginning({ madeAt, migrations, tables }: Unknown<Start>): string | undefined {
  if (!isText(madeAt, ISO_MOMENT)) return 'madeAt'
  if (!isListOf(migrations, (file) => isText(file, /^[\w.-]{1,200}$/)) || !areDifferent(migrations)) return 'migrations'
  if (!isListOf(tables, isTable) || !areDifferent(tables.map((one) => (one as Table).name))) return 'tables'
  return undefined
}

const isTable = (value: unknown): boolean =>
  isObject(value) && isText(value.name, NAME) && isText(value.columns, /^([\w"]{1,128}(, [\w"]{1,128})*)?$/)

const areNumbers = (value: unknown): boolean =>
  isListOf(value, (number) => isWhole(number, 1, INT_MAX)) && areDifferent(value)

function isApp(value: unknown): boolean {
  if (!isObject(value)) return false
  const { app, name, secretHash, previousSecretHash, previousSecretUntil, createdAt, isSandbox }: Unknown<MovedApp> =
    value
  // No text of PostgreSQL has a NUL, or half of a pair of surrogates.
  const isName = isText(name, /^[^\0\p{Surrogate}]+$/u) && name.length <= APP_NAME_MAX_LENGTH
  const isFormer = previousSecretHash === null || isText(previousSecretHash, SHA256)
  const isUntil = previousSecretUntil === null || isText(previousSecretUntil, SQL_MOMENT)
  const isMade = isText(createdAt, SQL_MOMENT) && (isSandbox === undefined || typeof isSandbox === 'boolean')
  return isWhole(app, 1, INT_MAX) && isName && isText(secretHash, SHA256) && isFormer && isUntil && isMade
}
