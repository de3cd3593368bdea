import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Tagged, tagged } from '../request/protocol/tags.ts'

/** A form of a file, by the coding that a browser takes; `identity` is the file as it is. */
export type Coding = 'br' | 'gzip' | 'identity'

const ENDINGS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz', identity: '' }

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** What the console begins with, as `build/console.js` writes it: names of files. */
export interface ConsoleParts {
  script: string
  style: string
  /** What the script imports at once. */
  parts: readonly string[]
  fonts: readonly string[]
  files: readonly string[]
}

/** Where the compiled program has what was compiled of the console: beside itself. */
const beside = (): string => fileURLToPath(new URL('./console/', import.meta.url))

/** The compiled files of the console. Each is read when a browser first asks for it, and kept. */
export class ConsoleFiles {
  private readonly folder: string
  private readonly kept = new Map<string, Tagged>()
  private parts: ConsoleParts | undefined

  constructor(folder: string = beside()) {
    this.folder = folder
  }

  /** What the console begins with; undefined where nothing was compiled, as when the program runs from its sources. */
  begin(): ConsoleParts | undefined {
    try {
      return (this.parts ??= JSON.parse(this.read('console.json').toString()) as ConsoleParts)
    } catch {
      return undefined
    }
  }

  /** The type of a file and its form in a coding; undefined where there is no such file. */
  find(name: string, coding: Coding): { type: string; body: Tagged; coding: Coding } | undefined {
    if (!this.begin()?.files.includes(name)) return undefined
    const ending = name.slice(name.lastIndexOf('.') + 1)
    const form = ending === 'woff2' ? 'identity' : coding
    const known = this.kept.get(name + ENDINGS[form])
    const body = known ?? tagged(this.read(name + ENDINGS[form]))
    this.kept.set(name + ENDINGS[form], body)
    return { type: TYPES[ending]!, body, coding: form }
  }

  private read(name: string): Buffer {
    return readFileSync(`${this.folder}/${name}`)
  }
}
