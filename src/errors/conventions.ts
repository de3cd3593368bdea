import type { ErrorEntry } from './entry.ts'

/** Codes of the shared conventions (rule 4.1), returned by every resource. */
export const conventionErrors = {
  InvalidJson: { status: 400, message: 'The body is not valid JSON.', hint: 'Mend the JSON at the position named.' },
  BodyRequired: { status: 400, message: 'The request has no body.', hint: 'Send a JSON object.' },
  RequestInvalid: {
    status: 400,
    message: 'This is not a valid HTTP request.',
    hint: 'Check what writes it: its first line, its headers and the length of its body.',
  },
  RangeNotSatisfiable: {
    status: 416,
    message: 'The file has none of the bytes asked for.',
    hint: 'Ask for bytes that it has, or leave Range out.',
  },
  HeadersTooLarge: {
    status: 431,
    message: 'The address and the headers are too long.',
    hint: 'They may have 64 KiB together; shorten the filter.',
  },
  ExpectationFailed: {
    status: 417,
    message: 'The Expect header asks for what is not done here.',
    hint: 'Leave it out.',
  },
  RequestTimeout: { status: 408, message: 'The request did not arrive in time.', hint: 'Send it again, faster.' },
  BodyTooLarge: { status: 413, message: 'The body is too large.', hint: 'Send fewer items in one call.' },
  BodyTooDeep: {
    status: 400,
    message: 'The body is nested too deeply.',
    hint: 'See the OpenAPI document for its shape.',
  },
  ValueTypeInvalid: { status: 400, message: 'The value has the wrong type.', hint: 'Send the type the message names.' },
  ValueRequired: { status: 400, message: 'A required property is missing.', hint: 'Give the property a value.' },
  ValueNull: { status: 400, message: 'null is not a value.', hint: 'To clear a property, leave it out of the body.' },
  ValueTooLong: { status: 400, message: 'The text is too long.', hint: 'Shorten the text.' },
  ValueOutOfRange: {
    status: 400,
    message: 'The number is out of range.',
    hint: 'Send a number within the range named.',
  },
  AmountHasTooManyDecimals: {
    status: 400,
    message: 'The amount, price or rate has more decimals than it can have.',
    hint: 'Round it to the decimals named: money is never rounded for you.',
  },
  ValueNotAllowed: {
    status: 400,
    message: 'The value is not one of those allowed.',
    hint: 'Send one of the values named.',
  },
  ValueInvalidCharacter: {
    status: 400,
    message: 'The text holds a character that cannot be stored.',
    hint: 'Remove it.',
  },
  PropertyUnknown: {
    status: 400,
    message: 'There is no such property.',
    hint: 'Check the spelling in the OpenAPI document.',
  },
  PropertyReadOnly: {
    status: 400,
    message: 'The property is read-only.',
    hint: 'Send the value that was read, or leave it out.',
  },
  ItemInUse: {
    status: 400,
    message: 'The item is in use, so it cannot be deleted.',
    hint: 'Bar it instead, or remove what refers to it.',
  },
  ItemRepeated: {
    status: 400,
    message: 'The list names the item more than once.',
    hint: 'Name each item once.',
  },
  ObjectVersionRequired: {
    status: 400,
    message: 'objectVersion is missing.',
    hint: 'Read the item and send the objectVersion it has.',
  },
  ObjectVersionMismatch: {
    status: 409,
    message: 'Version mismatch: the item was changed after it was read.',
    hint: 'Read the item again, apply the change to it and retry.',
  },
  FilterSyntax: { status: 400, message: 'The filter cannot be read.', hint: 'See "Filtering" in docs/integrators.md.' },
  FilterPropertyUnknown: {
    status: 400,
    message: 'The filter names a property that does not exist.',
    hint: 'Filter on a property of the resource.',
  },
  FilterNotAllowed: {
    status: 400,
    message: 'The property does not allow this filter.',
    hint: 'Use an operator that the property allows, or filter on another one.',
  },
  FilterValueInvalid: {
    status: 400,
    message: 'The filter value does not fit the property.',
    hint: 'Send a value of the type named.',
  },
  FilterTooLarge: { status: 400, message: 'The filter is too large.', hint: 'Split the filter into several requests.' },
  SortNotAllowed: {
    status: 400,
    message: 'The list cannot be sorted this way.',
    hint: 'Sort a /paged list by sortable properties.',
  },
  PagingInvalid: {
    status: 400,
    message: 'The paging parameter is out of range.',
    hint: 'Send a number within the range named.',
  },
  CursorInvalid: {
    status: 400,
    message: 'The cursor is not one this list gave.',
    hint: 'Send the cursor of the previous response unchanged.',
  },
  QueryParameterUnknown: {
    status: 400,
    message: 'There is no such query parameter.',
    hint: 'Use the parameters the message names.',
  },
  QueryParameterRepeated: {
    status: 400,
    message: 'The query parameter is given more than once.',
    hint: 'Send it once.',
  },
  QueryParameterRequired: {
    status: 400,
    message: 'A required query parameter is missing.',
    hint: 'Send the parameter named.',
  },
  QueryParameterInvalid: {
    status: 400,
    message: 'The query parameter has a wrong value.',
    hint: 'Send a value of the kind named.',
  },
  IdempotencyKeyReused: {
    status: 400,
    message: 'The Idempotency-Key was used for another request.',
    hint: 'Make a new key for each operation.',
  },
  IdempotencyKeyInvalid: {
    status: 400,
    message: 'The Idempotency-Key cannot be used.',
    hint: 'Send 1 to 255 printable ASCII characters.',
  },
  RequestHeaderUnknown: {
    status: 400,
    message: 'The request has a Daybook header that does not exist.',
    hint: 'Leave the header out, or write it as one of those named.',
  },
  RequestHeaderInvalid: {
    status: 400,
    message: 'A Daybook header has a value that it cannot have.',
    hint: 'Send the value named, or leave the header out.',
  },
  DryRunNotPossible: {
    status: 400,
    message: 'This cannot be tried: it acts outside the database, or in several steps that are each kept.',
    hint: 'Send it without Daybook-Dry-Run (or preview); of a file of bank statements send the first part.',
  },
  ActorUnknown: {
    status: 400,
    message: 'Daybook-Actor does not name an active person of the agreement.',
    hint: 'Send the initials of a person of /people who is active.',
  },
  Unauthorized: {
    status: 401,
    message: 'The credentials are missing, wrong or revoked.',
    hint: 'Send X-AppSecretToken and X-AgreementGrantToken of a grant in force.',
  },
  RoleMissing: {
    status: 403,
    message: 'The roles of the grant do not cover this resource.',
    hint: 'Issue a grant with one of the roles named.',
  },
  ModuleMissing: {
    status: 403,
    message: 'The agreement does not have the module that this resource is of.',
    hint: 'Add the module named to the agreement.',
  },
  ActorNotAllowed: {
    status: 403,
    message: 'The grant does not let the app name who acts.',
    hint: 'Leave Daybook-Actor out, or use a grant that is of no person and has mayNameActor.',
  },
  DemoReadOnly: {
    status: 403,
    message: 'The demo agreement answers GET requests only.',
    hint: 'Make an agreement of your own: npm run daybook -- sandbox',
  },
  NotFound: {
    status: 404,
    message: 'The item was not found.',
    hint: 'Check the identifier; the item may have been deleted.',
  },
  PathNotFound: { status: 404, message: 'There is nothing at this path.', hint: 'Use one of the paths named.' },
  VersionNotFound: { status: 404, message: 'This version of the API does not exist.', hint: 'Use the version named.' },
  MethodNotAllowed: {
    status: 405,
    message: 'The method is not supported here.',
    hint: 'Use a method of the Allow header.',
  },
  ReferenceInUse: { status: 400, message: 'The item is in use.', hint: 'Remove what refers to it first.' },
  Conflict: {
    status: 409,
    message: 'The request conflicts with another one.',
    hint: 'Read the current state and retry.',
  },
  MediaTypeNotSupported: {
    status: 415,
    message: 'Only JSON is spoken here.',
    hint: 'Send Content-Type: application/json and accept application/json.',
  },
  RateLimitExceeded: {
    status: 429,
    message: 'The agreement has used up its calls.',
    hint: 'Wait for the seconds in Retry-After.',
  },
  DryRunUnderWay: {
    status: 429,
    message: 'Another dry run of the agreement is under way; there is one at a time.',
    hint: 'Send it again after the seconds in Retry-After.',
  },
  AgreementBusy: {
    status: 429,
    message: 'The agreement has too many requests under way; nothing of this one was done.',
    hint: 'Send fewer at once, and this one again after the seconds in Retry-After.',
  },
  Internal: {
    status: 500,
    message: 'Something went wrong on our side.',
    hint: 'Retry; if it persists, report the traceId.',
  },
  Unavailable: { status: 503, message: 'The database is not available.', hint: 'Retry in a moment.' },
  TookTooLong: {
    status: 503,
    message: 'The request took too long, so it was stopped. Nothing was changed.',
    hint: 'Narrow a list by a filter on its identifier or a date, or read it by cursor; narrow a report by its days; write less at once.',
  },
} satisfies Record<string, ErrorEntry>
