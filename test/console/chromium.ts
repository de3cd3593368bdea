import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { createLink } from '../../src/access/console.ts'
import { ensureDemoAgreement } from '../../src/companies/demo.ts'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import type { Config } from '../../src/config.ts'
import { isLong } from '../long.ts'
import { chromium } from '../pages/browser.ts'
import { eventually } from '../patience.ts'
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
}

let browser: Promise<Browser> | undefined
let shared: Promise<TestService> | undefined

/** The Chromium of this process, which ends with it: starting one takes as long as a test. */
export function launched(program: string): Promise<Browser> {
  browser ??= driver.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  return browser
}

const served = (settings: Partial<Config>): Promise<TestService> =>
  testService(settings, { consoleFolder: join(dirname(inject('parserProgram')), 'console') })

/** The service of this process for companies that share nothing, with a log of requests. It ends with the process. */
function sharedService(): Promise<TestService> {
  shared ??= served({ hasDemo: false, requestLogBytesMax: 100_000_000, requestLogHours: 72 }).then((service) => {
    service.app.server.unref()
    return service
  })
  return shared
}

/** The console of a service, in the one Chromium. */
export class Console {
  readonly service: TestService
  private readonly browser: Browser

  private constructor(service: TestService, browser: Browser) {
    this.service = service
    this.browser = browser
  }

  /** Over a service that others use, too. */
  static async open(program: string): Promise<Console> {
    return new Console(await sharedService(), await launched(program))
  }

  /** Over the demo company, which needs no signing in. Its service is stopped by who asks. */
  static async ofDemo(program: string): Promise<Console> {
    const service = await served({})
    await ensureDemoAgreement(service.database)
    return new Console(service, await launched(program))
  }

  /** A page of its own, with nothing remembered, at an address of the console. */
  async page(path: string, { width, theme, language }: Look): Promise<Shown> {
    const context = await this.browser.newContext({
      viewport: { width, height: HEIGHTS[width]! },
      colorScheme: theme,
      locale: language === 'da' ? 'da-DK' : 'en-GB',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // Of a dry run beside another one: the console asks it again.
      const isBusy = message.text().includes('status of 429')
      if (!isBusy && (message.type() === 'error' || message.type() === 'warning'))
        complaints.push(`${message.text()} ${message.location().url}`)
    })
    await page.goto(this.service.baseUrl + path)
    await this.settled(page)
    return { page, context, complaints }
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

  /** Waits until no request is under way and nothing shows that it waits. */
  async settled(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    await eventually(() => page.evaluate(() => !!document.querySelector('h1') && !document.querySelector('.skeleton')))
  }
}

/** A machine that does much else draws slowly: waiting ends long before this. */
export const LONG = 600_000

/** A company for the tests of a file, and the page of a link to it. */
interface Opening {
  /** Makes the company; a danish sandbox where nothing is said. */
  make?: (service: TestService) => Promise<Client>
  link?: { roles?: readonly string[]; person?: string }
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
  private theme: Look['theme'] = 'light'

  readonly until = (what: string): Promise<unknown> =>
    eventually(async () => Boolean(await this.shown.page.evaluate(what)) || undefined)

  readonly press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await this.shown.page.keyboard.press(key)
  }

  readonly type = (text: string): Promise<void> => this.shown.page.keyboard.type(text)

  readonly focused = (name: string): Promise<unknown> => this.until(`document.activeElement?.name === '${name}'`)

  readonly texts = (selector: string): Promise<string[]> =>
    this.shown.page.evaluate((of) => [...document.querySelectorAll(of)].map((one) => one.textContent!.trim()), selector)

  /** The code of a new link: to the company, where no other agreement is named. */
  async newCode(link: Opening['link'] & { agreement?: number } = {}): Promise<string> {
    const { code } = await this.console.service.database.transaction((transaction) =>
      createLink(transaction, { agreement: this.client.agreement, ...link }),
    )
    return code
  }

  /** Opens the page of a new link to the company. */
  async open(look: Look, link: Opening['link'] = {}): Promise<void> {
    this.theme = look.theme
    this.shown = await this.console.page(`/app#code=${await this.newCode(link)}`, look)
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
    if (isLong || folder) await page.emulateMedia({ colorScheme: this.theme })
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

/** The desk of the tests of a group: its company is made before them, and its page closed after them. */
export function deskFor(program: string | undefined, look: Look, opening: Opening = {}): Desk {
  const { make = danishSandbox, link } = opening
  const desk = new Desk()
  beforeAll(async () => {
    desk.console = await Console.open(program!)
    desk.client = await make(desk.console.service)
    await desk.open(look, link)
  }, LONG)
  afterAll(() => desk.shown?.context.close())
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
