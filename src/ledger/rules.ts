import type { ErrorCode } from '../errors/catalogue.ts'

/** What decides whether an account takes a posting. */
export interface AccountFact {
  number: number
  type: number
  isBarred: boolean
  isBlocked: boolean
  /** A customer or supplier group's account: only entries of its parties belong there. */
  isSummary: boolean
  /** Entries on it must carry a department, or a unit. */
  demandsDepartment: boolean
  demandsUnit: boolean
  /** The VAT code of its own. */
  vatCode: string | null
  /** The only currency that it takes. */
  currency: string | null
}

/** SQL: the columns of an `AccountFact`, from the account `a` of agreement `$1`. */
export const ACCOUNT_FACT = `a.number, a.type, a.is_barred AS "isBarred",
  a.is_blocked_for_direct_entries AS "isBlocked", EXISTS (SELECT FROM customer_group g WHERE g.agreement = $1
  AND g.account_number = a.number)
  OR EXISTS (SELECT FROM supplier_group g WHERE g.agreement = $1 AND g.account_number = a.number) AS "isSummary",
  a.is_department_mandatory AS "demandsDepartment", a.is_unit_mandatory AS "demandsUnit", a.vat_code AS "vatCode",
    a.currency`

/** The side of an entry: that of its account, or of its contra account. */
export type SideName = 'own' | 'contra'

/** The properties of each side. */
const PROPERTIES = {
  own: { account: 'accountNumber', vatCode: 'vatCode' },
  contra: { account: 'contraAccountNumber', vatCode: 'contraVatCode' },
} as const

/** The property with a side's account. */
export const accountProperty = (side: SideName): (typeof PROPERTIES)[SideName]['account'] => PROPERTIES[side].account

/**
 * What a rule of entries finds wrong. Each rule is one function, which decides from facts alone. Whoever writes a draft
 * entry asks it of the facts of that moment (`drafts/check.ts`), whoever books the entry of those of then
 * (`booking/resolve.ts`).
 */
export interface RuleFault {
  code: ErrorCode
  property:
    | (typeof PROPERTIES)[SideName]['account' | 'vatCode']
    | 'currency'
    | 'customerNumber'
    | 'supplierNumber'
    | 'voucherNumber'
  message: string
}

const OWN_CODES = {
  notFound: 'JournalEntryAccountNotFound',
  barred: 'JournalEntryAccountNotAccessible',
  wrongType: 'JournalEntryWrongAccountType',
  blocked: 'JournalEntryAccountIsBlockedForDirectEntries',
} as const satisfies Record<string, ErrorCode>

const CONTRA_CODES = {
  notFound: 'JournalEntryContraAccountNotFound',
  barred: 'JournalEntryContraAccountNotAccessible',
  wrongType: 'JournalEntryWrongContraAccountType',
  blocked: 'JournalEntryContraAccountIsBlockedForDirectEntries',
} as const satisfies Record<string, ErrorCode>

/**
 * Why an account cannot take one side of an entry (rule 5.5); undefined when it can. The summary account of the entry's
 * own party may be blocked: it is not posted to directly.
 */
export function accountFault(
  number: number,
  account: AccountFact | undefined,
  side: SideName,
  isOfParty: boolean,
): RuleFault | undefined {
  const codes = side === 'own' ? OWN_CODES : CONTRA_CODES
  const property = accountProperty(side)
  if (!account) return { code: codes.notFound, property, message: `There is no account ${number}.` }
  if (account.isBarred) return { code: codes.barred, property, message: `Account ${number} is barred.` }
  if (account.type !== 1 && account.type !== 2) {
    const message = `Account ${number} is of type ${account.type}; entries go to types 1 and 2.`
    return { code: codes.wrongType, property, message }
  }
  if (isOfParty) return undefined
  if (account.isSummary) {
    const message = `Account ${number} is a summary account; give the customer or supplier with it.`
    return { code: codes.blocked, property, message }
  }
  if (!account.isBlocked) return undefined
  return { code: codes.blocked, property, message: `Account ${number} is blocked for direct entries.` }
}

/** Why an account takes no entry in the currency: it is kept in another. */
export function currencyFault(account: AccountFact | undefined, currency: string): RuleFault | undefined {
  if (!account || account.currency === null || account.currency === currency) return undefined
  const message = `Account ${account.number} is kept in ${account.currency}, and takes no entry in ${currency}.`
  return { code: 'JournalEntryAccountCurrencyMismatch', property: 'currency', message }
}

/** Why the side of a party has no VAT code: all of the amount is what the party owes or is owed. */
const VAT_OF_PARTY =
  'A summary account takes no VAT code: what the party owes is the whole amount. Send it with the other side.'

/**
 * Why a side cannot have its VAT code, or none. The side of a party has none. In a journal that locks VAT codes
 * (`lockVatCodes`), any other has the code of its account and no other.
 */
export function vatCodeFault(
  vatCode: string | null | undefined,
  side: SideName,
  { account, isOfParty, isLocked }: { account: AccountFact | undefined; isOfParty: boolean; isLocked: boolean },
): RuleFault | undefined {
  const property = PROPERTIES[side].vatCode
  if (isOfParty) return vatCode == null ? undefined : { code: 'ValueNotAllowed', property, message: VAT_OF_PARTY }
  if (!isLocked || !account || (vatCode ?? null) === account.vatCode) return undefined
  const own = account.vatCode === null ? 'none' : `'${account.vatCode}'`
  const message = `The journal locks VAT codes, and account ${account.number} has ${own}.`
  return { code: 'JournalEntryVatCodeIsLocked', property, message }
}

/** Entry types whose own side is the customer's or the supplier's summary account (rule 6.1). */
export function partyOfType(type: number): 'customer' | 'supplier' | undefined {
  if (type === 2 || type === 10) return 'customer'
  if (type === 3 || type === 4) return 'supplier'
  return undefined
}

/**
 * Whether the type is a payment from or to such a party. Payments of a barred one still book: debts must be payable
 * (rule 9.5).
 */
export const isPaymentOf = (party: 'customer' | 'supplier', type: number): boolean =>
  type === (party === 'customer' ? 2 : 4)

/** Why an entry of the type cannot name the party: it is barred, and the entry is no payment of it. */
export function barredPartyFault(
  party: 'customer' | 'supplier',
  fact: { number: number; isBarred: boolean } | undefined,
  type: number,
): RuleFault | undefined {
  if (!fact?.isBarred || isPaymentOf(party, type)) return undefined
  return party === 'customer'
    ? {
        code: 'JournalEntryCustomerNotAccessible',
        property: 'customerNumber',
        message: `Customer ${fact.number} is barred.`,
      }
    : {
        code: 'JournalEntrySupplierNotAccessible',
        property: 'supplierNumber',
        message: `Supplier ${fact.number} is barred.`,
      }
}

/** Whose summary account `account` is, among the entry's own parties. */
export function partyOfAccount(
  account: number,
  entry: { customerAccount: number | null; supplierAccount: number | null },
): 'customer' | 'supplier' | undefined {
  if (account === entry.customerAccount) return 'customer'
  if (account === entry.supplierAccount) return 'supplier'
  return undefined
}

/** Entry types that may carry an accrual (rule 7.4). */
export const ACCRUAL_TYPES: readonly number[] = [3, 5, 10]
