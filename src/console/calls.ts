import { api } from './api.ts'
import { jsonLines } from './json-lines.ts'
import type { Sent } from './sending.ts'

/** A request that can be written down for a program to send. */
export type Call = Pick<Sent, 'method' | 'path' | 'body' | 'form' | 'isDry'>

const DRY = 'Daybook-Dry-Run'

/** The tokens of a call: those of the demo, or the names of who keeps them. */
const tokensOf = (secret: string, grant: string, demo: string): [string, string] =>
  api.entry.value === 'demo' ? [demo, demo] : [secret, grant]

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A request as curl sends it, with its tokens as variables unless they are the demo's. */
export function curlOf({ method, path, body, form = [], isDry }: Call): string {
  const [secret, grant] = tokensOf('$appSecretToken', '$agreementGrantToken', 'demo')
  return [
    'curl -g',
    method === 'GET' ? '' : `-X ${method}`,
    `-H "X-AppSecretToken: ${secret}"`,
    `-H "X-AgreementGrantToken: ${grant}"`,
    isDry ? `-H '${DRY}: true'` : '',
    body === undefined ? '' : `-H 'Content-Type: application/json' -d ${quoted(body)}`,
    ...form.map((field) => `-F ${quoted(field)}`),
    quoted(location.origin + path),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** A text as TypeScript has it. */
const textIn = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`

/** JSON as TypeScript has it, its numbers as they were sent; undefined where the text is no JSON. */
function literalOf(text: string): string | undefined {
  const lines = jsonLines(text)?.map(({ indent, tokens }) => {
    const parts = tokens.map(({ kind, text: token }) => {
      if (kind === 'sign' || kind === 'value') return token
      const plain = JSON.parse(token) as string
      return kind === 'name' && /^[A-Za-z_$][\w$]*$/.test(plain) ? plain : textIn(plain)
    })
    return `${'  '.repeat(indent)}${parts.join('')}`
  })
  return lines?.join('\n')
}

/** A request as a program sends it by `daybook/client`. What is no JSON is sent as it was. */
export function typeScriptOf({ method, path, body, isDry }: Call): string {
  const [app, grant] = tokensOf('appSecretToken', 'agreementGrantToken', `'demo'`)
  const literal = body === undefined ? undefined : literalOf(body)
  const headers = [
    ...(body !== undefined && literal === undefined ? [`'Content-Type': 'application/json'`] : []),
    ...(isDry ? [`'${DRY}': 'true'`] : []),
  ]
  const options = [
    ...(body === undefined ? [] : [`  body: ${literal?.replaceAll('\n', '\n  ') ?? textIn(body)},`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return [
    `import { Daybook } from 'daybook/client'`,
    '',
    'const daybook = new Daybook({',
    `  url: ${textIn(location.origin)},`,
    `  app: ${app},`,
    `  grant: ${grant},`,
    '})',
    `const answer = await daybook.request(${textIn(method)}, ${textIn(path)}${given})`,
  ].join('\n')
}

const sharpText = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`

/** A request as a program in C# sends it. */
export function cSharpOf({ method, path, body, isDry }: Call): string {
  const [secret, grant] = tokensOf('appSecretToken', 'agreementGrantToken', '"demo"')
  const name = method[0] + method.slice(1).toLowerCase()
  // More quotation marks than stand together anywhere in the body.
  const fence = '"'.repeat(Math.max(3, ...(body?.match(/"+/g) ?? []).map(({ length }) => length + 1)))
  const content = [
    `request.Content = new StringContent(${fence}`,
    `    ${body?.replaceAll('\n', '\n    ')}`,
    `    ${fence}, Encoding.UTF8, "application/json");`,
  ]
  return [
    ...(body === undefined ? [] : ['using System.Text;', '']),
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${sharpText(location.origin + path)});`,
    `request.Headers.Add("X-AppSecretToken", ${secret});`,
    `request.Headers.Add("X-AgreementGrantToken", ${grant});`,
    ...(isDry ? [`request.Headers.Add("${DRY}", "true");`] : []),
    ...(body === undefined ? [] : content),
    'using var answer = await client.SendAsync(request);',
    'Console.WriteLine(await answer.Content.ReadAsStringAsync());',
  ].join('\n')
}

/** The languages that a request is written down in, and how. */
export const CALLS = {
  curl: { title: 'curl', write: curlOf },
  typescript: { title: 'TypeScript', write: typeScriptOf },
  csharp: { title: 'C#', write: cSharpOf },
} as const

/** One of these languages. */
export type CallLanguage = keyof typeof CALLS
