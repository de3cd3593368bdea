import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/webhooks/outbox.ts'
import { messageOf } from '../../src/webhooks/message.ts'
import { ResolveError } from '../../src/webhooks/resolve.ts'
import { type Answer, Sender, type SenderOptions } from '../../src/webhooks/send.ts'
import { insideAddresses, insideUrls } from './hostile-urls.ts'
import { untilPasses } from '../patience.ts'
import { authority, type Receiver, startReceiver } from './receiver.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** What a call does, and what follows from it: others of this process may connect meanwhile. */
const ofCalls = new AsyncLocalStorage<true>()
/** Connections, wherever to, that calls began to make since the last test. */
let attempted = 0
const watch = createHook({
  init: (_id, type) => {
    if (type === 'TCPCONNECTWRAP' && ofCalls.getStore()) attempted++
  },
})

let receiver: Receiver
const senders: Sender[] = []
beforeAll(async () => {
  receiver = await startReceiver(new Map([['hook', [SECRET]]]))
  watch.enable()
})
beforeEach(() => {
  attempted = 0
  receiver.respond = () => 204
})
afterEach(() => senders.splice(0).forEach((sender) => sender.close()))
afterAll(async () => {
  watch.disable()
  await receiver.close()
})

function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = new Sender({ allowedHosts: ['localhost'], timeoutMilliseconds: 5000, ca: authority, ...options })
  senders.push(made)
  return made
}

const delivery = (url: string, changes: Partial<Delivery> = {}): Delivery => ({
  agreement: 1,
  eventType: 'CUSTOMER_UPDATED',
  number: 1,
  position: '1',
  webhookId: 'msg_1',
  fields: { NEWNUMBER: '7' },
  roundAttempts: 0,
  url,
  contentType: 'text/plain',
  postData: 'hello',
  customHeaders: [],
  secrets: [SECRET],
  signedBy: [],
  isGranted: true,
  isSandbox: false,
  stepsAside: false,
  trace: null,
  app: 1,
  hasFaultPlan: false,
  orderedFault: null,
  ...changes,
})

const call = async (made: Sender, url: string, changes?: Partial<Delivery>): Promise<Answer> =>
  await ofCalls.run(true, () => made.send(messageOf(delivery(url, changes), new Date())))

const refused = { statusCode: null, error: 'The host has an address that webhooks may not go to.', answer: null }

const here = (path = '/hook'): string => receiver.url + path

describe('a webhook reaches nothing inside', () => {
  test('by no spelling of an address, though one was saved when it was allowed', async () => {
    const made = sender({ allowedHosts: [] })
    for (const url of insideUrls) expect([url, await call(made, url)]).toEqual([url, refused])
    expect(attempted).toBe(0)
  })

  test('by no name that has an address inside, among others or alone', async () => {
    for (const address of [...insideAddresses, 'fe80::1%lo']) {
      for (const addresses of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
        const resolve = async () => addresses.map((each) => ({ address: each, family: isIP(each) }))
        expect([address, await call(sender({ resolve }), 'https://receiver.test/hook')]).toEqual([address, refused])
      }
    }
    expect(attempted).toBe(0)
  })

  test('by no name that changes its address after it was judged', async () => {
    const answers = ['2000::1', '127.0.0.1']
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      const address = answers.shift()!
      return [{ address, family: isIP(address) }]
    }
    const made = sender({ resolve, timeoutMilliseconds: 300 })
    const calling = call(made, `https://receiver.test:${receiver.port}/hook`)
    // Somebody else of this process, who does not count.
    const another = connect(receiver.port, '127.0.0.1')
    await once(another, 'connect')
    another.destroy()
    const first = await calling
    expect(first).not.toEqual(refused)
    expect(first.statusCode).toBe(null)
    expect([asked, attempted]).toEqual([['receiver.test'], 1])
    expect(await call(made, `https://receiver.test:${receiver.port}/hook`)).toEqual(refused)
    expect([asked.length, attempted]).toEqual([2, 1])
  })

  test('by no redirect', async () => {
    for (const status of [300, 301, 302, 303, 307, 308]) {
      for (const location of ['https://127.0.0.1/', 'http://169.254.169.254/latest/', here('/other')]) {
        receiver.respond = (_request, response) => void response.writeHead(status, { location }).end('elsewhere')
        const before = receiver.requests.length
        expect(await call(sender(), here())).toMatchObject({ statusCode: status, error: null, answer: 'elsewhere' })
        expect(receiver.requests.length).toBe(before + 1)
      }
    }
  })

  test('but the hosts that the operator allows', async () => {
    expect(await call(sender(), here())).toMatchObject({ statusCode: 204, error: null })
    expect(attempted).toBe(1)
    const byAddress = here().replace('localhost', '127.0.0.1')
    expect(await call(sender({ allowedHosts: ['127.0.0.1'] }), byAddress)).toMatchObject({ statusCode: 204 })
    expect(await call(sender(), byAddress)).toEqual(refused)
  })
})

describe('what a request is told of', () => {
  const error = async (url: string, options?: Partial<SenderOptions>): Promise<string | null> =>
    (await call(sender(options), url)).error

  test('tells nothing of the service’s own network', async () => {
    const nobody = here().replace(String(receiver.port), '1')
    expect(await error(nobody)).toBe('The connection was refused.')
    expect(await error('https://nobody.invalid/', { allowedHosts: ['nobody.invalid'] })).toBe(
      'The host name could not be resolved.',
    )
    const unknown = async () => await Promise.reject(new ResolveError('NAME_UNKNOWN'))
    expect(await error('https://nobody.example/', { resolve: unknown })).toBe('The host name does not exist.')
  })

  test('is a certificate that nobody vouches for', async () => {
    const before = receiver.requests.length
    const answer = await error(here(), { ca: rootCertificates[0]! })
    expect(answer).toBe('The request failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE.')
    expect(receiver.requests.length).toBe(before)
  })

  test('is that it took too long', async () => {
    receiver.respond = () => undefined
    expect(await call(sender({ timeoutMilliseconds: 100 }), here())).toEqual({
      statusCode: null,
      error: 'There was no answer within 0.1 seconds.',
      answer: null,
    })
    const stuck = async () => await new Promise<never>(() => {})
    expect(await error('https://receiver.test/', { timeoutMilliseconds: 100, resolve: stuck })).toContain('no answer')
  })

  test('is a connection that breaks off', async () => {
    receiver.respond = (_request, response) => void response.socket!.destroy()
    expect(await error(here())).toBe('The connection was closed before an answer came.')
    receiver.respond = (_request, response) => void response.socket!.end('nonsense\r\n\r\n')
    expect(await error(here())).toBe('The request failed: HPE_INVALID_CONSTANT.')
  })
})

describe('of an answer', () => {
  test('the first thousand bytes are read, as text that can be stored', async () => {
    const answers: [sent: string | Buffer, read: string][] = [
      ['ok', 'ok'],
      ['å'.repeat(500), 'å'.repeat(500)],
      [`${'x'.repeat(999)}å`, 'x'.repeat(999)],
      ['x'.repeat(2_000_000), 'x'.repeat(1000)],
      [Buffer.from([0x61, 0x00, 0xff, 0x62]), 'a\ufffdb'],
    ]
    for (const [sent, read] of answers) {
      receiver.respond = (_request, response) => void response.writeHead(200).end(sent)
      expect(await call(sender(), here())).toMatchObject({ statusCode: 200, answer: read })
    }
  })

  test('the status counts, though the rest never comes', async () => {
    receiver.respond = (_request, response) => void response.writeHead(202).write('begun')
    // On a busy machine the beginning itself may be late.
    await untilPasses(async () => {
      const answer = await call(sender({ timeoutMilliseconds: 200 }), here())
      expect(answer).toMatchObject({ statusCode: 202, answer: 'begun' })
    })
    receiver.respond = (_request, response) => {
      response.writeHead(500, { 'content-length': 100 }).write('begun', () => response.socket!.destroy())
      return undefined
    }
    expect(await call(sender(), here())).toMatchObject({ statusCode: 500, answer: 'begun' })
  })

  test('the connection is kept for the next request, and another made when it was closed meanwhile', async () => {
    const made = sender()
    const before = receiver.connections()
    for (let count = 0; count < 3; count++) expect((await call(made, here())).statusCode).toBe(204)
    expect(receiver.connections()).toBe(before + 1)
    await receiver.down()
    await receiver.up()
    receiver.respond = (_request, response) => {
      // Its end comes with the next request, not before.
      response.shouldKeepAlive = true
      setImmediate(() => response.socket?.destroy())
      return 200
    }
    for (let count = 0; count < 20; count++) expect((await call(made, here())).statusCode).toBe(200)
  })
})

test('a request carries what the webhook says, and what lets it be verified', async () => {
  const changes = {
    contentType: 'application/json; charset=utf-8',
    postData: '{"is": "[newNumber]", "was": "[OTHER]", "æ": 1}',
    customHeaders: [
      { key: 'Authorization', value: 'Bearer secret' },
      { key: 'user-agent', value: 'Mine' },
    ],
    fields: { NEWNUMBER: '7"' },
  }
  await call(sender(), here('/hook/[NEWNUMBER]?x=[Other]&y=[NEWNUMBER]#part'), changes)
  const [request] = receiver.requests.slice(-1)
  expect(request).toMatchObject({
    method: 'POST',
    path: '/hook/7%22?x=[Other]&y=7%22',
    body: '{"is": "7\\"", "was": "[OTHER]", "æ": 1}',
    headers: {
      host: `localhost:${receiver.port}`,
      'content-type': 'application/json; charset=utf-8',
      'content-length': '40',
      'webhook-id': 'msg_1',
      authorization: 'Bearer secret',
      'user-agent': 'Mine',
    },
  })
  expect(request!.headers).not.toHaveProperty('transfer-encoding')
  receiver.respond = () => 204
  expect(await call(sender(), here(), { postData: null, contentType: '' })).toMatchObject({ statusCode: 204 })
  expect(receiver.requests.at(-1)).toMatchObject({ body: '', headers: { 'content-length': '0' } })
  expect(receiver.requests.at(-1)!.headers).not.toHaveProperty('content-type')
})
