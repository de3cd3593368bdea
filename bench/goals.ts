import type { Column, Line } from './measure.ts'

/** A goal of the service, as a share of another server's throughput at 16 clients (issue 8, Speed). */
interface Goal {
  name: string
  against: Column
  /** Measured on 2026-11-21, before the work on it began. */
  before: string
  /** The first goal, and the later ones. */
  goals: readonly number[]
}

/** Booked entries a second, divided by the creates a second of the minimal server. */
const BOOKING_GOAL = 20_000 / 4600

const GOALS: readonly Goal[] = [
  { name: 'health', against: 'bare', before: '0.14', goals: [0.5] },
  { name: 'single', against: 'minimal', before: '0.68', goals: [0.8, 0.9] },
  { name: 'page', against: 'minimal', before: '0.44', goals: [0.8] },
  { name: 'cursor', against: 'minimal', before: '0.75', goals: [0.9] },
  { name: 'create', against: 'minimal', before: '0.07', goals: [0.5] },
  { name: 'create-one', against: 'minimal', before: 'less', goals: [0.35] },
  { name: 'bulk', against: 'minimal', before: '0.09', goals: [0.5] },
  // The issue does not say which entries it counts.
  { name: 'book-10000', against: 'minimal', before: '1.52', goals: [BOOKING_GOAL] },
  { name: 'book-10000-booked', against: 'minimal', before: '1.52', goals: [BOOKING_GOAL] },
]

/** The figures that the goals are about. */
export const GOAL_FIGURES: readonly string[] = GOALS.map(({ name }) => name)

/** The columns that a goal's figure is compared with. */
export const columnsOfGoal = (name: string): Column[] =>
  GOALS.flatMap((goal) => (goal.name === name ? [goal.against] : []))

const NAMES: Readonly<Record<Column, string>> = {
  service: 'service',
  minimal: 'minimal',
  sql: 'its SQL',
  bare: 'bare Fastify',
}

/** A table of goals with the measured results. */
export function goalTable(lines: readonly Line[]): string {
  const rows = GOALS.flatMap(({ name, against, before, goals }) => {
    const line = lines.findLast((each) => each.name === name)
    const other = line?.columns[against]
    if (!line || !other) return []
    const { service } = line.columns
    const reached = service.perSecond / other.perSecond
    const missed = goals.find((goal) => reached < goal)
    return [
      [
        line.title,
        NAMES[against],
        rate(service.perSecond),
        rate(other.perSecond),
        before,
        goals.map((goal) => goal.toFixed(2)).join(', then '),
        reached.toFixed(2),
        missed === undefined ? 'reached' : missed === goals[0] ? 'not yet' : 'reached the first',
      ],
    ]
  })
  const heads = ['goal, 16 clients', 'against', 'service/s', 'other/s', 'before', 'goal', 'now', '']
  const widths = heads.map((head, at) => Math.max(...[head, ...rows.map((row) => row[at]!)].map((cell) => cell.length)))
  const isText = (at: number): boolean => at < 2 || at === heads.length - 1
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, at) => (isText(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lineOf(heads), rule.trimEnd(), ...rows.map(lineOf)].join('\n')
}

const rate = (perSecond: number): string => (perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond)))
