import { expect, test } from 'vitest'
import { pages } from '../../build/pages.ts'
import { unknownRooms } from '../../build/schema/page.ts'
import { textOf } from './sources.ts'

test.each(Object.entries(pages))('%s is what the declarations say (npm run pages makes it)', (path, text) => {
  expect(textOf(path) === text()).toBe(true)
})

test('the pages of the schema have its rooms, and no others', () => {
  expect(unknownRooms()).toEqual([])
})
