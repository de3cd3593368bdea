import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium as driver, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { createLink } from '../../src/access/console.ts'
import { ensureDemoAgreement } from '../../src/companies/demo.ts'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import type { Config } from '../../src/config.ts'
import { Chance, seedOf } from '../chance.ts'
import { isLong } from '../long.ts'
import { chromium } from '../pages/browser.ts'
import { eventually, PATIENCE_MILLISECONDS } from '../patience.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'

/** The Chromium of this machine, and one line where there is none: then nobody looks at the console. */
export function findChromium(): string | undefined {
  const name = chromium()
  if (name === undefined) {
    process.stdout.write(
      'Nobody looks at the console: there is no Chromium (apt-get install chromium, or name one by CHROMIUM).\n',
    )
  }
  return name && execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim()
}

/** How a page is looked at. */
export interface Look {
  width: number
  theme: 'light' | 'dark'
  language: 'da' | 'en'
}

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 1280: 800, 1440: 900 }
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of the console, and what it complained about. */
export interface Shown {
  page: Page
  context: BrowserContext
  complaints: string[]
  language: Look['language']
}

let browser: Promise<Browser> | undefined
/** Pages that nobody looks at any more, by language: making one takes as long as a test. */
const kept = new Map<Look['language'], Shown[]>()
/** What pages have asked, and were not answered yet. */
const underWay = new WeakMap<Page, ReadonlySet<Request>>()
let shared: Promise<TestService> | undefined

/** The one Chromium of the run, of which each process has its own pages. */
function launched(program: string): Promise<Browser> {
  browser ??= fetch(inject('chromiumWay'), { method: 'POST', body: program }).then(async (answer) => {
    const said = await answer.text()
    if (!answer.ok) throw new Error(said)
    return await driver.connect(said)
  })
  return browser
}

/** An expression that comes when what has been answered is drawn, and what is asked then has been. */
const DRAWN = 'new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell))))'

/** A page with nothing remembered, for a service at this address: one that was left, or another. */
export async function pageFor(program: string, baseUrl: string, { width, theme, language }: Look): Promise<Shown> {
  const shown = kept.get(language)?.pop() ?? (await newPage(await launched(program), language))
  const { page, context } = shown
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: baseUrl, storageTypes: 'local_storage' })
  await session.detach()
  await page.setViewportSize({ width, height: HEIGHTS[width]! })
  await page.emulateMedia({ colorScheme: theme, media: 'screen', reducedMotion: 'reduce' })
  return shown
}

/** With a seed, answers come late, some of them very: what was asked first may be answered last. */
const LATE = process.env.DAYBOOK_LATE === undefined ? undefined : new Chance(seedOf('DAYBOOK_LATE'))
const lateMilliseconds = (chance: Chance): number => (chance.maybe(0.2) ? chance.int(500, 3000) : chance.int(0, 100))

/** Answers of the service stand as they were when they were asked for, and arrive later. */
async function answerLate(context: BrowserContext, chance: Chance): Promise<void> {
  let isOffline = false
  const setOffline = context.setOffline.bind(context)
  context.setOffline = (is) => setOffline((isOffline = is))
  await context.route(/api\/v[^/]+\//, async (route) => {
    if (isOffline) return await route.continue()
    const response = await route.fetch().catch(() => undefined)
    await delay(lateMilliseconds(chance))
    // Whoever has gone elsewhere meanwhile waits for no answer.
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined)
  })
}

async function newPage(from: Browser, language: Look['language']): Promise<Shown> {
  const context = await from.newContext({ locale: language === 'da' ? 'da-DK' : 'en-GB' })
  context.setDefaultTimeout(PATIENCE_MILLISECONDS)
  if (LATE) await answerLate(context, LATE)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const tried = new Set<string>()
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => {
    asked.add(request)
    if (request.headers()['daybook-dry-run']) tried.add(request.url())
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  page.on('console', (message) => {
    // Of a dry run beside another one, or on a busy machine: the console asks it again.
    const isBusy = /status of (429|503)/.test(message.text()) && tried.has(message.location().url)
    if (!isBusy && (message.type() === 'error' || message.type() === 'warning'))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, context, complaints, language }
}

/**
 * Leaves a page to whoever wants one next. What was set on it that cannot be undone closes it instead. While its
 * service goes on, a small page of it is left: an empty one would end the process that draws, and the next begin
 * another.
 */
export async function leave(
  { page, context, complaints, language }: Shown,
  isSpent = false,
  isServed = true,
): Promise<void> {
  if (isSpent) return await context.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  const isThere = isServed && page.url().startsWith('http')
  await page.goto(isThere ? new URL('/errors/ValueNull', page.url()).href : 'about:blank')
  complaints.length = 0
  kept.set(language, [...(kept.get(language) ?? []), { page, context, complaints, language }])
}

/**
 * Keeps back what the page asks an API for: answers come after `come`, and those to later requests at once after `end`.
 * @param asked a pattern of the path, without the API's name and version.
 */
export async function hold(page: Page, asked: string): Promise<{ come: () => void; end: () => Promise<void> }> {
  let come = (): void => undefined
  const came = new Promise<void>((tell) => (come = tell))
  const held = new RegExp(`api/v[^/]+/${asked}(?:[/?]|$)`)
  await page.route(held, async (route) => {
    await came
    await route.continue()
  })
  return { come: () => come(), end: () => page.unroute(held) }
}

/**
 * Waits until an expression is true in the page. The page itself looks: asking it from here costs Node and browser each
 * time. What comes with another document is waited for there.
 */
export async function holds(page: Page, what: string): Promise<void> {
  const looking = `new Promise((tell, fail) => {
    const end = performance.now() + 2_000
    const look = () => {
      try {
        if (${what}) tell(true)
        else if (performance.now() > end) tell(false)
        else setTimeout(look, 20)
      } catch (error) { fail(error) }
    }
    look()
  })`
  await eventually(async () => {
    try {
      return await page.evaluate<boolean>(looking)
    } catch (error) {
      if (!/context was destroyed|navigat/.test((error as Error).message)) throw error
      return false
    }
  }, what)
}

/**
 * Presses keys one after the other, but `g` and the next one without waiting: the console takes them together within a
 * second, and a busy machine may need longer for the way there and back.
 */
export async function presses(page: Page, keys: readonly string[]): Promise<void> {
  for (const [at, key] of keys.entries()) {
    if (keys[at - 1] === 'g') continue
    await Promise.all((key === 'g' ? keys.slice(at, at + 2) : [key]).map((one) => page.keyboard.press(one)))
  }
}

const served = (settings: Partial<Config>): Promise<TestService> =>
  testService(settings, { consoleFolder: join(dirname(inject('parserProgram')), 'console') })

/** The service of this process for companies that share nothing, with a log of requests. It ends with the process. */
export function sharedService(): Promise<TestService> {
  shared ??= served({ hasDemo: false, requestLogBytesMax: 100_000_000, requestLogHours: 72 }).then((service) => {
    service.app.server.unref()
    return service
  })
  return shared
}

/** What stands in the elements of a page. */
export const texts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((of) => [...document.querySelectorAll(of)].map((one) => one.textContent!.trim()), selector)

/** The console of a service, in the one Chromium. */
export class Console {
  readonly service: TestService
  private readonly program: string

  private constructor(service: TestService, program: string) {
    this.service = service
    this.program = program
  }

  /** Over a service that others use, too. */
  static async open(program: string): Promise<Console> {
    return new Console(await sharedService(), program)
  }

  /** Over the demo company, which needs no signing in. Its service is stopped by who asks. */
  static async ofDemo(program: string): Promise<Console> {
    const service = await served({})
    await ensureDemoAgreement(service.database)
    return new Console(service, program)
  }

  /** A page of its own, with nothing remembered but a session, at an address of the console. */
  async page(path: string, look: Look, session?: { name: string; value: string }): Promise<Shown> {
    const shown = await pageFor(this.program, this.service.baseUrl, look)
    const kind = { url: this.service.baseUrl, httpOnly: true, sameSite: 'Strict' } as const
    if (session) await shown.context.addCookies([{ ...session, ...kind }])
    await shown.page.goto(this.service.baseUrl + path)
    await this.settled(shown.page)
    return shown
  }

  /** The same page at another address, looked at in another way; its language stays. */
  async turned(shown: Shown, path: string, { width, theme }: Look): Promise<Shown> {
    await shown.page.setViewportSize({ width, height: HEIGHTS[width]! })
    await shown.page.emulateMedia({ colorScheme: theme, media: 'screen' })
    shown.complaints.length = 0
    await shown.page.goto(this.service.baseUrl + path)
    await this.settled(shown.page)
    return shown
  }

  /** Waits until no request is under way and nothing shows that it waits, nor asks anything once it is drawn. */
  async settled(page: Page): Promise<void> {
    const asked = underWay.get(page)!
    const isQuiet = (): boolean => asked.size === 0
    do {
      await eventually(isQuiet, `${page.url()} to be answered`)
      await holds(page, `document.querySelector('h1') && !document.querySelector('.skeleton')`)
      await page.evaluate(DRAWN)
    } while (!isQuiet())
  }
}

/** A company for the tests of a file, and the page of a link to it. */
interface Opening {
  /** Makes the company; a danish sandbox where nothing is said. */
  make?: (service: TestService) => Promise<Client>
  link?: { roles?: readonly string[]; person?: string }
  /** Whether the tests set on their page what cannot be undone, such as a clock. */
  spendsPage?: boolean
  /** Whether each test has a company and a page of its own, as the others' would show in what it looks at. */
  isEach?: boolean
  /** Whether the tests enter by themselves: no page of a link is opened before. */
  isClosed?: boolean
}

/** An empty company that may be tried in. */
export async function danishSandbox(service: TestService): Promise<Client> {
  return await service.client({ agreement: await createSandboxAgreement(service.database, 'danish') })
}

/** A desk with the console open on it: at a link's page, before somebody clicks. */
class Desk {
  console!: Console
  client!: Client
  shown!: Shown
  private readonly look: Look
  private readonly link: Opening['link']

  constructor(look: Look, link: Opening['link'] = {}) {
    this.look = look
    this.link = link
  }

  readonly until = (what: string): Promise<void> => holds(this.shown.page, what)

  readonly press = (...keys: string[]): Promise<void> => presses(this.shown.page, keys)

  readonly type = (text: string): Promise<void> => this.shown.page.keyboard.type(text)

  readonly focused = (name: string): Promise<void> => this.until(`document.activeElement?.name === '${name}'`)

  readonly texts = (selector: string): Promise<string[]> => texts(this.shown.page, selector)

  /** The code of a new link: to the company, where no other agreement is named. */
  async newCode(link: Opening['link'] & { agreement?: number } = {}): Promise<string> {
    const { code } = await this.console.service.database.transaction((transaction) =>
      createLink(transaction, { agreement: this.client.agreement, ...link }),
    )
    return code
  }

  /** Opens the page of a new link to the company. */
  async open(): Promise<void> {
    this.shown = await this.console.page(`/app#code=${await this.newCode(this.link)}`, this.look)
  }

  /** Opens a place of the company, signed in by the link of no page: that page and the overview cost the most. */
  async enter(path: string, link = this.link): Promise<void> {
    const { service } = this.console
    const reply = await service.call('POST', '/app/session', {
      body: { code: await this.newCode(link) },
      headers: { 'daybook-console': '1', origin: service.baseUrl },
    })
    const [name = '', value = ''] = reply.headers.get('set-cookie')!.split(';')[0]!.split('=')
    this.shown = await this.console.page(`/app/${this.client.agreement}${path}`, this.look, { name, value })
  }

  /**
   * What is wrong with how the page looks: what lies beyond the screen of a phone; in the long form at any width, and
   * what axe finds there in both themes. `SHOTS` names a folder for pictures of it.
   */
  async faults(name = 'page'): Promise<unknown[]> {
    const { page } = this.shown
    const before = page.viewportSize()!
    const folder = process.env.SHOTS
    const found: unknown[] = []
    for (const colorScheme of isLong || folder ? (['light', 'dark'] as const) : [undefined]) {
      if (colorScheme) await page.emulateMedia({ colorScheme })
      for (const width of isLong || folder ? [1440, 1280, 390] : [390]) {
        await page.setViewportSize({ width, height: HEIGHTS[width]! })
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (beyond > 0) found.push(`${name}: ${beyond} px beyond ${width}`)
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
        if (isLong) found.push(...(await violations(page)).map((one) => `${name} ${width} ${colorScheme}: ${one}`))
      }
    }
    if (isLong || folder) await page.emulateMedia({ colorScheme: this.look.theme })
    await page.setViewportSize(before)
    return found
  }

  /** By keys alone. */
  async signIn(): Promise<void> {
    await this.press('Tab', 'Enter')
    await this.until(`location.pathname === '/app/${this.client.agreement}/'`)
    await this.console.settled(this.shown.page)
  }
}

/** The desk of the tests of a group: its company is made before them, and its page left after them. */
export function deskFor(program: string | undefined, look: Look, opening: Opening = {}): Desk {
  const { make = danishSandbox, link, isEach = false, isClosed = false } = opening
  const desk = new Desk(look, link)
  const [before, after] = isEach ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    desk.console = await Console.open(program!)
    desk.client = await make(desk.console.service)
    if (!isClosed) await desk.open()
  })
  after(async () => {
    if (desk.shown) await leave(desk.shown, opening.spendsPage)
  })
  return desk
}

/** What axe finds on a page, each kind with its first place. */
export async function violations(page: Page): Promise<string[]> {
  // Not by addScriptTag: the page lets no text become script.
  await page.evaluate(`${AXE}; undefined`)
  return await page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then((found) =>
      found.violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  )
}
