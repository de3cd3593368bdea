import type { DraftRow } from './input.ts'

/** Entries that are inserted at once: while the database inserts these, the next are checked. */
const INSERTED_AT_ONCE = 500

/**
 * Sends the statement that inserts rows. @returns the first of their numbers; they follow each other, as the
 * agreement's counter is held.
 * @param isLast no more rows follow.
 */
export type SendInsert = (rows: readonly DraftRow[], isLast: boolean) => Promise<readonly { first: number }[]>

/** Inserts entries, some while others are still being checked. */
export class Inserts {
  private readonly send: SendInsert
  private readonly begun: Promise<number>[] = []
  private rows: DraftRow[] = []
  private count = 0

  constructor(send: SendInsert) {
    this.send = send
  }

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.count === 0
  }

  /** @returns the place of the first of the rows among all. */
  add(rows: readonly DraftRow[]): number {
    if (this.rows.length > 0 && this.rows.length + rows.length > INSERTED_AT_ONCE) this.insert(false)
    for (const row of rows) this.rows.push(row)
    this.count += rows.length
    return this.count - rows.length
  }

  /** Inserts what is left: it is sent at once. @returns the first of all numbers; 0 if there are none. */
  finish(): Promise<number> {
    if (this.rows.length > 0) this.insert(true)
    const first = this.ended().then(([number]) => number ?? 0)
    first.catch(() => {})
    return first
  }

  /** Waits for what was sent. @throws the error of an insert: others may only follow from it. */
  async ended(): Promise<number[]> {
    return await Promise.all(this.begun)
  }

  private insert(isLast: boolean): void {
    const { rows } = this
    this.rows = []
    const first = this.send(rows, isLast).then(([row]) => row!.first)
    // `ended` throws the failure. Until then this handler keeps it from being unhandled.
    first.catch(() => {})
    this.begun.push(first)
  }
}
