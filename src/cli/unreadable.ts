/** What JavaScript throws at values that no books of Daybook have. */
const OF_VALUES = [RangeError, SyntaxError, TypeError]
/** Errors of the database about values and sizes: classes of SQLSTATE. */
const OF_DATABASE = /^(21|22|54)/

/**
 * Whether books that came in a file, which anybody may have written, cannot even be read. Such an error is no fault of
 * ours that a stack explains.
 */
export const isUnreadable = (error: unknown): error is Error =>
  OF_VALUES.some((kind) => error instanceof kind) || OF_DATABASE.test((error as { code?: string }).code ?? '')
