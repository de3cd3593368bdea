import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cents, decimalOf, figureOf, typedAmount } from '../../src/console/money.ts'
import { da } from '../../src/console/words/da.ts'
import { en, type Word } from '../../src/console/words/en.ts'

const words = Object.keys(en) as Word[]
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort()

const sources = readdirSync('src/console', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('words/'))
  .map((path) => readFileSync(join('src/console', path), 'utf8'))
  .join('\n')

test('every word is there in both languages, with the same names to fill in', () => {
  expect(Object.keys(da)).toEqual(words)
  expect(words.filter((word) => en[word] === '' || da[word] === '')).toEqual([])
  expect(words.filter((word) => namesIn(en[word]).join() !== namesIn(da[word]).join())).toEqual([])
})

test('no word is in two files: the later one would take the place of the other', () => {
  const keys = readdirSync('src/console/words')
    .filter((name) => name.startsWith('en'))
    .flatMap((name) => [...readFileSync(join('src/console/words', name), 'utf8').matchAll(/^ {2}(\w+):/gm)])
    .map((match) => match[1]!)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect([...keys].sort()).toEqual([...words].sort())
})

test('every word is used', () => {
  expect(words.filter((word) => !sources.includes(`'${word}'`))).toEqual([])
})

test('figures are written as the reader writes them, with a minus as wide as a digit', () => {
  const written = (amount: string | number): string => figureOf(cents(amount), 'da')
  expect(['0.00', '1234567.89', '-89498.6', 7, '-0.05'].map(written)).toEqual([
    '0,00',
    '1.234.567,89',
    '−89.498,60',
    '7,00',
    '−0,05',
  ])
  expect(figureOf(cents('-1234.50'), 'en')).toBe('−1,234.50')
  expect(['1234.50', '-1234.49', '-0.49'].map((amount) => figureOf(cents(amount), 'da', true))).toEqual([
    '1.235',
    '−1.234',
    '0',
  ])
  const many = 123456789012345678901234n
  expect(cents(decimalOf(many))).toBe(many)
})

test('an amount is taken as people type it, and sums are added up', () => {
  const taken = (typed: string): string | undefined => typedAmount(typed)
  expect(['1.250', '1250,00', '1.250,00', '−5', ' 12,5 ', '=680+258+312', '=1.000-0,5'].map(taken)).toEqual([
    '1250.00',
    '1250.00',
    '1250.00',
    '-5.00',
    '12.50',
    '1250.00',
    '999.50',
  ])
  expect(['', '436,2.5', '1,234', 'x', '=', '=1+x', '1.25,00'].map(taken)).toEqual(Array(7).fill(undefined))
  expect(typedAmount('1,250.75', 'en')).toBe('1250.75')
})
