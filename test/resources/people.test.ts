import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGrant } from '../../src/access/issue.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { pdf } from '../documents/files.ts'
import { attach } from '../documents/uploading.ts'
import { seedBooks } from '../service/books.ts'
import { type Client, newClient, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { bookDrafts, REPORTS } from './report-books.ts'

const PEOPLE = `${REPORTS}/people`
const DEPARTMENTS = `${REPORTS}/departments`
const SALE = {
  entryTypeNumber: 5,
  date: '2026-03-15',
  accountNumber: 1010,
  contraAccountNumber: 5820,
  amount: -125,
}

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await service.client({ roles: ['SuperUser', 'Bookkeeping'] })
  await seedBooks(service.database, client.agreement)
  const made = await client.post(PEOPLE, { initials: 'MJ', name: 'Mette Jensen', email: 'mj@firma.dk' })
  if (made.status !== 201) throw new Error(made.text)
})

/** The client with another grant of its app. */
async function granted(more: { person?: string; mayNameActor?: boolean }): Promise<Client & { grant: number }> {
  const { agreement, app } = client
  const made = await createGrant(service.database, { agreement, app, roles: ['SuperUser', 'Bookkeeping'], ...more })
  const own = await newClient(service.database, service.baseUrl, { agreement })
  const headers = {
    'x-appsecrettoken': client.headers['x-appsecrettoken']!,
    'x-agreementgranttoken': made.agreementGrantToken,
  }
  const call: Client['call'] = (method, path, options = {}) =>
    client.call(method, path, { ...options, headers: { ...headers, ...options.headers } })
  return {
    ...own,
    grant: made.grantNumber,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { body, ...options }),
    put: (path, body, options) => call('PUT', path, { body, ...options }),
    delete: (path, options) => call('DELETE', path, options),
  }
}

const lastOf = async (path: string): Promise<Record<string, unknown>> => {
  const { json, text } = await client.get(`${REPORTS}/${path}`)
  if (json?.items === undefined) throw new Error(text)
  return json.items.at(-1)
}

describe('people', () => {
  test('keep their initials, and stay', async () => {
    const { json } = await client.get(`${PEOPLE}/MJ`)
    expect(json).toMatchObject({ initials: 'MJ', name: 'Mette Jensen', email: 'mj@firma.dk' })
    const { objectVersion } = json
    await client.put(PEOPLE, { initials: 'MJ', name: 'Mette Holm', isBarred: true, objectVersion })
    const gone = (await client.get(`${PEOPLE}/MJ`)).json
    expect(gone).toEqual({
      initials: 'MJ',
      name: 'Mette Holm',
      email: null,
      isBarred: true,
      lastUpdated: gone.lastUpdated,
      objectVersion: gone.objectVersion,
    })
    await client.put(PEOPLE, { ...gone, email: undefined, name: 'Mette H' })
    expect((await client.delete(`${PEOPLE}/MJ`)).status).toBe(405)
    expect(await lastOf('changes?filter=resource$eq:People')).toMatchObject({
      key: 'MJ',
      properties: [{ property: 'name', before: 'Mette Holm', after: 'Mette H' }],
    })
  })

  test('have initials that a header can carry, each once', async () => {
    expect(codeOf(await client.post(PEOPLE, { initials: 'mj', name: 'Anden' }))).toEqual([
      400,
      'PersonInitialsTaken',
      'initials',
    ])
    for (const initials of ['Æ', 'M J', '?MJ', 'M.J']) {
      expect(codeOf(await client.post(PEOPLE, { initials, name: 'Anden' }))).toEqual([
        400,
        'PersonInitialsInvalid',
        'initials',
      ])
    }
    const others = await newClient(service.database, service.baseUrl, { roles: ['Bookkeeping', 'Sales'] })
    expect(codeOf(await others.get(PEOPLE))[1]).toBe('RoleMissing')
  })

  test('are not barred while a grant in force is theirs', async () => {
    const { grant } = await granted({ person: 'mj' })
    const retired = async () => {
      const { objectVersion } = (await client.get(`${PEOPLE}/MJ`)).json
      return await client.put(PEOPLE, { initials: 'MJ', name: 'Mette Jensen', isBarred: true, objectVersion })
    }
    expect(codeOf(await retired())).toEqual([400, 'PersonHasGrants', 'isBarred'])
    // The database refuses it, too: of a grant that is made meanwhile no rule knows.
    const update = `UPDATE person SET is_barred = true WHERE agreement = $1 AND initials = 'MJ'`
    await expect(service.database.rows(update, [client.agreement])).rejects.toMatchObject({
      constraint_name: 'person_has_grants',
    })
    await service.database.rows('UPDATE access_grant SET revoked_at = now() WHERE number = $1', [grant])
    expect((await retired()).status).toBe(204)
    await expect(granted({ person: 'MJ' })).rejects.toThrow("There is no active person 'MJ'")
    await expect(granted({ person: 'XX' })).rejects.toThrow("There is no active person 'XX'")
  })
})

describe('who acts', () => {
  const acts = async (by: Client, headers: Record<string, string> = {}): Promise<void> => {
    expect((await by.post(DEPARTMENTS, { number: 77, name: 'Lager' }, { headers })).status).toBe(201)
    await bookDraftsOf(by, headers)
  }

  test.each([
    ['the person of the grant', { person: 'MJ' }, {}, false],
    ['whom the app names', { mayNameActor: true }, { 'daybook-actor': 'mj' }, true],
  ])('is %s: told by changes and bookings, sealed', async (_, more, headers, isPersonClaimed) => {
    const by = await granted(more)
    await acts(by, headers as Record<string, string>)
    const who = { app: client.app, grant: by.grant, person: 'MJ', ...(isPersonClaimed && { isPersonClaimed }) }
    expect(await lastOf('changes?filter=resource$eq:Departments$and:key$eq:77')).toMatchObject(who)
    expect(await lastOf('bookings')).toMatchObject(who)
    const called = { appName: 'test', personName: expect.stringMatching(/^Mette/) as string }
    for (const list of ['changes?filter=resource$eq:Departments$and:key$eq:77', 'bookings'])
      expect(await lastOf(list)).toMatchObject(called)
    expect((await lastOf('bookings?filter=person$eq:MJ')).number).toBe(1)
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })

  test.each([
    ['UPDATE booking SET person = NULL', /booking 1: its seal/],
    ["UPDATE booking SET person = 'XX'", /booking 1: its seal/],
    ['UPDATE booking SET is_person_claimed = false', /booking 1: its seal/],
    ["UPDATE change SET person = 'XX'", /change \d+: its seal/],
    ['UPDATE change SET is_person_claimed = false', /change \d+: its seal/],
    ['UPDATE change SET grant_number = NULL', /change \d+: its seal/],
    ['UPDATE change SET change_last = change_first', /change \d+: its seal/],
    [
      'UPDATE change SET change_first = NULL, change_last = NULL, grant_number = NULL, person = NULL, is_person_claimed = false',
      /change \d+: its seal/,
    ],
  ])('cannot be changed afterwards: %s', async (statement, fault) => {
    await acts(await granted({ mayNameActor: true }), { 'daybook-actor': 'MJ' })
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      const [row] = await transaction.rows<{ number: number }>(
        `SELECT max(c.number) AS number FROM change c WHERE c.agreement = $1 AND c.person = 'MJ' AND c.change_last > c.change_first AND c.number < c.change_last`,
        [client.agreement],
      )
      const isOfChange = statement.startsWith('UPDATE change')
      await transaction.rows(`${statement} WHERE agreement = $1 AND number = $2`, [
        client.agreement,
        isOfChange ? row!.number : 1,
      ])
    })
    expect(await verify(service.database, client.agreement)).toMatchObject({
      ok: false,
      fault: expect.stringMatching(fault) as string,
    })
  })

  test('of creates written together, each has its own', async () => {
    await client.post(PEOPLE, { initials: 'AB', name: 'Anne Berg' })
    const by = await granted({ mayNameActor: true })
    const numbers = Array.from({ length: 12 }, (_, at) => 100 + at)
    const nameOf = (number: number): string => (number % 2 ? 'AB' : 'MJ')
    await Promise.all(
      numbers.map((number) =>
        by.post(DEPARTMENTS, { number, name: 'Afd' }, { headers: { 'daybook-actor': nameOf(number) } }),
      ),
    )
    const { json } = await client.get(`${REPORTS}/changes?filter=resource$eq:Departments$and:key$gte:100`)
    const told = json.items.map(({ key, person }: { key: string; person: string }) => [Number(key), person])
    expect(told.sort()).toEqual(numbers.map((number) => [number, nameOf(number)]))
  })

  test('rows from before changes told who are sealed as they were', async () => {
    const { agreement } = client
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      const [last] = await transaction.rows<{ number: number; seal: string }>(
        `SELECT c.number, encode(c.seal, 'hex') AS seal FROM change c WHERE c.agreement = $1 ORDER BY c.number DESC LIMIT 1`,
        [agreement],
      )
      const line = `[${last!.number + 1},"Departments","9","name",null,"Gammel","2026-01-01T00:00:00.000Z",7]`
      const seal = createHash('sha256').update(Buffer.from(last!.seal, 'hex')).update(line).digest('hex')
      await transaction.rows(
        `INSERT INTO change (agreement, number, resource, key, property, after, changed_at, app, seal)
         VALUES ($1, take_numbers($1, 'change', 1), 'Departments', '9', 'name', 'Gammel', '2026-01-01T00:00:00Z', 7, decode($2, 'hex'))`,
        [agreement, seal],
      )
    })
    expect((await verify(service.database, agreement)) as object).toMatchObject({
      fault: expect.stringMatching(/Departments 9: name is nothing, its trail says Gammel/) as string,
    })
    expect(await lastOf('changes?filter=key$eq:9$and:resource$eq:Departments')).toMatchObject({
      grant: null,
      person: null,
      personName: null,
      properties: [{ property: 'name', after: 'Gammel' }],
    })
  })

  test('is nobody whom a grant may not name, or who is not there', async () => {
    const named = (by: Client, initials: string) =>
      by.get(DEPARTMENTS, { headers: { 'daybook-actor': initials } }).then(codeOf)
    expect(await named(client, 'MJ')).toEqual([403, 'ActorNotAllowed', 'Daybook-Actor'])
    expect(await named(await granted({ person: 'MJ' }), 'MJ')).toEqual([403, 'ActorNotAllowed', 'Daybook-Actor'])
    const by = await granted({ mayNameActor: true })
    for (const initials of ['XX', '', 'æ', '?MJ']) {
      expect(await named(by, initials)).toEqual([400, 'ActorUnknown', 'Daybook-Actor'])
    }
    await expect(granted({ person: 'MJ', mayNameActor: true })).rejects.toThrow('of a person or may name')
  })

  test('makes a repeat of a key another request', async () => {
    await client.post(PEOPLE, { initials: 'AB', name: 'Anne Berg' })
    const by = await granted({ mayNameActor: true })
    const post = (initials: string) =>
      by.post(
        DEPARTMENTS,
        { number: 80, name: 'Lager' },
        { headers: { 'daybook-actor': initials, 'idempotency-key': 'one' } },
      )
    expect((await post('MJ')).status).toBe(201)
    expect((await post('MJ')).headers.get('x-resultfromcache')).toBe('true')
    expect(codeOf(await post('AB'))[1]).toBe('IdempotencyKeyReused')
  })
})

test('a request header of ours that does not exist is refused, with those that do', async () => {
  const reply = await client.post(
    DEPARTMENTS,
    { number: 81, name: 'Lager' },
    { headers: { 'Daybook-Akter': 'MJ', 'idempotency-key': 'unknown' } },
  )
  expect(codeOf(reply)).toEqual([400, 'RequestHeaderUnknown', 'daybook-akter'])
  expect(reply.json.errors[0].message).toContain("There is no request header 'daybook-akter'. There is Daybook-Actor")
  expect((await client.get(`${DEPARTMENTS}/81`)).status).toBe(404)
})

/** Books a sale over the API as the client does. */
async function bookDraftsOf(by: Client, headers: Record<string, string>): Promise<void> {
  const withHeaders: Client = {
    ...by,
    post: (path, body, options) => by.post(path, body, { ...options, headers: { ...headers, ...options?.headers } }),
  }
  await bookDrafts(withHeaders, SALE)
}

test('who attaches a document and takes it off is in its log, and sealed with the next booking', async () => {
  const by = await granted({ mayNameActor: true })
  const headers = { 'daybook-actor': 'MJ' }
  await bookDraftsOf(by, headers)
  const made = await attach(by, pdf('Kvittering'), { voucherNumber: 1 }, `${REPORTS}/documents`, headers)
  expect(made.text).toContain('number')
  await by.call('DELETE', `${REPORTS}/documents/${made.json.number}`, { body: { reason: 'Forkert' }, headers })
  const { json } = await client.get(`${REPORTS}/document-log`)
  const who = { app: client.app, grant: by.grant, person: 'MJ', isPersonClaimed: true }
  expect(json.items).toMatchObject([who, { ...who, isDetached: true }])
  await bookDraftsOf(by, headers)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows("UPDATE document_log SET person = 'AB' WHERE agreement = $1 AND number = 2", [
      client.agreement,
    ])
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({
    fault: expect.stringMatching(/booking 2: its seal/) as string,
  })
})
