import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BODY_UNREAD_MAX_BYTES, BODY_UNREAD_MILLISECONDS } from '../../limits.ts'

/**
 * Reads what nobody wants, and forgets it. A connection that is closed with bytes unread is reset, and its sender may
 * never see the answer. Who goes on for too long is cut off.
 * @param done called once: when all is read, or no more is.
 */
export function discard(source: Readable, done: () => void = () => {}): void {
  let read = 0
  let isDone = false
  const late = setTimeout(() => source.destroy(), BODY_UNREAD_MILLISECONDS).unref()
  const finish = (): void => {
    clearTimeout(late)
    if (!isDone) done()
    isDone = true
  }
  source.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > BODY_UNREAD_MAX_BYTES) source.destroy()
  })
  source.once('end', finish).once('error', finish).once('close', finish)
  source.resume()
}

/** Whether some of the request's body is still to come. */
export const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
