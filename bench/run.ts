import { writeFile } from 'node:fs/promises'
import { bookingRunners } from './booking.ts'
import { Closing } from './closing.ts'
import { load, openCompany } from './company.ts'
import { FIGURE_NAMES, FIGURES } from './figures.ts'
import { openGround } from './ground.ts'
import { describeMachine, loadNow } from './machine.ts'
import { type Bench, figureRunners, type Line, measure } from './measure.ts'
import { OptionError, type Options, readOptions } from './options.ts'
import { PGBENCH_MISSING, pgbenchVersion } from './pgbench.ts'
import { openClients } from './processes.ts'
import { EXPLANATION, machineText, tableHead, tableLine } from './report.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** Measures everything asked for, printing each line as soon as it is known. */
async function bench(options: Options, closing: Closing): Promise<void> {
  const loadBefore = loadNow()
  const version = await pgbenchVersion(closing)
  if (version === undefined) tell(PGBENCH_MISSING)
  tell('starting the service and its database')
  const ground = await openGround(closing)
  const machine = await describeMachine(ground, version, loadBefore)
  const world: Bench = { closing, ground, hasPgbench: version !== undefined, clients: openClients(closing) }
  const lines: Line[] = []
  const wanted = FIGURE_NAMES.filter((name) => options.only === undefined || name === options.only)
  const report = (more: readonly Line[]): void => {
    if (lines.length === 0)
      say(`${machineText(machine)}\n${options.entries} draft entries, ${options.seconds} s a figure\n\n${tableHead()}`)
    lines.push(...more)
    for (const line of more) say(tableLine(line))
  }
  const { database } = ground
  const company = await openCompany(database, 'Bench', 1)
  const began = performance.now()
  const content = await load(database, company, options.entries, progress())
  tell(
    `loaded in ${Math.round((performance.now() - began) / 1000)} s: ${options.entries} draft entries, ${content.bookedEntries} booked entries`,
  )
  for (const name of wanted) {
    const figure = FIGURES[name]
    const runners = figure
      ? await figureRunners(world, await figure.prepare({ database, company, content }))
      : await bookingRunners(world)
    report(await measure(name, figure?.title ?? 'booking of 1,000', runners, options.seconds))
    await runners.end()
  }
  say(`\n${EXPLANATION}`)
  if (options.json !== undefined) {
    const { seconds, entries } = options
    await writeFile(options.json, `${JSON.stringify({ machine, seconds, entries, figures: lines }, null, 2)}\n`)
  }
}

/** Tells a tenth at a time how far the loading is. */
function progress(): (done: number, total: number) => void {
  let told = 0
  return (done, total) => {
    const tenth = Math.floor((10 * done) / total)
    if (tenth > told) tell(`loading: ${10 * (told = tenth)} %`)
  }
}

const closing = new Closing()

/** Ends the bench for the first reason there is; what fails while everything is being closed needs no telling. */
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
// Whoever read the output may be gone: `npm run bench | head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void leave(1))
process.on('uncaughtException', (error) => void leave(1, error.stack))

try {
  await bench(readOptions(process.argv.slice(2), FIGURE_NAMES), closing)
  await leave(0)
} catch (error) {
  const { message, stack } = error as Error
  await (error instanceof OptionError ? leave(2, message) : leave(1, stack))
}
