/**
 * Codes of a database that is gone, going, not there yet, hangs, or has no room. All of them pass, or an operator can
 * make them pass. A sentence explains codes that say too little.
 */
const UNAVAILABLE: ReadonlyMap<string, string | undefined> = new Map([
  ['25006', 'The database is read-only: a standby, or a server that is being made one.'],
  ['53100', 'The disk of the database is full.'],
  ['53300', 'The database takes no more connections.'],
  ['NO_CONNECTION', 'Too many requests wait for the database; nothing of this one was done.'],
  ['DATABASE_SILENT', 'The database does not answer.'],
  ['WRITES_HANG', 'Writes hang: the database waits for a standby that does not answer.'],
  ...[
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '25P03',
    '53000',
    '53200',
    '57P01',
    '57P02',
    '57P03',
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    'CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOENT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
  ].map((code): [string, undefined] => [code, undefined]),
])

/**
 * SQLSTATEs of two transactions that got in each other's way, or of rows that have moved; the whole transaction may
 * simply be tried again.
 */
const RETRY: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', 'DBMOV'])

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

/** Whether the database could not be asked, rather than refused. */
export const isUnavailable = (error: unknown): boolean => UNAVAILABLE.has(codeOf(error))

/** What keeps the database from being asked, as a sentence; undefined where the code says enough. */
export const unavailableReason = (error: unknown): string | undefined => UNAVAILABLE.get(codeOf(error))

/** Whether the transaction failed only because of another one at the same time. */
export const mayRetry = (error: unknown): boolean => RETRY.has(codeOf(error))
