import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import { eventually } from '../patience.ts'
import { danishSandbox, deskFor, findChromium, leave } from './chromium.ts'
import { wholeShown } from './figures.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'

describe.skipIf(program === undefined)('the workshop in Chromium', () => {
  const desk = deskFor(
    program,
    { width: 1280, theme: 'light', language: 'en' },
    {
      make: async (service) => {
        const template = process.env.SHOTS ? 'demo' : 'danish'
        return await service.client({ agreement: await createSandboxAgreement(service.database, template) })
      },
      link: { roles: ['SuperUser', 'Sales'] },
      isEach: true,
      isClosed: true,
    },
  )
  const { until, press } = desk
  beforeEach(() => desk.enter('/requests'))

  const textOf = (selector: string): Promise<string> =>
    desk.shown.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`)

  /** That the page fits, in the long form at all widths, in both themes, and without a fault for axe. */
  async function looksWell(name: string): Promise<void> {
    await desk.console.settled(desk.shown.page)
    expect(await desk.faults(name)).toEqual([])
  }

  /** Webhooks of another app with deliveries in every state, written as the service writes them. */
  async function withDeliveries(): Promise<string> {
    const made = await desk.client.post('/webhooksapi/v1.0.0/webhooks', {
      eventType: 'CUSTOMER_UPDATED',
      name: '<b>CRM</b>',
      url: 'https://crm.example/hooks/[NEWNUMBER]',
      contentType: 'application/json',
      postData: '{"is": "[NEWNUMBER]"}',
    })
    expect(made.status, made.text).toBe(201)
    const changed = await desk.client.post(`${DB}/customers`, {
      number: 4711,
      name: 'Nordwind',
      groupNumber: 1,
      currency: 'DKK',
      vatZoneNumber: 1,
      paymentTermNumber: 1,
    })
    const id = changed.headers.get('x-request-id')!
    // The log is written beside the requests.
    await eventually(async () => (await desk.client.get(`${DB}/requests/${id}`)).status === 200)
    await desk.console.service.database.rows(
      `SELECT emit_events($1, 'CUSTOMER_UPDATED', ARRAY(SELECT jsonb_build_object('OLDNUMBER', '', 'NEWNUMBER', n::text) FROM generate_series(1, 12) n),
         false, ARRAY(SELECT ' ' || $2 FROM generate_series(1, 12)))`,
      [desk.client.agreement, id],
    )
    const attempt = (statusCode: number | null, answer: string, at: string) => ({
      startedAt: at,
      durationMilliseconds: 84,
      statusCode,
      error: statusCode === null ? 'The connection was refused.' : null,
      answer,
    })
    const failed = [
      attempt(500, 'TypeError: <script>alert(1)</script>', '2026-11-26T08:00:00.000Z'),
      attempt(500, 'TypeError: <script>alert(1)</script>', '2026-11-26T08:00:05.000Z'),
      attempt(null, '', '2026-11-26T08:05:05.000Z'),
    ]
    const sent = {
      url: 'https://crm.example/hooks/9',
      headers: [
        { name: 'content-type', value: 'application/json' },
        { name: 'webhook-id', value: 'msg_1' },
        { name: 'webhook-signature', value: 'v1,(masked)' },
      ],
      body: '{"is": "9"}',
      isCut: false,
    }
    // As the service knows in its log the secret that signed, and one that was another's.
    const [{ signedBy }] = (await desk.console.service.database.rows<{ signedBy: string }>(
      `SELECT encode(sha256(convert_to(secret, 'UTF8')), 'hex') AS "signedBy" FROM webhook WHERE agreement = $1`,
      [desk.client.agreement],
    )) as [{ signedBy: string }]
    await desk.console.service.database.rows(
      `UPDATE webhook_delivery SET attempts = CASE WHEN number < 9 THEN $2::jsonb WHEN number = 9 THEN $3::jsonb ELSE '[]' END,
         sent = CASE WHEN number <= 9 THEN jsonb_set($4::jsonb, '{signedBy}', CASE number WHEN 8 THEN '["0"]' ELSE $5::jsonb END) END, due_at = now() + interval '1 hour',
         state = CASE WHEN number = 3 THEN 'failed' WHEN number = 4 THEN 'skipped' WHEN number < 9 THEN 'delivered' ELSE 'pending' END,
         ended_by = CASE WHEN number = 3 THEN 'attempts' WHEN number = 4 THEN 'request' END WHERE agreement = $1`,
      [
        desk.client.agreement,
        JSON.stringify([attempt(204, '', '2026-11-26T07:00:00.000Z')]),
        JSON.stringify(failed),
        JSON.stringify(sent),
        JSON.stringify([signedBy]),
      ],
    )
    return id
  }

  test('by keys alone: a delivery that fails found, what made it, skipped, and those that failed sent again', async () => {
    const id = await withDeliveries()
    await press('g', 'w')
    await until(`document.querySelectorAll('.dlt tbody tr').length >= 12`)
    await until(`document.querySelector('.hook')?.textContent.includes('failing')`)
    // What fails is offered, where nothing is chosen yet.
    const offered = `document.querySelector('.wh > .only-wide .btn[href*="/webhooks/9"]')`
    await until(`${offered}.focus() || document.activeElement === ${offered}`)
    await press('Enter')
    await until(`location.pathname.endsWith('/webhooks/9') && document.querySelector('.att')`)
    await until(`document.querySelector('a.l[href*="/requests/${id}"]')?.textContent.includes('POST')`)
    expect(await textOf('.att')).toContain('TypeError: <script>')
    expect(await textOf('.att')).toContain('the same')
    expect(await textOf('.rqd .curl')).toContain('v1,(masked)')
    expect(await textOf('.sgn')).toBe('The signature is right for the secret of the webhook.')
    // At 1280 px, too, the list says which event it was.
    await until(`document.querySelector('.dlt tbody .ev').offsetWidth > 60`)
    await desk.shown.page.selectOption('.dls select', 'skipped')
    await until(`document.querySelectorAll('.dlt tbody tr').length === 1 && document.querySelector('.dlt').textContent
        .includes('skipped')`)
    expect(await textOf('.hook')).toContain('failing')
    await desk.shown.page.selectOption('.dls select', '')
    await until(`document.querySelectorAll('.dlt tbody tr').length >= 12`)
    await looksWell('webhooks')
    await press('x')
    await until(`document.querySelector('.dlt tr.on')?.textContent.includes('skipped')`)
    expect((await desk.client.get(`${DB}/webhook-deliveries/9`)).json).toMatchObject({
      state: 'skipped',
      endedBy: 'request',
    })
    await press('e')
    await until(`/waits|failing/.test(document.querySelector('.dlt tr.on')?.textContent ?? '')`)
    await desk.client.post(`${DB}/webhook-tests/CUSTOMER_UPDATED`)
    await until(`document.querySelector('.dlt')?.textContent.includes('14') ||
        document.querySelectorAll('.dlt tbody tr').length >= 13`)
    // What is typed stays when the kinds of events come late.
    let come = (): void => {}
    const typed = new Promise<void>((resolve) => (come = resolve))
    await desk.shown.page.route(/\/eventTypes/i, (answered) => typed.then(() => answered.continue()))
    await press('n')
    await until(`document.querySelector('.dlg [name=url]')`)
    await desk.shown.page.fill('.dlg [name=name]', 'Orders')
    come()
    await until(`document.querySelector('.dlg [name=postData]')`)
    expect(await desk.shown.page.inputValue('.dlg [name=name]')).toBe('Orders')
    await desk.shown.page.fill('.dlg [name=url]', 'http://crm.example/')
    await desk.shown.page.press('.dlg [name=url]', 'Enter')
    await until(`document.querySelector('.dlg .fault')`)
    await desk.shown.page.fill('.dlg [name=url]', 'https://crm.example/')
    await desk.shown.page.press('.dlg [name=url]', 'Enter')
    await until(`!document.querySelector('.dlg') && document.querySelectorAll('.hook').length === 2`)
    // The console shows the secret of what it made itself alone, and gets another.
    const secret = `document.querySelector('[data-secret].l')`
    expect(await desk.texts('[data-secret].l')).toHaveLength(1)
    await until(`${secret}.focus() || document.activeElement === ${secret}`)
    await press('Enter')
    await until(`document.querySelector('.dlg .code')?.textContent.startsWith('whsec_')`)
    const before = await textOf('.dlg .code')
    await desk.shown.page.click('.dlg .danger')
    await until(`!['', ${JSON.stringify(before)}].includes(document.querySelector('.dlg .code')?.textContent ?? '')`)
    await press('Escape')
    await until(`!document.querySelector('.dlg')`)
  })

  test('snapshot, fault on order, clock, and back', async () => {
    // Nobody delivers here, and the clock would wait for what is due on its way.
    const { items: due } = (await desk.client.get(`${DB}/webhook-deliveries?filter=state$eq:pending`)).json
    for (const { number } of due) await desk.client.post(`${DB}/webhook-deliveries/${number}/skip`)
    // Today in the books is what their clock shows.
    expect((await desk.client.post(`${DB}/clock/advance`, { days: 40 })).status).toBeLessThan(300)
    const shown = new Date(Date.now() + 40 * 86_400_000).toISOString()
    await eventually(async () => (await desk.client.get(`${DB}/clock`)).json.today >= shown.slice(0, 10))
    await desk.shown.page.goto(`${desk.console.service.baseUrl}/app/${desk.client.agreement}/journals/1?line=new`)
    await until(`document.querySelector('[name=date]')?.value.slice(3, 6) === '${shown.slice(5, 7)}.'`)
    await press('Escape', 'Escape', 'g', 'l')
    await until(`document.querySelector('.orders [role=switch]') && document.querySelector('.clk')`)
    // What comes is what the API says, by its days.
    const { next } = (await desk.client.get(`${DB}/clock`)).json as { next: { at: string; kind: string }[] }
    const days = [...new Set(next.map(({ at }) => `${at.slice(8, 10)}.${at.slice(5, 7)}.`))].slice(0, 6)
    await until(`document.querySelectorAll('.next .s').length === ${next.length}`)
    expect(await desk.texts('.next b')).toEqual(days)
    expect((await desk.texts('.next .s')).join()).toMatch(/VAT period ends, Q\d \d{4}/)
    // The bar of every page leads to the same.
    await desk.shown.page.click('.sbx a[href$="do=set"]')
    await until(`document.querySelector('.dlg [name=to]') && location.search === ''`)
    await press('Escape')
    await press('t')
    await until(`document.querySelector('.dlg [name=name]')`)
    // A name has the width of the dialog.
    await until(`document.querySelector('.dlg [name=name]').offsetWidth > 250`)
    await desk.shown.page.fill('.dlg [name=name]', 'before')
    await press('Enter')
    await until(`document.querySelector('.snt')?.textContent.includes('before')`)
    await desk.shown.page.evaluate(`document.querySelector('.orders [role=switch]').focus()`)
    await press('Enter')
    await until(`document.querySelector('.orders [role=switch]').getAttribute('aria-checked') === 'true'`)
    expect((await desk.client.get(`${DB}/fault-plan`)).json.rules).toMatchObject([
      { kind: '429', every: 5, onlyWrites: true },
    ])
    // The bar of every page says so, too.
    await until(`document.querySelector('.sbx .neg')?.textContent.includes('1 fault') && document.querySelector('.sbx')
      .textContent.includes('1 snapshot')`)
    await looksWell('sandbox')
    const day = (await desk.client.get(`${DB}/clock`)).json.today as string
    const plusDay = `document.querySelector('.sbx .btn')`
    await until(`${plusDay}.focus() || document.activeElement === ${plusDay}`)
    await press('Enter')
    await until(`document.querySelector('.sbx [data-clock]')?.dataset.clock > '${day}' && !${plusDay}.disabled`)
    await desk.shown.page.evaluate(`document.querySelectorAll('.clk button')[1].focus()`)
    await press('Enter')
    await until(`document.querySelector('.way')`)
    await desk.shown.page.evaluate(`document.querySelector('.snt button').focus()`)
    await press('Enter')
    await until(`document.querySelector('.dlg .btn.pri')`)
    await desk.shown.page.evaluate(`document.querySelector('.dlg .btn.pri').focus()`)
    await press('Enter')
    await until(`!document.querySelector('.dlg')`)
    const [taken] = (await desk.client.get(`${DB}/snapshots`)).json.items
    expect(taken).toMatchObject({ name: 'before', restoredAt: expect.any(String) })
  })

  test('what is read before a write and answered after it is not shown as if it were new', async () => {
    const { page } = desk.shown
    await press('g', 'l')
    await until(`document.querySelector('.orders [role=switch]')`)
    const plan = /\/fault-plan$/
    let come = (): void => {}
    const written = new Promise<void>((tell) => (come = tell))
    const asked: string[] = []
    await page.route(plan, async (route) => {
      if (route.request().method() !== 'GET') return await route.continue()
      asked.push(route.request().url())
      if (asked.length > 1) return await route.continue()
      // The plan as it was, which arrives late.
      const response = await route.fetch()
      await written
      await route.fulfill({ response })
    })
    // Another write makes the page read the plan.
    await page.click('.seg button[aria-pressed=false]')
    await eventually(async () => asked.length === 1)
    await page.evaluate(`document.querySelector('.orders [role=switch]').focus()`)
    await press('Enter')
    await eventually(async () => asked.length === 2)
    await until(`document.querySelector('.sbx .neg')?.textContent.includes('1 fault')`)
    const late = page.waitForEvent('requestfinished', (one) => plan.test(one.url()) && one.method() === 'GET')
    come()
    await late
    await until(`document.querySelector('.orders [role=switch]').getAttribute('aria-checked') === 'true' &&
      document.querySelector('.sbx .neg')?.textContent.includes('1 fault')`)
    await page.unroute(plan)
  })

  test('whoever is no SuperUser sees the day of the sandbox, too, and nothing that sets it', async () => {
    await desk.client.put(`${DB}/clock`, { frozen: true })
    expect((await desk.client.post(`${DB}/clock/advance`, { months: 2 })).status).toBe(200)
    const { today, now } = (await desk.client.get(`${DB}/clock`)).json as { today: string; now: string }
    await leave(desk.shown)
    await desk.enter('/', { roles: ['Bookkeeping'] })
    await until(`document.querySelector('.sbx [data-clock="${today}"]')`)
    expect(await textOf('.sbx')).toContain(now.slice(11, 16))
    expect(await desk.shown.page.locator('.sbx button, .sbx a').count()).toBe(0)
    await until(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/waiting?date=${today}'))`)
    await looksWell('sandbox-bookkeeping')
    expect(desk.shown.complaints).toEqual([])
  })

  test('by keys alone: a sandbox is reset, and the session goes on in the fresh one', async () => {
    const { page } = desk.shown
    const { agreement } = await danishSandbox(desk.console.service)
    const code = await desk.newCode({ agreement })
    // Another agreement comes into the switch by a link of its own.
    await page.goto(`${desk.console.service.baseUrl}/app#code=${code}`)
    await until(`document.querySelector('.sign .btn.pri')`)
    await press('Tab', 'Enter')
    await until(`location.pathname === '/app/${agreement}/' && document.querySelector('.sbx')`)
    await press('g', 'l')
    await until(`location.pathname.endsWith('/sandbox') && document.querySelector('.top .btn.danger')`)
    const button = (of: string): string =>
      `document.querySelector('${of}').focus() || document.activeElement?.matches('${of}')`
    await until(button('.top .btn.danger'))
    await press('Enter')
    await until(`document.querySelector('.dlg [name=template]')`)
    await page.selectOption('.dlg [name=template]', 'empty')
    await until(button('.dlg .btn.danger'))
    await press('Enter')
    await until(`!location.pathname.includes('/${agreement}/') && location.pathname.endsWith('/sandbox')`)
    await until(`!document.querySelector('.dlg') && document.querySelector('.clk')`)
    await press('g', 'o')
    await until(`document.querySelectorAll('.steps li').length > 2`)
  })

  /** Orders that the next call of an operation is answered 500. */
  async function orders(operation: string): Promise<void> {
    const rules = [{ kind: '500', operation, times: 1 }]
    expect((await desk.client.put(`${DB}/fault-plan`, { rules })).status).toBeLessThan(300)
  }

  /** Whether a command of the page succeeds, with the tokens of the desk's app. */
  async function passes(command: string): Promise<boolean> {
    const { 'x-appsecrettoken': appSecretToken, 'x-agreementgranttoken': agreementGrantToken } = desk.client.headers
    const cwd = await mkdtemp(join(tmpdir(), 'daybook-ci-'))
    onTestFinished(() => rm(cwd, { recursive: true }))
    const env = { ...process.env, appSecretToken, agreementGrantToken }
    return await new Promise((tell) => execFile('sh', ['-c', command], { cwd, env }, (error) => tell(error === null)))
  }

  test('coverage shows what the API says, and keys are made, renewed and ended', async () => {
    // What a program has called is covered.
    expect((await desk.client.put(`${DB}/fault-plan`, { rules: [] })).status).toBeLessThan(300)
    expect((await desk.client.get('/customersapi/v3.1.0/Customers/count')).status).toBe(200)
    // Counted a moment later, and the page asks once.
    const covered = async () => (await desk.client.get(`${DB}/coverage?app=${desk.client.app}`)).json
    await eventually(async () => (await covered()).operationsCalled > 0)
    await press('g', 'e')
    await until(`document.querySelector('.cvt tbody tr')`)
    const said = await covered()
    expect(await textOf('.cov')).toContain(`of ${wholeShown(said.operationsServed)} served`)
    await looksWell('coverage')
    // What a job runs passes where enough was met, and fails where it was less.
    await desk.shown.page.click('.top .btn:not(.quiet)')
    for (const [min, isEnough] of [
      [String(said.percent), true],
      ['100', false],
    ] as const) {
      await desk.shown.page.fill('.dlg [name=min]', min)
      await until(`document.querySelector('.dlg [data-enough=${isEnough}]')`)
      expect(await passes(await textOf('.dlg .code'))).toBe(isEnough)
    }
    await press('Escape')
    const [{ app }] = (await desk.console.service.database.rows<{ app: number }>(
      `INSERT INTO app (name, secret_hash, is_grantable) VALUES ('<i>Lager</i>', uuid_send(gen_random_uuid()), true) RETURNING app`,
    )) as [{ app: number }]
    // A fault that was ordered for all apps hits the console, too, and it says so.
    await orders('GET /webhook-deliveries/paged')
    await press('g', 'w')
    await until(`document.querySelector('.dls .state .tag.warn') && document.querySelector('.strip .tag.warn')`)
    expect(await textOf('.dls .state')).toContain('The sandbox ordered this answer (500, rule 1).')
    await desk.shown.page.click('.dls .state .btn.pri')
    await until(`document.querySelector('.dls .state') && !document.querySelector('.dls .tag.warn')`)
    await press('g', 'k')
    await until(`document.querySelector('.kyt tbody tr')`)
    await press('n')
    await until(`document.querySelector('.dlg [name=roles]') && document.querySelector('.dlg [name=app] option')`)
    await desk.shown.page.check('.dlg [name=roles][value=Sales]')
    await orders('POST /grants')
    await desk.shown.page.press('.dlg [name=person]', 'Enter')
    await until(`document.querySelector('.dlg .fault')?.textContent.includes('ordered this answer (500, rule 1)')`)
    await desk.shown.page.press('.dlg [name=person]', 'Enter')
    await until(`document.querySelector('.made .code')`)
    await until(`document.querySelectorAll('.kyt tbody tr').length >= 3`)
    expect(await textOf('.made')).toContain('<i>Lager</i>')
    // On a phone what a key may is read whole, below its app.
    await desk.shown.page.setViewportSize({ width: 390, height: 844 })
    const may = `[...document.querySelectorAll('.kyt td')].filter((one) => one.offsetWidth > 0 && one.innerText.includes('sales'))`
    await until(`${may}.length === 1 && ${may}[0].scrollWidth <= ${may}[0].clientWidth`)
    await desk.shown.page.setViewportSize({ width: 1280, height: 800 })
    await looksWell('keys')
    const [made] = (await desk.client.get(`${DB}/grants?filter=app$eq:${app}`)).json.items
    expect(made.roles).toEqual(['Sales'])
    await desk.shown.page.evaluate(`document.querySelector('.kyt tr.on [data-stop=revoke]').focus()`)
    await press('Enter')
    await until(`document.querySelector('.dlg .danger')`)
    await desk.shown.page.click('.dlg .danger')
    await until(`!document.querySelector('.dlg')`)
    expect((await desk.client.get(`${DB}/grants/${made.number}`)).json.revokedAt).not.toBeNull()
    expect(desk.shown.complaints.filter((one) => !/400|500/.test(one))).toEqual([])
  })
})
