import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../src/webhooks/forward/certificate.ts'
import { FORWARD_HOST, forwardingIn } from '../../src/webhooks/forward/place.ts'
import { eventually } from '../patience.ts'
import { command, type Program, start } from '../process/program.ts'
import { type Hook, type HookOptions, Stage } from './stage.ts'

const HOOK = `https://${FORWARD_HOST}/customers/[NEWNUMBER]?was=[OLDNUMBER]`
const ONE_AFTER_THE_OTHER = { schedule: [], sweepMilliseconds: 20 }

let stage: Stage
let data: string
let program: Server
let forward: Program | undefined
/** What the program got: path, body, and whether the signature was right. */
const came: [path: string, body: string][] = []
let secret = ''

beforeAll(async () => {
  stage = await Stage.open()
  data = await mkdtemp(join(tmpdir(), 'daybook-forward-'))
  program = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      new Verifier(secret).verify(body, request.headers as Record<string, string>)
      came.push([request.url!, body])
      response.writeHead(202, { 'content-type': 'text/plain' }).end('thanks')
    })
  }).listen(0, '127.0.0.1')
  await once(program, 'listening')
})
afterEach(async () => {
  forward?.child.kill('SIGTERM')
  await forward?.ended
  forward = undefined
  await stage.stopNodes()
  came.length = 0
})
afterAll(async () => {
  program.close()
  await stage.close()
  await rm(data, { recursive: true })
})

const programUrl = (): string => `http://127.0.0.1:${(program.address() as AddressInfo).port}`

/** Runs `webhooks forward` until the test is over. */
async function forwarding(to: string, ...more: string[]): Promise<Program> {
  forward = start(['webhooks', 'forward', '--to', to, ...more], { environment: { DAYBOOK_DATA: data } })
  await eventually(() => forward!.said().includes(FORWARD_HOST))
  return forward
}

async function hook(isSandbox: boolean, options: HookOptions = {}, url = HOOK): Promise<Hook> {
  const made = await stage.hook(url, {
    contentType: 'application/json',
    postData: '{"is": "[NEWNUMBER]"}',
    ...options,
  })
  await stage.base.database.rows('UPDATE agreement SET is_sandbox = $2 WHERE agreement = $1', [
    made.agreement,
    isSandbox,
  ])
  secret = made.secret
  return made
}

/** What came of one event. */
async function attempt(
  made: Hook,
): Promise<{ statusCode: number | null; error: string | null; answer: string | null }> {
  stage.node({ ...ONE_AFTER_THE_OTHER, allowedHosts: [], forwarding: () => forwardingIn(data) })
  await stage.emit(made, ['1001'])
  const [delivery] = await stage.untilDone(made)
  return delivery!.attempts[0]!
}

test('a sandbox’s webhook reaches the program, signed, behind its own path; the command prints it', async () => {
  const said = await forwarding(`${programUrl()}/hook`)
  expect(await attempt(await hook(true))).toMatchObject({ statusCode: 202, error: null, answer: 'thanks' })
  expect(came).toEqual([['/hook/customers/1001?was=', '{"is": "1001"}']])
  await eventually(() => said.said().includes('\n  {"is": "1001"}\n'))
  expect(said.said()).toMatch(/^Webhooks of sandboxes with the url https:\/\/forward\.localhost\/ go to http:/)
  expect(said.said()).toMatch(/\n\d\d:\d\d:\d\d \/hook\/customers\/1001\?was= msg_\S+ → 202, \d+ ms\n/)
})

test('a path that begins with two slashes goes to the program too, not to the host it looks like', async () => {
  await forwarding(programUrl())
  const made = await hook(true, {}, `https://${FORWARD_HOST}//example.invalid/[NEWNUMBER]`)
  expect(await attempt(made)).toMatchObject({ statusCode: 202, answer: 'thanks' })
  expect(came).toEqual([['//example.invalid/1001', '{"is": "1001"}']])
})

test('a request that breaks off in its body does not end the command', async () => {
  const said = await forwarding(programUrl())
  const { port } = (await forwardingIn(data))!
  const broken = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(broken, 'secureConnect')
  broken.end('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{')
  broken.resume()
  await once(broken, 'close')
  expect(await attempt(await hook(true))).toMatchObject({ statusCode: 202, error: null })
  expect(said.child.exitCode).toBeNull()
})

test('with --json each delivery is a line; a program that is not there is told to both sides, and tried again', async () => {
  const said = await forwarding('http://127.0.0.1:1', '--json')
  const failed = await attempt(await hook(true))
  expect(failed).toMatchObject({
    statusCode: 502,
    answer: expect.stringContaining('http://127.0.0.1:1 does not answer'),
  })
  const lines = await eventually(() => {
    const all = said.said().trim().split('\n')
    return all.length === 2 && all
  })
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { url: 'https://forward.localhost/', to: 'http://127.0.0.1:1/' },
    expect.objectContaining({ path: '/customers/1001?was=', statusCode: null, body: '{"is": "1001"}' }),
  ])
})

test('the webhook of an agreement that is no sandbox never comes, though one was saved', async () => {
  await forwarding(programUrl())
  const refused = 'The host has an address that webhooks may not go to.'
  expect(await attempt(await hook(false))).toMatchObject({ statusCode: null, error: refused })
  expect(came).toEqual([])
})

test('no other certificate is trusted, not even one of that name', async () => {
  await forwarding(programUrl())
  const file = join(data, 'forward.json')
  const { certificate } = makeCertificate(FORWARD_HOST)
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), certificate }))
  const { statusCode, error } = await attempt(await hook(true))
  expect([statusCode, error]).toEqual([null, expect.stringMatching(/^The request failed: .*(SELF_SIGNED|SIGNATURE)/)])
  expect(came).toEqual([])
})

test('once the command has ended, and before it is begun, deliveries say what to run', async () => {
  const ended = await forwarding(programUrl())
  ended.child.kill('SIGINT')
  expect((await ended.ended).code).toBe(130)
  expect(await forwardingIn(data)).toBeUndefined()
  const { error } = await attempt(await hook(true))
  expect(error).toBe('Nobody forwards webhooks here: run `daybook webhooks forward` on the machine of the service.')
})

test('what is not on this machine is not forwarded to', async () => {
  const elsewhere = ['http://example.com/', 'https://127.0.0.1/', 'http://10.0.0.1/', 'http://u@127.0.0.1/', '3000']
  const outcomes = await Promise.all(
    elsewhere.map((to) => command(['webhooks', 'forward', '--to', to], { environment: { DAYBOOK_DATA: data } })),
  )
  for (const { code, stderr } of outcomes) {
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/--to is '.*'; give the http address of a program on this machine/),
    ])
  }
})

test('a data directory that cannot be written is named', async () => {
  const inFile = join(data, 'file')
  await writeFile(inFile, '')
  const to = ['webhooks', 'forward', '--to', programUrl()]
  const { code, stderr } = await command(to, { environment: { DAYBOOK_DATA: inFile } })
  expect([code, stderr]).toEqual([
    1,
    `daybook: The data directory ${inFile} cannot be written: EEXIST: file already exists, mkdir '${inFile}'. ` +
      'Run it as the user of the service, with its DAYBOOK_DATA.\n',
  ])
})
