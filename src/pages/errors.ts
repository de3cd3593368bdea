import { STATUS_CODES } from 'node:http'
import { ApiError, catalogue, type ErrorCode } from '../errors/catalogue.ts'
import { operationCodes } from '../openapi/errors.ts'
import { operationIds } from '../openapi/document.ts'
import { summaryOf } from '../openapi/operations.ts'
import { errorAnswer } from '../request/protocol/respond.ts'
import { apiPath } from '../resource/versions.ts'
import { apiHref, type ShownApis } from './documents.ts'
import { type Content, type Html, html } from './html.ts'
import { page } from './layout.ts'

/** An error code as the pages show it. */
export interface ToldError {
  code: string
  status: number
  message: string
  hint: string
}

const told = (code: ErrorCode): ToldError => ({ code, ...catalogue[code] })

/** Every code, by its name. */
export const everyError = (): ToldError[] => (Object.keys(catalogue) as ErrorCode[]).sort().map(told)

const BY_LOWER_NAME: ReadonlyMap<string, ErrorCode> = new Map(
  Object.keys(catalogue).map((code) => [code.toLowerCase(), code as ErrorCode]),
)

/** The code of this name, in any case; undefined where there is none. */
export function findError(name: string): ToldError | undefined {
  const code = BY_LOWER_NAME.get(name.toLowerCase())
  return code && told(code)
}

/** More operations than this are said in a number: the code is one of the conventions. */
const FEW = 40

/** The operations of the newest versions that may answer each code. */
export function operationsByCode({ newest }: ShownApis): ReadonlyMap<string, readonly Html[]> {
  const found = new Map<string, Html[]>()
  for (const api of newest) {
    const ids = operationIds(api)
    for (const group of api.groups) {
      for (const operation of group.operations) {
        const link = html`<li>
          <a href="${apiHref(api, ids.get(operation))}"
            ><span class="method ${operation.method.toLowerCase()}">${operation.method}</span>
            <span>${summaryOf(group, operation)}</span><span class="path">${apiPath(api)}${operation.path}</span></a
          >
        </li>`
        for (const code of operationCodes(group, operation)) found.set(code, [...(found.get(code) ?? []), link])
      }
    }
  }
  return found
}

function givenBy(operations: readonly Html[]): Content {
  if (operations.length === 0) return html`<p>Requests that reach no operation.</p>`
  if (operations.length > FEW) return html`<p>${operations.length} operations: a code that they share.</p>`
  return html`<ul class="operations">
    ${operations}
  </ul>`
}

/** An answer with the code, as a request gets it. */
function exampleAnswer(code: string): string {
  const trace = {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    instance: '/suppliersapi/v2.0.0/Contacts',
    style: 'problem',
  } as const
  const { body } = errorAnswer(new ApiError({ code: code as ErrorCode, property: 'request' }), trace)
  return JSON.stringify(JSON.parse(body), null, 2)
}

/** The page of a code. */
export function errorPage(
  { code, status, message, hint }: ToldError,
  operations: readonly Html[],
  hasDemo: boolean,
): Html {
  const content = html`<p>
      <span class="tag ${status < 500 ? 'warn' : 'neg'}">${status} ${STATUS_CODES[status] ?? ''}</span>
    </p>
    <h2>What it means</h2>
    <p>${message}</p>
    <h2>What to do</h2>
    <p>${hint}</p>
    <h2>An answer</h2>
    <div class="code"><pre tabindex="0">${exampleAnswer(code)}</pre></div>
    <h2>Who answers it</h2>
    ${givenBy(operations)}
    <p><a href="/errors">All error codes</a></p>`
  return page({ title: code, part: 'errors', content, hasDemo })
}

/** The page of all codes. */
export function errorsPage(hasDemo: boolean): Html {
  const all = everyError()
  const items = all.map(
    ({ code, status, message, hint }) =>
      html`<li>
        <a href="/errors/${code}">${code}</a><span class="tag">${status}</span>
        <p>${message} ${hint}</p>
      </li>`,
  )
  const content = html`<p class="lead">Every refusal has a code, the property that it is about, and what to do.</p>
    <p>
      <label
        >Narrow
        <input type="search" data-narrows="#codes > li" placeholder="currency, 409, voucher number" autocomplete="off"
      /></label>
    </p>
    <p class="aside" data-count role="status">${all.length} codes</p>
    <ul class="codes" id="codes">
      ${items}
    </ul>`
  return page({ title: 'Error codes', part: 'errors', content, hasDemo })
}
