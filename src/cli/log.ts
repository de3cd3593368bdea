import { type Logger, pino } from 'pino'
import { LOG_BYTES_MAX, LOG_BYTES_TOGETHER, LOG_MILLISECONDS } from '../limits.ts'

/**
 * Opens the log on standard output. Lines are written together, within a tenth of a second, and no request waits for
 * them: a write for each request costs as much as reading an item. The rest is written when the program ends, also
 * after a fatal error. Only a killed program loses its last lines. A reader that stands still loses lines, too, once
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

/** Waits until the lines that `process.exit` would cut off are written, or their reader is gone. */
export const flushed = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
