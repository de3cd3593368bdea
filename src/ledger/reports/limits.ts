/** Bounds of reports, each with the sentence that gives it. Tested at the edge and past it. */

/** Ours: entries of an account ledger in one CSV answer; some 3 MB. */
export const LEDGER_CSV_LINES = 20_000
