import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tellFile } from '../../whole-file.ts'
import type { SafTLine, SafTTransaction } from '../model.ts'

/** Characters gathered before they are written, and bytes read at a time. */
const PIECE = 256 * 1024

/**
 * Keeps the transactions of a file on disk until it is known whether the file is right. Its own file loses its name as
 * soon as it is open: nobody else can read it, and it is gone with the process, however that ends.
 */
export class Spool {
  readonly #file: FileHandle
  #gathered: string[] = []
  #length = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(): Promise<Spool> {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-import-'))
    try {
      return new Spool(await open(join(directory, 'transactions'), 'wx+', 0o600))
    } finally {
      await rm(directory, { recursive: true })
    }
  }

  add(transaction: SafTTransaction): void {
    const text = `${JSON.stringify(packed(transaction))}\n`
    this.#gathered.push(text)
    this.#length += text.length
  }

  /** Writes what has been gathered, once it has `atLeast` so many characters. */
  async passOn(atLeast = PIECE): Promise<void> {
    if (this.#length < atLeast) return
    const text = this.#gathered.join('')
    this.#gathered = []
    this.#length = 0
    await this.#file.appendFile(text).catch((error: unknown) => {
      throw tellFile(error, `The temporary directory ${tmpdir()} (TMPDIR) cannot keep the import`)
    })
  }

  /** The transactions in the order they were added. */
  async *transactions(): AsyncGenerator<SafTTransaction> {
    await this.passOn(0)
    let rest = ''
    const stream = this.#file.createReadStream({ start: 0, encoding: 'utf8', highWaterMark: PIECE, autoClose: false })
    for await (const piece of stream) {
      const lines = (rest + (piece as string)).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield unpacked(JSON.parse(line) as Packed)
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

type Packed = ReturnType<typeof packed>
type PackedLine = ReturnType<typeof packedLine>

const packed = (one: SafTTransaction) =>
  [
    one.transactionId,
    one.journalId,
    one.date,
    one.period,
    one.year,
    one.description,
    one.line,
    one.lines.map(packedLine),
  ] as const

function unpacked([transactionId, journalId, date, period, year, description, line, lines]: Packed): SafTTransaction {
  return { transactionId, journalId, date, period, year, description, line, lines: lines.map(unpackedLine) }
}

/** Positions instead of names, which would take twice the room. What a line seldom has comes last. */
const packedLine = (one: SafTLine) =>
  [
    one.recordId,
    one.accountId,
    String(one.amount),
    one.description,
    one.line,
    one.customerId ?? null,
    one.supplierId ?? null,
    one.referenceNumber ?? null,
    one.dueDate ?? null,
    one.hasAnalysis,
    one.moreTaxes,
    one.currency ? ([one.currency.code, String(one.currency.amount), one.currency.rate ?? null] as const) : null,
    one.tax
      ? ([one.tax.taxCode, number(one.tax.percentage), String(one.tax.amount), number(one.tax.base)] as const)
      : null,
  ] as const

function unpackedLine(values: PackedLine): SafTLine {
  const [recordId, accountId, amount, description, line, customerId, supplierId, reference, dueDate, ...rest] = values
  const [hasAnalysis, moreTaxes, currency, tax] = rest
  return {
    recordId,
    accountId,
    customerId: customerId ?? undefined,
    supplierId: supplierId ?? undefined,
    amount: BigInt(amount),
    currency: currency ? { code: currency[0], amount: BigInt(currency[1]), rate: currency[2] ?? undefined } : undefined,
    description,
    referenceNumber: reference ?? undefined,
    dueDate: dueDate ?? undefined,
    tax: tax
      ? { taxCode: tax[0], percentage: bigint(tax[1]), amount: BigInt(tax[2]), base: bigint(tax[3]) ?? undefined }
      : undefined,
    hasAnalysis,
    moreTaxes,
    line,
  }
}

/** A number as JSON has it: `null` for one that does not fit, an empty text for none. */
const number = (value: bigint | null | undefined): string | null => (value === null ? null : (value?.toString() ?? ''))
const bigint = (text: string | null): bigint | null | undefined =>
  text === null ? null : text === '' ? undefined : BigInt(text)
