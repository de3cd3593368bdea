import { describe, expect, test } from 'vitest'
import { jsonLines } from '../../src/console/json-lines.ts'
import { eventually } from '../patience.ts'
import { deskFor, findChromium, LONG } from './chromium.ts'

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

  const refused = { name: '<b>Ida</b>', groupNumber: 999, nme: 'x' }

  test(
    'by keys alone: over to Integration, a failed request found as it comes, explained, copied and sent again',
    { timeout: LONG },
    async () => {
      const { page, complaints } = desk.shown
      await desk.signIn()
      await press('Control+.')
      await until(`location.pathname.endsWith('/requests') && document.querySelector('.side .seg .on')`)
      await desk.console.settled(page)
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
      await until(`document.querySelector('.side .nav.on .ct.hot')?.textContent === '1'`)
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
      expect(await desk.faults('requests')).toEqual([])
      await press('e')
      await until(`document.querySelector('.rq .ph [role=status] a')`)
      const repeats = async (): Promise<unknown[]> =>
        (await desk.client.get(`${DB}/requests?filter=replayOf$eq:${id}`)).json.items
      await eventually(async () => (await repeats()).length === 1)
      await press('Escape')
      await until(`location.pathname.endsWith('/requests')`)
      await press('Control+.')
      await until(`location.pathname === '/app/${desk.client.agreement}/'`)
      expect(complaints).toEqual([])
    },
  )

  test('in a hidden tab, and while it is paused, the log is not asked', { timeout: LONG }, async () => {
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
