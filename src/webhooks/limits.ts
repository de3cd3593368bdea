/** Ours: bytes of an answer that are read and logged; a receiver cannot make the service read more. */
export const ANSWER_MAX_BYTES = 1000
/**
 * Ours: the newest attempts that a delivery's log keeps. A round has ten, and a delivery can be sent again any number
 * of times.
 */
export const ATTEMPTS_KEPT = 50
/** Ours: bytes of a request's body that a delivery's log keeps. */
export const SENT_BODY_KEPT_BYTES = 16_384
/** Ours: webhooks one process handles at once; each costs a socket while a request is under way. */
export const WEBHOOKS_AT_ONCE = 1000
/** Ours: how long a webhook may keep its place while all places are taken, before another has its turn. */
export const TURN_MILLISECONDS = 10_000
/** Ours: how long deliveries that are not pending stay in the log. */
export const LOG_DAYS = 30
/** Ours: deliveries one statement forgets, and those of the same instant as its last: it holds no lock for long. */
export const FORGOTTEN_AT_ONCE = 10_000
/** Ours: the longest that a receiver's `Retry-After` delays an attempt. As long as the last wait of the schedule. */
export const RETRY_AFTER_MAX_SECONDS = 24 * 3600
/** Ours: connections to one host that are kept for the next request. An app's host receives for many agreements. */
export const KEPT_CONNECTIONS_PER_HOST = 100
export const KEPT_CONNECTION_MILLISECONDS = 4_000
