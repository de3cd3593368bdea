import type { PaymentDetails } from '../ledger/drafts/input.ts'
import { CARDS, paymentFaults, WAYS } from '../ledger/drafts/payment-details.ts'
import { INVOICE } from './planned.ts'
import type { EInvoice } from './reading/einvoice.ts'

/** Types of payment cards, by what stands before their payment id. */
const TYPES: ReadonlyMap<string, number> = new Map(
  Object.entries(CARDS).map(([type, { kind }]) => [kind, Number(type)]),
)

/** How an e-invoice is to be paid, as a draft entry says it. */
function detailsOf({ payments, number }: Pick<EInvoice, 'payments' | 'number'>): PaymentDetails[] {
  return payments.flatMap(({ paymentId, account, bic }): PaymentDetails[] => {
    const plain = account?.replaceAll(' ', '') ?? ''
    const [, card, id] = /^\+?(71|73|04|75)[#<+]?(\d*)$/.exec(paymentId?.replaceAll(' ', '') ?? '') ?? []
    const message = paymentId ?? number
    if (card !== undefined && /^\d{7,8}$/.test(plain))
      return [
        { supplierPaymentType: TYPES.get(card)!, supplierPaymentBank: plain, supplierPaymentMessage: id || message },
      ]
    if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain))
      return [{ supplierPaymentType: WAYS.iban, supplierPaymentBank: plain, supplierPaymentMessage: message }]
    if (/^\d{4}$/.test(bic ?? '') && /^\d{1,10}$/.test(plain))
      return [
        { supplierPaymentType: WAYS.transfer, supplierPaymentBank: `${bic} ${plain}`, supplierPaymentMessage: message },
      ]
    return []
  })
}

/** The payment details of the entry of an e-invoice: of the first way to pay that can be paid so. */
export function paymentOf(einvoice: EInvoice): { fields: PaymentDetails | undefined; note: string | undefined } {
  const fields = detailsOf(einvoice).find(
    (details) =>
      paymentFaults({ entryTypeNumber: INVOICE, journalNumber: 1, date: einvoice.date, ...details }).length === 0,
  )
  const told = einvoice.payments.find(({ paymentId, account }) => paymentId !== null || account !== null)
  if (fields || !told) return { fields, note: undefined }
  const how = [told.paymentId, told.account].filter((one) => one !== null).join(', ')
  return { fields, note: `How it is to be paid is not told to the entry: ${how}.` }
}
