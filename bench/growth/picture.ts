import { spread, at, COLOURS, LABEL_HEIGHT } from '../labels.ts'
import { GROUPS } from './reads.ts'
import { grouped, GROWS_FROM, milliseconds, type Point, type Series, seriesOf } from './report.ts'

const WIDTH = 900
const [LEFT, RIGHT] = [60, 520]
const LABEL = 545
const [HEAD, FOOT] = [40, 45]
const PLOT_HEIGHT_MIN = 170
const FLAT = '#8a8f98'

interface Scale {
  x(items: number): number
  y(milliseconds: number): number
}

interface Area {
  top: number
  bottom: number
}

/**
 * The reads as lines over the number of entries, both axes logarithmic, with a panel for each group. Reads that grow
 * are coloured. Dots are the agreement alone, rings the agreement among many.
 */
export function picture(points: readonly Point[]): string {
  const parts: string[] = []
  let top = 0
  for (const group of GROUPS) {
    const all = seriesOf(points, group)
    const area = { top: top + HEAD, bottom: top + HEAD + Math.max(PLOT_HEIGHT_MIN, all.length * LABEL_HEIGHT) }
    const scale = scaleOf(
      all.flatMap((series) => series.points),
      area,
    )
    parts.push(heading(group, area), axes(all, scale, area), ...coloured(all, scale, area))
    top = area.bottom + FOOT
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${top}" fill="#fff"/>`,
    ...parts,
    caption(points, top - 8),
    '</svg>\n',
  ].join('\n')
}

function caption(points: readonly Point[], y: number): string {
  const most = Math.max(...points.map(({ agreements }) => agreements))
  const rings = most === 1 ? '' : `; rings: among ${grouped(most)} agreements`
  const words = `Across: entries of the agreement. Dots: the agreement alone${rings}. In colour: what grows.`
  return `<text x="${LEFT}" y="${y}" fill="#555">${words}</text>`
}

function scaleOf(points: readonly Point[], { top, bottom }: Area): Scale {
  const ends = (values: readonly number[]): [number, number] => [
    Math.log10(Math.min(...values)),
    Math.log10(Math.max(...values)),
  ]
  const [least, most] = ends(points.map(({ items }) => items))
  const [fastest, slowest] = ends(points.map(({ p50 }) => p50))
  const [low, high] = [Math.floor(fastest), Math.max(Math.floor(fastest) + 1, Math.ceil(slowest))]
  return {
    x: (items) => LEFT + ((Math.log10(items) - least) / Math.max(1e-9, most - least)) * (RIGHT - LEFT),
    y: (time) => bottom - ((Math.log10(time) - low) / (high - low)) * (bottom - top),
  }
}

const heading = (group: string, { top }: Area): string =>
  `<text x="${LEFT}" y="${top - 18}" font-size="14" font-weight="bold" fill="#222">${group}, milliseconds</text>`

function axes(all: readonly Series[], { x, y }: Scale, { top, bottom }: Area): string {
  const items = [...new Set(all.flatMap(({ points }) => points.map((point) => point.items)))]
  const powers = Array.from({ length: 9 }, (_, index) => 10 ** (index - 2))
  const inside = powers.filter((time) => y(time) >= top - 1 && y(time) <= bottom + 1)
  return [
    ...inside.map(
      (time) =>
        `<path d="M${LEFT} ${at(y(time))}H${RIGHT}" stroke="#e3e5e8"/><text x="${LEFT - 8}" y="${at(y(time) + 4)}" text-anchor="end" fill="#555">${milliseconds(time)}</text>`,
    ),
    ...items.map(
      (number) =>
        `<path d="M${at(x(number))} ${top}V${bottom}" stroke="#e3e5e8"/><text x="${at(x(number))}" y="${bottom + 16}" text-anchor="middle" fill="#555">${grouped(number)}</text>`,
    ),
  ].join('\n')
}

/** Every line with its label; labels keep their distance and the order of the lines' ends. */
function coloured(all: readonly Series[], scale: Scale, area: Area): string[] {
  const byEnd = all.map((series) => ({ series, end: lastAlone(series) })).sort((a, b) => b.end.p50 - a.end.p50)
  const positions = spread(
    byEnd.map(({ end }) => scale.y(end.p50)),
    area,
  )
  let growing = 0
  return byEnd.map(({ series, end }, index) => {
    const grows = series.growth >= GROWS_FROM
    const colour = grows ? COLOURS[growing++ % COLOURS.length]! : FLAT
    const alone = series.points.filter(({ agreements }) => agreements === 1)
    const place = (point: Point): [number, number] => [scale.x(point.items), scale.y(point.p50)]
    const line = alone.map((point) => place(point).map(at).join(' ')).join('L')
    const [endX, endY] = place(end)
    const marks = series.points.map((point) => {
      const [cx, cy] = place(point)
      const fill = point.agreements === 1 ? colour : '#fff'
      return `<circle cx="${at(cx)}" cy="${at(cy)}" r="${grows ? 3 : 2}" fill="${fill}" stroke="${colour}"/>`
    })
    return [
      `<path d="M${line}" fill="none" stroke="${colour}" stroke-width="${grows ? 1.8 : 1}"/>`,
      `<path d="M${at(endX)} ${at(endY)}L${LABEL - 4} ${at(positions[index]!)}" fill="none" stroke="${colour}" stroke-width="0.5"/>`,
      ...marks,
      `<text x="${LABEL}" y="${at(positions[index]! + 4)}" fill="${colour}"${grows ? ' font-weight="bold"' : ''}>${series.name}: ${milliseconds(end.p50)}</text>`,
    ].join('\n')
  })
}

const lastAlone = ({ points }: Series): Point => points.filter(({ agreements }) => agreements === 1).at(-1)!
