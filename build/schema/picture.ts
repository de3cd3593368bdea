import type { Reference, Table } from './parts.ts'

const [WIDTH, LINE, HEAD, GAP, ACROSS, EDGE] = [216, 15, 22, 16, 74, 14]
/** What a line of a box has room for, in characters. */
const FITS = 34

interface Box {
  table: Table
  /** The references to tables of the room. */
  rows: readonly Reference[]
  /** The names of other tables, in lines. */
  others: readonly string[]
  x: number
  y: number
  height: number
}

/** References to tables of the room: one for each table and columns. */
const rowsOf = ({ references }: Table, isHere: (name: string) => boolean): Reference[] =>
  references.filter(
    ({ columns, to }, at) =>
      isHere(to) && references.findIndex((one) => one.to === to && one.columns.join() === columns.join()) === at,
  )

const cut = (text: string): string => (text.length > FITS ? `${text.slice(0, FITS - 2)} …` : text)

/** Names one after the other, in lines that fit. */
function inLines(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= FITS) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line))
}

/**
 * How far tables lie from those that refer to nothing in the room. A table in a circle of references is as far as the
 * others have it.
 */
function depths(tables: readonly Table[]): ReadonlyMap<string, number> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const found = new Map<string, number>()
  const depthOf = (name: string, path: readonly string[]): number => {
    const known = found.get(name)
    if (known !== undefined) return known
    const targets = byName.get(name)!.references.map(({ to }) => to)
    const next = targets.filter((to) => byName.has(to) && to !== name && !path.includes(to))
    const depth = Math.max(0, ...next.map((to) => depthOf(to, [...path, name]) + 1))
    if (path.length === 0) found.set(name, depth)
    return depth
  }
  for (const { name } of tables) depthOf(name, [])
  return found
}

/**
 * Columns of boxes, those that others refer to first; within a column beside what they refer to. A tall column is
 * broken in two.
 */
function columnsOf(tables: readonly Table[]): Table[][] {
  const depth = depths(tables)
  const columns: Table[][] = []
  for (const table of tables) (columns[depth.get(table.name)!] ??= []).push(table)
  const placed = new Map<string, number>()
  const tallest = Math.max(8, Math.ceil(tables.length / 3))
  return columns
    .filter((column) => column !== undefined)
    .flatMap((column) => {
      const meanOf = ({ references }: Table): number => {
        const places = references.flatMap(({ to }) => placed.get(to) ?? [])
        return places.length === 0 ? 0 : places.reduce((sum, place) => sum + place, 0) / places.length
      }
      const sorted = column.toSorted((a, b) => meanOf(a) - meanOf(b))
      sorted.forEach(({ name }, at) => placed.set(name, at))
      const parts = Math.ceil(sorted.length / tallest)
      return Array.from({ length: parts }, (_, part) =>
        sorted.slice((part * sorted.length) / parts, ((part + 1) * sorted.length) / parts),
      )
    })
}

function boxesOf(tables: readonly Table[]): Box[] {
  const isHere = (name: string): boolean => tables.some((table) => table.name === name)
  return columnsOf(tables).flatMap((column, at) => {
    let y = EDGE
    return column.map((table) => {
      const rows = rowsOf(table, isHere)
      const names = new Set(table.references.map(({ to }) => to).filter((to) => !isHere(to)))
      const others = inLines([...names])
      const height = HEAD + Math.max(1, rows.length + others.length) * LINE + 6
      const box = { table, rows, others, x: EDGE + at * (WIDTH + ACROSS), y, height }
      y += height + GAP
      return box
    })
  })
}

const textAt = (x: number, y: number, text: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more}>${text}</text>`

function boxText({ table, rows, others, x, y, height }: Box): string {
  const own = rows.map(({ columns }) => [cut(columns.join(', ')), '#222'])
  const told = [...own, ...others.map((line) => [line, '#777'])]
  const lines = told.length > 0 ? told : [['refers to nothing', '#999']]
  return [
    `<rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="4" fill="#fff" stroke="#8a94a0"/>`,
    `<path d="M${x} ${y + HEAD}h${WIDTH}" stroke="#d5d9de"/>`,
    textAt(x + 8, y + 15, table.name, ' font-weight="bold" font-size="12" fill="#0b4f8a"'),
    ...lines.map(([text, fill], at) => textAt(x + 8, y + HEAD + (at + 1) * LINE - 2, text!, ` fill="${fill}"`)),
  ].join('\n')
}

/** A line from a row of a box to the head of another. */
function edge(from: Box, row: number, to: Box): string {
  const [startY, endY] = [from.y + HEAD + row * LINE + 9, to.y + HEAD / 2]
  const mark = '" fill="none" stroke="#4a90c8" stroke-opacity="0.75" marker-end="url(#end)"/>'
  if (from.x === to.x) {
    const x = from.x + WIDTH
    return `<path d="M${x} ${startY}C${x + 34} ${startY} ${x + 34} ${endY} ${x + 2} ${endY}${mark}`
  }
  const isLeft = to.x < from.x
  const [startX, endX] = isLeft ? [from.x, to.x + WIDTH + 2] : [from.x + WIDTH, to.x - 2]
  const bend = isLeft ? -ACROSS / 2 : ACROSS / 2
  return `<path d="M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}${mark}`
}

/**
 * A picture of a room's tables and what they refer to: columns with lines to the tables of the room, grey the names of
 * others.
 */
export function pictureOf(tables: readonly Table[]): string {
  const boxes = boxesOf(tables)
  const byName = new Map(boxes.map((box) => [box.table.name, box]))
  const width = Math.max(...boxes.map(({ x }) => x)) + WIDTH + EDGE + 24
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + EDGE
  const edges = boxes.flatMap((box) =>
    box.rows.flatMap(({ to }, row) => (byName.has(to) ? [edge(box, row, byName.get(to)!)] : [])),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#4a90c8"/></marker></defs>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...edges,
    ...boxes.map(boxText),
    '</svg>\n',
  ].join('\n')
}
