import type { ErrorCode } from '../../errors/catalogue.ts'
import type { DraftEntryInput } from './input.ts'

interface PaymentFault {
  code: ErrorCode
  property: 'supplierPaymentType' | 'supplierPaymentBank' | 'supplierPaymentMessage'
  message: string
}

/** Ways to pay without a card, by their number in the contract. */
export const WAYS = { transfer: 7, iban: 10 } as const

/** A Danish payment card, or slip. */
interface Card {
  /** What its line begins with, behind a plus. */
  kind: string
  creditor: RegExp
  /** Digits of its payment identification; some have none. */
  identification: number | undefined
}

/** Payment cards by their number in the contract. */
export const CARDS: Readonly<Record<number, Card>> = {
  1: { kind: '71', creditor: /^\d{8}$/, identification: 15 },
  2: { kind: '73', creditor: /^\d{8}$/, identification: undefined },
  5: { kind: '04', creditor: /^\d{7,8}$/, identification: 16 },
  // Older versions still take the joint giro card, which is no longer issued.
  14: { kind: '15', creditor: /^\d{7,8}$/, identification: 16 },
  17: { kind: '75', creditor: /^\d{8}$/, identification: 16 },
}
const BANK_ACCOUNT = /^\d{4}[ -]?\d{1,10}$/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Whether the message of this payment type is a free text: +73, transfers and IBAN. */
export function takesFreeText(type: number | undefined): boolean {
  return type !== undefined && type !== -1 && CARDS[type]?.identification === undefined
}

/**
 * Checks the payment details of a supplier invoice: which of them the payment type demands, and how each looks.
 * `supplierPaymentBank` is the creditor number or the bank account, `supplierPaymentMessage` the payment identification
 * or, for
 * +73 and transfers, a free text.
 */
export function paymentFaults(entry: DraftEntryInput): PaymentFault[] {
  const { supplierPaymentType: type = -1, supplierPaymentBank: bank, supplierPaymentMessage: message } = entry
  const required = (property: PaymentFault['property'], sentence: string): PaymentFault[] => [
    { code: 'JournalEntryPaymentDetailsRequiredFieldsWrong', property, message: sentence },
  ]
  if (type === -1) {
    if (bank === undefined && message === undefined) return []
    const property = bank === undefined ? 'supplierPaymentMessage' : 'supplierPaymentBank'
    return required(property, `Without a supplierPaymentType, leave ${property} out.`)
  }
  if (bank === undefined) return required('supplierPaymentBank', `Payment type ${type} needs supplierPaymentBank.`)
  const card = CARDS[type]
  if (!card) return accountFaults(type, bank)
  const name = `+${card.kind}`
  const faults: PaymentFault[] = []
  if (!card.creditor.test(bank)) {
    faults.push({
      code: 'JournalEntryPaymentDetailsCreditorIdDoesNotMatchStringPattern',
      property: 'supplierPaymentBank',
      message: `'${bank}' is not a creditor number for ${name}.`,
    })
  }
  if (card.identification === undefined) return faults
  if (message === undefined) {
    return [...faults, ...required('supplierPaymentMessage', `${name} needs its payment identification here.`)]
  }
  return [...faults, ...identificationFaults(message, card.identification, name)]
}

function accountFaults(type: number, bank: string): PaymentFault[] {
  const pattern = type === WAYS.iban ? IBAN : BANK_ACCOUNT
  if (pattern.test(type === WAYS.iban ? bank.replaceAll(' ', '') : bank)) return []
  return [
    {
      code: 'JournalEntryPaymentDetailsPaymentIdDoesNotMatchStringPattern',
      property: 'supplierPaymentBank',
      message: `'${bank}' is not ${type === WAYS.iban ? 'an IBAN' : 'a registration number and account number'}.`,
    },
  ]
}

function identificationFaults(message: string, digits: number, card: string): PaymentFault[] {
  const fault = (code: ErrorCode, sentence: string): PaymentFault[] => [
    { code, property: 'supplierPaymentMessage', message: sentence },
  ]
  if (!/^\d+$/.test(message)) {
    return fault('JournalEntryPaymentDetailsPaymentIdMustBeNumeric', `The payment identification of ${card} is digits.`)
  }
  if (message.length === digits) return []
  const sentence = `The payment identification of ${card} has ${digits} digits, not ${message.length}.`
  if (digits === 15) return fault('JournalEntryPaymentDetailsPaymentIdWrongLength', sentence)
  return fault(
    message.length < digits
      ? 'JournalEntryPaymentDetailsPaymentIdTooShort'
      : 'JournalEntryPaymentDetailsPaymentIdTooLong',
    sentence,
  )
}
