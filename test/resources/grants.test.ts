import { beforeAll, describe, expect, test } from 'vitest'
import { createApp, setGrantable } from '../../src/access/issue.ts'
import { hashToken } from '../../src/access/tokens.ts'
import { GRANT_CACHE_MILLISECONDS, GRANT_OVERLAP_MINUTES } from '../../src/limits.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { untilPasses } from '../patience.ts'
import { type Client, newClient, type Reply, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { REPORTS } from './report-books.ts'

const GRANTS = `${REPORTS}/grants`

let service: TestService
let client: Client
let app: { app: number; appSecretToken: string }
beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ roles: ['SuperUser', 'Bookkeeping'] })
  await client.post(`${REPORTS}/people`, { initials: 'MJ', name: 'Mette Jensen' })
  app = await createApp(service.database, 'Kasse')
  await setGrantable(service.database, app.app, true)
})

test('are made only for apps that the operator allows, never those of sandboxes or the demo', async () => {
  const { app: sandbox } = await createApp(service.database, 'Prøve', { isSandbox: true })
  for (const number of [sandbox, 2_000_000_000]) {
    await expect(setGrantable(service.database, number, true)).rejects.toThrow(`There is no app ${number}`)
  }
})

const asked = (more: object = {}): object => ({ app: app.app, roles: ['SuperUser'], ...more })

/** Reads with the token of a grant. */
const opens = async (token: string): Promise<number> => {
  const headers = { 'x-appsecrettoken': app.appSecretToken, 'x-agreementgranttoken': token }
  return (await service.call('GET', `${REPORTS}/people`, { headers })).status
}

describe('a grant', () => {
  test('is made for an app, listed without its token, and told by the trail', async () => {
    const made = await client.post(GRANTS, asked({ roles: ['SuperUser', 'Bookkeeping'], person: 'mj' }))
    expect(made.status, made.text).toBe(201)
    const { grantNumber, agreementGrantToken } = made.json
    expect(made.headers.get('location')).toBe(`${GRANTS}/${grantNumber}`)
    expect(agreementGrantToken).toMatch(/^[\w-]{43}$/)
    expect(await opens(agreementGrantToken)).toBe(200)
    const read = await client.get(`${GRANTS}/${grantNumber}`)
    expect(read.json).toMatchObject({
      number: grantNumber,
      app: app.app,
      appName: 'Kasse',
      roles: ['SuperUser', 'Bookkeeping'],
      person: 'MJ',
      revokedAt: null,
    })
    expect(read.text).not.toContain(agreementGrantToken)
    const told = (await client.get(`${REPORTS}/changes?filter=resource$eq:Grants$and:key$eq:${grantNumber}`)).json
    expect(told.items).toMatchObject([
      { app: client.app, properties: [{ property: 'app' }, { property: 'person' }, { property: 'roles' }] },
    ])
    expect((await client.get(`${REPORTS}/grant-apps`)).json.items).toContainEqual({ app: app.app, name: 'Kasse' })
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })

  test('is neither stored nor kept for its key nor logged in the clear', async () => {
    const options = { headers: { 'idempotency-key': 'grant-1' } }
    const made = await client.post(GRANTS, asked(), options)
    const again = await client.post(GRANTS, asked(), options)
    expect(again.json).toEqual(made.json)
    const token: string = made.json.agreementGrantToken
    const [kept] = await service.database.rows<{ body: string }>(
      `SELECT k.body FROM idempotency_key k WHERE k.agreement = $1 AND k.key = 'grant-1'`,
      [client.agreement],
    )
    expect(kept!.body).toContain('sealed:')
    expect(kept!.body).not.toContain(token)
    expect(JSON.stringify(service.log)).not.toContain(token)
    const [stored] = await service.database.rows<{ found: number }>(
      `SELECT count(*)::int AS found FROM access_grant g WHERE g.agreement = $1 AND encode(g.token_hash, 'hex') = $2`,
      [client.agreement, hashToken(token)],
    )
    expect(stored!.found).toBe(1)
  })

  test('is refused with all that is wrong: a wider role, an app that is not allowed, somebody who is not there', async () => {
    const other = await createApp(service.database, 'Andet')
    const refused = await client.post(GRANTS, {
      app: other.app,
      roles: ['SuperUser', 'Sales'],
      person: 'XX',
      mayNameActor: true,
    })
    expect(refused.status).toBe(400)
    const codes = refused.json.errors.map(
      (one: { errorCode: string; property: string }) => `${one.property}: ${one.errorCode}`,
    )
    expect(codes).toEqual([
      'app: AppNotGrantable',
      'roles: GrantTooWide',
      'person: PersonDoesNotExist',
      'mayNameActor: GrantOfPersonNamesActor',
    ])
    expect(codeOf(await client.post(GRANTS, asked({ roles: [] })))).toEqual([400, 'ValueRequired', 'roles'])
    expect(codeOf(await client.post(GRANTS, asked({ roles: ['Sales'] })))).toEqual([400, 'GrantTooWide', 'roles'])
    expect(codeOf(await client.post(GRANTS, asked({ person: 'XX' })))).toEqual([400, 'PersonDoesNotExist', 'person'])
    expect((await client.post(`${REPORTS}/people`, { initials: 'GT', name: 'Gerda' })).status).toBe(201)
    const both = asked({ person: 'GT', mayNameActor: true })
    expect(codeOf(await client.post(GRANTS, both))).toEqual([400, 'GrantOfPersonNamesActor', 'mayNameActor'])
    const plain = await service.client({ agreement: client.agreement, roles: ['Bookkeeping'] })
    expect(codeOf(await plain.post(GRANTS, asked()))).toEqual([403, 'RoleMissing', 'X-AgreementGrantToken'])
  })

  test('opens with both tokens for a while after a rotation, and with neither once it is revoked', async () => {
    const { grantNumber, agreementGrantToken: first } = (await client.post(GRANTS, asked())).json
    const rotated = await client.post(`${GRANTS}/${grantNumber}/rotate`)
    expect(rotated.status, rotated.text).toBe(200)
    const second: string = rotated.json.agreementGrantToken
    expect([await opens(first), await opens(second)]).toEqual([200, 200])
    const { previousTokenUntil } = (await client.get(`${GRANTS}/${grantNumber}`)).json
    const minutes = (Date.parse(previousTokenUntil) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(GRANT_OVERLAP_MINUTES - 5)
    expect(minutes).toBeLessThanOrEqual(GRANT_OVERLAP_MINUTES + 1)
    // A third ends the first at once.
    const third: string = (await client.post(`${GRANTS}/${grantNumber}/rotate`)).json.agreementGrantToken
    await untilPasses(async () =>
      expect([await opens(first), await opens(second), await opens(third)]).toEqual([401, 200, 200]),
    )
    // The time is over.
    await service.database.rows('UPDATE access_grant SET previous_token_until = now() WHERE number = $1', [grantNumber])
    await untilPasses(async () => expect([await opens(second), await opens(third)]).toEqual([401, 200]))
    expect((await client.delete(`${GRANTS}/${grantNumber}`)).status).toBe(204)
    expect((await client.delete(`${GRANTS}/${grantNumber}`)).status).toBe(204)
    await untilPasses(async () => expect(await opens(third)).toBe(401))
    expect(codeOf(await client.post(`${GRANTS}/${grantNumber}/rotate`))).toEqual([400, 'GrantRevoked', 'number'])
    expect(GRANT_CACHE_MILLISECONDS).toBeLessThan(1000)
  })

  test('of more roles, or of an app that is not allowed, cannot be rotated; of another agreement it is not there', async () => {
    const wide = await newClient(service.database, service.baseUrl, {
      agreement: client.agreement,
      roles: ['SuperUser', 'Sales'],
    })
    const [row] = await service.database.rows<{ number: number }>(
      'SELECT g.number FROM access_grant g WHERE g.agreement = $1 AND g.app = $2',
      [client.agreement, wide.app],
    )
    const refused = await client.post(`${GRANTS}/${row!.number}/rotate`)
    expect(refused.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
      'AppNotGrantable',
      'GrantTooWide',
    ])
    const stranger = await service.client()
    for (const reply of [
      await stranger.get(`${GRANTS}/${row!.number}`),
      await stranger.post(`${GRANTS}/${row!.number}/rotate`),
      await stranger.delete(`${GRANTS}/${row!.number}`),
    ]) {
      expect(reply.status).toBe(404)
    }
    expect((await client.delete(`${GRANTS}/${row!.number}`)).status).toBe(204)
  })
})

test('of the last two grants with the role SuperUser, one stays, also of two that are revoked at once', async () => {
  const own = await service.client({ roles: ['SuperUser', 'Bookkeeping'] })
  const first = (await own.get(GRANTS)).json.items[0].number as number
  for (let round = 0; round < 3; round++) {
    const { grantNumber } = (await own.post(GRANTS, asked())).json
    const replies: Reply[] = await Promise.all([first, grantNumber].map((number) => own.delete(`${GRANTS}/${number}`)))
    const refused = replies.filter(({ status }) => status === 400)
    expect(refused.map(codeOf)).toEqual([[400, 'LastSuperUserGrant', 'number']])
    const [left] = await service.database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM access_grant g WHERE g.agreement = $1 AND g.revoked_at IS NULL AND 'SuperUser' = ANY (g.roles)`,
      [own.agreement],
    )
    expect(left!.count).toBe(1)
    await service.database.rows('UPDATE access_grant SET revoked_at = NULL WHERE number = $1', [first])
    await service.database.rows('UPDATE access_grant SET revoked_at = now() WHERE number = $1', [grantNumber])
  }
})
