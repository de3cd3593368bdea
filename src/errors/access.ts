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
  PersonDoesNotExist: {
    status: 400,
    message: 'There is no active person with the initials.',
    hint: 'Give the initials of a person of /people who is active.',
  },
  AppNotGrantable: {
    status: 400,
    message: 'The operator does not let agreements make or rotate grants for the app.',
    hint: 'Choose an app of /grant-apps, or ask the operator: daybook app set --app N --grantable yes',
  },
  GrantTooWide: {
    status: 400,
    message: 'A grant has no role that the grant that asks for it lacks.',
    hint: 'Leave the roles named out, or ask with a grant that has them.',
  },
  GrantOfPersonNamesActor: {
    status: 400,
    message: 'A grant is of a person or may name who acts, not both.',
    hint: 'Leave person or mayNameActor out.',
  },
  GrantRevoked: { status: 400, message: 'The grant is revoked.', hint: 'Make another grant.' },
  LastSuperUserGrant: {
    status: 400,
    message: 'It is the last grant in force with the role SuperUser.',
    hint: 'Make another grant with the role SuperUser first.',
  },
  ConsoleLinkInvalid: {
    status: 401,
    message: 'The link does not sign in.',
    hint: 'A link works once, within 15 minutes. Ask for another: daybook console --agreement N',
  },
  ConsoleSessionEnded: {
    status: 401,
    message: 'The browser is not signed in to the agreement (any more).',
    hint: 'Sign in to the console again, by a passkey or a link: daybook console --agreement N',
  },
  ConsolePasskeyInvalid: {
    status: 401,
    message: 'The passkey does not sign in.',
    hint: 'It may have been removed, or its grant revoked, or it answered too late. Try again, or ask for a link: daybook console --agreement N',
  },
  ConsoleEnrolmentOver: {
    status: 403,
    message: 'A passkey is enrolled within 5 minutes of a link, and once.',
    hint: 'Open a new link: daybook console --agreement N',
  },
  ConsoleOriginRefused: {
    status: 403,
    message: 'The console is used at its own address only.',
    hint: 'Open it at the public address of the service (DAYBOOK_PUBLIC_URL); without one, at http://127.0.0.1 or http://localhost.',
  },
} satisfies Record<string, ErrorEntry>
