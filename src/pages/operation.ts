import { STATUS_CODES } from 'node:http'
import { catalogue, type ErrorCode } from '../errors/catalogue.ts'
import type { Json } from '../openapi/schemas.ts'
import type { ApiVersion } from '../resource/versions.ts'
import { examplesOf } from './calls.ts'
import { resolved, type ShownApi, type ShownOperation } from './documents.ts'
import { fieldsOf, typeOf } from './fields.ts'
import { type Content, type Html, html, withCode } from './html.ts'
import { page } from './layout.ts'
import { apiSide, type Site } from './reference.ts'

/** A parameter of an operation. */
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
  description?: string
  example?: unknown
}

/**
 * The page of an operation: what it does, what it takes and answers, examples, and a form that tries it. Undefined
 * where there is no such operation.
 */
export function operationPage({ apis, hasDemo }: Site, api: ApiVersion, id: string): Html | undefined {
  const shown = apis.of(api)
  const operation = shown.operations.find((one) => one.id === id)
  if (!operation) return undefined
  const { told, method, whole } = operation
  const [tag] = told.tags as [string]
  const content = html`<p class="path"><span class="method ${method.toLowerCase()}">${method}</span> ${whole}</p>
    <div class="operation">
      <div>${descriptionOf(told)}${parametersOf(shown, told)}${bodyOf(shown, told)}${answersOf(shown, told)}</div>
      <div class="try">${examplesPart(shown, operation, hasDemo)}${trialOf(shown, operation)}</div>
    </div>`
  return page({ title: told.summary as string, part: 'docs', side: apiSide(shown, tag), content, hasDemo })
}

/** What the operation does; the first paragraph stands open. */
function descriptionOf({ description }: Json): Content {
  const [first = '', ...rest] = String(description).split('\n\n')
  const more = rest.map((text) => html`<p>${withCode(text)}</p>`)
  if (String(description).length < 400)
    return html`<p>${withCode(first)}</p>
      ${more}`
  return html`<p>${withCode(first)}</p>
    <details class="fold">
      <summary>More of what it does</summary>
      <div class="in">${more}</div>
    </details>`
}

const parameters = ({ components }: ShownApi, { parameters: told = [] }: Json): Parameter[] =>
  (told as Json[]).map((one) => resolved(components, one) as unknown as Parameter)

function parametersOf(shown: ShownApi, told: Json): Content {
  const all = parameters(shown, told)
  if (all.length === 0) return undefined
  const rows = all.map(
    ({ name, in: place, required, schema, description = '' }) =>
      html`<div>
        <dt>
          <code>${name}</code>
          <span class="tag">${place}</span>${required === true && html` <span class="tag warn">needed</span>`}
          <span class="type">${typeOf(schema)}</span>
        </dt>
        <dd>${withCode(description)}</dd>
      </div>`,
  )
  return html`<details class="fold" ${all.some(({ in: place }) => place === 'path') && html` open`}>
    <summary>Parameters <span class="aside">${all.map(({ name }) => name).join(', ')}</span></summary>
    <div class="in"><dl class="fields">${rows}</dl></div>
  </details>`
}

/** The schema of a body or an answer, of its first media type. */
function schemaOf(content: Json | undefined): Json | undefined {
  const [media] = Object.values(content ?? {}) as { schema?: Json }[]
  return media?.schema
}

function bodyOf({ components }: ShownApi, { requestBody }: Json): Content {
  const schema = schemaOf((requestBody as Json | undefined)?.content as Json | undefined)
  if (!schema) return undefined
  const [type = ''] = Object.keys((requestBody as { content: Json }).content)
  return html`<details class="fold">
    <summary>Body <span class="aside">${type}</span></summary>
    <div class="in">${fieldsOf(components, schema)}</div>
  </details>`
}

function answersOf({ components }: ShownApi, { responses }: Json): Content {
  const all = Object.entries(responses as Record<string, Json>)
  const good = all.filter(([status]) => status.startsWith('2'))
  const bad = all.filter(([status]) => !status.startsWith('2'))
  const answers = good.map(([status, told]) => {
    const response = resolved(components, told)
    const schema = schemaOf(response.content as Json | undefined)
    return html`<details class="fold">
      <summary>
        ${status} ${STATUS_CODES[Number(status)] ?? ''} <span class="aside">${response.description as string}</span>
      </summary>
      <div class="in">${schema ? fieldsOf(components, schema) : html`<p class="aside">No body.</p>`}</div>
    </details>`
  })
  return html`<h2>Answers</h2>
    ${answers}
    <details class="fold">
      <summary>Refusals <span class="aside">${bad.map(([status]) => status).join(', ')}</span></summary>
      <div class="in">${bad.map(([status, told]) => refusalsOf(status, resolved(components, told)))}</div>
    </details>`
}

/** The codes of a status, each with what it means. */
function refusalsOf(status: string, response: Json): Content {
  const codes = codesOf(response)
  const list = codes.map((code) => html`<li><a href="/errors/${code}">${code}</a> ${catalogue[code].message}</li>`)
  return html`<details>
    <summary>
      ${status} ${STATUS_CODES[Number(status)] ?? ''}
      <span class="aside">${codes.length} ${codes.length === 1 ? 'code' : 'codes'}</span>
    </summary>
    <ul>
      ${list}
    </ul>
  </details>`
}

/** The error codes that a response of the document names. */
function codesOf(response: Json): ErrorCode[] {
  return (response['x-error-codes'] as ErrorCode[] | undefined) ?? []
}

/** The example of a JSON body, as it is sent. */
function exampleBody({ requestBody }: Json): string | undefined {
  const content = (requestBody as { content?: Record<string, Json> } | undefined)?.content
  const value = (content?.['application/json'] as { examples?: { example: { value: unknown } } } | undefined)?.examples
    ?.example.value
  return value === undefined ? undefined : JSON.stringify(value, null, 2)
}

const exampleOf = ({ example, schema }: Parameter): string =>
  String(example ?? (schema.enum as unknown[] | undefined)?.[0] ?? schema.minimum ?? 1)

function examplesPart(shown: ShownApi, { told, method, whole }: ShownOperation, hasDemo: boolean): Content {
  const all = parameters(shown, told)
  const path = whole.replace(/\{(\w+)\}/g, (_text, name: string) => {
    const parameter = all.find((one) => one.in === 'path' && one.name === name)
    return parameter ? encodeURIComponent(exampleOf(parameter)) : name
  })
  const needed = all.filter(({ in: place, required }) => place === 'query' && required === true)
  const query = needed.map((one) => `${one.name}=${encodeURIComponent(exampleOf(one))}`).join('&')
  const call = { method, path: query === '' ? path : `${path}?${query}`, body: exampleBody(told) }
  const examples = examplesOf({ ...call, isDemo: hasDemo && method === 'GET' })
  const parts = examples.map(
    ({ language, title, code }) =>
      html`<div data-language="${language}" data-title="${title}">
        <h4>${title}</h4>
        <div class="code"><pre tabindex="0">${code}</pre></div>
      </div>`,
  )
  const answer = answerExample(shown, told)
  return html`<div class="tabbed">${parts}</div>
    ${
      answer !== undefined &&
      html`<details class="fold">
        <summary>An answer</summary>
        <div class="in">
          <div class="code"><pre tabindex="0">${answer}</pre></div>
        </div>
      </details>`
    }`
}

function answerExample({ components }: ShownApi, { responses }: Json): string | undefined {
  const good = Object.entries(responses as Record<string, Json>).find(([status]) => status.startsWith('2'))
  const content = good && (resolved(components, good[1]).content as Record<string, Json> | undefined)
  const json = content?.['application/json'] as { examples?: { example: { value: unknown } } } | undefined
  return json?.examples ? JSON.stringify(json.examples.example.value, null, 2) : undefined
}

/** A form that sends the operation from the page. Files are sent by programs. */
function trialOf(shown: ShownApi, { told, method, whole }: ShownOperation): Content {
  const content = (told.requestBody as { content?: Json } | undefined)?.content
  if (content && !('application/json' in content)) return undefined
  const inputs = parameters(shown, told)
    .filter(({ in: place }) => place !== 'header')
    .map(
      (one) =>
        html`<label
          >${one.name}
          <input
            name="${one.in}:${one.name}"
            autocomplete="off"
            value="${one.in === 'path' || one.required === true ? exampleOf(one) : ''}"
            ${one.required === true && html` required`}
        /></label>`,
    )
  const body = exampleBody(told)
  return html`<h2>Try it</h2>
    <form data-path="${whole}" data-method="${method}">
      ${inputs}
      ${body !== undefined && html`<label>Body <textarea name="body" spellcheck="false" rows="8">${body}</textarea></label>`}
      <p><button class="button primary">Send</button></p>
    </form>
    <div id="answer" class="answer" aria-live="polite"></div>`
}
