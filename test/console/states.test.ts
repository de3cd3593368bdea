import { describe, expect, test } from 'vitest'
import { findChromium, holds, type Look, presses, texts } from './chromium.ts'
import { demoDesk } from './demo.ts'
import { DEMO, exactShown } from './figures.ts'

const program = findChromium()
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }

describe.skipIf(program === undefined)('states in Chromium', () => {
  const desk = demoDesk(program)
  const { at, demo } = desk

  test('where nothing is found it is said why, and more is offered', async () => {
    const { page } = await at(`${DEMO}/accounts/3614`, LOOK)
    await holds(page, `document.querySelector('.state p')?.textContent === 'The account is barred.'`)
    await page.locator('.state .btn', { hasText: 'All years' }).click()
    const years = (await demo('/accountingyearsapi/v1.0.0/AccountingYears/paged?pageSize=100')) as {
      dateFrom: string
      dateTo: string
    }[]
    const all = `${years[0]!.dateFrom.slice(0, 10)}..${years.at(-1)!.dateTo.slice(0, 10)}`
    await holds(page, `new URLSearchParams(location.search).get('period') === '${all}'`)
    await holds(page, `document.querySelector('.state') && !document.querySelector('.state .btn')`)
  })

  test('a service that cannot answer for a moment is asked again', async () => {
    const { page } = await at(`${DEMO}/settings`, LOOK)
    let refused = 0
    let isRefused = true
    await page.route(/api\/v[^/]+\/trial-balance/, async (route) => {
      if (!isRefused) return await route.continue()
      refused++
      const detail = 'The database is being switched over.'
      const problem = { title: 'Service Unavailable', status: 503, detail, errors: [] }
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
    })
    await page.goto(`${desk.console.service.baseUrl}${DEMO}/reports/trial-balance`)
    const said = '503. The database is being switched over. Asked again in 5 seconds. Nothing is lost.'
    await holds(page, `document.querySelector('.state p')?.textContent === '${said}'`)
    isRefused = false
    await holds(page, `document.querySelector('.t .fig') && !document.querySelector('.state')`)
    expect(refused).toBeGreaterThan(0)
    await page.unroute(/api\/v[^/]+\/trial-balance/)
  })

  test('without a connection figures stay, and of when they are is said', async () => {
    const { page, context } = await at(`${DEMO}/reports/trial-balance`, LOOK)
    const figures = await texts(page, '.t .fig')
    await context.setOffline(true)
    await presses(page, ['g', 'c'])
    await holds(
      page,
      `/^No connection since \\d\\d:\\d\\d\\. Figures are of \\d\\d:\\d\\d\\.$/.test(document.querySelector('.bn.off')?.innerText)`,
    )
    await page.goBack()
    await holds(page, `document.querySelectorAll('.t .fig').length === ${figures.length}`)
    await context.setOffline(false)
    await holds(page, `!document.querySelector('.bn.off')`)
  })

  test('a draft of the demo says what it would book', async () => {
    const [draft] = (await demo('/daybookapi/v1.0.0/draft-invoices')).items
    const { page } = await at(`${DEMO}/invoices/drafts/${draft.number}`, LOOK)
    const said = `In your sandbox this books ${exactShown(draft.amount)}.`
    await holds(page, `document.querySelector('.posts')?.textContent === '${said}'`)
  })
})
