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
export const ACCOUNT_FACT = `a.number, a.type, a.is_barred AS "isBarred", a.is_blocked_for_direct_entries AS "isBlocked",
  EXISTS (SELECT FROM customer_group g WHERE g.agreement = $1 AND g.account_number = a.number)
  OR EXISTS (SELECT FROM supplier_group g WHERE g.agreement = $1 AND g.account_number = a.number) AS "isSummary",
  a.is_department_mandatory AS "demandsDepartment", a.is_unit_mandatory AS "demandsUnit", a.vat_code AS "vatCode", a.currency`

interface AccountFault {
  code: ErrorCode
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
 * Why an account cannot take one side of an entry (rule 5.5); undefined when it can. The summary account of the entry's own party may be
 * blocked: it is not posted to directly.
 */
export function accountFault(
  number: number,
  account: AccountFact | undefined,
  side: 'own' | 'contra',
  isOfParty: boolean,
): AccountFault | undefined {
  const codes = side === 'own' ? OWN_CODES : CONTRA_CODES
  if (!account) return { code: codes.notFound, message: `There is no account ${number}.` }
  if (account.isBarred) return { code: codes.barred, message: `Account ${number} is barred.` }
  if (account.type !== 1 && account.type !== 2) {
    return {
      code: codes.wrongType,
      message: `Account ${number} is of type ${account.type}; entries go to types 1 and 2.`,
    }
  }
  if (isOfParty) return undefined
  if (account.isSummary) {
    return {
      code: codes.blocked,
      message: `Account ${number} is a summary account; give the customer or supplier with it.`,
    }
  }
  if (account.isBlocked) return { code: codes.blocked, message: `Account ${number} is blocked for direct entries.` }
  return undefined
}

/** Why an account takes no entry in the currency: it is kept in another. */
export function currencyFault(
  account: AccountFact | undefined,
  currency: string,
): { code: 'JournalEntryAccountCurrencyMismatch'; message: string } | undefined {
  if (!account || account.currency === null || account.currency === currency) return undefined
  const message = `Account ${account.number} is kept in ${account.currency}, and takes no entry in ${currency}.`
  return { code: 'JournalEntryAccountCurrencyMismatch', message }
}

/** Why the side of a party has no VAT code: all of the amount is what the party owes or is owed. */
export const VAT_OF_PARTY =
  'A summary account takes no VAT code: what the party owes is the whole amount. Send it with the other side.'

/** The fault of a VAT code other than its account's own, in a journal that locks VAT codes. */
export function lockedVatFault(account: AccountFact, code: string | null | undefined): string | undefined {
  const { number, vatCode } = account
  if ((code ?? null) === vatCode) return undefined
  return `The journal locks VAT codes, and account ${number} has ${vatCode === null ? 'none' : `'${vatCode}'`}.`
}

/** Entry types whose own side is the customer's or the supplier's summary account (rule 6.1). */
export function partyOfType(type: number): 'customer' | 'supplier' | undefined {
  if (type === 2 || type === 10) return 'customer'
  if (type === 3 || type === 4) return 'supplier'
  return undefined
}

/** Whether the type is a payment from or to such a party. Payments of a barred one still book: debts must be payable (rule 9.5). */
export const isPaymentOf = (party: 'customer' | 'supplier', type: number): boolean =>
  type === (party === 'customer' ? 2 : 4)

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
