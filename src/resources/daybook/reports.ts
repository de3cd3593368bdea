import { trialBalance } from '../../ledger/trial-balance.ts'
import { date } from '../../resource/fields.ts'
import { resource } from '../../resource/resource.ts'

/** Reports on the books; amounts in base currency. */
export const reports = resource('Reports', {
  schema: 'TrialBalance',
  table: 'period_total',
  key: ['accountNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {},
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/trial-balance',
      summary: 'The trial balance of the days from..to, both included',
      query: [
        { name: 'from', field: date(), required: true },
        { name: 'to', field: date(), required: true },
      ],
      check: ({ query }) =>
        (query.from as string) > (query.to as string)
          ? [{ code: 'QueryParameterInvalid', property: 'to', message: 'to must not be before from.' }]
          : [],
      statement: ({ agreement }, { query }) => trialBalance(agreement, query.from as string, query.to as string),
    },
  ],
})
