import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLink } from '../../src/access/console.ts'
import { revokeGrant } from '../../src/access/issue.ts'
import { Passkeys } from '../../src/session/passkeys.ts'
import type { Client, TestService } from '../service/harness.ts'
import { findChromium, leave, pageFor, sharedService } from './chromium.ts'

const program = findChromium()
const CONSOLE = { 'daybook-console': '1' }
const PASSKEYS = '/daybookapi/v1.0.0/console-passkeys'

let service: TestService
let company: Client
beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  company = await service.client()
  await company.post('/daybookapi/v1.0.0/people', { initials: 'MJ', name: 'Mette Juhl' })
})

const link = async (roles: string[] = ['SuperUser']) =>
  await service.database.transaction((transaction) =>
    createLink(transaction, { agreement: company.agreement, person: 'MJ', roles }),
  )

test('what no authenticator has answered is refused, and so is a browser without a session, or at an address', async () => {
  const post = async (path: string, body: unknown, host = 'localhost:8080'): Promise<unknown> => {
    const headers = { ...CONSOLE, host, origin: `http://${host}` }
    const { status, json } = await service.call('POST', path, { body, headers })
    return [status, json.errors?.[0].errorCode, json.errors?.[0].property]
  }
  const wrong = [401, 'ConsolePasskeyInvalid', 'passkey']
  expect(await post('/app/session', { passkey: {} })).toEqual(wrong)
  expect(await post('/app/session', { passkey: { id: 'x', response: 1 } })).toEqual(wrong)
  expect(await post('/app/session', { passkey: [] })).toEqual([400, 'ValueTypeInvalid', 'passkey'])
  expect(await post('/app/passkeys', { response: {}, name: 'x'.repeat(201) })).toEqual([400, 'ValueTooLong', 'name'])
  expect(await post('/app/passkeys', { response: {} })).toEqual([401, 'ConsoleSessionEnded', 'Cookie'])
  expect(await post('/app/passkeys/enrolment', {})).toEqual([401, 'ConsoleSessionEnded', 'Cookie'])
  expect(await post('/app/passkeys/challenge', {}, '127.0.0.1:8080')).toEqual([403, 'ConsoleOriginRefused', 'Host'])
})

test('what an authenticator makes is taken within five minutes of a link alone', async () => {
  const headers = { ...CONSOLE, host: 'localhost:8080', origin: 'http://localhost:8080' }
  const { code } = await link()
  const signedIn = await service.call('POST', '/app/session', { body: { code }, headers })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const enrolment = async () =>
    await service.call('POST', '/app/passkeys/enrolment', { headers: { ...headers, cookie } })
  expect((await enrolment()).json).toMatchObject({ rp: { id: 'localhost' }, user: { displayName: 'Mette Juhl' } })
  const made = await service.call('POST', '/app/passkeys', {
    body: { response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } },
    headers: { ...headers, cookie },
  })
  expect([made.status, made.json.errors[0].errorCode]).toEqual([401, 'ConsolePasskeyInvalid'])
  await service.database.rows(`UPDATE console_session SET enrols_until = now() WHERE agreement = $1`, [
    company.agreement,
  ])
  const late = await enrolment()
  expect([late.status, late.json.errors[0].errorCode]).toEqual([403, 'ConsoleEnrolmentOver'])
})

test('a challenge is for five minutes, and for one purpose', async () => {
  let now = Date.now()
  const sealer = {
    encrypt: async (_: number, text: string) => Buffer.from(text).toString('hex'),
    decrypt: async (_: number, hex: string) => Buffer.from(hex, 'hex').toString(),
  }
  const passkeys = new Passkeys(service.database, sealer, () => now)
  const { challenge } = (await passkeys.signing('http://localhost')) as { challenge: string }
  const read = async (purpose: string) =>
    await (passkeys as unknown as { read(c: string, p: string): Promise<number | undefined> }).read(challenge, purpose)
  expect([await read('sign-in'), await read('other')]).toEqual([now, undefined])
  now += 5 * 60_000
  expect(await read('sign-in')).toBeUndefined()
})

describe.skipIf(program === undefined)('a passkey in Chromium', () => {
  let page: Page
  beforeEach(async () => {
    const origin = service.baseUrl.replace('127.0.0.1', 'localhost')
    const shown = await pageFor(program!, origin, { width: 1280, theme: 'light', language: 'en' })
    page = shown.page
    const authenticator = await shown.context.newCDPSession(page)
    onTestFinished(async () => {
      await authenticator.detach()
      await leave(shown)
    })
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${origin}/app`)
  })

  interface Told {
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into bodies freely
    json: any
  }

  const ask = async (method: string, path: string, body?: unknown, agreement?: number): Promise<Told> =>
    await page.evaluate(
      async ([verb, to, sent, of]) => {
        const headers = {
          'daybook-console': '1',
          ...(sent && { 'content-type': 'application/json' }),
          ...(of && { 'daybook-agreement': String(of) }),
        } as Record<string, string>
        const answer = await fetch(to!, { method: verb!, headers, ...(sent && { body: sent }) })
        const text = await answer.text()
        return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
      },
      [method, path, body === undefined ? undefined : JSON.stringify(body), agreement] as [
        string,
        string,
        string?,
        number?,
      ],
    )

  const enrol = async (): Promise<Told> => {
    const options = await ask('POST', '/app/passkeys/enrolment')
    if (options.status !== 200) return options
    const response = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON)
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON() as unknown
    }, options.json as unknown)
    return await ask('POST', '/app/passkeys', { response, name: 'Laptop' })
  }

  const answer = async (): Promise<unknown> => {
    const { json } = await ask('POST', '/app/passkeys/challenge')
    return await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      )
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as unknown
    }, json as unknown)
  }

  test('is enrolled after a link, signs in again, once for each answer, and ends with the grant', async () => {
    const { code, grantNumber } = await link(['Bookkeeping'])
    const signedIn = await ask('POST', '/app/session', { code })
    expect(signedIn).toMatchObject({ status: 201, json: { hasPasskeys: true, agreements: [{ mayEnrol: true }] } })
    expect(await enrol()).toEqual({ status: 201, json: { agreementNumbers: [company.agreement] } })
    await ask('DELETE', '/app/session')
    expect((await ask('GET', '/app/session')).json.agreements).toEqual([])

    const passkey = await answer()
    const again = await ask('POST', '/app/session', { passkey })
    expect(again).toMatchObject({
      status: 201,
      json: { opened: company.agreement, agreements: [{ mayEnrol: false, grantNumber }] },
    })
    expect(
      (await ask('GET', '/daybookapi/v1.0.0/trial-balance?from=2026-01-01&to=2026-01-31', undefined, company.agreement))
        .status,
    ).not.toBe(401)
    expect(await enrol()).toMatchObject({ status: 403, json: { errors: [{ errorCode: 'ConsoleEnrolmentOver' }] } })
    const replayed = { status: 401, json: { errors: [{ errorCode: 'ConsolePasskeyInvalid' }] } }
    expect(await ask('POST', '/app/session', { passkey })).toMatchObject(replayed)
    const altered = structuredClone(await answer()) as { response: { signature: string } }
    altered.response.signature = altered.response.signature.replace(/.{4}$/, 'AAAA')
    expect(await ask('POST', '/app/session', { passkey: altered })).toMatchObject(replayed)

    const { items } = (await company.get(PASSKEYS)).json as {
      items: { name: string; person: string; lastUsedAt: string }[]
    }
    expect(items).toMatchObject([{ name: 'Laptop', person: 'MJ', lastUsedAt: expect.any(String) }])
    const before = await answer()
    await revokeGrant(service.database, grantNumber)
    expect(await ask('POST', '/app/session', { passkey: before })).toMatchObject(replayed)
  })

  test('is enrolled within five minutes of a link, and removed by the API', async () => {
    await ask('POST', '/app/session', { code: (await link()).code })
    await service.database.rows(`UPDATE console_session SET enrols_until = now() WHERE agreement = $1`, [
      company.agreement,
    ])
    expect(await enrol()).toMatchObject({ status: 403, json: { errors: [{ errorCode: 'ConsoleEnrolmentOver' }] } })
    await ask('POST', '/app/session', { code: (await link()).code })
    expect((await enrol()).status).toBe(201)
    const { items } = (await company.get(PASSKEYS)).json as { items: { number: number }[] }
    for (const { number } of items) expect((await company.delete(`${PASSKEYS}/${number}`)).status).toBe(204)
    expect((await company.delete(`${PASSKEYS}/${items[0]!.number}`)).status).toBe(404)
    expect((await ask('POST', '/app/session', { passkey: await answer() })).status).toBe(401)
  })

  test('is enrolled under Settings, and signs in on the page for it', async () => {
    const { code } = await link()
    await page.goto(`${new URL(page.url()).origin}/app#code=${code}`)
    await page.reload()
    await page.locator('.sign .btn.pri').click()
    await page.waitForURL(`**/app/${company.agreement}/`)
    await page.goto(`${new URL(page.url()).origin}/app/${company.agreement}/settings/sessions`)
    await page.locator('.set header .btn:enabled').click()
    await page.locator('.set section:last-child tbody tr').waitFor()
    expect((await company.get(PASSKEYS)).json.items).toHaveLength(1)
    await ask('DELETE', '/app/session')
    await page.goto(`${new URL(page.url()).origin}/app`)
    await page.locator('.sign .btn').click()
    await page.waitForURL(`**/app/${company.agreement}/`)
    await page.locator('.app').waitFor()
  })
})
