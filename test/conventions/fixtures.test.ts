import { expect, test } from 'vitest'
import { subjects, withoutFixture, withoutResource } from './subjects.ts'

test('every declared resource has a fixture, so that the conventions are tried on it', () => {
  expect(withoutFixture, `Add these to test/conventions/fixtures.ts`).toEqual([])
  expect(withoutResource, `These fixtures have no resource any more`).toEqual([])
  expect(subjects.length).toBeGreaterThan(0)
})

test('every skip has a reason that can be read', () => {
  for (const { name, fixture } of subjects) {
    for (const [check, reason] of Object.entries(fixture.skip ?? {})) {
      expect(reason.split(' ').length, `${name} skips ${check}: say why`).toBeGreaterThan(4)
    }
  }
})
