import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Company, JOURNALS, journalsToBook, openCompany } from './company.ts'
import type { Ground } from './ground.ts'
import { post } from './request.ts'
import { writeSafTFile } from './saf-t-file.ts'

const CHECKOUT = new URL('../', import.meta.url)
const run = promisify(execFile)
/** Draft entries of a booking: the most that one call books. */
const BOOKED = 10_000
/** Transactions of a file with some 12,000 lines. */
const TRANSACTIONS = 4000

/** How often each kind of large work was completed. */
export type Done = Record<'bulk loads and booking of 10,000' | 'import of 12,000 lines', number>

/**
 * Does two kinds of large work in turn until stopped: 20 bulk loads of 500 draft entries, booked in one call; and a
 * SAF-T file, imported by the command into a new agreement.
 * @returns a function that stops it after the current piece, and returns how much was done.
 */
export async function doLargeWork(ground: Ground): Promise<() => Promise<Done>> {
  const company = await openCompany(ground, 'Large work', 3000)
  const file = join(ground.directory, 'large.xml')
  await writeSafTFile(file, { transactions: TRANSACTIONS })
  const done: Done = { 'bulk loads and booking of 10,000': 0, 'import of 12,000 lines': 0 }
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      await book(ground, company)
      done['bulk loads and booking of 10,000'] += 1
      if (isOver) break
      await importFile(ground, file)
      done['import of 12,000 lines'] += 1
    }
  })()
  // The stop function reports a failure; until then this prevents an unhandled rejection.
  working.catch(() => {})
  return async () => {
    isOver = true
    await working
    return done
  }
}

async function book({ port }: Ground, company: Company): Promise<void> {
  const [journal] = await journalsToBook(port, company, 1, BOOKED)
  await post(port, `${JOURNALS}/journals/${journal!}/book`, company.headers)
}

async function importFile({ environment }: Ground, file: string): Promise<void> {
  const program = async (...args: string[]): Promise<{ stdout: string }> =>
    await run(process.execPath, ['build/start.js', ...args, '--json'], {
      cwd: CHECKOUT,
      env: environment as NodeJS.ProcessEnv,
    })
  const made = await program('agreement', 'create', '--name', 'Large import', '--currency', 'NOK')
  const { agreementNumber } = JSON.parse(made.stdout) as { agreementNumber: number }
  await program('import', 'saf-t', file, '--agreement', String(agreementNumber))
}
