import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../src/errors/catalogue.ts'
import { BODY_DEPTH_MAX, BODY_MAX_BYTES } from '../../src/limits.ts'
import { parseBody } from '../../src/request/protocol/json-body.ts'
import { isNumber, numberText, plainNumber } from '../../src/records/number-text.ts'
import { processorMilliseconds } from '../processor-time.ts'
import type { TestService } from '../service/harness.ts'
import { librarian, LIBRARY, libraryService } from './library.ts'
import { exactly, hasRepeats, readWritten, type Written } from './naive-json.ts'

/** The value of a body, or the code it is refused with. Anything else that is thrown is a fault of ours. */
function read(body: string | Uint8Array): { value: unknown } | { code: string } {
  try {
    return { value: parseBody(Buffer.from(body as string)) }
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code }
    throw error
  }
}

/** Asserts that a value is as it was written: the same names in the same order, and numbers digit for digit. */
function expectSame(value: unknown, written: Written): void {
  switch (written.kind) {
    case 'literal':
      return expect(value).toBe(written.value)
    case 'number':
      expect(isNumber(value), String(value)).toBe(true)
      return expect(numberText(value)).toBe(written.text)
    case 'list':
      expect(Array.isArray(value) && value.length).toBe(written.elements.length)
      return written.elements.forEach((element, at) => expectSame((value as unknown[])[at], element))
    case 'object': {
      const names = Object.keys(value as object)
      expect(names.toSorted()).toEqual(written.members.map(([name]) => name).toSorted())
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      for (const [name, member] of written.members) {
        expectSame(Object.getOwnPropertyDescriptor(value, name)!.value, member)
      }
    }
  }
}

const depthOf = (written: Written): number => {
  if (written.kind !== 'list' && written.kind !== 'object') return 0
  const inner = written.kind === 'list' ? written.elements : written.members.map(([, value]) => value)
  return 1 + Math.max(0, ...inner.map(depthOf))
}

const blank = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n  ')
const digits = (min: number, max: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((list) => list.join(''))
const number = fc
  .tuple(
    fc.constantFrom('', '', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(0, 24).map((text) => `1${text}`),
      digits(0, 3).map((text) => `9${text}`),
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      digits(1, 24).map((text) => `.${text}`),
      fc.constantFrom('.5', '.10', '.000001', '.0000001', '.0'),
    ),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom('e0', 'E2', 'e-3', 'e+21', 'E-7', 'e400')),
  )
  .map((parts) => parts.join(''))

/** A character of a text, written plainly or in one of its other ways. */
const character = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        '"',
        '\\',
        '/',
        '\n',
        '\u0000',
        'æ',
        '€',
        '\ud83d\ude00',
        '\ud800',
        ':',
        '{',
        ']',
        '5',
        '-',
      ),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    fc.boolean(),
  )
  .map(([plain, isEscaped]) =>
    isEscaped || !plain.isWellFormed()
      ? [...plain].map((one) => [...one].flatMap((_, at) => unit(one, at)).join('')).join('')
      : JSON.stringify(plain).slice(1, -1),
  )
function unit(text: string, at: number): string[] {
  const units = text.length === 2 && at === 0 ? [0, 1] : [at]
  return units.map((place) => `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`)
}
const string = fc.array(character, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`)
const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '"a"',
      '"\\u0061"',
      '"b"',
      '""',
      '"__proto__"',
      '"\\u005f_proto__"',
      '"constructor"',
      '"toString"',
      '"length"',
      '"1"',
    ),
  },
  string,
)
const { value: json } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc
    .tuple(
      blank,
      fc.oneof(
        { depthSize: 'small' },
        number,
        string,
        fc.constantFrom('true', 'false', 'null'),
        tie('list'),
        tie('object'),
      ),
      blank,
    )
    .map((parts) => parts.join('')),
  list: fc.array(tie('value'), { maxLength: 4 }).map((list) => `[${list.join(',')}]`),
  object: fc
    .array(fc.tuple(blank, name, blank, tie('value')), { maxLength: 5 })
    .map((list) => `{${list.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(',')}}`),
}))

test('what is JSON is read as it is written, to the last digit; a name that stands twice is refused', () => {
  fc.assert(
    fc.property(json, (text) => {
      const written = readWritten(text)
      const result = read(text)
      if (depthOf(written) > BODY_DEPTH_MAX) expect(result).toEqual({ code: 'BodyTooDeep' })
      else if (hasRepeats(written)) expect(result).toEqual({ code: 'InvalidJson' })
      else expectSame('value' in result ? result.value : result, written)
    }),
    { numRuns: 1200 },
  )
})

test('what is no JSON is refused, whatever is wrong with it', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '-',
    '.',
    'e',
    '0',
    '1',
    ' ',
    'null',
    '/*',
    '\u00a0',
    '\ufeff',
    "'",
    '\u0001',
    '\\u12',
    'NaN',
  )
  const broken = fc
    .tuple(json, fc.array(fc.tuple(fc.nat(), piece, fc.nat(2)), { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) =>
      changes.reduce((before, [place, put, dropped]) => {
        const at = place % (before.length + 1)
        return before.slice(0, at) + put + before.slice(at + dropped)
      }, text),
    )
  fc.assert(
    fc.property(broken, (text) => {
      const sent = text.replace(/^\ufeff/, '')
      let written: Written | undefined
      try {
        written = readWritten(sent)
      } catch {
        written = undefined
      }
      const result = read(text)
      if (sent.trim() === '') expect(result).toEqual({ code: 'BodyRequired' })
      else if (!text.isWellFormed()) expect('code' in result || 'value' in result).toBe(true)
      else if (!written) expect(['InvalidJson', 'BodyTooDeep']).toContain('code' in result ? result.code : 'read')
      else if (depthOf(written) <= BODY_DEPTH_MAX) expect('value' in result).toBe(!hasRepeats(written))
    }),
    { numRuns: 1200 },
  )
})

test('bytes that are no text are refused, wherever they stand', () => {
  const bytes = fc.uint8Array({ maxLength: 40 })
  fc.assert(
    fc.property(fc.tuple(json, fc.nat(), bytes), ([text, place, more]) => {
      const whole = Buffer.from(text)
      const at = place % (whole.length + 1)
      const body = Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)])
      const isText = Buffer.from(body.toString('utf8')).equals(body)
      const result = read(body)
      if (!isText) expect(result).toEqual({ code: 'InvalidJson' })
    }),
    { numRuns: 600 },
  )
})

test('a number is written out without exponent, the same to the last digit, or not at all', () => {
  fc.assert(
    fc.property(number, (text) => {
      const { value } = read(text) as { value: unknown }
      const plain = plainNumber(value)
      const { digits: kept, exponent } = exactly(text)
      if (plain === undefined)
        expect(text.length > 20 || Math.abs(Number(/[eE](.*)/.exec(text)?.[1] ?? 0)) > 40).toBe(true)
      else {
        expect(plain).toMatch(/^-?\d+(\.\d+)?$/)
        expect(exactly(plain)).toEqual({ digits: kept, exponent })
      }
    }),
    { numRuns: 1200 },
  )
})

describe('bounds', () => {
  const nested = (depth: number): string => '[{"a":'.repeat(depth / 2) + '1.10' + '}]'.repeat(depth / 2)

  test(`${BODY_DEPTH_MAX} levels, and none more, balanced or not`, () => {
    expect('value' in read(nested(BODY_DEPTH_MAX))).toBe(true)
    for (const text of [nested(BODY_DEPTH_MAX + 2), '['.repeat(BODY_DEPTH_MAX + 1), `${'['.repeat(1e6)}`]) {
      expect(read(text)).toEqual({ code: 'BodyTooDeep' })
    }
    expect(read(']'.repeat(1e6))).toEqual({ code: 'InvalidJson' })
    expect('value' in read(`[${'[]'.repeat(1)}${',[]'.repeat(1e5)}]`)).toBe(true)
    expect('value' in read(`{"a":"${'[{'.repeat(1e5)}"}`)).toBe(true)
  })

  test.each([
    ['digits', '9'.repeat(BODY_MAX_BYTES - 8)],
    ['decimals', `0.${'0'.repeat(BODY_MAX_BYTES - 12)}1`],
    ['an exponent', `1e${'9'.repeat(BODY_MAX_BYTES - 12)}`],
  ])('a number of four million %s is no plain number, and takes no time', async (_what, text) => {
    const worked = await processorMilliseconds(() => {
      const { value } = read(`{"n":${text}}`) as { value: { n: unknown } }
      expect(plainNumber(value.n)).toBeUndefined()
    })
    expect(worked).toBeLessThan(5000)
  })

  test.each([
    ['exact numbers', '1.25'],
    ['numbers that no float holds', '1.10'],
  ])('a large body, with %s', (_, digits_) => {
    const items = Math.floor(BODY_MAX_BYTES / 160)
    const text = `{"items":[${Array.from({ length: items }, (_item, at) => `{"name":"item ${at}","n":${digits_}}`).join(',')}]}`
    const { value } = read(text) as { value: { items: unknown[] } }
    expect(value.items).toHaveLength(items)
    const twice = `${text.slice(0, -1)},"items":1}`
    expect(read(twice)).toEqual({ code: 'InvalidJson' })
  })

  test('one value that fills it', () => {
    const filling = 'x'.repeat(BODY_MAX_BYTES - 20)
    expect(read(`{"a":"${filling}"}`)).toEqual({ value: { a: filling } })
    const digits_ = '1'.repeat(BODY_MAX_BYTES - 20)
    const { value } = read(`{"a":${digits_}}`) as { value: { a: unknown } }
    expect([numberText(value.a) === digits_, plainNumber(value.a)]).toEqual([true, undefined])
    expect(read(`{"a":"${filling}`)).toEqual({ code: 'InvalidJson' })
  })
})

describe('a service that is sent anything', () => {
  let service: TestService
  beforeAll(async () => void (service = await libraryService()))
  afterAll(() => service.stop())

  test('answers it, and never with a fault of its own', async () => {
    const client = await librarian(service, 'Upper')
    const known = fc.constantFrom(
      'shelfNumber',
      'title',
      'pages',
      'price',
      'printed',
      'isLent',
      'number',
      'objectVersion',
      'code',
      'note',
    )
    const value = fc.oneof(
      json,
      fc.constantFrom('1', '"a"', '1.5', '"2026-02-30"', 'true', '1e3', '-0', '2147483648', '"\\u0000"', '[]'),
    )
    const object = fc
      .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: known.map((one) => `"${one}"`) }, name), value), {
        maxLength: 8,
      })
      .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`)
    const body = fc.oneof(
      object,
      json,
      fc.array(object, { maxLength: 3 }).map((list) => `{"items":[${list.join(',')}]}`),
    )
    const to = fc.constantFrom<[string, string]>(
      ['POST', '/books'],
      ['PUT', '/books'],
      ['POST', '/books/bulk'],
      ['PUT', '/books/bulk'],
      ['POST', '/shelves/1/books'],
      ['PUT', '/shelves/1/plan'],
      ['DELETE', '/shelves/1/notes'],
      ['POST', '/tags/bulk'],
    )
    await fc.assert(
      fc.asyncProperty(to, body, async ([method, path], raw) => {
        const headers = { 'content-type': 'application/json' }
        const { status } = await client.call(method, LIBRARY + path, { raw, headers })
        expect([200, 201, 204, 400, 404, 409]).toContain(status)
      }),
      { numRuns: 150 },
    )
    expect(service.log.filter(({ status }) => status === 500)).toEqual([])
  })
})
