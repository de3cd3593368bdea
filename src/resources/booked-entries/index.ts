import type { Api } from '../../resource/resource.ts'
import { bookedEntries } from './booked-entries.ts'
import { matchedPairs, matching } from './matching.ts'

export const bookedEntriesApi: Api = {
  name: 'booked-entries',
  title: 'Booked entries',
  prefix: '/bookedEntriesapi',
  version: '4.0.0',
  style: 'problem',
  groups: [bookedEntries, matching, matchedPairs],
}
