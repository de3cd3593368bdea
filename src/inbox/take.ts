import type { Pool } from '../database/connection.ts'
import { ApiError, type Fault } from '../errors/catalogue.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import { keepInInbox } from './keep.ts'
import { lookThrough } from './look.ts'
import type { FolderFile, Outcome } from './watch.ts'

/** Faults that are of the file itself. With any other the file is tried again. */
const OF_FILE: readonly string[] = ['EInvoiceInBreaksRule', 'EInvoiceAlreadyThere', 'UnableToAttach']

const told = (faults: readonly Fault[]): string => faults.map(({ code, message }) => message ?? code).join('\n')

/**
 * What puts files of a folder into the inbox. A file whose bytes are there already is the document that they are: so
 * one that a crash left in the folder is not taken twice.
 * @param documentBytesMax bytes that the documents of the agreement may take; undefined: any.
 */
export function takeFromFolder(database: Pool, agreement: number, documentBytesMax: number | undefined) {
  return async ({ name, bytes }: FolderFile): Promise<Outcome> => {
    try {
      const looked = await lookThrough(agreement, { name, bytes }, 'file')
      const [there] = await database.rows<{ number: number }>(
        `SELECT i.number FROM inbox_item i WHERE i.agreement = $1 AND i.hash = decode($2, 'hex')
          AND i.rejected_reason IS NULL`,
        [agreement, looked.file.hash],
      )
      if (there) return there
      const faults: Fault[] = []
      const numbers = await database.transaction(async (transaction) => {
        const caller = { agreement, app: null, grantNumber: null }
        return await keepInInbox(
          { transaction, caller, settings: { documentBytesMax } },
          [looked],
          null,
          faults,
          () => 'file',
        )
      })
      return faults.length > 0 ? { reason: told(faults) } : { number: numbers[0]! }
    } catch (error) {
      if (error instanceof Unreadable) return { reason: error.message }
      if (error instanceof ApiError && error.faults.every(({ code }) => OF_FILE.includes(code)))
        return { reason: told(error.faults) }
      throw error
    }
  }
}
