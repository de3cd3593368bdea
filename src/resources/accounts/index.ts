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
      version: '6.0.1',
      differences: [
        changed('Accounts', 'isCredit', () => flag().narrowedTo('coalesce(t.is_credit, false)').filter(F2)),
      ],
    },
    ...aliases('6.0.0'),
    { version: '5.0.2', differences: [without('Accounts', 'note')] },
    ...aliases('5.0.1', '5.0.0'),
    { version: '4.0.1', differences: [withoutKinds('TotalIntervals', 'update')] },
    ...aliases('4.0.0'),
    { version: '3.0.1', differences: [answersOk('Accounts', 'update')] },
    ...aliases('3.0.0'),
    { version: '2.0.0', differences: [without('Accounts', 'lastUpdated'), withoutKinds('Accounts', 'delete')] },
    { version: '1.1.0', differences: [without('Accounts', 'keyFigureCodeNumber'), without('Accounts', 'vatCode')] },
    {
      version: '1.0.0',
      differences: ['Accounts', 'KeyFigureCodes', 'TotalIntervals'].map((group) => withoutKinds(group, 'count')),
    },
  ],
}
