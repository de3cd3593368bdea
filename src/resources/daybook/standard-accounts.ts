import { mapAsTemplate } from '../../companies/standard-accounts.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { F1, F2, F2L, Field, flag, int32, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** The public Danish standard chart (MONTH.md 7): the same for all agreements. */
export const standardAccounts = resource('StandardAccounts', {
  logsBodies: true,
  schema: 'StandardAccount',
  table: 'standard_account',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().required().filter(F1).sortable(),
    name: text(250, 1).required().filter(F2L).sortable(),
    isSum: flag().filter(F2).describe('true: it sums lines above it, and no account is mapped to it'),
  },
  operations: standard('/standard-accounts', 'number', ['cursor', 'paged', 'count', 'single']),
})

/** Which accounts are not mapped to the standard chart yet. */
export const standardMapping = operations('StandardMapping', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/unmapped-accounts',
      summary: 'The accounts that take entries and have no number of the standard chart',
      answer: {
        isList: true,
        schema: 'UnmappedAccount',
        items: {
          number: int32(1, NUMBER_MAX),
          name: text(125),
          type: int32(1, 2),
          hasEntries: new Field({ type: 'boolean', nullable: false }).describe('Whether anything is booked on it'),
        },
      },
      statement: ({ agreement }) => ({
        text: `SELECT coalesce(json_agg(json_build_object('number', a.number, 'name', a.name, 'type', a.type,
            'hasEntries', EXISTS (SELECT FROM booked_reference x WHERE x.agreement = $1
              AND x.account_number = a.number))
            ORDER BY a.number), '[]')::text
          FROM account a WHERE a.agreement = $1 AND a.type IN (1, 2) AND a.standard_account_number IS NULL`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/standard-accounts/danish',
      status: 200,
      summary: 'Map accounts that are as the Danish template made them, and are not mapped yet',
      schema: 'DanishStandardAccounts',
      answer: {
        accounts: new Field({ type: 'list', nullable: false, items: int32() }).describe(
          'Accounts that are mapped now.',
        ),
      },
      async run({ caller: { agreement }, transaction }) {
        return { status: 200, body: JSON.stringify({ accounts: await mapAsTemplate(transaction, agreement) }) }
      },
    },
  ],
})
