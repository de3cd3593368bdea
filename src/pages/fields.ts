import type { Json } from '../openapi/schemas.ts'
import { resolved, type ShownApi } from './documents.ts'
import { type Content, html, withCode } from './html.ts'

/** Properties within properties are shown so deep. */
const DEPTH = 4

type Components = ShownApi['components']

/** The properties of a schema, each with its type and meaning; lists and objects unfold below. */
export function fieldsOf(components: Components, schema: Json, depth = 0): Content {
  const { properties, required } = objectOf(components, schema)
  const entries = Object.entries(properties)
  if (entries.length === 0) return html`<p class="aside">${typeOf(schema)}</p>`
  return html`<dl class="fields">
    ${entries.map(([name, field]) => fieldOf(components, name, field, required.includes(name), depth))}
  </dl>`
}

function fieldOf(components: Components, name: string, told: Json, isRequired: boolean, depth: number): Content {
  const field = resolved(components, told)
  const description = String(told.description ?? field.description ?? '')
  const [meaning, ...codes] = description.split('\n\n')
  const inner = (field.items as Json | undefined) ?? field
  const hasParts = Object.keys(objectOf(components, inner).properties).length > 0
  return html`<div>
    <dt>
      <code>${name}</code>${isRequired && html` <span class="tag warn">needed</span>`}
      <span class="type">${typeOf(field)}${field.readOnly === true && ', read only'}</span>
    </dt>
    <dd>
      ${withCode(meaning ?? '')}${told['x-filterable'] !== undefined && html` <span class="aside">Filter: ${(told['x-filterable'] as string[]).join(', ')}.</span>`}
      ${
        codes.length > 0 &&
        html`<details>
          <summary class="aside">${codes.length} ${codes.length === 1 ? 'code' : 'codes'}</summary>
          <ul>
            ${codes.map(codeOf)}
          </ul>
        </details>`
      }
      ${
        hasParts &&
        depth < DEPTH &&
        html`<details>
          <summary class="aside">its properties</summary>
          ${fieldsOf(components, inner, depth + 1)}
        </details>`
      }
    </dd>
  </div>`
}

function codeOf(text: string): Content {
  const [, code = '', message = ''] = /^(\w+): ([^]*)$/.exec(text) ?? []
  return code === '' ? html`<li>${text}</li>` : html`<li><a href="/errors/${code}">${code}</a> ${message}</li>`
}

/** The properties of a schema, those of its parts and of its items put together. */
function objectOf(components: Components, told: Json): { properties: Record<string, Json>; required: string[] } {
  const schema = resolved(components, told)
  if (Array.isArray(schema.allOf)) {
    const parts = (schema.allOf as Json[]).map((part) => objectOf(components, part))
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Json>,
      required: parts.flatMap(({ required }) => required),
    }
  }
  if (schema.items && !schema.properties) return objectOf(components, schema.items as Json)
  return {
    properties: (schema.properties as Record<string, Json> | undefined) ?? {},
    required: (schema.required as string[] | undefined) ?? [],
  }
}

/** What a value is, in words: its type, its bounds, what it may be. */
export function typeOf({ type, format, minimum, maximum, maxLength, maxItems, enum: values, ...more }: Json): string {
  const [plain = 'object', none] = [type].flat() as string[]
  const called = format === 'date' ? 'day' : format === 'date-time' ? 'time' : format === 'decimal' ? 'decimal' : plain
  const bounds = [
    minimum !== undefined && maximum !== undefined && `${String(minimum)} to ${String(maximum)}`,
    maxLength !== undefined && `at most ${String(maxLength)} characters`,
    maxItems !== undefined && `at most ${String(maxItems)}`,
    more['x-max-decimals'] !== undefined && `${String(more['x-max-decimals'])} decimals`,
    Array.isArray(values) && `one of ${values.filter((value) => value !== null).join(', ')}`,
    none === 'null' && 'or null',
  ]
  return [called, ...bounds.filter((bound) => typeof bound === 'string')].join(', ')
}
