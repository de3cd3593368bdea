import { pathParameters } from '../../resource/operations.ts'

/** A part of paths: what comes after it by its word, or by whatever a parameter has there. */
interface Part<Route> {
  words: Map<string, Part<Route>>
  parameter?: Part<Route>
  routes: Map<string, Route>
}

const newPart = <Route>(): Part<Route> => ({ words: new Map(), routes: new Map() })

/** What takes a method at a path, and what the path says its parameters are. */
export interface Found<Route> {
  route: Route
  parameters: Record<string, string>
}

/** Finds what takes a method at a path, as the server's own router does: words before parameters, without regard to case. */
export class RouteFinder<Route extends { path: string; operation: { method: string } }> {
  private readonly root = newPart<Route>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      let part = this.root
      for (const word of partsOf(route.path)) {
        if (word.startsWith('{')) part = part.parameter ??= newPart()
        else {
          const known = part.words.get(word.toLowerCase()) ?? newPart<Route>()
          part.words.set(word.toLowerCase(), known)
          part = known
        }
      }
      part.routes.set(route.operation.method, route)
    }
  }

  /** HEAD is taken by what takes GET. Undefined where nothing is, or where the path cannot be decoded. */
  find(method: string, path: string): Found<Route> | undefined {
    const words = decoded(path)
    if (!words) return undefined
    const values: string[] = []
    const route = this.at(this.root, words, 0, method === 'HEAD' ? 'GET' : method, values)
    if (!route) return undefined
    const names = pathParameters(route.path)
    return { route, parameters: Object.fromEntries(names.map((name, at) => [name, values[at]!])) }
  }

  private at(
    part: Part<Route>,
    words: readonly string[],
    place: number,
    method: string,
    values: string[],
  ): Route | undefined {
    const word = words[place]
    if (word === undefined) return part.routes.get(method)
    const next = part.words.get(word.toLowerCase())
    const found = next && this.at(next, words, place + 1, method, values)
    if (found || !part.parameter || word === '') return found
    values.push(word)
    const below = this.at(part.parameter, words, place + 1, method, values)
    if (!below) values.pop()
    return below
  }
}

const partsOf = (path: string): string[] => path.split('/').slice(1)

function decoded(path: string): string[] | undefined {
  try {
    return partsOf(path.replace(/\/$/, '')).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
