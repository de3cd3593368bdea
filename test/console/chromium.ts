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

/** The console over the demo company, in one Chromium. */
export class Console {
  readonly service: TestService
  private readonly browser: Browser

  private constructor(service: TestService, browser: Browser) {
    this.service = service
    this.browser = browser
  }

  static async open(program: string, settings: Partial<Config> = {}): Promise<Console> {
    const consoleFolder = join(dirname(inject('parserProgram')), 'console')
    const service = await testService(settings, { consoleFolder })
    if (settings.hasDemo ?? true) await ensureDemoAgreement(service.database)
    const browser = await driver.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    return new Console(service, browser)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.service.stop()
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
  settings?: Partial<Config>
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

  readonly until = (what: string): Promise<unknown> =>
    eventually(async () => Boolean(await this.shown.page.evaluate(what)) || undefined)

  readonly press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await this.shown.page.keyboard.press(key)
  }

  readonly type = (text: string): Promise<void> => this.shown.page.keyboard.type(text)

  readonly focused = (name: string): Promise<unknown> => this.until(`document.activeElement?.name === '${name}'`)

  readonly texts = (selector: string): Promise<string[]> =>
    this.shown.page.evaluate((of) => [...document.querySelectorAll(of)].map((one) => one.textContent!.trim()), selector)

  /** Opens the page of a new link to the company. */
  async open(look: Look, link: Opening['link'] = {}): Promise<void> {
    const { agreement } = this.client
    const { code } = await this.console.service.database.transaction((transaction) =>
      createLink(transaction, { agreement, ...link }),
    )
    this.shown = await this.console.page(`/app#code=${code}`, look)
  }

  /**
   * What is wrong with how the page looks: what lies beyond the screen at any width, and in the long form what axe
   * finds, in both themes.
   */
  async faults(): Promise<unknown[]> {
    const { page } = this.shown
    const before = page.viewportSize()!
    const found: unknown[] = []
    for (const width of [390, 1280, 1440]) {
      await page.setViewportSize({ width, height: HEIGHTS[width]! })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) found.push(`${beyond} px beyond ${width}`)
    }
    await page.setViewportSize(before)
    for (const colorScheme of isLong ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await violations(page)))
    }
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  }

  /** By keys alone. */
  async signIn(): Promise<void> {
    await this.press('Tab', 'Enter')
    await this.until(`location.pathname === '/app/${this.client.agreement}/'`)
    await this.console.settled(this.shown.page)
  }
}

/** The desk of the tests of a group: service, browser and company are made before them, and go after them. */
export function deskFor(program: string | undefined, look: Look, opening: Opening = {}): Desk {
  const { settings, make = danishSandbox, link } = opening
  const desk = new Desk()
  beforeAll(async () => {
    desk.console = await Console.open(program!, { hasDemo: false, ...settings })
    desk.client = await make(desk.console.service)
    await desk.open(look, link)
  }, LONG)
  afterAll(() => desk.console?.close())
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
