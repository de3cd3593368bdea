import type { SafTLine, SafTTransaction } from '../model.ts'
import type { Notes } from './notes.ts'
import type { Masters } from './plan.ts'
import { taxKey } from './tax-keys.ts'
import type { PlannedCode, PlannedCodes } from './vat.ts'

/** What a line needs to become an entry. */
export interface EntryContext extends Masters {
  vatCodes: PlannedCodes
}

/** A line, or a part of one, that becomes one entry. */
export interface Piece {
  line: SafTLine
  accountNumber: number
  /** Cents in base currency, debit positive. */
  amount: bigint
  code: PlannedCode | undefined
  /** The pieces that follow it in the books: its tax, and under reverse charge the other side of the tax. */
  tax: Piece | undefined
  contra: Piece | undefined
}

/**
 * The lines of a transaction in the order of the books: a tax is right behind its entry. Files have it anywhere in the
 * transaction, and often one line for several entries. Such a line is divided among them.
 */
export function arrange(transaction: SafTTransaction, context: EntryContext, notes: Notes): Piece[] {
  const pieces = transaction.lines.map((line) => pieceOf(line, transaction.date, context, notes))
  if (!pieces.some(({ code }) => code)) return pieces
  const free = new Free(pieces.filter(({ line }) => line.tax === undefined && !isOfParty(line)))
  const taxed = pieces.filter(({ code, line }) => code !== undefined && line.tax!.amount !== 0n)
  const sound = taxed.filter(({ code }) => code!.rate > 0n)
  attach(sound, free, 'tax', notes)
  attach(
    sound.filter(({ code, tax }) => tax && code!.contraAccountNumber !== null),
    free,
    'contra',
    notes,
  )
  notes.add('taxApart', taxed.filter(({ tax }) => !tax).length)
  const attached = new Set(pieces.flatMap(({ tax, contra }) => [tax, contra]).map((piece) => piece?.line))
  return untouched(pieces.filter(({ line, code }) => code || !attached.has(line)))
}

const isOfParty = ({ customerId, supplierId }: SafTLine): boolean =>
  customerId !== undefined || supplierId !== undefined

function pieceOf(line: SafTLine, date: string, context: EntryContext, notes: Notes): Piece {
  const code = line.tax && context.vatCodes.get(taxKey(line.tax, date, context.file))
  if (line.tax && !code) notes.add('codeLost')
  if (code && line.tax!.base !== undefined && line.tax!.base !== magnitude(line.amount)) notes.add('taxBase')
  const accountNumber = context.accounts.get(line.accountId)!.number
  return { line, accountNumber, amount: line.amount, code, tax: undefined, contra: undefined }
}

/** The lines that may be a tax, found by account, currency and amount. */
class Free {
  readonly #pieces = new Map<string, Piece[]>()

  constructor(pieces: readonly Piece[]) {
    for (const piece of [...pieces].reverse()) {
      const key = keyOf(piece.accountNumber, piece.line, piece.amount)
      const found = this.#pieces.get(key)
      if (found) found.push(piece)
      else this.#pieces.set(key, [piece])
    }
  }

  /** The first of them in the transaction. It is not free any more then. */
  take(account: number, like: Pick<SafTLine, 'currency'>, amount: bigint): Piece | undefined {
    return this.#pieces.get(keyOf(account, like, amount))?.pop()
  }
}

const keyOf = (account: number, { currency }: Pick<SafTLine, 'currency'>, amount: bigint): string =>
  `${account} ${currency?.code ?? ''} ${amount}`

/** Takes the tax of each of `taxed`, or the other side of it, from `free`. */
function attach(taxed: readonly Piece[], free: Free, which: 'tax' | 'contra', notes: Notes): void {
  for (const piece of taxed) piece[which] = free.take(accountOf(piece.code!, which)!, piece.line, wanted(piece, which))
  // One line may be the tax of all entries of a code, or of all whose tax stands on one account.
  divide(taxed, free, which, ({ code }) => code!.code, notes)
  divide(taxed, free, which, ({ code }) => String(accountOf(code!, which)), notes)
}

/**
 * Divides lines that are the tax of several entries among these. Only in base currency: other amounts cannot be divided
 * without rounding.
 */
function divide(
  taxed: readonly Piece[],
  free: Free,
  which: 'tax' | 'contra',
  groupOf: (piece: Piece) => string,
  notes: Notes,
): void {
  const groups = new Map<string, Piece[]>()
  for (const piece of taxed) {
    if (piece[which] || piece.line.currency) continue
    const group = groups.get(groupOf(piece))
    if (group) group.push(piece)
    else groups.set(groupOf(piece), [piece])
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const sum = group.reduce((total, piece) => total + wanted(piece, which), 0n)
    const found = free.take(accountOf(group[0]!.code!, which)!, { currency: undefined }, sum)
    if (!found) continue
    for (const piece of group) piece[which] = { ...found, amount: wanted(piece, which) }
    notes.add('taxSplit')
  }
}

const accountOf = (code: PlannedCode, which: 'tax' | 'contra'): number | null =>
  which === 'tax' ? code.accountNumber : code.contraAccountNumber

/** A tax has the sign of its entry. */
function wanted({ line }: Piece, which: 'tax' | 'contra'): bigint {
  return line.amount < 0n === (which === 'tax') ? -line.tax!.amount : line.tax!.amount
}

/** Moves a piece with a code and without a tax to the end, where the next piece would be taken for its tax. */
function untouched(pieces: readonly Piece[]): Piece[] {
  const isMistaken = ({ code, tax }: Piece, at: number): boolean => {
    const next = pieces[at + 1]
    return code !== undefined && !tax && next !== undefined && !next.code && next.accountNumber === code.accountNumber
  }
  const last = new Set(pieces.filter(isMistaken))
  return last.size === 0 ? [...pieces] : [...pieces.filter((piece) => !last.has(piece)), ...last]
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
