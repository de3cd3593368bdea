import { afterEach, describe, expect, test } from 'vitest'
import { faultInWords, refusalInWords } from '../../src/console/faults/said.ts'
import { BESIDES, CODES, PATTERNS } from '../../src/console/faults/words.ts'
import { Refusal } from '../../src/console/refusal.ts'
import { language } from '../../src/console/settings.ts'
import { catalogue } from '../../src/errors/catalogue.ts'
import { deskFor, findChromium } from './chromium.ts'

const program = findChromium()
afterEach(() => void (language.value = 'en'))

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort()
const said = (errorCode: string, property: string, message: string): string =>
  faultInWords({ errorCode, property, message }).message

test('every code that has words is one of the API, and every pattern fits some; both languages fill in the same', () => {
  const codes = Object.keys(catalogue)
  expect(Object.keys(CODES).filter((code) => !codes.includes(code))).toEqual([])
  expect(PATTERNS.filter(([pattern]) => !codes.some((code) => pattern.test(code)))).toEqual([])
  const all = [...Object.values(CODES), ...PATTERNS.map(([, one]) => one), ...BESIDES.map(([, one]) => one)]
  expect(all.filter(([da, en]) => namesIn(da).join() !== namesIn(en).join())).toEqual([])
  expect(all.filter(([da, en]) => !/[.?]$/.test(da) || !/[.?]$/.test(en))).toEqual([])
})

test('a Danish reader has Danish words, with the values and the bounds of the sentence', () => {
  language.value = 'da'
  expect(said('ValueRequired', 'name', 'name is required.')).toBe('Navn mangler.')
  expect(said('ValueRequired', 'number', 'number is required.')).toBe('Nummer mangler.')
  expect(
    said('GroupDoesNotExist', 'groupNumber', 'The group does not exist (groupNumber 999). There are 1, 2, 3.'),
  ).toBe('Gruppe 999 findes ikke. Der er 1, 2, 3.')
  expect(said('ValueTooLong', 'lines[1].name', 'lines[1].name must have at most 250 characters, and has 300.')).toBe(
    'Linje 2: Navn er for lang. Højst 250 tegn.',
  )
  expect(said('PropertyUnknown', 'nme', "There is no property 'nme'. Did you mean name?")).toBe(
    '“nme” findes ikke her. Mente du name?',
  )
  expect(said('NotFound', 'request', 'The item was not found.')).toBe('Det findes ikke, eller er slettet.')
  expect(said('NoSuchCode', 'name', 'What the API says.')).toBe('What the API says.')
  const unbalanced = { errorCode: 'JournalBookingVoucherNotInBalance', message: 'Voucher 7 is out of balance by 1.00.' }
  expect(faultInWords({ ...unbalanced, voucher: { voucherNumber: 7, difference: '1.00' } }).message).toBe(
    'Bilag 7 stemmer ikke.',
  )
})

test('an English reader has words, too, but the sentence of the API where they leave out a figure', () => {
  expect(said('ValueRequired', 'paymentTermNumber', 'paymentTermNumber is required.')).toBe(
    'Payment term number is missing.',
  )
  const dated = 'The period of 2026-03-01 is barred.'
  expect(said('JournalEntryDateAccountingYearPeriodBarred', 'date', dated)).toBe(dated)
})

test('a refusal says each of its faults, and once that the sandbox ordered it', () => {
  language.value = 'da'
  const faults = ['name', 'city'].map((property) => ({ errorCode: 'ValueRequired', property, message: 'required' }))
  const ordered = refusalInWords(new Refusal(400, 'required', faults, 'abc', '429, rule 1'))
  expect(ordered.messages).toEqual(['Navn mangler. Sandkassen har bestilt dette svar (429, rule 1).', 'By mangler.'])
  expect([ordered.message, ordered.trace, ordered.ordered]).toEqual(['Navn mangler. By mangler.', 'abc', '429, rule 1'])
  const silent = refusalInWords(new Refusal(500, '500', [], undefined))
  expect([silent.faults, silent.messages]).toEqual([[], ['500']])
})

describe.skipIf(program === undefined)('a refusal in Chromium', () => {
  const desk = deskFor(program, { width: 1280, theme: 'light', language: 'da' }, { isClosed: true })

  test('is said in Danish, by words that come with the first refusal', async () => {
    await desk.enter('/settings/company')
    const { page } = desk.shown
    const scripts = (): Promise<number> =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
    const before = await scripts()
    await page.fill('[name=corporateIdentificationNumber]', '123')
    await desk.press('Enter')
    await desk.until(
      `document.querySelector('.rf .fault')?.textContent.trim() === 'Et dansk selskab har et CVR-nummer på 8 cifre.'`,
    )
    expect(await scripts()).toBeGreaterThan(before)
    expect(await desk.faults('refused')).toEqual([])
    // What the browser itself notes of the refusal.
    expect(desk.shown.complaints.filter((one) => !one.includes('status of 400'))).toEqual([])
  })
})
