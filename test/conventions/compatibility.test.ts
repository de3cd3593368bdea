import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPATIBILITIES } from '../../src/access/compatibility.ts'
import { catalogue } from '../../src/errors/catalogue.ts'
import { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { faultNames } from './replies.ts'
import { fieldEntries, operationOf, type Subject, subjectsWith, subjectsWithAny } from './subjects.ts'
import { alike } from './shapes.ts'
import { FIRST } from './values.ts'
import {
  asItem,
  create,
  createItem,
  filledClient,
  freshBody,
  givenEntries,
  itemPath,
  listPath,
  pathFor,
  placeOf,
  sendable,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'
import { bodyText, RawNumber } from './wrong-values.ts'

/** What clients of the published service may do (VERSIONS.md, its table row by row), tried on every resource. */

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

type Apps = Record<(typeof COMPATIBILITIES)[number], WorldClient>

/** One app of each compatibility, all in one agreement that has what the subject's items name. */
async function appsOf(subject: Subject, items = 0): Promise<Apps> {
  const made = items > 0 ? await filledClient(service, subject, items) : await worldClient(service, subject)
  const apps = COMPATIBILITIES.map(async (compatibility) => {
    const client = await service.client({ agreement: made.agreement, compatibility })
    return [compatibility, { ...client, world: made.world, ...inProcess(service, client) }] as const
  })
  return Object.fromEntries(await Promise.all(apps)) as Apps
}

const noticeOf = (reply: Reply): string => reply.headers.get('daybook-notice') ?? ''

/** Whether the published contract lacks the resource: nothing is mended there. */
const isOurs = ({ api }: Subject): boolean => api.isOurs === true

const otherCase = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** Posts a body whose numbers keep their digits, where `place` belongs. */
const post = (client: WorldClient, subject: Subject, body: Item, place: Item): Promise<Reply> =>
  client.call('POST', pathFor(client, subject, 'create', placeOf(client, subject, place)), {
    raw: bodyText(body),
    headers: { 'content-type': 'application/json' },
  })

async function readBack(client: WorldClient, subject: Subject, made: Reply): Promise<Item> {
  expect(made.status, made.text).toBe(201)
  return asItem(subject, await client.get(made.headers.get('location')!)).json as Item
}

describe.each(alike(subjectsWith('create', 'single'), 'style', 'version', 'within', 'creation', 'key'))(
  'what clients send to $name',
  (subject) => {
    let apps: Apps
    beforeAll(async () => void (apps = await appsOf(subject)))

    test('is understood with names in another case, but for the strict', async () => {
      const body = freshBody(apps.default, subject)
      const cased = Object.fromEntries(Object.entries(body).map(([name, value]) => [otherCase(name), value]))
      const refused = await create(apps.strict, subject, { ...freshBody(apps.strict, subject), ...cased })
      expect(refused.status, refused.text).toBe(400)
      if (isOurs(subject)) return
      const path = pathFor(apps.default, subject, 'create', placeOf(apps.default, subject, body))
      const made = await apps.default.post(path, cased)
      const read = await readBack(apps.default, subject, made)
      const [first] = Object.keys(body)
      expect(noticeOf(made)).toContain(`${first}`)
      expect(Object.keys(read).length).toBeGreaterThan(0)
      for (const client of [apps.default, apps.lenient]) {
        const again = freshBody(client, subject)
        const twice = await create(client, subject, { ...again, [otherCase(first!)]: again[first!] })
        expect([twice.status, twice.text.includes('in another case')], twice.text).toEqual([400, true])
      }
    })

    test('has no unknown property, or a notice tells the lenient', async () => {
      for (const client of [apps.default, apps.strict]) {
        const reply = await create(client, subject, { ...freshBody(client, subject), zzColour: 'red' })
        expect(faultNames(reply), reply.text).toContain('zzColour: PropertyUnknown')
      }
      const reply = await create(apps.lenient, subject, { ...freshBody(apps.lenient, subject), zzColour: 'red' })
      if (isOurs(subject)) return expect(reply.status).toBe(400)
      expect([reply.text.includes('zzColour'), noticeOf(reply)]).toEqual([false, "'zzColour' is unknown and ignored"])
    })

    const ints = givenEntries(subject).filter(([, { facts }]) => facts.type === 'int32')

    if (ints.length > 0)
      test('may have whole numbers as 1.0 and 1E+2', async () => {
        const body = freshBody(apps.default, subject)
        const sent = Object.entries(body).map(([name, value], at) => {
          const isInt = typeof value === 'number' && subject.resource.fields[name]!.facts.type === 'int32'
          return [
            name,
            isInt ? new RawNumber(at % 2 === 0 || value === 0 ? `${String(value)}.0` : `${String(value)}00E-2`) : value,
          ]
        })
        if (!sent.some(([, value]) => value instanceof RawNumber)) return
        const other = Object.fromEntries(sent) as Item
        const strict = await post(apps.strict, subject, other, body)
        expect(faultNames(strict).join()).toContain('ValueTypeInvalid')
        if (isOurs(subject)) return
        await readBack(apps.default, subject, await post(apps.default, subject, other, body))
      })

    const emptied = givenEntries(subject).filter(([name, { facts }]) => {
      if (subject.resource.key.includes(name) || subject.override.properties?.[name]?.isDemanded) return false
      if (facts.required && !facts.requiredByRule) return false
      return (
        ['day', 'date', 'instant'].includes(facts.type) || (facts.type === 'string' && facts.references !== undefined)
      )
    })

    if (emptied.length > 0 && !isOurs(subject))
      test('may have an empty text for no code, no currency, no date', async () => {
        const texts = Object.fromEntries(emptied.map(([name]) => [name, '']))
        const body = freshBody(apps.default, subject)
        const left = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in texts)))
        const without = await create(apps.default, subject, left)
        const empty = { ...freshBody(apps.default, subject), ...texts }
        const made = await create(apps.default, subject, empty)
        expect([made.status, faultNames(made)], made.text).toEqual([without.status, faultNames(without)])
        expect(noticeOf(made)).toContain('empty and read as left out')
        const refused = await create(apps.strict, subject, { ...freshBody(apps.strict, subject), ...texts })
        expect([refused.status, noticeOf(refused)]).toEqual([refused.status, ''])
        const dates = emptied
          .filter(([, { facts }]) => facts.type !== 'string')
          .map(([name]) => `${name}: ValueTypeInvalid`)
        if (subject.api.style === 'problem') expect(faultNames(refused)).toEqual(expect.arrayContaining(dates))
      })
  },
)

/** Every decimal that bodies have, also in the objects of their lists. */
function decimals(subject: Subject): { name: string; inner?: string; field: Field }[] {
  return givenEntries(subject).flatMap(([name, field]) => {
    const { type, items } = field.facts
    if (type === 'decimal') return [{ name, field }]
    if (type !== 'list' || items === undefined || items instanceof Field) return []
    return Object.entries(items).flatMap(([inner, one]) =>
      one.facts.type === 'decimal' && !one.facts.readOnly ? [{ name, inner, field: one }] : [],
    )
  })
}

const withDecimals = subjectsWith('create', 'single').filter((subject) => decimals(subject).length > 0)

describe.each(alike(withDecimals, 'style', 'version', 'creation'))('decimals of $name', (subject) => {
  let apps: Apps
  beforeAll(async () => void (apps = await appsOf(subject)))

  const cases = decimals(subject)
  /** The body's own value of the decimal, with at most two decimals. */
  const baseOf = (body: Item, { name, inner }: (typeof cases)[number]): string =>
    String(inner === undefined ? body[name] : (body[name] as Item[])[0]![inner])

  /** The value with digits behind its fifteenth, as arithmetic with doubles leaves them. */
  function computed(base: string): string {
    const plain = base.includes('.') ? base : `${base}.0`
    const digits = plain.replace(/[-.]/g, '').replace(/^0+/, '').length
    return `${plain}${'0'.repeat(16 - digits)}1`
  }

  const withValue = (body: Item, { name, inner }: (typeof cases)[number], text: string): string => {
    const marked = inner === undefined ? 12345678987 : undefined
    const value =
      marked ?? (body[name] as Item[]).map((one, at) => (at === 0 ? { ...one, [inner!]: 12345678987 } : one))
    return JSON.stringify({ ...body, [name]: value }).replace('12345678987', text)
  }

  const send = (client: WorldClient, body: Item, raw: string): Promise<Reply> =>
    client.call('POST', pathFor(client, subject, 'create', placeOf(client, subject, body)), {
      raw,
      headers: { 'content-type': 'application/json' },
    })

  test.each(cases)('$name $inner that was computed with doubles is read at 15 digits', async (one) => {
    const body = freshBody(apps.default, subject)
    const text = computed(baseOf(body, one))
    const made = await send(apps.default, body, withValue(body, one, text))
    if (isOurs(subject)) return expect(made.status).toBe(400)
    const read = await readBack(apps.default, subject, made)
    const value = one.inner === undefined ? read[one.name] : (read[one.name] as Item[])[0]![one.inner]
    if (!one.field.facts.readAs) expect(String(value)).toBe(baseOf(body, one))
    expect(noticeOf(made)).toContain('at 15 digits')
  })

  test.each(cases)(
    '$name $inner with more decimals than it takes is refused as money, or rounded as a measure',
    async (one) => {
      const { scale = 18, isMeasure, codes } = one.field.facts
      if (scale > 6 && !isMeasure) return
      const kept = Math.min(scale, 6)
      const body = freshBody(apps.default, subject)
      const text = `${baseOf(body, one).split('.')[0]}.${'3'.repeat(kept)}41`
      const reply = await send(apps.default, body, withValue(body, one, text))
      const fine = codes.tooLong ?? (isMeasure ? 'ValueOutOfRange' : 'AmountHasTooManyDecimals')
      if (isOurs(subject) || !isMeasure) {
        expect(faultNames(reply).join(), reply.text).toContain(fine)
        return
      }
      const strict = await send(apps.strict, body, withValue(body, one, text))
      if (scale <= 6) expect(faultNames(strict).join(), strict.text).toContain(fine)
      expect(noticeOf(reply), reply.text).toContain(`rounded to ${kept} decimals`)
      // A rule of its own may refuse the value, as that of parts that must sum to 100.
      expect(faultNames(reply).join()).not.toContain(fine)
      if (reply.status !== 201) return
      const read = await readBack(apps.default, subject, reply)
      if (one.inner === undefined && !one.field.facts.readAs) {
        expect(String(read[one.name])).toBe(text.slice(0, -2))
      }
    },
  )
})

/** Every resource that clients read, one by one or in a list, and write back. */
const written = subjectsWith('update').filter(
  (subject) => operationOf(subject, 'single') ?? operationOf(subject, 'paged'),
)

/** An item as a program reads it: by itself or, where it has no path of its own, in a page. */
async function readItem(client: WorldClient, subject: Subject, item: Item): Promise<Item> {
  const isSingle = operationOf(subject, 'single') !== undefined
  const path = isSingle ? itemPath(client, subject, item) : `${listPath(client, subject, 'paged')}?pageSize=100`
  const read = await client.get(path)
  expect(read.status, read.text).toBe(200)
  if (isSingle) return read.json as Item
  return (read.json as Item[]).find((one) => subject.resource.key.every((name) => one[name] === item[name]))!
}

describe.each(alike(written, 'style', 'version', 'updating', 'owner'))('what was read of $name', (subject) => {
  const isCreated = operationOf(subject, 'create') !== undefined
  let apps: Apps
  beforeAll(async () => {
    const isMany = !isCreated && subject.resource.key.length > 0
    apps = await appsOf(subject, isMany ? 1 : 0)
  })

  async function anItem(client: WorldClient): Promise<{ item: Item; place: Item }> {
    const item = isCreated
      ? await createItem(client, subject)
      : Object.fromEntries(subject.resource.key.map((name) => [name, FIRST.filled]))
    const place = isCreated ? placeOf(client, subject) : item
    return { item: await readItem(client, subject, { ...place, ...item }), place }
  }

  test('can be written back: as it came by a lenient app, without its nulls by any', async () => {
    for (const compatibility of COMPATIBILITIES) {
      if (compatibility !== 'default' && subject.override.few) continue
      const client = apps[compatibility]
      const { item, place } = await anItem(client)
      const isWhole = compatibility === 'lenient' && !isOurs(subject)
      const body = { ...place, ...(isWhole ? item : sendable(item)) }
      const reply = await update(client, subject, body)
      expect(reply.status, `${compatibility}: ${JSON.stringify(body)} → ${reply.text}`).toBe(204)
      const { objectVersion: _1, lastUpdated: _2, ...after } = await readItem(client, subject, { ...place, ...item })
      const { objectVersion: _3, lastUpdated: _4, ...before } = item
      // What was absent may be computed by the write.
      expect(after).toMatchObject(sendable(before))
    }
  })

  test('without its version is refused: to a lenient app as stale', async () => {
    for (const [client, status] of [
      [apps.default, 400],
      [apps.lenient, isOurs(subject) ? 400 : 409],
    ] as const) {
      if (client === apps.lenient && subject.override.few) continue
      const { item, place } = await anItem(client)
      const { objectVersion: _, ...body } = sendable(item)
      const reply = await update(client, subject, { ...place, ...body })
      expect(reply.status, reply.text).toBe(status)
    }
  })
})

const lists = subjectsWithAny('cursor', 'paged', 'count')

describe.each(alike(lists, 'style', 'version', 'lists', 'order', 'within'))('queries of $name', (subject) => {
  let apps: Apps
  beforeAll(async () => void (apps = await appsOf(subject)))

  test('may have parameters that are unknown, and none that is misspelt', async () => {
    for (const kind of ['cursor', 'paged', 'count'] as const) {
      if (!operationOf(subject, kind)) continue
      const path = listPath(apps.default, subject, kind)
      const query = kind === 'paged' ? 'DEMO=true&cursors=1' : 'DEMO=true&PageSIZE=1000&skippages=2'
      for (const client of [apps.default, apps.lenient]) {
        const reply = await client.get(`${path}?${query}`)
        expect(reply.status, reply.text).toBe(isOurs(subject) ? 400 : 200)
        const text = ["'DEMO'", ...(kind === 'paged' ? ["'cursors'"] : ['pageSize', 'skipPages'])].join(', ')
        const where = { cursor: 'cursor lists', paged: 'pages', count: 'counts' }[kind]
        if (!isOurs(subject)) expect(noticeOf(reply)).toBe(`${text} are ignored on ${where}`)
        const misspelt = await client.get(`${path}?fitler=number$eq:1`)
        expect([misspelt.status, misspelt.json.errorCode]).toEqual([400, 'QueryParameterUnknown'])
      }
      const refused = await apps.strict.get(`${path}?${query}`)
      expect([refused.status, noticeOf(refused)]).toEqual([400, ''])
      expect(noticeOf(await apps.default.get(path))).toBe('')
    }
    if (!operationOf(subject, 'cursor')) return
    const path = listPath(apps.default, subject, 'cursor')
    expect((await apps.default.get(`${path}?sort=x`)).json.errorCode).toBe('SortNotAllowed')
    if (!isOurs(subject)) expect(noticeOf(await apps.lenient.get(`${path}?sort=x`))).toMatch(/^sort is ignored/i)
  })

  const times = fieldEntries(subject).filter(
    ([, { facts }]) => ['day', 'date', 'instant'].includes(facts.type) && facts.filter.includes('gte'),
  )
  if (times.length > 0)
    test('may have times of any number of decimals', async () => {
      const kind = (['cursor', 'paged', 'count'] as const).find((one) => operationOf(subject, one))!
      for (const [name] of times) {
        for (const [decimals, isCut] of [
          ['', false],
          ['.5', false],
          ['.1234567', true],
          ['.123456789012', true],
        ] as const) {
          const filter = `${name}$gte:2026-01-01T00:00:00${decimals}Z`
          const path = `${listPath(apps.default, subject, kind)}?filter=${encodeURIComponent(filter)}`
          const reply = await apps.default.get(path)
          expect(reply.status, reply.text).toBe(isCut && isOurs(subject) ? 400 : 200)
          expect(noticeOf(reply)).toBe(
            isCut && !isOurs(subject) ? `the time of ${name} is read to the microsecond` : '',
          )
          expect((await apps.strict.get(path)).status).toBe(isCut ? 400 : 200)
        }
      }
    })

  const named = fieldEntries(subject).filter(
    ([, { facts }]) => facts.values && facts.filter.length > 0 && facts.type === 'int32',
  )
  if (named.length > 0 && !isOurs(subject))
    test('may have the names of enumerations', async () => {
      const kind = (['count', 'cursor', 'paged'] as const).find((one) => operationOf(subject, one))!
      for (const [property, { facts }] of named) {
        expect(
          Object.values(facts.names ?? {}).sort((a, b) => a - b),
          property,
        ).toEqual([...facts.values!])
        for (const [name, number] of Object.entries(facts.names!)) {
          const ask = (value: string | number, client = apps.default): Promise<Reply> =>
            client.get(`${listPath(client, subject, kind)}?filter=${encodeURIComponent(`${property}$eq:${value}`)}`)
          const reply = await ask(name.toUpperCase())
          expect([reply.status, reply.text]).toEqual([200, (await ask(number)).text])
          expect((await ask(name, apps.strict)).json.errorCode).toBe('FilterValueInvalid')
        }
        const wrong = `${listPath(apps.default, subject, kind)}?filter=${encodeURIComponent(`${property}$eq:nosuch`)}`
        expect((await apps.default.get(wrong)).json.errorCode).toBe('FilterValueInvalid')
      }
    })
})

test('what is missing is said not to be found', () => {
  const silent = Object.entries(catalogue).filter(
    ([, { status, message }]) => status === 404 && !/not found/i.test(message),
  )
  expect(silent.map(([code]) => code)).toEqual(['PathNotFound', 'VersionNotFound'])
})
