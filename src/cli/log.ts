import { type Logger, pino } from 'pino'
import { LOG_BYTES_MAX, LOG_BYTES_TOGETHER, LOG_MILLISECONDS } from '../limits.ts'

/**
 * Opens the log on standard output. Lines are written together, a tenth of a second after they come or earlier, and nobody waits for it:
 * a write of its own for each request costs as much as reading an item. What is still to be written when the program ends is
 * written then, also after a fatal error; only a killed program loses its last lines. A reader that stands still loses lines, too, once
 * LOG_BYTES_MAX wait for it.
 */
export const openLog = (level: string): Logger =>
  pino(
    { level },
    pino.destination({
      sync: false,
      minLength: LOG_BYTES_TOGETHER,
      periodicFlush: LOG_MILLISECONDS,
      maxLength: LOG_BYTES_MAX,
    }),
  )

/** Waits until what was logged is being read, or nobody reads it any more: what `process.exit` would cut off. */
export const flushed = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
