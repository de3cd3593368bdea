/** One error code: the status it travels with, what went wrong, and what to do about it. */
export interface ErrorEntry {
  status: number
  message: string
  hint: string
}
