import { filesIn, textOf } from './sources.ts'

/** Pages that say what was asked for. They are kept as they were given, whatever became of it. */
export const given: readonly string[] = [...filesIn('docs/specification'), ...filesIn('docs/rules')]

/** Every document of the checkout that is kept true by hand. */
export const documents: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'HACKING.md',
  ...filesIn('docs').filter((path) => path.endsWith('.md') && !given.includes(path)),
]

/** The blocks of code of a document that are marked with the language. */
export function blocksOf(document: string, language: string): string[] {
  return [...textOf(document).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, marked]) => marked === language)
    .map(([, , block]) => block!)
}

/** The text from a heading to the next one of its level or a higher one. */
export function sectionOf(document: string, heading: string): string {
  const text = textOf(document)
  const start = text.indexOf(`\n${heading}\n`) + 1
  if (start === 0) throw new Error(`${document} has no heading '${heading}'.`)
  const level = heading.indexOf(' ')
  const end = text.slice(start + heading.length).search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? text.slice(start) : text.slice(start, start + heading.length + end)
}

/** The rows of every table in a text, without headings: cells as they are written. */
export function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter((cells, index, rows) => !isRule(cells) && !(rows[index + 1] && isRule(rows[index + 1]!)))
}

const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^-+$/.test(cell))

/** What stands between backticks. */
export const codeOf = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

/** The anchors GitHub gives a document's headings. */
export function anchorsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
