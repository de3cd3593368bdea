import type { ErrorCode } from '../../src/errors/catalogue.ts'
import type { Relations } from '../../src/resource/relations.ts'
import type { DeclaredTable } from './declared.ts'
import type { Schema } from './schema.ts'

/** What is compared: the database as it is, and as the declarations have it. */
export interface Catalogues {
  schema: Schema
  declared: readonly DeclaredTable[]
  relations: Relations
}

/** In what the two may differ. */
export type Kind =
  | 'no table'
  | 'no column'
  | 'no property'
  | 'type'
  | 'may be null'
  | 'never null'
  | 'key'
  | 'order'
  | 'unique'
  | 'reference'
  | 'narrower'
  | 'not found by reference'
  | 'not found by filter'
  | 'too long for its index'

/**
 * One difference: its kind, its place (`table`, `table.column` or the name of a constraint), and what is declared and
 * what is there.
 */
export interface Difference {
  kind: Kind
  at: string
  told: string
}

/**
 * Differences on purpose, in the places or whole tables of `at`. Where the database is narrower on purpose, `code` is
 * the one that clients get first.
 */
export interface Exception {
  kinds: readonly Kind[]
  at: readonly string[]
  reason: string
  code?: ErrorCode
}

/**
 * What is left to mend: differences without an exception, and exceptions without a difference. One line each, in order.
 */
export function unexcused(differences: readonly Difference[], exceptions: readonly Exception[]): string[] {
  const needed = new Set<string>()
  const left = differences.filter(({ kind, at }) => {
    const names = [at, at.split('.')[0]!]
    const excuses = exceptions.flatMap((exception, place) =>
      exception.kinds.includes(kind)
        ? exception.at.filter((name) => names.includes(name)).map((name) => `${place} ${name}`)
        : [],
    )
    for (const excuse of excuses) needed.add(excuse)
    return excuses.length === 0
  })
  const lines = left.map(({ kind, at, told }) => `${at} (${kind}): ${told}`)
  const unneeded = exceptions.flatMap(({ at, reason }, place) =>
    at.filter((name) => !needed.has(`${place} ${name}`)).map((name) => `${name}: needs no exception (${reason})`),
  )
  return [...new Set([...lines, ...unneeded])].sort()
}
