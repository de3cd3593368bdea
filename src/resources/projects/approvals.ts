import type { ErrorCode } from '../../errors/catalogue.ts'
import { approvalCodes, approve } from '../../ledger/projects/approve.ts'
import type { RegistrationKind } from '../../ledger/projects/registrations.ts'
import { APPROVED_MAX } from '../../limits.ts'
import { type Fields, int32, list } from '../../resource/fields.ts'
import type { Group } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { OF_PROJECTS } from './roles.ts'

interface Approval {
  path: string
  schema: string
  empty: ErrorCode
  /** Of a number that is approved already, by the list itself too. */
  again: ErrorCode
}

const approval = (
  name: string,
  kind: RegistrationKind,
  { path, schema, empty, again }: Approval,
  more: Fields = {},
): Group =>
  operations(name, {
    logsBodies: true,
    ...OF_PROJECTS,
    operations: [
      {
        kind: 'action',
        method: 'POST',
        path,
        status: 204,
        summary:
          'Approve entries, all or none: their prices are fixed, and what their groups include in finance is booked',
        schema,
        body: { numbers: list(int32(), APPROVED_MAX).required(empty).codes({ repeated: again }), ...more },
        async run({ transaction, caller }, { body: { numbers, bookOn } }) {
          const days = { isOnRegistration: bookOn === ON_REGISTRATION }
          await approve(transaction, kind, caller.agreement, numbers as number[], days)
          return { status: 204 }
        },
      },
    ],
    codes: [
      empty,
      ...approvalCodes(kind),
      'JournalEntryAccountCurrencyMismatch',
      'JournalEntryAccountNotAccessible',
      'JournalEntryAmountExceedsDigitLimit',
    ],
  })

const OF_TIME: Approval = {
  path: '/timeentries/approve',
  schema: 'TimeEntryNumbersCollection',
  empty: 'TimeEntryNumberListCannotBeEmpty',
  again: 'TimeEntryIsApproved',
}

/** Approval of time entries. */
export const timeEntryApproval = approval('TimeEntries', 'time', OF_TIME)

const ON_REGISTRATION = 1

/** Approval of time entries that says on which day they are booked. */
export const timeEntryApprovalOn = approval('TimeEntries', 'time', OF_TIME, {
  bookOn: int32()
    .oneOf([0, ON_REGISTRATION])
    .describe(
      '0 books at the end of the month of each entry, or today if that day has not passed, as where left out; 1 books on its own day',
    ),
})

/** Approval of mileages. */
export const mileageApproval = approval('Mileages', 'mileage', {
  path: '/mileages/approve',
  schema: 'MileageNumbersCollection',
  empty: 'MileageNumberListCannotBeEmpty',
  again: 'MileageIsAlreadyApproved',
})
