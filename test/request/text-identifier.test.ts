import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTextIdentifier, encodeTextIdentifier } from '../../src/request/protocol/text-identifier.ts'

test.each([
  ['My Product_50%', 'My_9_Product_8_50_3_'],
  ['<>*%:&/', '_0__1__2__3__4__5__6_'],
  ['\\_ ?.#+', '_7__8__9__10__11__12__13_'],
  ['Blå-1', 'Bl%C3%A5-1'],
  ['_1_', '_8_1_8_'],
])('%s travels as %s', (text, path) => {
  expect(encodeTextIdentifier(text)).toBe(path)
  expect(decodeTextIdentifier(decodeURIComponent(path))).toBe(text)
})

test('every text comes back', () => {
  const character = fc.constantFrom(...'<>*%:&/\\_ ?.#+0123456789aæ1_'.split(''))
  fc.assert(
    fc.property(fc.array(character, { maxLength: 30 }), (characters) => {
      const text = characters.join('')
      expect(decodeTextIdentifier(decodeURIComponent(encodeTextIdentifier(text)))).toBe(text)
    }),
    { numRuns: 5000 },
  )
})
