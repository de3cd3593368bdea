/** One error code: the status it travels with, what went wrong, and what to do about it. */
export interface ErrorEntry {
  status: number
  message: string
  hint: string
}

/** The call that makes an accounting year, for hints where one is missing. */
export const MAKE_YEAR = 'POST /accountingyearsapi/v2.0.1/AccountingYears'
