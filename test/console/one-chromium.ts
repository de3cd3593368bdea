import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Who is asked here for a Chromium, the path of its program being the body, says where it listens. */
    chromiumWay: string
  }
}

/**
 * Keeps one Chromium for all processes of tests, started when the first of them asks: starting one takes as long as
 * some files of tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<BrowserServer> | undefined
  const way = createServer((request, response) => {
    void (async () => {
      let program = ''
      for await (const part of request.setEncoding('utf8')) program += part as string
      started ??= launch(program)
      response.end((await started).wsEndpoint())
    })().catch((error: Error) => response.writeHead(500).end(error.message))
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  project.provide('chromiumWay', `http://127.0.0.1:${(way.address() as AddressInfo).port}`)
  return async () => {
    way.close()
    await (await started?.catch(() => undefined))?.close()
  }
}

/** Of a list of features the last one counts: so this one has what Playwright switches off, too. */
const OFF = [
  // Pages below the bar for addresses, which nobody sees here: each browser context would load two.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
]

async function launch(program: string): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core')
  return await chromium.launchServer({
    executablePath: program,
    host: '127.0.0.1',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--process-per-site',
      `--disable-features=${OFF.join()}`,
    ],
  })
}
