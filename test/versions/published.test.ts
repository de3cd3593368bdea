import { expect, test } from 'vitest'
import { versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'

/**
 * Every published version, as the changelogs, what programs name and VERSIONS.md have them, oldest first. A stroke
 * stands before those that are not announced.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  '/accountingyearsapi': '1.0.0 1.1.0 1.2.0 1.2.1 2.0.0 2.0.1',
  '/accountsapi': '1.0.0 1.1.0 2.0.0 3.0.0 3.0.1 4.0.0 4.0.1 5.0.0 5.0.1 5.0.2 6.0.0 6.0.1 7.0.0 7.0.1',
  '/api':
    '2.0.0 3.0.0 4.0.0 5.0.0 6.0.0 7.0.0 8.0.0 9.0.0 10.0.0 10.1.0 10.1.1 10.1.2 11.0.0 12.0.0 13.0.0 13.1.0 13.2.0 14.0.0 14.1.0 14.1.1 14.1.2 14.1.3 15.0.0 16.0.0 16.1.0 16.2.0 16.2.1 16.2.2 16.3.0 16.4.0 17.0.0 17.0.1 17.0.2 18.0.0 19.0.0 20.0.0 20.0.1 | 21.0.0 21.0.1 22.0.0',
  '/bookedEntriesapi': '1.0.0 2.0.0 3.0.0 3.1.0 3.2.0 3.2.1 3.3.0 4.0.0 | 5.0.0 6.0.0',
  '/budgetsapi': '1.0.0 2.0.0',
  '/customersapi': '1.0.0 1.0.1 1.0.2 1.0.3 1.0.4 1.1.0 1.1.1 2.0.0 3.0.0 3.0.1 3.1.0',
  '/daybookapi': '1.0.0',
  '/dimensionsapi':
    '1.0.0 2.0.0 3.0.0 3.1.1 4.0.0 4.1.0 4.2.0 4.3.0 4.3.1 4.3.2 5.0.0 5.0.1 5.0.4 5.1.4 5.2.0 5.3.0 5.3.1',
  '/documentsapi': '1.0.0 1.0.1 2.0.0 2.1.0 2.2.0 3.0.0 3.0.1 4.0.0 4.0.1',
  '/journalsapi':
    '1.0.0 1.1.0 1.1.1 1.1.2 2.0.0 3.0.0 3.1.0 3.1.1 3.2.0 4.0.0 5.0.0 5.1.0 5.1.1 5.2.0 6.0.0 7.0.0 8.0.0 9.0.0 10.0.0 11.0.0 11.0.1 11.0.2 11.0.3 11.0.4 11.0.5 11.0.6 11.1.0 11.1.1 12.0.0 12.0.1 12.0.2 13.0.1 14.0.0 14.0.1 15.0.0 15.0.1 | 16.0.0 16.0.1',
  '/productsapi': '1.0.0 1.1.0 1.1.1 2.0.0',
  '/projectsapi': '1.0.0 1.1.0',
  '/q2capi': '1.0.0 2.0.0 2.0.1 2.0.2 3.0.0 3.0.1 4.0.0 4.1.0 5.0.0 5.1.0 5.2.0 5.3.0 | 6.0.0',
  '/subscriptionsapi': '1.0.0 2.0.0 3.0.0 3.0.1 3.0.2 4.0.0 4.0.1 4.0.2 5.0.0 5.0.1 6.0.0 6.0.1 6.0.2 6.0.3',
  '/suppliersapi': '1.0.0 1.0.1 2.0.0',
  '/webhooksapi': '1.0.0',
}

test('every published version is served, and no other', () => {
  const served = apis
    .filter(({ version }) => version !== '')
    .map((api) => {
      const [stated, ...others] = versionsOf(api)
      const isAnnounced = new Map(others.map(({ version, headers }) => [version, headers !== undefined]))
      const older = others.filter(({ version }) => isAnnounced.get(version)).map(({ version }) => version)
      const later = others.filter(({ version }) => !isAnnounced.get(version)).map(({ version }) => version)
      const announced = [...older.toReversed(), stated!.version].join(' ')
      return [api.prefix, later.length > 0 ? `${announced} | ${later.toReversed().join(' ')}` : announced]
    })
  expect(Object.fromEntries(served)).toEqual(PUBLISHED)
})
