import type { Api } from '../../resource/resource.ts'
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

/** Dimensions, and what is told apart by them (rule 15.1). */
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
}
