import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import { nearest } from '../../src/errors/nearest.ts'
import { DRAFTS, bookkeeper, finance } from '../resources/bookkeeping.ts'
import { type Client, type Reply, testNode, type TestService } from './harness.ts'
import { sharedService } from './shared.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await bookkeeper(service)
})
afterAll(() => service.stop())

/** What the first fault says. */
const saying = ({ json }: Reply): string => json.errors[0].message
const JOURNALS = '/journalsapi/v15.0.1'

describe('an error says what was meant', () => {
  test.each([
    ['/draftentries', `Did you mean ${JOURNALS}/draft-entries?`],
    ['/Draft-Entrys/5', `Did you mean ${JOURNALS}/Draft-Entries/5?`],
    ['/nothing-of-the-kind', `${JOURNALS} has /accruals, /draft-entries, /entries, /journals; /openapi/journals.json`],
  ])('of a path: %s', async (path, advice) => {
    expect(saying(await client.get(JOURNALS + path)).toLowerCase()).toContain(advice.toLowerCase())
  })

  test('never of the very path that was asked for', async () => {
    for (const path of ['/accounting-years/', '/productsapi/v2.0.0/products//salespriceincurrencies']) {
      expect(saying(await client.get(path))).not.toContain('Did you mean')
    }
  })

  test('of an API, and of a path among very many without listing them', async () => {
    expect(saying(await client.get('/journalapi/v15.0.1/journals'))).toContain(`Did you mean ${JOURNALS}?`)
    const message = saying(await client.get('/daybookapi/v1.0.0/nothing-of-the-kind'))
    expect(message).toBe('There is nothing at this path. /openapi/daybook.json tells all of its paths.')
  })

  test.each([
    [
      'a filter',
      '?filter=acountNumber$eq:1',
      "There is no property 'acountNumber' to filter on. Did you mean accountNumber?",
    ],
    ['a sort', '?sort=vouchernumbr', 'Did you mean voucherNumber?'],
    ['a query parameter', '?pagsize=2', 'Did you mean pageSize?'],
    ['what a shell has left of a filter', '?filter=text:Paper', 'Put the filter in single quotes'],
  ])('of %s', async (_, query, advice) => {
    expect(saying(await client.get(`${DRAFTS}/paged${query}`))).toContain(advice)
  })

  test('of a property, a VAT code, a currency and a journal', async () => {
    const draft = async (changes: object): Promise<string> => saying(await client.post(DRAFTS, finance(changes)))
    expect(await draft({ acountNumber: 1 })).toBe("There is no property 'acountNumber'. Did you mean accountNumber?")
    expect(await draft({ vatCode: 'S25' })).toMatch(/^There is no VAT code 'S25'\. There are .*I25.*U25/)
    expect(await draft({ currency: 'DKR' })).toMatch(/^There is no currency 'DKR'\. There are .*DKK/)
    expect(await draft({ journalNumber: 77 })).toMatch(/There are 1\b/)
  })

  test('never which customers there are', async () => {
    const reply = await client.post(DRAFTS, { ...finance({}), entryTypeNumber: 2, customerNumber: 999_999 })
    expect(saying(reply)).toBe('There is no customer 999999.')
  })
})

describe('an error says where to go', () => {
  test('with an update sent to an item', async () => {
    const message = saying(await client.call('PUT', '/suppliersapi/v2.0.0/Groups/7'))
    expect(message).toContain('An update goes to PUT /suppliersapi/v2.0.0/Groups, with the identifier in the body.')
  })

  test.each([
    ['PUT', 'An update goes to PUT /customersapi/v3.1.0/Customers/{identifier}.'],
    ['DELETE', 'A delete goes to DELETE /customersapi/v3.1.0/Customers/{identifier}.'],
  ])('with a %s sent to a list whose items take it', async (method, advice) => {
    expect(saying(await client.call(method, '/customersapi/v3.1.0/Customers'))).toContain(advice)
    const other = saying(await client.call(method, '/customersapi/v3.1.0/Customers/count'))
    expect(other).not.toContain('goes to')
  })

  test('with a part of a path that is no number', async () => {
    const reply = await client.get('/suppliersapi/v2.0.0/Groups/abc')
    expect([reply.status, saying(reply)]).toEqual([
      404,
      "The item was not found. 'abc' is no number: that is a whole number.",
    ])
  })

  test('with the call that makes an accounting year, where none has the date', async () => {
    const draft = finance({ date: '2028-02-29' })
    const { detail } = (await client.post(DRAFTS, draft)).json
    const [, method, path] = /No accounting year covers 2028-02-29\. Make the year by (\w+) (\/\S+),/.exec(detail)!
    for (const year of [2027, 2028]) {
      const body = { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` }
      expect((await client.call(method!, path!, { body })).status).toBe(201)
    }
    expect((await client.post(DRAFTS, draft)).status).toBe(201)
  })

  test('with the half of a pair of tokens that is wrong', async () => {
    const ask = async (secret: string, token: string): Promise<string> => {
      const headers = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': token }
      return (await service.call('GET', DRAFTS, { headers })).json.errors[0].property as string
    }
    expect(await ask('wrong', 'demo')).toBe('X-AgreementGrantToken')
    expect(await ask('wrong', client.headers['x-agreementgranttoken']!)).toBe('X-AppSecretToken')
    expect(await ask(client.headers['x-appsecrettoken']!, 'wrong')).toBe('X-AgreementGrantToken')
  })
})

describe('the pages of error codes', () => {
  test('are what the type of an error names', async () => {
    const { json } = await client.get('/suppliersapi/v2.0.0/Groups/1000000')
    expect(json.type).toBe('/errors/NotFound')
    expect((await service.call('GET', json.type)).json).toEqual({ code: 'NotFound', ...catalogue.NotFound })
  })

  test('tell every code, to people as HTML', async () => {
    const { json } = await service.call('GET', '/errors')
    expect(json.errors).toHaveLength(Object.keys(catalogue).length)
    const page = await service.call('GET', '/errors', { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding')
    for (const { code } of json.errors) expect(page.text).toContain(`<a href="/errors/${code}">`)
    expect((await service.call('GET', '/errors/NotFond')).status).toBe(404)
  })
})

test('the reference loads nothing from elsewhere, and everything it loads is there', async () => {
  const page = await service.call('GET', '/docs', { headers: { accept: 'text/html' } })
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  expect(loaded.filter((path) => !path.startsWith('/') && !path.startsWith('#'))).toEqual([])
  for (const path of loaded.filter((one) => one.startsWith('/'))) {
    expect([path, (await service.call('GET', path)).status]).toEqual([path, 200])
  }
})

test('the pages offer the demo tokens, and do not where they are switched off', async () => {
  const node = await testNode(service.database, { hasDemo: false })
  try {
    const [here, there] = [await service.call('GET', '/docs'), await node.call('GET', '/docs')]
    expect([here, there].map(({ text }) => text.includes('data-demo="demo"'))).toEqual([true, false])
    expect([here, there].map(({ text }) => text.includes('Demo company'))).toEqual([true, false])
    const read = '/docs/apis/accounts/7.0.1/GetNumberOfAccounts'
    const [example, without] = [await service.call('GET', read), await node.call('GET', read)]
    expect([example, without].map(({ text }) => text.includes('X-AppSecretToken: demo'))).toEqual([true, false])
  } finally {
    await node.app.close()
  }
})

test('what is nearest is near', () => {
  const names = ['accountNumber', 'contraAccountNumber', 'text', 'date']
  expect(
    ['acountNumber', 'ACCOUNTNUMBER', 'accuontNumber', 'tetx', 'quantity', 'x'].map((name) => nearest(name, names)),
  ).toEqual(['accountNumber', 'accountNumber', 'accountNumber', 'text', undefined, undefined])
})
