import { answersOk, withoutGroups, withoutOperation } from '../../resource/differences.ts'
import { type Api, aliases } from '../../resource/versions.ts'
import { dimensions } from './dimensions.ts'
import { dimensionDistributions } from './distributions.ts'
import {
  accountData,
  bookedEntryChanges,
  bookedEntryData,
  budgetFigureData,
  bookedLineData,
  draftEntryData,
  salesLineData,
} from './owners.ts'
import { dimensionValues } from './values.ts'

/** The groups that 4.3.0 writes. */
const WRITTEN = ['Dimensions', 'DimensionValues', 'DraftEntry', 'BookedEntry', 'BudgetFigure', 'SalesDocumentLine']

/** Dimensions, and the data that they classify (rule 15.1). */
export const dimensionsApi: Api = {
  name: 'dimensions',
  title: 'Dimensions',
  prefix: '/dimensionsapi',
  version: '5.3.1',
  style: 'problem',
  groups: [
    dimensions,
    dimensionValues,
    dimensionDistributions,
    accountData,
    draftEntryData,
    bookedEntryData,
    bookedEntryChanges,
    budgetFigureData,
    salesLineData,
    bookedLineData,
  ],
  // Bulk before 5.0.0 and keys before 5.0.1 are unknown, so today's apply.
  older: [
    ...aliases('5.3.0'),
    { version: '5.2.0', differences: [withoutGroups('BookedInvoiceLine')] },
    {
      version: '5.1.4',
      differences: [withoutOperation('BookedEntry', 'GET', '/dimension-data/booked-entries/changelog')],
    },
    { version: '5.0.4', differences: [withoutGroups('Account')] },
    ...aliases('5.0.1', '5.0.0', '4.3.2', '4.3.1'),
    {
      version: '4.3.0',
      differences: WRITTEN.map((group) => answersOk(group, 'create', 'update', 'bulkCreate', 'bulkUpdate')),
    },
    { version: '4.2.0', differences: [withoutGroups('BudgetFigure')] },
    ...aliases('4.1.0'),
    { version: '4.0.0', differences: [withoutGroups('BookedEntry', 'DraftEntry', 'SalesDocumentLine')] },
    ...aliases('3.1.1', '3.0.0', '2.0.0', '1.0.0'),
  ],
}
