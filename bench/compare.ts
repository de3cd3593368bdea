import { writeFile } from 'node:fs/promises'
import { bookingRunners, largeBooking } from './booking.ts'
import type { Closing } from './closing.ts'
import { load, openCompany } from './company.ts'
import { FIGURES, type Subject } from './figures.ts'
import { columnsOfGoal, GOAL_FIGURES, goalTable } from './goals.ts'
import { openGround } from './ground.ts'
import { describeMachine, loadNow } from './machine.ts'
import { type Bench, COLUMNS, type Extent, figureRunners, type Line, measure } from './measure.ts'
import { fillMinimalTables } from './minimal-tables.ts'
import { type Options, readOptions } from './options.ts'
import { PGBENCH_MISSING, pgbenchVersion } from './pgbench.ts'
import { openClients, openMinimal } from './processes.ts'
import { EXPLANATION, machineText, tableHead, tableLine } from './report.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const BOOK = 'book'
const BOOK_LARGE = 'book-10000'
const NAMES: readonly string[] = [...Object.keys(FIGURES), BOOK, BOOK_LARGE]
/** A bulk call takes a hundred times as long as others. */
const LONGER: Readonly<Record<string, number>> = { bulk: 2 }

/**
 * Measures everything that the words ask for. Prints each line as soon as it is known, and the goals at the end.
 * @throws OptionError
 */
export async function compare(words: readonly string[], closing: Closing): Promise<void> {
  const options = readOptions(words, NAMES)
  const loadBefore = loadNow()
  const version = await pgbenchVersion(closing)
  if (version === undefined) tell(PGBENCH_MISSING)
  tell('starting the service and its database')
  const ground = await openGround(closing)
  const machine = await describeMachine(ground, version, loadBefore)
  const { seconds, entries, quick, json } = options
  say(`${machineText(machine)}\n${entries} draft entries, ${seconds} s a figure\n\n${tableHead()}`)
  const subject = await loadSubject(ground, options)
  const bench: Bench = {
    closing,
    ground,
    hasPgbench: version !== undefined,
    minimal: await openMinimal(closing, ground.address),
    clients: openClients(closing),
  }
  const lines: Line[] = []
  for (const name of NAMES.filter((each) => isWanted(each, options))) {
    const extent = { clients: quick ? [16] : [1, 16], seconds: seconds * (LONGER[name] ?? 1) }
    const more = await measureOne(bench, subject, name, extent, quick)
    lines.push(...more)
    for (const line of more) say(tableLine(line))
  }
  say(`\n${goalTable(lines)}\n\n${EXPLANATION}`)
  if (json !== undefined) {
    await writeFile(json, `${JSON.stringify({ machine, seconds, entries, figures: lines }, null, 2)}\n`)
  }
}

const isWanted = (name: string, { only, quick }: Options): boolean =>
  only === undefined ? !quick || GOAL_FIGURES.includes(name) : name === only

async function loadSubject(ground: Subject['ground'], { entries, quick }: Options): Promise<Subject> {
  const began = performance.now()
  const company = await openCompany(ground, 'Bench', 1)
  const content = await load(ground, company, { drafts: entries, booked: quick ? 0 : entries })
  await fillMinimalTables(ground.database, company.agreement)
  const seconds = Math.round((performance.now() - began) / 1000)
  tell(`loaded in ${seconds} s: ${entries} draft entries, ${content.bookedEntries} booked entries`)
  return { ground, company, content }
}

async function measureOne(
  bench: Bench,
  subject: Subject,
  name: string,
  extent: Extent,
  quick: boolean,
): Promise<Line[]> {
  if (name === BOOK_LARGE) return await largeBooking(bench, name, FIGURES['create']!(subject).minimal)
  const figure = FIGURES[name]?.(subject)
  const runners = figure
    ? await figureRunners(bench, figure, quick ? columnsOfGoal(name) : COLUMNS)
    : await bookingRunners(bench)
  const lines = await measure(name, figure?.title ?? 'booking of 1,000', runners, extent)
  await runners.end()
  return lines
}
