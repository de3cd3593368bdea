import { expect, test } from 'vitest'
import { fill, inBody, inUrl } from '../../src/webhooks/template.ts'

const fields = { NEWNUMBER: 'a "b"\\\n&c=1/å', OLDNUMBER: '' }

test('a merge field is filled in whatever its case; what the event does not have stays as it is', () => {
  const plain = (template: string): string => fill(template, { INVOICENO: '7', OLDNUMBER: '' }, (value) => value)
  expect(plain('[INVOICENO] [invoiceno] [InvoiceNo]')).toBe('7 7 7')
  expect(plain('<[OLDNUMBER]>')).toBe('<>')
  expect(plain('[NOSUCH] [INVOICENO [[INVOICENO]] [ INVOICENO ] [] [toString]')).toBe(
    '[NOSUCH] [INVOICENO [7] [ INVOICENO ] [] [toString]',
  )
  expect(fill('[A][B]', { A: '[B]', B: '1' }, (value) => value)).toBe('[B]1')
  expect(fill('[A]', { A: "$&$1$'" }, (value) => value)).toBe("$&$1$'")
})

test.each([
  ['application/json', 'a \\"b\\"\\\\\\n&c=1/å'],
  ['Application/JSON; charset=utf-8', 'a \\"b\\"\\\\\\n&c=1/å'],
  ['application/vnd.receiver+json', 'a \\"b\\"\\\\\\n&c=1/å'],
  ['application/x-www-form-urlencoded', 'a+%22b%22%5C%0A%26c%3D1%2F%C3%A5'],
  ['application/x-www-form-urlencoded;charset=UTF-8', 'a+%22b%22%5C%0A%26c%3D1%2F%C3%A5'],
  ['text/plain', 'a "b"\\\n&c=1/å'],
  ['application/xml', 'a "b"\\\n&c=1/å'],
  ['', 'a "b"\\\n&c=1/å'],
])('a value stays one value in a body of %s', (contentType, written) => {
  expect(fill('<[newNumber]>', fields, inBody(contentType))).toBe(`<${written}>`)
})

test('a value stays one value in a url', () => {
  expect(fill('/[NEWNUMBER]?x=[NEWNUMBER]', fields, inUrl)).toBe(
    '/a%20%22b%22%5C%0A%26c%3D1%2F%C3%A5?x=a%20%22b%22%5C%0A%26c%3D1%2F%C3%A5',
  )
})
