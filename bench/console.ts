import { execFile, execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Closing } from './closing.ts'
import { DAYBOOK } from './company.ts'
import { type Ground, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { newAgreement } from './product.ts'
import { post } from './request.ts'
import { median } from './sample.ts'

const CHECKOUT = new URL('../', import.meta.url)
/** The demo company, where nobody has to sign in. */
const DEMO = '/app/100000'
const ROUNDS = 5
/** How long something may take to show, in milliseconds: longer, and the bench ends. */
const PATIENCE = 30_000
const LINES = 1_000
/** How many drafts one call takes. */
const BULK = 500
const TYPED = 'Papir og porto til kontoret i november maaned'
const SCREEN = { viewport: { width: 1440, height: 900 }, locale: 'da-DK' }
/** The second key of a change of screen, and what shows that its figures stand. */
const CHANGES: readonly (readonly [string, string])[] = [
  ['t', '.tb .fig'],
  ['o', '.ov .fig'],
  ['c', '.cs .fig'],
  ['i', '.iv .fig'],
  ['v', '.vbx .fig'],
  ['p', '.plt .fig'],
  ['s', '.cs .fig'],
]
/** What a person takes for a key, in milliseconds: that of an average typist (Card, Moran and Newell). */
const PERSON_KEY = 280

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const spread = (times: readonly number[]): string =>
  `median ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`

/** Looks at the console in Chromium as people do, and prints how long they wait. Takes about two minutes. */
export async function measureConsole(closing: Closing): Promise<void> {
  const ground = await openGround(closing)
  await demoThere(ground)
  say(`load before ${loadNow().toFixed(1)}`)
  await coldScreens(ground)
  const browser = await closing.opened(launched(), (one) => one.close())
  await changes(browser, ground)
  await keysOfJournal(browser, ground)
  await firstSteps(browser, ground)
  say(`load after ${loadNow().toFixed(1)}`)
}

/** A service makes the demo company beside its first requests. */
async function demoThere({ port }: Ground): Promise<void> {
  const headers = { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' }
  const there = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}${DAYBOOK}/company`, { headers })).status === 200
  for (let looks = 0; !(await there()); looks += 1) {
    if (looks > 600) throw new Error('The demo company does not come.')
    await delay(200)
  }
}

const launched = (): Promise<Browser> =>
  chromium.launch({
    executablePath: execFileSync('sh', ['-c', 'command -v "$0"', process.env.CHROMIUM ?? 'chromium'], {
      encoding: 'utf8',
    }).trim(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })

/** The first screen of a browser that has just been started, from its address to its figures, and what it loads. */
async function coldScreens({ port }: Ground): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const browser = await launched()
    try {
      const page = await (await browser.newContext(SCREEN)).newPage()
      await page.goto(`http://127.0.0.1:${port}${DEMO}/reports/trial-balance`, { waitUntil: 'commit' })
      times.push(await shown(page, '.tb .fig'))
      if (round === 0) say(`loaded, compressed: ${await loaded(page)}`)
    } finally {
      await browser.close()
    }
  }
  say(`first screen of a cold browser: ${spread(times)}`)
}

/** When something was drawn, in milliseconds since the page was asked for. */
const shown = (page: Page, selector: string, and = 'true'): Promise<number> =>
  page.evaluate<number>(`new Promise((tell, fail) => {
    const until = performance.now() + ${PATIENCE}
    const look = () => {
      if (document.querySelector('${selector}') && !document.querySelector('.skeleton') && (${and}))
        tell(performance.now())
      else if (performance.now() > until) fail(new Error(${JSON.stringify(`Not shown: ${selector} and ${and}`)}))
      else requestAnimationFrame(look)
    }
    look()
  })`)

const loaded = (page: Page): Promise<string> =>
  page.evaluate<string>(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/assets/'))
    .map(({ name, encodedBodySize }) => name.split('/').at(-1) + ' ' + (encodedBodySize / 1024).toFixed(1) + ' KB')
    .join(', ')`)

async function changes(browser: Browser, { port }: Ground): Promise<void> {
  const page = await (await browser.newContext(SCREEN)).newPage()
  await page.goto(`http://127.0.0.1:${port}${DEMO}/`, { waitUntil: 'commit' })
  await shown(page, 'h1')
  await page.evaluate(`addEventListener('keydown', ({ timeStamp }) => { window.pressed = timeStamp }, true)`)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [key, selector] of CHANGES) {
      const before = await page.evaluate<string>('location.pathname')
      await Promise.all(['g', key].map((one) => page.keyboard.press(one)))
      const at = await shown(page, selector, `location.pathname !== '${before}'`)
      times.push(at - (await page.evaluate<number>('window.pressed')))
    }
  }
  say(`change of screen by keys, ${times.length} times: ${spread(times)}`)
  await page.context().close()
}

/** The page of a link to a company. */
async function signedIn(browser: Browser, { environment, port }: Ground, agreement: number): Promise<Page> {
  const link = ['build/start.js', 'console', '--agreement', String(agreement), '--json']
  const told = await promisify(execFile)(process.execPath, link, {
    cwd: CHECKOUT,
    env: environment as NodeJS.ProcessEnv,
  })
  const { hash } = new URL((JSON.parse(told.stdout) as { url: string }).url)
  const page = await (await browser.newContext(SCREEN)).newPage()
  await page.goto(`http://127.0.0.1:${port}/app${hash}`)
  await shown(page, '.sign .btn.pri')
  return page
}

/** From a key to what it draws, in a journal of many lines. */
async function keysOfJournal(browser: Browser, ground: Ground): Promise<void> {
  const { agreement, headers } = await newAgreement(ground.address, 'Lines')
  const year = new Date().getFullYear()
  const entry = { entryTypeNumber: 5, date: `${year}-02-01`, currency: 'DKK', contraAccountNumber: 5820 }
  const entries = Array.from({ length: LINES }, (_, at) => ({
    ...{ ...entry, journalNumber: 1, accountNumber: 1010, amount: -1 - at, text: `Salg ${at}` },
  }))
  for (let from = 0; from < LINES; from += BULK)
    await post(ground.port, `${DAYBOOK}/draft-entries/bulk`, headers, { entries: entries.slice(from, from + BULK) })
  const page = await signedIn(browser, ground, agreement)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shown(page, '.app')
  await page.goto(`http://127.0.0.1:${ground.port}/app/${agreement}/journals/1`)
  await shown(page, '.jg tbody tr')
  await page.keyboard.press('n')
  await shown(page, '.jg', `document.activeElement?.name === 'text'`)
  // A message is handled after the frame that the key asked for was drawn.
  await page.evaluate(`window.painted = []; addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.painted.push(performance.now() - timeStamp)
      port2.postMessage(0)
    }), true)`)
  await page.keyboard.type(TYPED, { delay: 60 })
  const times = (await page.evaluate<number[]>('window.painted')).toSorted((left, right) => left - right)
  const late = times[Math.ceil(times.length * 0.95) - 1]!
  say(`key to paint in a journal of ${LINES} lines: ${spread(times)}, 95th percentile ${late.toFixed(0)}`)
  await page.context().close()
}

/** The hands of somebody at a page, who counts the keys. */
function handsAt(page: Page) {
  const hands = {
    keys: 0,
    async press(...names: string[]): Promise<void> {
      hands.keys += names.length
      for (const name of names) await page.keyboard.press(name)
    },
    async type(text: string): Promise<void> {
      hands.keys += text.length
      await page.keyboard.type(text)
    },
    /** Goes on by Tab until a field is reached. */
    async tabTo(name: string): Promise<void> {
      for (let tabs = 0; tabs < 60; tabs += 1) {
        if (await page.evaluate<boolean>(`document.activeElement?.name === '${name}'`)) return
        await hands.press('Tab')
      }
      throw new Error(`Tab does not reach ${name}.`)
    },
    /** Goes where two keys lead, which no field takes. */
    async goTo(key: string, selector: string): Promise<void> {
      await page.evaluate('document.activeElement.blur()')
      await hands.press('g', key)
      await shown(page, selector)
    },
  }
  return hands
}

type Hands = ReturnType<typeof handsAt>

/**
 * From the link to an empty company, by keys alone: its data, opening balances, the bank, a first voucher, booked. The
 * account at the bank comes by the API, before the clock starts.
 */
async function firstSteps(browser: Browser, ground: Ground): Promise<void> {
  const { agreement, headers } = await newAgreement(ground.address, 'First steps')
  const bank = { accountNumber: 5820, name: 'Drift', iban: 'DK5000400440116243', bic: 'DABADKKK', journalNumber: 1 }
  await post(ground.port, `${DAYBOOK}/bank-accounts`, headers, bank)
  const page = await signedIn(browser, ground, agreement)
  const hands = handsAt(page)
  const begun = performance.now()
  await opening(page, hands)
  const opened = performance.now()
  await voucher(page, hands)
  const seconds = (performance.now() - begun) / 1000
  say(
    `first steps: ${hands.keys} keys, no click; ${seconds.toFixed(1)} s by machine ` +
      `(${((performance.now() - opened) / 1000).toFixed(1)} of them the voucher); ` +
      `with ${PERSON_KEY} ms a key ${(seconds + (hands.keys * PERSON_KEY) / 1000).toFixed(0)} s`,
  )
  await page.context().close()
}

/** Signs in, gives the number of the company, opens its balances, and looks at the bank. */
async function opening(page: Page, { press, type, tabTo, goTo }: Hands): Promise<void> {
  await press('Tab', 'Enter')
  await shown(page, '.steps li')
  await press('c')
  await shown(page, '.rf [name=corporateIdentificationNumber]')
  await tabTo('corporateIdentificationNumber')
  await type('99412704')
  await press('Enter')
  await shown(page, '.rf', `!document.querySelector('.rf .fault')`)
  await press('Escape')
  await goTo('o', '.steps [data-done=true]')
  await press('o')
  await shown(page, '[name=accounts]')
  await tabTo('accounts')
  await type('5820;Bank;25.000,00\n6110;Kapital;-25.000,00')
  await shown(page, '.top .btn.pri:enabled')
  await press('Control+Enter')
  await shown(page, '.tb .fig')
  await goTo('b', '.eq')
}

/** Types a voucher of one line and books it. */
async function voucher(page: Page, { press, type, goTo }: Hands): Promise<void> {
  await goTo('j', '.tabs')
  await press('n')
  await shown(page, '.jg', `document.activeElement?.name === 'text'`)
  await type('Papir')
  await press('Shift+Tab', 'Shift+Tab', 'Control+a')
  await type('3605')
  await press('Tab', 'Tab', 'Tab', 'Control+a')
  await type('436,25')
  await press('Tab', 'Tab', 'Control+a', 'Backspace')
  await type('5820')
  await press('Enter')
  await shown(page, '.jg tbody tr.v1:not(.ed)')
  await press('Escape')
  await shown(page, '.top .btn.pri:enabled', `!document.querySelector('tr.ed')`)
  await press('Control+Enter')
  await shown(page, '.told svg')
}
