import type { ErrorEntry } from './catalogue.ts'

export const supplierErrors = {} satisfies Record<string, ErrorEntry>
