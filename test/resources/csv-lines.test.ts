import { expect, test } from 'vitest'
import { cellsOf, linesOf } from '../../src/resources/daybook/csv-lines.ts'

test('lines end as on every system, keep their numbers, and say something', () => {
  expect(linesOf('\uFEFFa\r\nb\rc\n\n  \nd')).toEqual([
    { text: 'a', line: 1 },
    { text: 'b', line: 2 },
    { text: 'c', line: 3 },
    { text: 'd', line: 6 },
  ])
})

test('cells come without the quotation marks and spaces around them, behind every delimiter', () => {
  for (const delimiter of [';', ',', '\t']) {
    const cells = (...written: string[]): string[] => cellsOf(written.join(delimiter), delimiter)
    expect(cells('1', ' "b ""c""" ', '')).toEqual(['1', 'b "c"', ''])
    expect(cells('', '"x"', '', '"y"', '5')).toEqual(['', 'x', '', 'y', '5'])
    expect(cells(`"a${delimiter}b"`, ' c ')).toEqual([`a${delimiter}b`, 'c'])
    expect(cells('"a" b', '"')).toEqual(['"a" b', '"'])
  }
  expect(cellsOf('', ';')).toEqual([''])
})
