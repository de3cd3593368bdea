import type { ErrorEntry } from './entry.ts'

/** Codes of webhooks (rule 10.6), and our own for merge fields and deliveries: one line per code. */
// prettier-ignore
export const webhookErrors = {
  WebhookInvalidUrl: { status: 400, message: 'The url is not a valid URI that can be called.', hint: 'Give an https address of the public internet, with merge fields in its path and query only.' },
  WebhookInvalidType: { status: 400, message: 'There is no such event type.', hint: 'Use a name of /webhooksapi/v1.0.0/EventTypes, in capitals.' },
  WebhookInvalidUrlScheme: { status: 400, message: "The url's scheme is not https.", hint: 'Give a url that begins with https://.' },
  WebhookReadOnly: { status: 403, message: 'The webhook is read-only here: another app of the agreement made it.', hint: 'Change or delete it with the app that made it.' },
  WebhookAlreadyExistsForEventType: { status: 400, message: 'The agreement has a webhook for this event type already.', hint: 'Change it with PUT, or DELETE it first; only the app that made it can.' },
  WebhookCustomHeadersTooLong: { status: 400, message: 'The custom headers have more than 1000 characters as JSON.', hint: 'Shorten them.' },
  WebhookCustomHeaderInvalid: { status: 400, message: 'The custom header cannot be sent.', hint: 'A name is an HTTP token that the service does not set itself; a value is printable ASCII.' },
  WebhookCustomHeadersTooMany: { status: 400, message: 'There are more than 5 custom headers.', hint: 'Send at most 5.' },
  WebhookIsDisabled: { status: 409, message: 'The webhook is disabled, so nothing is sent to it.', hint: 'Enable it with PUT, leaving isDisabled out, and retry.' },
  WebhookDeliveriesTooMany: { status: 400, message: 'The range holds more deliveries than one call sends again.', hint: 'Send shorter ranges again, one after the other.' },
  WebhookDeliveryHasEnded: { status: 409, message: 'The delivery is not pending: it was delivered, given up or skipped.', hint: 'Read its state. There is nothing left to skip.' },
  WebhookMergeFieldUnknown: { status: 400, message: 'The event has no such merge field.', hint: 'Write it as /webhooksapi/v1.0.0/EventTypes has it. Apps that are not read strictly are told in Daybook-Notice, and it stays as it is.' },
} satisfies Record<string, ErrorEntry>
