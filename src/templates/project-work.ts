import { addDays, type DemoDays } from './calendar.ts'
import { ACTIVITY, type DemoProject, demoEmployeeNumbers, PROJECT } from './projects.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'

/** Days of the last year. Work until this day is approved. The month after it is still open. */
export const LAST_APPROVED_DAY = '09-30'
/** The days of invoices of approved work: some projects are invoiced on the first, another has a draft of the second. */
export const INVOICED_DAY = '10-29'
export const DRAFTED_DAY = '11-12'
/** The day on which the finished project was closed, and the last day of its work. */
export const CLOSING_DAY = '03-31'
const LAST_DAY_OF_FINISHED = '03-20'
/** The employee who has left, and the last day of work. */
export const LEAVER = 5
const LAST_DAY_OF_LEAVER = '02-27'

/** A row of table `time_entry`; hours as decimal text. */
export interface TimeRow {
  employee_number: number
  project_number: number
  activity_number: number
  date: string
  text: string
  number_of_hours: string
}

/** A row of table `mileage`. */
export interface MileageRow {
  employee_number: number
  project_number: number
  date: string
  distance: number
  from_place: string
  to_place: string
}

/** An expense that a project paid over the bank. */
export interface ExpenseRow {
  projectNumber: number
  costTypeNumber: number
  date: string
  text: string
  /** Øre, without VAT. */
  amount: bigint
}

const WORK = ['Møde og opfølgning', 'Arbejde hos kunden', 'Plan for næste fase', 'Gennemgang', 'Rettelser efter aftale']
const PLACES = ['Aarhus', 'Odense', 'Kolding', 'Randers', 'Næstved', 'Hjørring'] as const

const quarterHours = (random: Random, from: number, to: number): string =>
  (random.between(from * 4, to * 4) / 4).toFixed(2)

/** The Mondays of the weeks with registered time. Their workdays lie in the year that ends with the last booked day. */
function mondaysOf({ runsBegin, lastBooked }: DemoDays): string[] {
  const weekday = new Date(`${runsBegin}T00:00:00Z`).getUTCDay()
  const mondays = [addDays(runsBegin, (8 - weekday) % 7)]
  for (let next = addDays(mondays[0]!, 7); addDays(next, 4) <= lastBooked; next = addDays(next, 7)) mondays.push(next)
  return mondays
}

const isWorking = ({ inLast }: DemoDays, employee: number, date: string): boolean =>
  employee !== LEAVER || date <= inLast(LAST_DAY_OF_LEAVER)

/** The projects of customers that take work on a day. */
const openOn = ({ inLast }: DemoDays, projects: readonly DemoProject[], date: string): DemoProject[] =>
  projects.filter(
    ({ number, project_group_number: group, is_main_project: isMain }) =>
      group !== 1 && !isMain && (number !== PROJECT.finished || date <= inLast(LAST_DAY_OF_FINISHED)),
  )

function activityOn(random: Random, { number, project_group_number: group }: DemoProject): number {
  if (number === PROJECT.pier) return random.pick([ACTIVITY.management, ACTIVITY.montage])
  if (group === 3) return ACTIVITY.complaint
  return random.pick([ACTIVITY.advice, ACTIVITY.advice, ACTIVITY.montage, ACTIVITY.management, ACTIVITY.complaint])
}

/** Everybody's time of a week: on two projects of customers, and at the office. */
function weekOf(calendar: DemoDays, random: Random, monday: string, projects: readonly DemoProject[]): TimeRow[] {
  return demoEmployeeNumbers.flatMap((employee_number) => {
    const days = [0, 2, 4].map((day) => addDays(monday, day))
    if (!isWorking(calendar, employee_number, days[2]!)) return []
    const outside = days.slice(0, 2).map((date): TimeRow => {
      const project = random.pick(openOn(calendar, projects, date))
      const activity_number = activityOn(random, project)
      const facts = { employee_number, project_number: project.number, activity_number, date }
      return { ...facts, text: random.pick(WORK), number_of_hours: quarterHours(random, 2, 11) }
    })
    const isAway = random.chance(12)
    const inside = { employee_number, project_number: PROJECT.office, date: days[2]! }
    const what = isAway
      ? { activity_number: ACTIVITY.absence, text: 'Ferie', number_of_hours: '7.40' }
      : { activity_number: ACTIVITY.office, text: 'Kontor', number_of_hours: quarterHours(random, 1, 7) }
    return [...outside, { ...inside, ...what }]
  })
}

/** A year of the demo company's time, by days. */
export function demoTime(days: DemoDays, projects: readonly DemoProject[]): TimeRow[] {
  const random = seededRandom(20_251_103)
  return mondaysOf(days)
    .flatMap((monday) => weekOf(days, random, monday, projects))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** Its drives: one or two a week. */
export function demoMileages(days: DemoDays, projects: readonly DemoProject[]): MileageRow[] {
  const random = seededRandom(20_251_104)
  return mondaysOf(days).flatMap((monday) =>
    Array.from({ length: random.between(1, 2) }, (_, place): MileageRow => {
      const date = addDays(monday, 2 * place)
      const project = random.pick(openOn(days, projects, date))
      return {
        employee_number: random.between(1, 4),
        project_number: project.number,
        date,
        distance: 2 * random.between(8, 140),
        from_place: 'Vejle',
        to_place: random.pick(PLACES),
      }
    }),
  )
}

/** Its expenses: about one a month. */
export function demoExpenses(days: DemoDays, projects: readonly DemoProject[]): ExpenseRow[] {
  const random = seededRandom(20_251_105)
  const [firstMonday] = mondaysOf(days)
  return Array.from({ length: 11 }, (_, month): ExpenseRow => {
    const date = addDays(firstMonday!, 30 * month + random.between(0, 20))
    const travels = random.chance(60)
    return {
      projectNumber: random.pick(openOn(days, projects, date)).number,
      costTypeNumber: travels ? 2 : 4,
      date,
      text: travels ? 'Tog og ophold' : 'Værktøj',
      amount: BigInt(random.between(300, 4_200)) * 100n,
    }
  })
}
