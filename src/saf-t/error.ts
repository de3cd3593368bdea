/** Refuses a SAF-T file: the line of the fault, and a reason that names the element and the fault. */
export class SafTError extends Error {
  /** Line of the file, from 1; undefined where the agreement is at fault (its years, its currency). */
  readonly line: number | undefined
  /** The message without the line. */
  readonly reason: string

  constructor(line: number | undefined, reason: string) {
    super(line === undefined ? reason : `Line ${line}: ${reason}`)
    this.name = 'SafTError'
    this.line = line
    this.reason = reason
  }
}
