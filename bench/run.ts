import { measureApprovals } from './approvals.ts'
import { measureBank } from './bank.ts'
import { Closing } from './closing.ts'
import { compare } from './compare.ts'
import { measureConsole } from './console.ts'
import { measureDimensions } from './dimensions.ts'
import { measureDistributed } from './distributed.ts'
import { measureGrowth } from './growth/measure.ts'
import { measureIsolation } from './isolation.ts'
import { measureNeighbours } from './neighbours.ts'
import { OptionError, readRounds, readSeconds } from './options.ts'
import { measureImport } from './saf-t.ts'
import { measureRequestLog } from './request-log.ts'
import { measureSearch } from './search.ts'
import { measureRun } from './subscriptions.ts'
import { measureUploads } from './uploads.ts'
import { measureWebhooks } from './webhooks.ts'
import { measureWeek } from './week/week.ts'

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const closing = new Closing()

/** Ends the bench for the first reason. Does not report failures during the closing. */
async function leave(code: number, reason?: string): Promise<never> {
  if (process.exitCode === undefined) {
    process.exitCode = code
    if (reason !== undefined) tell(reason)
  }
  await closing.close()
  process.exit()
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => void leave(code, `${signal}: stopping everything and removing it`))
}
// The reader of the output may have ended: `npm run bench | head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void leave(1))
process.on('uncaughtException', (error) => void leave(1, error.stack))

try {
  const words = process.argv.slice(2)
  const [what, ...rest] = words
  if (what === 'growth') await measureGrowth(rest, closing)
  else if (what === 'distributed') await measureDistributed(rest, closing)
  else if (what === 'saf-t') await measureImport(rest, closing)
  else if (what === 'neighbours') await measureNeighbours(rest, closing)
  else if (what === 'isolation') await measureIsolation(rest, closing)
  else if (what === 'approvals') await measureApprovals(closing)
  else if (what === 'bank') await measureBank(rest, closing)
  else if (what === 'search') await measureSearch(rest, closing)
  else if (what === 'subscriptions') await measureRun(rest, closing)
  else if (what === 'uploads') await measureUploads(readSeconds(rest), closing)
  else if (what === 'console') await measureConsole(closing)
  else if (what === 'dimensions') await measureDimensions(readRounds(rest), closing)
  else if (what === 'request-log') await measureRequestLog(readRounds(rest), closing)
  else if (what === 'week') await measureWeek(rest, closing)
  else if (what === 'webhooks') await measureWebhooks(rest, closing)
  else await compare(words, closing)
  await leave(0)
} catch (error) {
  const { message, stack } = error as Error
  await (error instanceof OptionError ? leave(2, message) : leave(1, stack))
}
