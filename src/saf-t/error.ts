/** A SAF-T file that cannot be taken: the line of the fault, and a reason that names the element and what is wrong. */
export class SafTError extends Error {
  /** Line of the file, from 1; undefined where the fault is the agreement's (its years, its currency), not the file's. */
  readonly line: number | undefined
  /** The sentence without the line. */
  readonly reason: string

  constructor(line: number | undefined, reason: string) {
    super(line === undefined ? reason : `Line ${line}: ${reason}`)
    this.name = 'SafTError'
    this.line = line
    this.reason = reason
  }
}
