/** A part of a line of JSON, and what it is. */
export interface Token {
  kind: 'name' | 'text' | 'value' | 'sign'
  text: string
}

/** A line of JSON as it is shown: its parts, and the property that stands on it, such as `lines[1].quantity`. */
export interface JsonLine {
  indent: number
  tokens: Token[]
  path: string
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface Level {
  path: string
  /** The place in an array; undefined in an object. */
  at: number | undefined
}

const pathIn = ({ path, at }: Level, name: string): string =>
  at === undefined ? (path === '' ? name : `${path}.${name}`) : `${path}[${at}]`

/** JSON in lines, its numbers as they were sent; undefined where the text is no JSON, or was cut off. */
export function jsonLines(text: string): JsonLine[] | undefined {
  if (!isJson(text)) return undefined
  const lines: JsonLine[] = [{ indent: 0, tokens: [], path: '' }]
  const levels: Level[] = []
  const tokens = text.match(TOKENS) ?? []
  const begin = (): void => {
    const level = levels.at(-1)
    lines.push({ indent: levels.length, tokens: [], path: level ? pathIn(level, '') : '' })
  }
  tokens.forEach((token, place) => {
    const level = levels.at(-1)
    const last = (): JsonLine => lines.at(-1)!
    if (token === '{' || token === '[') {
      last().tokens.push({ kind: 'sign', text: token })
      levels.push({ path: last().path, at: token === '[' ? 0 : undefined })
      if (!isEnd(tokens[place + 1])) begin()
    } else if (isEnd(token)) {
      levels.pop()
      if (!isStart(tokens[place - 1])) lines.push({ indent: levels.length, tokens: [], path: '' })
      last().tokens.push({ kind: 'sign', text: token })
    } else if (token === ',') {
      last().tokens.push({ kind: 'sign', text: token })
      if (level?.at !== undefined) level.at++
      begin()
    } else if (tokens[place + 1] === ':') {
      last().path = pathIn(level!, JSON.parse(token) as string)
      last().tokens.push({ kind: 'name', text: token })
    } else if (token === ':') last().tokens.push({ kind: 'sign', text: ': ' })
    else last().tokens.push({ kind: token.startsWith('"') ? 'text' : 'value', text: token })
  })
  return lines
}

const isStart = (token: string | undefined): boolean => token === '{' || token === '['
const isEnd = (token: string | undefined): boolean => token === '}' || token === ']'
