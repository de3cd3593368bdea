import { answersOk, changed, without, withoutKinds } from '../../resource/differences.ts'
import { F2, flag } from '../../resource/fields.ts'
import { type Api, aliases } from '../../resource/versions.ts'
import { accounts } from './accounts.ts'
import { keyFigureCodes } from './key-figure-codes.ts'
import { totalIntervals } from './total-intervals.ts'

export const accountsApi: Api = {
  name: 'accounts',
  title: 'Accounts',
  prefix: '/accountsapi',
  version: '7.0.1',
  style: 'problem',
  groups: [accounts, keyFigureCodes, totalIntervals],
  // Programs ask for 7.0.1; the contract is that of 7.0.0.
  older: [
    ...aliases('7.0.0'),
    // A required boolean that is left out is false.
    {
      version: '6.0.0',
      differences: [
        changed('Accounts', 'isCredit', () => flag().narrowedTo('coalesce(t.is_credit, false)').filter(F2)),
      ],
    },
    { version: '5.0.0', differences: [without('Accounts', 'note')] },
    { version: '4.0.0', differences: [withoutKinds('TotalIntervals', 'update')] },
    { version: '3.0.0', differences: [answersOk('Accounts', 'update')] },
    { version: '2.0.0', differences: [without('Accounts', 'lastUpdated'), withoutKinds('Accounts', 'delete')] },
    { version: '1.1.0', differences: [without('Accounts', 'keyFigureCodeNumber'), without('Accounts', 'vatCode')] },
  ],
}
