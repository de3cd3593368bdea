import type { Api } from '../resource/resource.ts'

/** The OpenAPI 3.1 document of a resource-API, derived from its declarations. */
export function openApiDocument(api: Api): Record<string, unknown> {
  return { openapi: '3.1.0', info: { title: api.title, version: api.version }, paths: {} }
}
