import { enclosed, escaped, type Xml } from '../../xml.ts'
import { isolated } from './isolated.ts'

/** An element around finished XML, without its undefined parts; undefined when no part is left. */
export function element(name: string, ...parts: readonly (Xml | undefined)[]): Xml | undefined {
  const inside = parts.filter((part) => part !== undefined).join('')
  return inside === '' ? undefined : enclosed(name, inside)
}

/** An element that holds a text; undefined when the text is empty. */
export function leaf(name: string, value: string | number | null | undefined, attributes = ''): Xml | undefined {
  const text = isolated(escaped(String(value ?? '')).trim())
  return text === '' ? undefined : enclosed(name, text, attributes)
}
