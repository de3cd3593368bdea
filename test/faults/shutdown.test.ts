import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNode } from '../../src/cli/node.ts'
import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { subjectOf } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { untilBlocked } from './blocked.ts'
import { freePort } from './lasting-port.ts'
import { untilPasses } from '../patience.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const HALF = `POST ${CONTACTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`
const log = pino({ level: 'silent' })

let service: TestService
let client: Client
let beside: Database

beforeAll(async () => {
  service = await testService()
  client = await worldClient(service, subjectOf('suppliers/Contacts'))
  beside = openDatabase({ url: service.databaseUrl }, 1)
})
afterAll(async () => {
  await beside.close()
  await service.stop()
})

const node = (port: number): Promise<() => Promise<void>> =>
  listen({ database: service.database, config: { ...readConfig({}), port }, log })

async function sending(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

interface Failure extends Error {
  isOfConnecting: boolean
}

interface Answered {
  status: number
  connection: string | undefined
}

/** A request through an agent that keeps connections. */
function ask(agent: Agent, port: number, path: string, method = 'GET', body = ''): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { ...client.headers, ...(body && { 'content-type': 'application/json' }) }
    const sent = request({ agent, port, path, method, headers, host: '127.0.0.1' }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }))
    })
    // The system resets a connection that it had taken for a node which stopped listening at that moment, before
    // anything was answered.
    sent.on('error', (error) => reject(Object.assign(error, { isOfConnecting: !sent.reusedSocket })))
    sent.end(body)
  })
}

test('half-sent requests do not keep a node, and what is being answered is finished', async () => {
  const port = await freePort()
  const stop = await node(port)
  const halves = [await sending(port, HALF), await sending(port, HALF.slice(0, 30))]
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  let stopping: Promise<void> | undefined
  let answer: Promise<Answered> | undefined
  await beside.transaction(async (transaction) => {
    await transaction.rows(`SELECT take_numbers($1, 'supplier_contact', 1)`, [client.agreement])
    answer = ask(agent, port, CONTACTS, 'POST', JSON.stringify({ supplierNumber: 101, name: 'kept' }))
    await untilBlocked(service.database, 1)
    stopping = stop().then(() => void (isOver = true))
    // Cut off while the answer is still under way.
    await Promise.all(halves.map(async (half) => half.closed || (await once(half, 'close'))))
    expect(isOver).toBe(false)
  })
  expect(await answer).toEqual({ status: 201, connection: 'close' })
  await stopping
})

test('two nodes restarted in turn under load fail nobody who tries again where nobody listens', async () => {
  const ports = [await freePort(), await freePort()]
  const nodes = await Promise.all(ports.map(node))
  // A kept connection may be closed in the very instant it is used again: of that only time decides.
  const agent = new Agent({ keepAlive: false })
  const failures: string[] = []
  let [answers, isOver] = [0, false]
  const load = async (first: number): Promise<void> => {
    for (let at = first; !isOver; at++) {
      try {
        const { status } = await ask(agent, ports[at % 2]!, CONTACTS)
        if (status !== 200) failures.push(String(status))
        answers++
      } catch (error) {
        if (!(error as Failure).isOfConnecting) failures.push(String(error))
      }
    }
  }
  const loads = Array.from({ length: 8 }, (_, at) => load(at))
  for (const at of [0, 1, 0, 1]) {
    const before = answers
    await nodes[at]!()
    nodes[at] = await node(ports[at]!)
    await untilPasses(() => expect(answers).toBeGreaterThan(before + 50))
  }
  isOver = true
  await Promise.all(loads)
  await Promise.all(nodes.map((stop) => stop()))
  agent.destroy()
  expect(failures).toEqual([])
})

test('a node that leaves says so to whoever balances load', async () => {
  const port = await freePort()
  const stop = await node(port)
  const agent = new Agent({ keepAlive: true })
  expect((await ask(agent, port, '/health')).status).toBe(200)
  const stopping = stop()
  expect(await ask(agent, port, '/health')).toEqual({ status: 503, connection: 'close' })
  await stopping
})

test('a node tells that it leaves though the database is busy', async () => {
  const port = await freePort()
  const stop = await startNode({ database: service.database, config: { ...readConfig({}), port }, log })
  const agent = new Agent({ keepAlive: true })
  expect((await ask(agent, port, '/health')).status).toBe(200)
  let stopping: Promise<void> | undefined
  await beside.transaction(async (transaction) => {
    await transaction.rows('LOCK TABLE service_address IN ACCESS EXCLUSIVE MODE')
    stopping = stop()
    expect(await ask(agent, port, '/health')).toEqual({ status: 503, connection: 'close' })
  })
  await stopping
})
