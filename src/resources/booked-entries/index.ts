import { renamed, without, withoutFilter, withoutGroups, withProperties } from '../../resource/differences.ts'
import { aliases, type Api } from '../../resource/versions.ts'
import { bookedEntries, bookedEntryDimensions, INVOICE_NUMBER } from './booked-entries.ts'
import { matchedPairs, matching } from './matching.ts'

export const bookedEntriesApi: Api = {
  name: 'booked-entries',
  title: 'Booked entries',
  prefix: '/bookedEntriesapi',
  version: '4.0.0',
  style: 'problem',
  groups: [bookedEntries, matching, matchedPairs],
  // What they say is not public.
  later: aliases('5.0.0', '6.0.0'),
  older: [
    { version: '3.3.0', differences: [withoutGroups('MatchedBookedEntriesPairs')] },
    { version: '3.2.1', differences: [withoutFilter('BookedEntries', 'remainder')] },
    { version: '3.2.0', differences: [without('BookedEntries', 'text')] },
    { version: '3.1.0', differences: [without('BookedEntries', 'remainder')] },
    { version: '3.0.0', differences: [withoutGroups('BookedEntriesMatching')] },
    { version: '2.0.0', differences: [withProperties('BookedEntries', bookedEntryDimensions)] },
    {
      version: '1.0.0',
      differences: [
        renamed('BookedEntries', 'customerInvoiceNumber', INVOICE_NUMBER),
        ...['supplierInvoiceNumber', 'supplierNumber', 'dueDate'].map((name) => without('BookedEntries', name)),
      ],
    },
  ],
}
