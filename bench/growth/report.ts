import type { Machine } from '../machine.ts'
import { machineText, markdownTable } from '../report.ts'
import { type Group, GROUPS } from './reads.ts'

/** The time of a read, in milliseconds, in books of one size. */
export interface Point {
  group: Group
  name: string
  /** Agreements in the database; 1 means the agreement alone, beside the smaller ones measured before it. */
  agreements: number
  /** Booked entries of the agreement. */
  entries: number
  /** The items of the group: draft entries, or booked ones. */
  items: number
  /** The median; for a refused read, the time until the refusal. */
  p50: number
  /** The status of a refusal. */
  refused: number | undefined
}

/** All measurements of one read. */
export interface Series {
  group: Group
  name: string
  points: readonly Point[]
  /** The two sizes that give its growth, for the agreement alone. */
  from: Point
  to: Point
  /** The time at `to` divided by the time at `from`. */
  growth: number
}

/** A read grows from this factor on; smaller factors are caches and noise. */
export const GROWS_FROM = 3

/**
 * The reads of a group, each with its points by size, the agreement alone first. With more than two sizes, growth
 * counts from the second size: in the smallest books pages are not full.
 */
export function seriesOf(points: readonly Point[], group: Group): Series[] {
  const names = [...new Set(points.filter((point) => point.group === group).map(({ name }) => name))]
  return names.map((name) => {
    const own = points.filter((point) => point.group === group && point.name === name)
    const alone = own.filter(({ agreements }) => agreements === 1)
    const [from, to] = [alone[alone.length > 2 ? 1 : 0]!, alone.at(-1)!]
    return { group, name, points: own, from, to, growth: to.p50 / from.p50 }
  })
}

/** A number in English notation: `1,000,000`. */
export const grouped = (value: number): string => value.toLocaleString('en')

/** Milliseconds with significant digits only. */
export const milliseconds = (value: number): string => grouped(Number(value.toPrecision(value < 100 ? 2 : 3)))

/** The whole document: the method, the reads that grow, and a table for each group. */
export function documentText(machine: Machine, points: readonly Point[], databaseSize: string): string {
  const agreements = [...new Set(points.map((point) => point.agreements))]
  const all = GROUPS.flatMap((group) => seriesOf(points, group))
  return `${[
    '# How reads grow',
    '![Time of every read by the number of entries](reads.svg)',
    howMeasured(machine, points, databaseSize),
    whatGrows(all),
    ...GROUPS.map((group) => `## ${titleOf(group)}\n\n${table(seriesOf(points, group), agreements)}`),
    'Written by `npm run bench -- growth`.',
  ].join('\n\n')}\n`
}

const titleOf = (group: Group): string => group[0]!.toUpperCase() + group.slice(1)

function howMeasured(machine: Machine, points: readonly Point[], databaseSize: string): string {
  const others = Math.max(...points.map(({ agreements }) => agreements))
  const drafts = Math.max(...points.filter(({ group }) => group === 'draft entries').map(({ items }) => items))
  const sizes = [...new Set(points.map(({ entries }) => entries))].map(grouped)
  const among =
    others === 1
      ? ''
      : ` Then neighbours are added up to ${grouped(others)} agreements,
each with the entries of the smallest and 100 draft entries, and the same agreements are measured again.`
  return `An agreement of ${sizes.join(', then one of ')} booked entries is written into the database in sets, with bookings, seals, open items
and totals, and as many draft entries but at most ${grouped(drafts)}; \`verify\` finds each of them right. After a \`VACUUM\` and a checkpoint one client asks each
read over HTTP, up to 200 times within a second, every time for another key or value; one over 0.3 s three times, one over 2 s once, and only
where the agreement is alone. The tables tell the median in milliseconds.${among} At the end the database had ${databaseSize}.

A filter asks for the page of 20 whose property equals a value that some entry has. Where many have it the first twenty are found at once;
where few have it an index must find them, or every entry is read.

\`\`\`
${machineText(machine)}
\`\`\``
}

function whatGrows(all: readonly Series[]): string {
  const growing = all.filter(({ growth }) => growth >= GROWS_FROM).sort((a, b) => b.growth - a.growth)
  const told = growing.map(
    ({ group, name, growth, from, to }) =>
      `- ${group}, ${name}: ${milliseconds(growth)} times, from ${milliseconds(from.p50)} to ${milliseconds(to.p50)} ms`,
  )
  const { from, to } = all[0]!
  const sizes = `${grouped(from.entries)} and ${grouped(to.entries)} booked entries`
  const rest = `The other ${all.length - growing.length} reads take less than ${GROWS_FROM} times as long.`
  const crowded = all.flatMap(({ group, name, points }) =>
    points
      .filter(({ agreements }) => agreements > 1)
      .map((point) => {
        const alone = points.find(({ entries, agreements }) => entries === point.entries && agreements === 1)!
        return { text: `${group}, ${name} at ${grouped(point.entries)} entries`, factor: point.p50 / alone.p50 }
      }),
  )
  const worse = crowded
    .filter(({ factor }) => factor >= GROWS_FROM)
    .map(({ text, factor }) => `- ${text}: ${milliseconds(factor)} times`)
  const neighbours =
    crowded.length === 0
      ? []
      : worse.length === 0
        ? [`Among the other agreements no read takes ${GROWS_FROM} times as long as alone.`]
        : [`Among the other agreements these take ${GROWS_FROM} times as long or more:\n\n${worse.join('\n')}`]
  const grows = `Between ${sizes} these grow:\n\n${told.join('\n')}\n\n${rest}`
  const none = `Between ${sizes} no read takes ${GROWS_FROM} times as long.`
  return ['## What grows', growing.length === 0 ? none : grows, ...neighbours].join('\n\n')
}

const cell = ({ p50, refused }: Point): string =>
  refused === undefined ? milliseconds(p50) : `${refused} after ${milliseconds(p50)}`

function table(all: readonly Series[], agreements: readonly number[]): string {
  const columns = agreements.flatMap((number) =>
    [...new Set(all.flatMap(({ points }) => points.map(({ entries }) => entries)))].map((entries) => ({
      number,
      entries,
    })),
  )
  const heads = columns.map(({ number, entries }) =>
    number === 1 ? grouped(entries) : `${grouped(entries)} among ${grouped(number)} agreements`,
  )
  const rows = all.map(({ name, points }) => [
    name,
    ...columns.map(({ number, entries }) => {
      const point = points.find((each) => each.agreements === number && each.entries === entries)
      return point ? cell(point) : ''
    }),
  ])
  return markdownTable(['milliseconds', ...heads], rows)
}
