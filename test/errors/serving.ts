import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'

/** The resource or group that serves a path, as `api/Name`. */
interface Serving {
  method: string
  path: RegExp
  name: string
}

let serving: readonly Serving[] | undefined
const known = new Map<string, string>()

/** Where a request went, without spaces; empty for paths that nothing is served at. */
export function servingResource(method: string, url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '')
  // Requests for different numbers go to one place.
  const key = `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/0')}`
  const found = known.get(key)
  if (found !== undefined) return found
  serving ??= operationsOf(everyVersion(apis)).map(({ api, group, operation, path: full }) => ({
    method: operation.method,
    path: new RegExp(`^${full.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
    name: nameOf(api, group),
  }))
  const name = serving.find((place) => place.method === method && place.path.test(path))?.name ?? ''
  known.set(key, name)
  return name
}

/** A group of an API, whatever the version, as lines of the record have it. */
export const nameOf = (api: { name: string }, group: { name: string }): string =>
  `${api.name}/${group.name}`.replace(/\s/g, '_')
