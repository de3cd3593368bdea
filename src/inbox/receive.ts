import { createHash } from 'node:crypto'
import type { Executor } from '../database/connection.ts'
import { ApiError, type Fault } from '../errors/catalogue.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { Caller, Item, ReceivedFile, SentFile } from '../resource/operations.ts'
import { keepInInbox } from './keep.ts'
import { lookThrough } from './look.ts'
import type { Looked } from './looked.ts'

const isOfFile = ({ faults }: ApiError): boolean => faults.every(({ code }) => code === 'EInvoiceInBreaksRule')

/**
 * Receives files for the inbox: looks each through in a parser, and then takes all of them or none. @throws ApiError
 */
export async function receiveForInbox(
  caller: Caller,
  _first: Uint8Array<ArrayBuffer>,
  { files }: { body: Item; database: Executor; files: readonly SentFile[] },
): Promise<ReceivedFile> {
  const placeOf = (at: number): string => (files.length === 1 ? 'file' : `file[${at}]`)
  const looked: Looked[] = []
  const unreadable: Fault[] = []
  for (const [at, file] of files.entries()) {
    try {
      looked.push(await lookThrough(caller.agreement, file, placeOf(at)))
    } catch (error) {
      if (error instanceof ApiError && isOfFile(error)) unreadable.push(...error.faults)
      else if (!(error instanceof Unreadable)) throw error
      else unreadable.push({ code: 'InboxFileUnreadable', property: placeOf(at), message: error.message })
    }
  }
  if (unreadable.length > 0) throw new ApiError(unreadable)
  const hash = createHash('sha256')
    .update(looked.map(({ file }) => file.hash).join())
    .digest('hex')
  return {
    hash,
    async write(work, { body, faults }) {
      const numbers = await keepInInbox(work, looked, (body.note as string | undefined) ?? null, faults, placeOf)
      return {
        status: 201,
        body: JSON.stringify({ number: numbers[0], numbers }),
        location: `/inbox/${numbers[0]}`,
      }
    },
  }
}
