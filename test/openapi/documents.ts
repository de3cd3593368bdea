import { openApiDocument } from '../../src/openapi/document.ts'
import type { ApiVersion } from '../../src/resource/versions.ts'
import type { Json } from './conforms.ts'

/** By the version of OpenAPI, the API and its version: each list of versions has objects of its own. */
const made = new Map<string, Json>()

/**
 * The document of a served version, made once for all files of a process: that of a large API takes a tenth of a
 * second. Tests only read it.
 */
export function documentOf(api: ApiVersion, version: '3.0' | '3.1' = '3.1'): Json {
  const key = `${version} ${api.name} ${api.version}`
  const document: Json = made.get(key) ?? openApiDocument(api, version)
  made.set(key, document)
  return document
}
