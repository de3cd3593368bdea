import { grouped } from './growth/report.ts'
import { at, COLOURS, LABEL_HEIGHT } from './labels.ts'

/** The cost of a request for the database: processor time in milliseconds. */
export interface Cost {
  name: string
  /** On one plain server. */
  plain: number
  coordinator: number
  /** On the worker that has the agreement. */
  worker: number
}

/** The servers in the picture; all have the same number of cores. */
const CORES = 8
const WORKERS = [1, 3, 6, 12] as const

const WIDTH = 900
const HEIGHT = 340
const [LEFT, RIGHT] = [70, 560]
const [TOP, BOTTOM] = [40, 270]
const LABEL = 580

/** The requests a second that one plain server with this many cores can answer. */
export const ratePlain = ({ plain }: Cost, cores = CORES): number => (cores * 1000) / plain

/**
 * The requests a second that workers and coordinator, with this many cores each, can answer: the slower of the two
 * decides.
 */
export const rateOf = ({ coordinator, worker }: Cost, workers: number, cores = CORES): number =>
  (cores * 1000) / Math.max(coordinator, worker / workers)

/** The number of workers from which the coordinator is the limit. */
export const limitOf = ({ coordinator, worker }: Cost): number => worker / coordinator

/** Requests a second over the number of workers, both axes logarithmic; dashed lines are one plain server. */
export function workersPicture(costs: readonly Cost[]): string {
  const all = costs.flatMap((cost) => [ratePlain(cost), ...WORKERS.map((workers) => rateOf(cost, workers))])
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))]
  const x = (workers: number): number => LEFT + (Math.log(workers) / Math.log(WORKERS.at(-1)!)) * (RIGHT - LEFT)
  const y = (rate: number): number => BOTTOM - ((Math.log10(rate) - low) / (high - low)) * (BOTTOM - TOP)
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  const ends = costs
    .map((cost, index) => ({ cost, colour: COLOURS[index % COLOURS.length]!, end: y(rateOf(cost, WORKERS.at(-1)!)) }))
    .sort((left, right) => left.end - right.end)
  let free = TOP
  const lines = ends.map(({ cost, colour, end }) => {
    const label = Math.max(end, free)
    free = label + LABEL_HEIGHT
    return lineOf(cost, colour, { x, y, label })
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="bold" fill="#222">Requests a second, reckoned from processor time</text>`,
    ...powers.map(
      (rate) =>
        `<path d="M${LEFT} ${at(y(rate))}H${RIGHT}" stroke="#e3e5e8"/><text x="${LEFT - 8}" y="${at(y(rate) + 4)}" text-anchor="end" fill="#555">${rounded(rate)}</text>`,
    ),
    ...WORKERS.map(
      (workers) =>
        `<path d="M${at(x(workers))} ${TOP}V${BOTTOM}" stroke="#e3e5e8"/><text x="${at(x(workers))}" y="${BOTTOM + 16}" text-anchor="middle" fill="#555">${workers}</text>`,
    ),
    ...lines,
    `<text x="${LEFT}" y="${HEIGHT - 12}" fill="#555">Across: workers, each of ${CORES} cores, as the coordinator. Dashed: one plain PostgreSQL of ${CORES} cores.</text>`,
    '</svg>\n',
  ].join('\n')
}

interface Scale {
  x(workers: number): number
  y(rate: number): number
  label: number
}

function lineOf(cost: Cost, colour: string, { x, y, label }: Scale): string {
  const bend = Math.min(Math.max(limitOf(cost), 1), WORKERS.at(-1)!)
  const path = [1, bend, WORKERS.at(-1)!]
    .map((workers) => `${at(x(workers))} ${at(y(rateOf(cost, workers)))}`)
    .join('L')
  const plain = at(y(ratePlain(cost)))
  const [first, last] = [WORKERS[0], WORKERS.at(-1)!].map((workers) => rounded(rateOf(cost, workers)))
  return [
    `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.8"/>`,
    `<path d="M${LEFT} ${plain}H${RIGHT}" stroke="${colour}" stroke-width="0.8" stroke-dasharray="4 4"/>`,
    ...WORKERS.map(
      (workers) => `<circle cx="${at(x(workers))}" cy="${at(y(rateOf(cost, workers)))}" r="3" fill="${colour}"/>`,
    ),
    `<text x="${LABEL}" y="${at(label + 4)}" fill="${colour}">${cost.name}: ${first} to ${last}, plain ${rounded(ratePlain(cost))}</text>`,
  ].join('\n')
}

const rounded = (value: number): string => grouped(Math.round(value))
