import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A place in a compiled file, as a frame of a stack tells it. */
const PLACE = /(file:\/\/[^()]+\.js):(\d+):(\d+)/

/**
 * Makes stacks name the TypeScript lines that the program was compiled from. Node's own `--enable-source-maps` reads
 * the maps of every package at the start: 40 ms and 7 MB more. Here a map is read when the first stack is looked at.
 * @param directory URL of the compiled files, ending in a slash. Places in other files, and in files without a map,
 * stay.
 */
export function nameSources(directory: string): void {
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  const inSource = (frame: string): string =>
    frame.replace(PLACE, (place, file: string, line: string, column: string) => {
      const origin = file.startsWith(directory) && mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!origin || !('originalSource' in origin)) return place
      return `${new URL(origin.originalSource, file).href}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    })
  Error.prepareStackTrace = (error, frames) =>
    [nameOf(error), ...frames.map((frame) => inSource(String(frame)))].join('\n    at ')
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
  } catch {
    return undefined
  }
}

/** The first line of a stack; a thrown value may refuse to become text. */
function nameOf(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}
