import { CARDS, WAYS } from '../../ledger/drafts/payment-details.ts'
import { luhnSum } from '../../sales/payment-slip.ts'
import { isBic, isIban } from '../iban.ts'
import { paymentText } from './payment-text.ts'

/** Of a message to the payee. */
const MESSAGE_MAX = 140
/** The currency of the payment slips and of the accounts that have no IBAN. */
const AT_HOME = 'DKK'

/** What is known of how an item may be paid. */
export interface PayableFacts {
  currency: string
  invoiceNumber: string
  /** As the draft entry of the invoice said it. */
  paymentType: number | null
  account: string | null
  message: string | null
  /** Of the supplier. */
  bankAccount: string | null
  iban: string | null
  bic: string | null
}

/** How an item is paid. */
export interface Payee {
  paymentType: number
  account: string
  bic: string | null
  message: string | null
}

/** Why an item cannot be paid. */
export type Unpayable = 'noAccount' | 'currencyNeedsIban' | 'paymentIdInvalid'

/** A Danish account as banks have it: four digits of the bank, and ten of the account. Undefined for any other text. */
export function danishAccount(registration: string | null, account: string | null): string | undefined {
  const [bank, own] = [registration?.trim() ?? '', account?.replace(/[ .-]/g, '') ?? '']
  return /^\d{1,4}$/.test(bank) && /^\d{1,10}$/.test(own) ? bank.padStart(4, '0') + own.padStart(10, '0') : undefined
}

/** The two parts of a Danish account that stand in one text, as one number. */
function danishOf(text: string): string | undefined {
  const [, bank, own] = /^(\d{4})[ -]?([\d .-]{1,16})$/.exec(text.trim()) ?? []
  return bank === undefined ? undefined : danishAccount(bank, own!)
}

const ibanOf = (text: string): string | undefined => {
  const plain = text.replace(/\s/g, '').toUpperCase()
  return isIban(plain) ? plain : undefined
}

/**
 * An account at a bank by what tells it from others, however it is written: a Danish one without what makes it an IBAN.
 * Undefined where a text is no account.
 */
export function accountOf(text: string | null): string | undefined {
  const iban = ibanOf(text ?? '')
  return iban === undefined ? danishOf(text ?? '') : iban.replace(/^DK\d\d(?=\d{14}$)/, '')
}

/** Where a transfer goes: an IBAN, or in kroner a Danish account. */
function transferTo(text: string, currency: string): Pick<Payee, 'paymentType' | 'account'> | Unpayable {
  const iban = ibanOf(text)
  if (iban !== undefined) return { paymentType: WAYS.iban, account: iban }
  const danish = danishOf(text)
  if (danish === undefined) return 'noAccount'
  return currency === AT_HOME ? { paymentType: WAYS.transfer, account: danish } : 'currencyNeedsIban'
}

function slip({ kind, identification: digits }: (typeof CARDS)[number], facts: PayableFacts): Payee | Unpayable {
  const account = facts.account?.trim() ?? ''
  if (!/^\d{7,8}$/.test(account)) return 'noAccount'
  const message = facts.message?.trim() ?? ''
  const ofSlip = { paymentType: facts.paymentType!, account, bic: null }
  if (digits === undefined)
    return { ...ofSlip, message: paymentText(message || facts.invoiceNumber, MESSAGE_MAX) || null }
  const hasCheck = kind === '71' || kind === '75'
  const isRight = /^\d+$/.test(message) && message.length === digits && (!hasCheck || luhnSum(message) % 10 === 0)
  return isRight ? { ...ofSlip, message } : 'paymentIdInvalid'
}

/**
 * How an item is paid: as its draft entry said, else to the IBAN of the supplier, else to its account. Payment slips
 * and accounts without an IBAN take kroner alone; what is owed in another currency goes to an IBAN.
 */
export function payeeOf(facts: PayableFacts): Payee | Unpayable {
  const told = facts.paymentType === null || facts.paymentType === -1 ? undefined : facts.paymentType
  const ofSlip = told === undefined ? undefined : CARDS[told]
  if (ofSlip && facts.currency === AT_HOME) return slip(ofSlip, facts)
  const message = paymentText((told === undefined ? null : facts.message) || facts.invoiceNumber, MESSAGE_MAX) || null
  const places = [ofSlip || told === undefined ? null : facts.account, facts.iban, facts.bankAccount]
  const tried = places.flatMap((place) =>
    place === null || place.trim() === '' ? [] : [transferTo(place, facts.currency)],
  )
  const found = tried.find((one) => typeof one !== 'string')
  if (!found) return ofSlip || tried.includes('currencyNeedsIban') ? 'currencyNeedsIban' : 'noAccount'
  const isSuppliers = found.account === ibanOf(facts.iban ?? '')
  const bic = isSuppliers && facts.bic !== null && isBic(facts.bic) ? facts.bic : null
  return { ...found, bic, message }
}
