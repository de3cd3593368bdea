/** A request as examples show it. */
export interface Call {
  method: string
  /** From the root, with values where it has parameters. */
  path: string
  /** JSON, as it is sent. */
  body?: string | undefined
  /** The demo pair of tokens opens it. */
  isDemo: boolean
}

/** An example in a language. */
export interface Example {
  language: string
  title: string
  code: string
}

/** What scripts of the pages replace by the address that the browser knows the service by. */
const BASE = 'http://127.0.0.1:8080'

const indented = (text: string, blanks: string): string => text.replaceAll('\n', `\n${blanks}`)

function curl({ method, path, body, isDemo }: Call): string {
  const [secret, grant] = isDemo ? ['demo', 'demo'] : ['$appSecretToken', '$agreementGrantToken']
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${BASE}${path}" \\`,
    `  -H "X-AppSecretToken: ${secret}" \\`,
    `  -H "X-AgreementGrantToken: ${grant}"`,
  ]
  if (method !== 'GET') lines.push(`  -H "Idempotency-Key: $(uuidgen)"`)
  if (body !== undefined) {
    lines.push(`  -H "Content-Type: application/json"`)
    lines.push(`  -d '${body.replaceAll("'", String.raw`'\''`)}'`)
  }
  return lines.map((line, at) => (at > 1 && at < lines.length - 1 ? `${line} \\` : line)).join('\n')
}

function typeScript({ method, path, body, isDemo }: Call): string {
  const [secret, grant] = isDemo ? [`'demo'`, `'demo'`] : ['appSecretToken', 'agreementGrantToken']
  const headers = [`    'X-AppSecretToken': ${secret},`, `    'X-AgreementGrantToken': ${grant},`]
  if (method !== 'GET') headers.push(`    'Idempotency-Key': crypto.randomUUID(),`)
  if (body !== undefined) headers.push(`    'Content-Type': 'application/json',`)
  return [
    `const answer = await fetch('${BASE}${path}', {`,
    `  method: '${method}',`,
    '  headers: {',
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '})',
    'if (!answer.ok) throw new Error((await answer.json()).detail)',
    ...(method === 'GET' ? ['const read = await answer.json()'] : []),
  ].join('\n')
}

function cSharp({ method, path, body, isDemo }: Call): string {
  const [secret, grant] = isDemo ? [`"demo"`, `"demo"`] : ['appSecretToken', 'agreementGrantToken']
  const name = method[0] + method.slice(1).toLowerCase()
  return [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, "${BASE}${path}");`,
    `request.Headers.Add("X-AppSecretToken", ${secret});`,
    `request.Headers.Add("X-AgreementGrantToken", ${grant});`,
    ...(method === 'GET' ? [] : ['request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());']),
    ...(body === undefined
      ? []
      : [
          'request.Content = new StringContent("""',
          indented(`    ${body}`, '    '),
          '    """, Encoding.UTF8, "application/json");',
        ]),
    'using var answer = await client.SendAsync(request);',
    'answer.EnsureSuccessStatusCode();',
    ...(method === 'GET' ? ['var read = await answer.Content.ReadAsStringAsync();'] : []),
  ].join('\n')
}

/** JSON as Python writes it. */
const pythonOf = (body: string): string =>
  body.replace(/"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b/g, (word) =>
    word === 'true' ? 'True' : word === 'false' ? 'False' : word === 'null' ? 'None' : word,
  )

function python({ method, path, body, isDemo }: Call): string {
  const [secret, grant] = isDemo ? [`"demo"`, `"demo"`] : ['app_secret_token', 'agreement_grant_token']
  return [
    ...(method === 'GET' ? ['import requests'] : ['import uuid', 'import requests']),
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    "${BASE}${path}",`,
    '    headers={',
    `        "X-AppSecretToken": ${secret},`,
    `        "X-AgreementGrantToken": ${grant},`,
    ...(method === 'GET' ? [] : ['        "Idempotency-Key": str(uuid.uuid4()),']),
    '    },',
    ...(body === undefined ? [] : [`    json=${indented(pythonOf(body), '    ')},`]),
    ')',
    'answer.raise_for_status()',
    ...(method === 'GET' ? ['read = answer.json()'] : []),
  ].join('\n')
}

/** A request in every language that the pages show. */
export const examplesOf = (call: Call): Example[] => [
  { language: 'curl', title: 'curl', code: curl(call) },
  { language: 'typescript', title: 'TypeScript', code: typeScript(call) },
  { language: 'csharp', title: 'C#', code: cSharp(call) },
  { language: 'python', title: 'Python', code: python(call) },
]
