import type { ErrorEntry } from './catalogue.ts'

export const masterDataErrors = {} satisfies Record<string, ErrorEntry>
