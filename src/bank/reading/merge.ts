import type { ReadStatement } from './statement.ts'

/**
 * Joins statements of one account that continue each other, as a file of a statement a day has them: the next opens
 * with what the one before closed with, on no earlier day.
 */
export function joined(statements: readonly ReadStatement[]): ReadStatement[] {
  const found: ReadStatement[] = []
  for (const statement of statements) {
    const before = found.at(-1)
    if (!before || !continues(before, statement)) {
      found.push({ ...statement, lines: [...statement.lines] })
      continue
    }
    for (const line of statement.lines) before.lines.push(line)
    before.to = statement.to > before.to ? statement.to : before.to
    before.closingBalance = statement.closingBalance
    before.waiting += statement.waiting
  }
  return found
}

const continues = (before: ReadStatement, next: ReadStatement): boolean =>
  before.account === next.account &&
  before.currency === next.currency &&
  before.closingBalance !== null &&
  before.closingBalance === next.openingBalance &&
  next.from >= before.to
