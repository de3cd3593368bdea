import type { ErrorEntry } from './entry.ts'

/** Codes of people and grants of an agreement. */
export const accessErrors = {
  PersonInitialsInvalid: {
    status: 400,
    message: 'Initials have 1 to 10 letters A to Z, digits, - and _.',
    hint: 'Write them as a header can carry them: Æ as AE.',
  },
  PersonInitialsTaken: {
    status: 400,
    message: 'Another person has the initials.',
    hint: 'Give others. Somebody who left keeps theirs, because logs name them.',
  },
  PersonHasGrants: {
    status: 400,
    message: 'A grant in force is of the person.',
    hint: 'Revoke the grants of the person first (/grants), then set isBarred.',
  },
} satisfies Record<string, ErrorEntry>
