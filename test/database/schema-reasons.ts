import type { ErrorCode } from '../../src/errors/catalogue.ts'

/** Where schema and declarations differ on purpose, each with its reason: by what it is called, or the code of the rule that says it first. */
export interface Reasons {
  /** Columns that no property has. */
  innerColumns: Readonly<Record<string, string>>
  /** Columns that never are null, of properties that may be. */
  neverNull: Readonly<Record<string, string>>
  /** Key columns beside the agreement, where they are not the resource's key. */
  keys: Readonly<Record<string, { columns: readonly string[]; reason: string }>>
  /** Unique texts that are the same only where they are the same letter for letter. */
  exactTexts: Readonly<Record<string, string>>
  /** Conditions narrower than the bounds of the properties, by the code of the rule that clients meet before. */
  narrower: Readonly<Record<string, ErrorCode | { reason: string }>>
  /** References whose rows no index finds. */
  unsoughtReferences: Readonly<Record<string, string>>
  /** Tables of so few rows in an agreement that reading all of them is no matter. */
  smallTables: Readonly<Record<string, string>>
  /** Columns that the columns of views are. */
  viewed: Readonly<Record<string, string>>
  /** Properties, by column or by name where they are computed, that may be filtered and that no index finds. */
  unsoughtProperties: Readonly<Record<string, string>>
}

export const reasons: Reasons = {
  innerColumns: {
    'booked_entry.accounting_year': 'of its voucher; the published entry tells its date',
  },
  neverNull: {},
  keys: {},
  exactTexts: {},
  narrower: {},
  unsoughtReferences: {},
  smallTables: {},
  viewed: {},
  unsoughtProperties: {},
}
