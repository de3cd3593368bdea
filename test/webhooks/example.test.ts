import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { blocksOf } from '../tidy/documents.ts'
import { authority } from './receiver.ts'
import { Stage } from './stage.ts'

/** Within the checkout, so that the example finds the library. */
const PLACE = new URL(`../../node_modules/.cache/webhook-example-${process.pid}/`, import.meta.url)
const certificates = new URL('certificates/', import.meta.url).pathname

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
  await mkdir(PLACE, { recursive: true })
})
afterAll(async () => {
  await rm(PLACE, { recursive: true })
  await stage.close()
})

/** The status of a request that is not signed; undefined while the receiver does not answer. */
async function forged(port: number): Promise<number | undefined> {
  const made = request({ port, host: 'localhost', method: 'POST', ca: authority, headers: { 'webhook-id': 'msg_1' } })
  made.end('{"is": "666"}')
  return await once(made, 'response').then(
    ([response]: { statusCode: number }[]) => response!.statusCode,
    () => undefined,
  )
}

test('the receiver in docs/webhooks.md verifies what comes, and drops repeats', async () => {
  const [example] = blocksOf('docs/webhooks.md', 'js')
  const file = new URL('receiver.mjs', PLACE)
  await writeFile(file, example!)
  // The port of the receiver that is not needed here.
  const { port } = stage.receiver
  await stage.receiver.down()
  const hook = await stage.hook('/', {
    contentType: 'application/json',
    postData: '{"was": "[OLDNUMBER]", "is": "[NEWNUMBER]"}',
  })
  const environment = {
    TLS_CERTIFICATE: `${certificates}receiver.pem`,
    TLS_KEY: `${certificates}receiver.key`,
    WEBHOOK_SECRET: hook.secret,
    PORT: String(port),
  }
  const child = spawn(process.execPath, [file.pathname], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    expect(await eventually(() => forged(port))).toBe(401)
    stage.node()
    await stage.emit(hook, ['1001', 'a "b"\\'])
    await stage.untilDone(hook)
    await stage.again(hook)
    const log = await stage.untilDone(hook)
    expect(log.map(({ attempts }) => attempts.map(({ statusCode }) => statusCode))).toEqual([
      [204, 204],
      [204, 204],
    ])
    expect(said).toBe('customer - is now 1001\ncustomer - is now a "b"\\\n')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
