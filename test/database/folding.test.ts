import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from './harness.ts'

const ASCII = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1))
/** Whole or in part beyond ASCII: of other cases, other lengths, with a letter whose case depends on its place. */
const OTHERS = [
  'ØRSTED A/S',
  'ÅSE',
  'İstanbul',
  'IŞIK',
  'ΟΔΥΣΣΕΥΣ',
  'STRASSE',
  'ẞ',
  'ǅ',
  'É',
  'É',
  '🧾 KVITTERING',
  'Ⱥ',
]

test('texts are folded by ICU’s root rules, whether of ASCII only or not', async () => {
  const texts = [ASCII, ...ASCII, 'INVOICE 17', '', ...OTHERS]
  const store = await testDatabase()
  onTestFinished(store.drop)
  const rows = await store.database.rows<{ text: string; folded: string; root: string }>(
    `SELECT t.text, fold(t.text) AS folded, lower(t.text COLLATE "und-x-icu") AS root FROM json_array_elements_text($1::json) AS t(text)`,
    [JSON.stringify(texts)],
  )
  expect(rows).toHaveLength(texts.length)
  expect(rows.filter(({ folded, root }) => folded !== root)).toEqual([])
  expect(rows.find(({ text }) => text === 'ØRSTED A/S')!.folded).toBe('ørsted a/s')
  expect(rows.find(({ text }) => text === 'INVOICE 17')!.folded).toBe('invoice 17')
})
