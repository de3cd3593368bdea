import type { ErrorCode } from '../errors/catalogue.ts'
import { IS_OPEN } from '../ledger/parties/items.ts'
import { columnName, type Resource, type Rule } from '../resource/resource.ts'
import { joined, type Row, rowsOf, sql, type Sql } from '../resource/sql.ts'

type Kind = 'customer' | 'supplier'

/** Refuses a group's summary account in `property`: only entries of the group's parties are posted there. */
export function isNotSummary(property: string, code: ErrorCode = 'AccountIsSummaryAccount'): Rule {
  const brokenWhen = (r: Row) => sql`EXISTS (SELECT FROM ${rowsOf('summary_account')} x
    WHERE x.agreement = $1 AND x.account_number = ${r[columnName(property)]})`
  return { property, code, on: ['create', 'update'], brokenWhen }
}

/** A party with open items cannot change its group (rule 9.3). */
export const keepsGroup = (kind: Kind, property = 'groupNumber'): Rule => ({
  property,
  code: 'PartyHasOpenItems',
  on: ['update'],
  brokenWhen: (r, old) => sql`${r.group_number} <> ${old.group_number} AND EXISTS (SELECT FROM ${rowsOf('open_item')} o
    WHERE o.agreement = $1 AND o.${kind}_number = ${old.number} AND ${IS_OPEN})`,
})

/** Faults of the triggers that enforce `keepsGroup`. */
export const partyConstraints = (kind: Kind, property = 'groupNumber'): Resource['constraints'] => ({
  [`${kind}_group_kept`]: { code: 'PartyHasOpenItems', property },
})

/** Columns with default accounts: entries are posted there though no request names them. */
const DEFAULTS: readonly (readonly [table: string, column: string])[] = [
  ['account', 'contra_account_number'],
  ['customer', 'contra_account_number'],
  ['supplier', 'contra_account_number'],
  ['journal', 'customer_contra_account'],
  ['journal', 'supplier_contra_account'],
  ['payment_term', 'contra_account_number'],
  ['payment_term', 'contra_account2_number'],
  ['product_group_zone', 'account_number'],
  ['product_group', 'accrual_account_number'],
]

/** Faults of a group's account; for supplier groups with codes of the contract. */
const CODES = {
  customer: {
    notClean: { property: 'accountNumber', code: 'AccountCannotBeSummaryAccount' },
    isOpen: { property: 'accountNumber', code: 'GroupHasOpenItems' },
  },
  supplier: {
    notClean: {
      property: 'accountNumber',
      code: 'SupplierGroupDoesNotContainsRequiredAccounts',
      message: 'The account cannot be a summary account: something else posts to it',
    },
    isOpen: {
      property: 'accountNumber',
      code: 'SupplierGroupIsInUse',
      message: 'Suppliers of the group have open items, so its account cannot change',
    },
  },
} as const satisfies Record<Kind, Record<string, Pick<Rule, 'property' | 'code' | 'message'>>>

/**
 * Rules of the account of a group of customers or suppliers: nothing else posts to it, and only parties were booked on
 * it. A group with open items keeps its account. A summary account may belong to several groups.
 */
export function summaryRules(kind: Kind): Rule[] {
  const { notClean, isOpen } = CODES[kind]
  const isAlready = (r: Row): Sql =>
    sql`EXISTS (SELECT FROM ${rowsOf('summary_account')} x WHERE x.agreement = $1
      AND x.account_number = ${r.account_number})`
  const isNamed = (r: Row): Sql[] =>
    DEFAULTS.map(
      ([table, column]) =>
        sql`EXISTS (SELECT FROM ${rowsOf(table)} x WHERE x.agreement = $1 AND x.${column} = ${r.account_number})`,
    )
  const isPosted = (r: Row): Sql =>
    sql`EXISTS (SELECT FROM ${rowsOf('automatic_account')} x WHERE x.agreement = $1
      AND x.account_number = ${r.account_number})`
  const isBooked = (r: Row): Sql => sql`EXISTS (SELECT FROM ${rowsOf('booked_entry')} x WHERE x.agreement = $1
    AND x.account_number = ${r.account_number}
    AND x.customer_number IS NULL AND x.supplier_number IS NULL AND x.type NOT IN (7, 8))`
  return [
    {
      ...notClean,
      on: ['create', 'update'],
      brokenWhen: (r) => sql`NOT ${isAlready(r)} AND (${joined([...isNamed(r), isPosted(r), isBooked(r)], ' OR ')})`,
    },
    {
      ...isOpen,
      on: ['update'],
      brokenWhen: (r, old) => sql`${r.account_number} <> ${old.account_number} AND EXISTS (SELECT FROM ${rowsOf(kind)} p
        JOIN ${rowsOf('open_item')} o ON o.agreement = $1 AND o.${kind}_number = p.number AND ${IS_OPEN}
        WHERE p.agreement = $1 AND p.group_number = ${old.number})`,
    },
  ]
}

/** Faults of the triggers that enforce `summaryRules`. */
export const summaryConstraints = (kind: Kind): Resource['constraints'] => ({
  [`${kind}_group_account_kept`]: { code: CODES[kind].isOpen.code, property: 'accountNumber' },
  [`${kind}_group_account_clean`]: { code: CODES[kind].notClean.code, property: 'accountNumber' },
})
