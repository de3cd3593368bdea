import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeApi } from '../../src/console/api.ts'
import { readings } from '../../src/console/today.ts'
import { eventually } from '../patience.ts'

/** A service that answers when it is told to. */
function heldService() {
  const sent: string[] = []
  const answers = new Map<string, () => void>()
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }): Promise<Response> => {
    sent.push(`${path}${headers['Daybook-Dry-Run'] ? ' dry' : ''}`)
    return new Promise((resolve) => answers.set(path, () => resolve(Response.json({}))))
  })
  const answer = (path: string): void => answers.get(path)!()
  const isSent = (what: string): Promise<true> => eventually(async () => sent.includes(what) || undefined)
  return { sent, answer, isSent }
}

afterEach(() => vi.unstubAllGlobals())

test('a write waits for the question under way; later questions wait for the write and what is read after it', async () => {
  const { sent, answer, isSent } = heldService()
  const { tryOut, write, read } = makeApi()
  const wanted = new Set(['/second', '/third'])
  const first = tryOut('POST', '/first', { body: {} }, () => true)
  const second = tryOut('POST', '/second', { body: {} }, () => wanted.has('/second'))
  const third = tryOut('POST', '/third', { body: {} }, () => wanted.has('/third'))
  await isSent('/first dry')
  const written = write('POST', '/write', { body: {} })
  expect(sent).toEqual(['/first dry'])

  answer('/first')
  expect(await first).toEqual({})
  await isSent('/write')
  answer('/write')
  await written
  const reading = read('/read')
  await isSent('/read')
  // What is read shows that nobody asks the second question any more.
  wanted.delete('/second')
  answer('/read')
  await reading
  expect(await second).toBeUndefined()
  await isSent('/third dry')
  answer('/third')
  expect(await third).toEqual({})
  expect(sent).toEqual(['/first dry', '/write', '/read', '/third dry'])
})

test('a question refused does not hold up the next, nor a write', async () => {
  const sent: string[] = []
  const { tryOut, write } = makeApi()
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return Response.json({ message: 'no' }, { status: path === '/refused' ? 400 : 200 })
  })
  await expect(tryOut('POST', '/refused', { body: {} }, () => true)).rejects.toThrow('no')
  await write('POST', '/write', { body: {} })
  await tryOut('POST', '/next', { body: {} }, () => true)
  expect(sent).toEqual(['/refused', '/write', '/next'])
})

test('a question that a busy service does not answer is asked again, four times', async () => {
  // Loaded before: no timer that is made up waits for a file.
  await import('../../src/console/faults/said.ts')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { tryOut } = makeApi()
  for (const status of [429, 503]) {
    let asked = 0
    const busy = (times: number): void => {
      asked = 0
      vi.stubGlobal('fetch', async () =>
        ++asked > times ? Response.json({ entryNumber: null }) : Response.json({ message: 'busy' }, { status }),
      )
    }
    busy(4)
    const answered = tryOut('POST', '/drafts', { body: {} }, () => true)
    await vi.runAllTimersAsync()
    expect([await answered, asked]).toEqual([{ entryNumber: null }, 5])
    busy(5)
    const refused = tryOut('POST', '/drafts', { body: {} }, () => true).catch((error: Error) => error.message)
    await vi.runAllTimersAsync()
    expect([await refused, asked]).toEqual(['busy', 5])
  }
})

test('a write goes to the agreement in which it was asked for, also where it waits and another is shown', async () => {
  const { entry, tryOut, write, unsent, sendAgain } = makeApi()
  const sent: string[] = []
  let answer = (): void => {}
  let isOnline = false
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }): Promise<Response> => {
    sent.push(`${path} of ${headers['Daybook-Agreement']}`)
    if (path === '/asked') await new Promise<void>((resolve) => (answer = resolve))
    else if (!isOnline) throw new TypeError('no connection')
    return Response.json({})
  })
  entry.value = '1'
  const asked = tryOut('POST', '/asked', { body: {} }, () => true)
  await eventually(async () => sent.length === 1 || undefined)
  const written = write('PUT', '/write', { body: {}, mayWait: true })
  entry.value = '2'
  answer()
  await asked
  await expect(written).rejects.toThrow('waits')
  await expect(write('PUT', '/write', { body: {}, mayWait: true })).rejects.toThrow('waits')
  expect(unsent.list.value.map((one) => one.entry)).toEqual(['1', '2'])
  isOnline = true
  for (const one of unsent.list.value) await sendAgain(one)
  expect(sent).toEqual(['/asked of 1', '/write of 1', '/write of 2', '/write of 1', '/write of 2'])
  expect(unsent.list.value).toEqual([])
})

test('requests go by the client of programs: decimals stay their digits, faults say all, a lost answer is told apart', async () => {
  const { entry, file, read, sent, silentSince, write } = makeApi()
  const seen: [string, Record<string, string>, unknown][] = []
  let answer: () => Response
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    seen.push([path, headers as Record<string, string>, body])
    return answer()
  })
  entry.value = '7'
  answer = () =>
    new Response('{"amount":1.10,"text":"2.50","number":3}', {
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'abc' },
    })
  expect(await read('/a')).toEqual({ amount: '1.10', text: '2.50', number: 3 })
  await write('PUT', '/b', { body: { amount: '-1234567890123456.70', text: null } })
  expect(seen[1]![2]).toBe('{"amount":-1234567890123456.70}')
  expect(seen[1]![1]).toMatchObject({
    'Content-Type': 'application/json',
    'Daybook-Agreement': '7',
    'Daybook-Console': '1',
    'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(sent.value.map(({ method, status, trace }) => [method, status, trace])).toEqual([
    ['GET', 200, 'abc'],
    ['PUT', 200, 'abc'],
  ])
  answer = () => new Response('\uFEFFa;b', { headers: { 'content-type': 'text/csv' } })
  expect((await file('/a.csv')).size).toBe(6)
  const errors = [{ errorCode: 'A', message: 'One.', voucher: { voucherNumber: 1, difference: 0.5 } }]
  answer = () => Response.json({ detail: 'No.', errors, traceId: 't' }, { status: 400 })
  await expect(read('/c')).rejects.toMatchObject({
    ...{ status: 400, message: 'No.', trace: 't' },
    faults: [{ ...errors[0], voucher: { voucherNumber: 1, difference: '0.5' } }],
  })
  expect(silentSince.value).toBeUndefined()
  answer = () => {
    throw new TypeError('no connection')
  }
  await expect(read('/d')).rejects.toMatchObject({ status: 0 })
  expect(silentSince.value).toBeInstanceOf(Date)
  // Nothing is sent again unasked.
  expect(seen.length).toBe(5)
})

test('what waits is counted anew after writes that may change it alone; other books outdate all that was read', async () => {
  const { generation, known, read, tryOut, write } = makeApi()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({})
  })
  const DB = '/daybookapi/v1.0.0'
  const waiting = readings.waiting('2026-11-29')
  /** What is no longer taken as read. */
  const outdated = async (method: string, path: string): Promise<string[]> => {
    for (const one of [waiting, `${DB}/accounts`]) await read(one)
    await write(method, path, { body: {} })
    return [waiting, `${DB}/accounts`].filter((one) => known(one, 60_000) === undefined)
  }
  expect(await outdated('PUT', '/q2capi/v5.3.0/invoices/drafts/7')).toEqual([])
  expect(await outdated('POST', '/q2capi/v5.3.0/invoices/drafts')).toEqual([waiting])
  expect(await outdated('PUT', `${DB}/draft-entries`)).toEqual([waiting])
  expect(await outdated('PUT', `${DB}/vat-setup`)).toEqual([waiting])
  expect(await outdated('POST', '/customersapi/v3.1.0/Customers')).toEqual([])
  expect(await outdated('POST', `${DB}/bank-matches`)).toEqual([waiting])
  for (const path of ['snapshots/3/restore', 'clock', 'clock/advance'])
    expect(await outdated('POST', `${DB}/${path}`), path).toEqual([waiting, `${DB}/accounts`])
  const { value: before } = generation
  await write('POST', `${DB}/sandbox/reset`, { body: {}, isLast: true })
  expect(generation.value).toBe(before)
  // A write that is only tried waits for the question before it, and outdates nothing.
  asked.length = 0
  const first = tryOut('POST', '/first', { body: {} }, () => true)
  await Promise.all([first, write('POST', '/second', { form: new FormData(), isDry: true })])
  expect(asked).toEqual(['/first', '/second'])
})

test('nothing but signing in goes past the client', () => {
  const own = readdirSync('src/console', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const past = own.filter((path) =>
    /\bfetch\(|XMLHttpRequest|EventSource|WebSocket/.test(readFileSync(join('src/console', path), 'utf8')),
  )
  expect(past.sort()).toEqual(['passkeys.ts', 'session.ts'])
})
