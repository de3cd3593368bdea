import { compileFunction } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { Daybook, type DaybookError } from '../../src/client/client.ts'
import { jsonLines } from '../../src/console/json-lines.ts'
import { timeName } from '../../src/console/period.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { deskFor, findChromium } from './chromium.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'

test('a body is shown in lines, each with the property that stands on it, its numbers as they were sent', () => {
  const lines = jsonLines('{"a":1.50,"lines":[{"b":"x: {,"},{"b":null}],"none":{},"list":[1,2]}')!
  expect(lines.map(({ indent, tokens, path }) => [indent, tokens.map(({ text }) => text).join(''), path])).toEqual([
    [0, '{', ''],
    [1, '"a": 1.50,', 'a'],
    [1, '"lines": [', 'lines'],
    [2, '{', 'lines[0]'],
    [3, '"b": "x: {,"', 'lines[0].b'],
    [2, '},', ''],
    [2, '{', 'lines[1]'],
    [3, '"b": null', 'lines[1].b'],
    [2, '}', ''],
    [1, '],', ''],
    [1, '"none": {},', 'none'],
    [1, '"list": [', 'list'],
    [2, '1,', 'list[0]'],
    [2, '2', 'list[1]'],
    [1, ']', ''],
    [0, '}', ''],
  ])
  expect(jsonLines('{"a":')).toBeUndefined()
})

describe.skipIf(program === undefined)('the log of requests in Chromium', () => {
  const desk = deskFor(program, { width: 1280, theme: 'light', language: 'en' }, { spendsPage: true, isEach: true })
  const { until, press } = desk

  /** What the call, as the page has it in TypeScript, is refused for, sent by the client of the desk's app. */
  async function sentAs(call: string): Promise<unknown> {
    const [, ...lines] = call.split('\n')
    const names = ['Daybook', 'appSecretToken', 'agreementGrantToken']
    const send = compileFunction(`return (async () => {\n${lines.join('\n')}\n})()`, names) as (
      ...given: unknown[]
    ) => Promise<unknown>
    const { 'x-appsecrettoken': secret, 'x-agreementgranttoken': grant } = desk.client.headers
    return await send(Daybook, secret, grant).catch(({ faults }: DaybookError) =>
      faults.map(({ code, property, message }) => ({ errorCode: code, property, message })),
    )
  }

  /** One of two alike, with the way to the other; and the same call as a program sends it. */
  async function sameCall(earlier: string, id: string, errors: unknown): Promise<void> {
    const { page } = desk.shown
    await until(`document.querySelector('.alk')?.textContent.startsWith('1 of 2 alike')`)
    // Since when it fails so, and that it was not sent again; the one before it was: by this one.
    await until(`[...document.querySelectorAll('.rqd .kv dd')].some((one) => one.textContent === 'not yet')`)
    const { firstAt } = (await desk.client.get(`${DB}/requests/${id}/alike`)).json
    expect(await desk.texts('.rqd .kv dd')).toContain(timeName(firstAt, true))
    await page.click('.alk a')
    await until(`location.pathname.endsWith('/requests/${earlier}') && 
      document.querySelector('.alk')?.textContent.startsWith('2 of 2 alike')`)
    await until(`document.querySelector('.rqd .kv a[href*="${id}"]')`)
    expect(await desk.texts('.rqd .kv dd')).toContainEqual(expect.stringMatching(/, 400 and failed, too$/))
    await page.click(`.rqd .kv a[href*="${id}"]`)
    await until(`document.querySelector('.alk')?.textContent.startsWith('1 of 2 alike')`)
    await page.click('.alk a')
    await until(`document.querySelector('.alk')?.textContent.startsWith('2 of 2 alike')`)
    await page.click('.alk a')
    await until(`location.pathname.endsWith('/requests/${id}') && document.querySelector('.rqd .seg')`)
    await page.click('.rqd .seg button:nth-child(3)')
    await until(`document.querySelector('.curl').textContent.includes('HttpRequestMessage(HttpMethod.Post, "')`)
    await page.click('.rqd .seg button:nth-child(2)')
    await until(`document.querySelector('.curl').textContent.includes('new Daybook')`)
    const told = await sentAs((await desk.texts('.curl'))[0]!)
    expect(told).toEqual(errors)
  }

  /** What came before the last hour is in no list of it, and counts no more. */
  async function lastHour(earlier: string, id: string): Promise<void> {
    const { page } = desk.shown
    await desk.console.service.database.rows(
      `UPDATE request_log SET started_at = started_at - interval '2 hours' WHERE agreement = $1 AND request_id = $2`,
      [desk.client.agreement, earlier],
    )
    // What the console asks itself buries nobody else's, until it is asked for.
    const own = `[...document.querySelectorAll('.rqt td:nth-child(5)')].some((one) => one.textContent === 'Console')`
    expect(await page.evaluate(own)).toBe(false)
    await page.selectOption('.fl [aria-label=App]', 'all')
    await until(own)
    await page.selectOption('.fl [aria-label=App]', '')
    await page.selectOption('.fl [aria-label=Status]', '404')
    await until(`document.querySelector('.rq .state .btn') && !document.querySelector('.rqt tbody a')`)
    await page.selectOption('.fl [aria-label=Status]', '400')
    await until(`document.querySelector('.rqt a[href*="${id}"]')`)
    await page.selectOption('.fl [aria-label=Status]', '')
    await page.selectOption('.top select', 'hour')
    const row = (of: string): string => `document.querySelector('.rqt a[href*="${of}"]')`
    await until(`location.search.includes('last=hour') && ${row(id)} && !${row(earlier)}`)
    const from = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())
    const { json: hour } = await desk.client.get(`${DB}/requests/faults?from=${from}&app=${desk.client.app}`)
    await until(`document.querySelector('.fl .tot').textContent.includes(', ${hour.failed} refused, p50 ')`)
  }

  const refused = { name: '<b>Ida</b>', groupNumber: 999, nme: 'x' }

  test('by keys alone: over to Integration, a failed request found as it comes, explained, copied and sent again', async () => {
    const { page, complaints } = desk.shown
    await desk.signIn()
    await press('Control+.')
    await until(`location.pathname.endsWith('/requests') && document.querySelector('.side .seg .on')`)
    await desk.console.settled(page)
    const earlier = (await desk.client.post(`${DB}/customers`, refused)).headers.get('x-request-id')!
    const reply = await desk.client.post(`${DB}/customers`, refused)
    expect(reply.status).toBe(400)
    await desk.client.get(`${DB}/currencies`)
    const id = reply.headers.get('x-request-id')!
    await until(`document.querySelector('.rqt a[href*="${id}"]') && document.querySelector('.fgs a')`)
    // The program by its name, and the place says how many were refused.
    const [{ name: app }] = (await desk.console.service.database.rows<{ name: string }>(
      'SELECT name FROM app WHERE app = $1',
      [desk.client.app],
    )) as [{ name: string }]
    await until(`[...document.querySelectorAll('.rqt tr')].some((row) => row.innerHTML.includes('${id}') &&
        [...row.cells].some((cell) => cell.innerText === ${JSON.stringify(app)}))`)
    await until(`document.querySelector('.side .nav.on .ct.hot')?.textContent === '2'`)
    await press('f')
    await until(`location.search === '?faults=1' && 
        document.querySelector('.rqt tbody tr a')?.href.includes('${id}')`)
    await press('j', 'Enter')
    await until(`location.pathname.endsWith('/requests/${id}') && document.querySelector('.bd .ln.bad')`)
    const marked = await page.evaluate(
      `[...document.querySelectorAll('.ln.bad code')].map((one) => one.textContent.trim())`,
    )
    expect(marked).toEqual(
      expect.arrayContaining([
        reply.json.errors.some(({ property }: { property: string }) => property === 'nme')
          ? '"nme": "x"'
          : '"groupNumber": 999,',
      ]),
    )
    expect(await page.evaluate(`document.querySelector('.rqd').textContent`)).toContain('<b>Ida</b>')
    expect(await page.evaluate(`document.querySelector('.curl').textContent`)).toMatch(
      /^curl -g -X POST .*customers'$/s,
    )
    await sameCall(earlier, id, reply.json.errors)
    expect(await desk.faults('requests')).toEqual([])
    await press('e')
    await until(`document.querySelector('.rq .ph [role=status] a')`)
    const repeats = async (): Promise<unknown[]> =>
      (await desk.client.get(`${DB}/requests?filter=replayOf$eq:${id}`)).json.items
    await eventually(async () => (await repeats()).length === 1)
    await press('Escape')
    await until(`location.pathname.endsWith('/requests')`)
    await lastHour(earlier, id)
    await press('Control+.')
    await until(`location.pathname === '/app/${desk.client.agreement}/'`)
    expect(complaints).toEqual([])
  })

  test('what was counted before the list said more is counted anew', async () => {
    const { page } = desk.shown
    const refusal = async (): Promise<string> =>
      (await desk.client.post(`${DB}/customers`, refused)).headers.get('x-request-id')!
    // Counts as they are when they are asked, which arrive when they are let go.
    let counts = 0
    let letGo = (): void => {}
    let held = new Promise<void>((come) => (letGo = come))
    await page.route('**/requests/count?*', async (route) => {
      const response = await route.fetch()
      counts++
      await held
      await route.fulfill({ response })
    })
    let first: Promise<string> | undefined
    await page.route('**/requests/paged?*', async (route) => {
      await eventually(() => counts > 0)
      await (first ??= refusal())
      await route.continue()
    })
    await desk.signIn()
    await press('g', 'r')
    await until(`document.querySelector('.rqt tbody a')`)
    expect(await page.evaluate(`document.querySelector('.side .ct.hot')`)).toBeNull()
    letGo()
    await until(`document.querySelector('.side .nav.on .ct.hot')?.textContent === '1'`)
    held = new Promise<void>((come) => (letGo = come))
    const before = counts
    await refusal()
    await eventually(() => counts > before)
    const id = await refusal()
    await until(`document.querySelector('.rqt a[href*="${id}"]')`)
    letGo()
    await until(`document.querySelector('.side .nav.on .ct.hot')?.textContent === '3'`)
    await page.unrouteAll({ behavior: 'wait' })
  })

  // In the long form: npm test has a minute for the console.
  test.runIf(isLong)('in a hidden tab, and while it is paused, the log is not asked', async () => {
    const { page } = desk.shown
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('number$gt')) asked++
    })
    await desk.signIn()
    await press('g', 'r')
    await eventually(() => Promise.resolve(asked > 0 || undefined))
    await page.clock.install()
    await press('p')
    await until(`document.querySelector('.lv').dataset.paused === 'true'`)
    await page.waitForLoadState('networkidle')
    let before = asked
    await page.clock.runFor(10_000)
    expect(asked).toBe(before)
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: true })`)
    await press('p')
    await until(`document.querySelector('.lv').dataset.paused === 'false'`)
    before = asked
    await desk.client.get(`${DB}/suppliers`)
    await page.clock.runFor(10_000)
    expect(asked).toBe(before)
    await page.evaluate(`delete document.hidden`)
    await until(`[...document.querySelectorAll('.rqt a')].some((one) => one.title.endsWith('/suppliers'))`)
  })
})
