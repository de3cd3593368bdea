import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Tagged, tagged } from '../request/protocol/tags.ts'

/** What the pages load, with its type. */
const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'pages.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

export type AssetName = keyof typeof TYPES

/** A file that the pages load. */
export interface Asset {
  /** Its name with the hash of its content: another content has another name, so caches keep it for ever. */
  name: string
  type: string
  body: Tagged
}

function read(name: AssetName): Asset {
  const body = readFileSync(new URL(`./browser/${name}`, import.meta.url))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { name: name.replace('.', `-${hash}.`), type: TYPES[name], body: tagged(body) }
}

const ASSETS: ReadonlyMap<AssetName, Asset> = new Map(
  (Object.keys(TYPES) as AssetName[]).map((name) => [name, read(name)] as const),
)
const BY_PATH: ReadonlyMap<string, Asset> = new Map([...ASSETS.values()].map((asset) => [asset.name, asset]))

/** The path of a file that pages load. */
export const assetPath = (name: AssetName): string => `/docs/assets/${ASSETS.get(name)!.name}`

/** The file of a name with its hash; undefined where there is none. */
export const assetOf = (name: string): Asset | undefined => BY_PATH.get(name)
