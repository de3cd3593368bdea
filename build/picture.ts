import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// `npm run picture`: runs the README's first request against a new service, and draws the terminal as
// docs/first-request.svg.

const [COLUMNS, LINES_OF_ANSWER] = [116, 5]
const [CHARACTER, LINE, EDGE] = [7.8, 18, 16]
const MARK = '\u001e'

interface Line {
  text: string
  kind: 'typed' | 'answered'
}

const readme = readFileSync('README.md', 'utf8')
const section = readme.slice(readme.indexOf('## First request'), readme.indexOf('## Where to read on'))
const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]!)

/** Starts the service on the data directory. */
async function serve(data: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['build/start.js', 'serve'], {
    env: { ...process.env, PORT: '0', DAYBOOK_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    const url = /listening on (http:\/\/[^"\s]+)/.exec(said)?.[1]
    if (url === undefined) continue
    return {
      url,
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'close')
      },
    }
  }
  throw new Error(`The service did not start:\n${said}`)
}

/** Runs the blocks one after the other in one shell. @returns the output of each. */
async function answersOf(url: string, data: string): Promise<string[]> {
  const script = blocks.map((block) => `${block.replaceAll('http://127.0.0.1:8080', url)}\nprintf '${MARK}'\n`)
  const environment = { ...process.env, PORT: new URL(url).port, DAYBOOK_DATA: data }
  const shell = spawn('bash', ['-c', script.join('')], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  for await (const chunk of shell.stdout) printed += String(chunk)
  return printed.split(MARK).map((text) => text.replaceAll(url, 'http://127.0.0.1:8080').trim())
}

function cut(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? [])
  if (lines.length <= LINES_OF_ANSWER) return lines
  return [...lines.slice(0, LINES_OF_ANSWER - 1), `${lines[LINES_OF_ANSWER - 1]!.slice(0, COLUMNS - 2)} …`]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function drawn(lines: readonly Line[]): string {
  const [width, height] = [COLUMNS * CHARACTER + 2 * EDGE, lines.length * LINE + 2 * EDGE]
  const rows = lines.map(({ text, kind }, at) => {
    const fill = kind === 'typed' ? '#e6edf3' : '#7ee787'
    return `<text x="${EDGE}" y="${EDGE + (at + 1) * LINE - 4}" fill="${fill}" xml:space="preserve">${escaped(text)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">`,
    ...rows,
    '</g></svg>\n',
  ].join('\n')
}

const data = await mkdtemp(join(tmpdir(), 'daybook-picture-'))
const service = await serve(data)
try {
  const answers = await answersOf(service.url, data)
  const lines = blocks.flatMap((block, at): Line[] => [
    ...block
      .trimEnd()
      .split('\n')
      .map((line, row): Line => ({ text: `${row === 0 ? '$ ' : '  '}${line}`, kind: 'typed' })),
    ...cut(answers[at] ?? '').map((text): Line => ({ text, kind: 'answered' })),
    { text: '', kind: 'answered' },
  ])
  writeFileSync('docs/first-request.svg', drawn(lines.slice(0, -1)))
} finally {
  await service.stop()
  await rm(data, { recursive: true, force: true })
}
