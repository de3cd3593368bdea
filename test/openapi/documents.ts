import { openApiDocument } from '../../src/openapi/document.ts'
import type { ApiVersion } from '../../src/resource/versions.ts'
import type { Json } from './conforms.ts'

const made = new WeakMap<ApiVersion, Json>()

/** The document of a version, made once: that of a large API takes a tenth of a second. Tests only read it. */
export function documentOf(api: ApiVersion): Json {
  const document: Json = made.get(api) ?? openApiDocument(api)
  made.set(api, document)
  return document
}
