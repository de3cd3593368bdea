import { milliseconds } from '../growth/report.ts'
import { spread, at, COLOURS, LABEL_HEIGHT } from '../labels.ts'
import { type Day, grown, medians, named, type Week } from './report.ts'
import type { Table } from './watch.ts'
import { KINDS } from './work.ts'

/** A line of a panel: a value for each day. */
interface Line {
  name: string
  values: readonly number[]
}

const WIDTH = 900
const [LEFT, RIGHT] = [60, 560]
const LABEL = 580
const HEIGHT = 170
const [HEAD, FOOT] = [40, 40]
const MEGABYTE = 1024 * 1024
const LINES_MAX = 8

/** Panels over the days of the week: medians of requests, sizes, dead rows, sessions that wait. */
export function weekPicture(week: Week): string {
  const { days } = week
  const tables = grown(week)
    .slice(0, LINES_MAX)
    .map(({ now }) => now.name)
  const dead = [...days.at(-1)!.tables]
    .sort((left, right) => most(days, right) - most(days, left))
    .slice(0, 4)
    .map(({ name }) => name)
  const ofTable = (name: string, value: (table: Table) => number): Line => ({
    name,
    values: days.map((day) => value(named(day.tables, name))),
  })
  const waiting = (begins: string): number[] =>
    days.map(({ waits }) => {
      const some = [...waits.waiting].filter(([what]) => what.startsWith(begins))
      return some.reduce((sum, [, count]) => sum + count, 0) / waits.looks
    })
  const panels = [
    panel(
      'Median of requests, milliseconds',
      days,
      KINDS.map((name) => ({ name, values: medians(days, name) })),
    ),
    panel(
      'Tables with their indexes, MB',
      days,
      tables.map((name) => ofTable(name, ({ bytes, indexBytes }) => (bytes + indexBytes) / MEGABYTE)),
    ),
    panel(
      'Dead rows at midnight',
      days,
      dead.map((name) => ofTable(name, (table) => table.dead)),
    ),
    panel('Sessions waiting, on average', days, [
      { name: 'for a lock', values: waiting('Lock,') },
      { name: 'inside the server', values: waiting('LWLock,') },
      { name: 'for the disk', values: waiting('IO,') },
      { name: 'for the service', values: waiting('Client,') },
    ]),
  ]
  const step = HEAD + HEIGHT + FOOT
  const height = panels.length * step
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...panels.map((text, at) => `<g transform="translate(0 ${at * step})">${text}</g>`),
    '</svg>\n',
  ].join('\n')
}

const most = (days: readonly Day[], { name }: Table): number =>
  Math.max(...days.map(({ tables }) => named(tables, name).dead))

/** Lines over the days, from zero up, with their names beside their ends. */
function panel(title: string, days: readonly Day[], lines: readonly Line[]): string {
  const [top, bottom] = [HEAD, HEAD + HEIGHT]
  const highest = Math.max(1e-9, ...lines.flatMap(({ values }) => values))
  const x = (day: number): number => LEFT + (day / (days.length - 1)) * (RIGHT - LEFT)
  const y = (value: number): number => bottom - (value / highest) * (bottom - top)
  const byEnd = lines.toSorted((left, right) => right.values.at(-1)! - left.values.at(-1)!)
  const positions = spread(
    byEnd.map(({ values }) => y(values.at(-1)!)),
    { top, bottom: Math.max(bottom, top + LABEL_HEIGHT * lines.length) },
  )
  return [
    `<text x="${LEFT}" y="${top - 18}" font-size="14" font-weight="bold" fill="#222">${title}</text>`,
    ...[0, highest / 2, highest].map(
      (value) =>
        `<path d="M${LEFT} ${at(y(value))}H${RIGHT}" stroke="#e3e5e8"/><text x="${LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end" fill="#555">${milliseconds(value)}</text>`,
    ),
    ...days.map(
      ({ name }, day) =>
        `<path d="M${at(x(day))} ${top}V${bottom}" stroke="#e3e5e8"/><text x="${at(x(day))}" y="${bottom + 16}" text-anchor="middle" fill="#555">${name}</text>`,
    ),
    ...byEnd.map(({ name, values }, index) => {
      const colour = COLOURS[index % COLOURS.length]!
      const path = values.map((value, day) => `${at(x(day))} ${at(y(value))}`).join('L')
      return [
        `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.8"/>`,
        `<path d="M${RIGHT} ${at(y(values.at(-1)!))}L${LABEL - 4} ${at(positions[index]!)}" fill="none" stroke="${colour}" stroke-width="0.5"/>`,
        `<text x="${LABEL}" y="${at(positions[index]! + 4)}" fill="${colour}">${name}: ${milliseconds(values.at(-1)!)}</text>`,
      ].join('\n')
    }),
  ].join('\n')
}
