import type { ErrorEntry } from './catalogue.ts'

export const journalErrors = {} satisfies Record<string, ErrorEntry>
