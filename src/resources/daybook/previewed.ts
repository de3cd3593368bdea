import { decimal, int32, objects, text } from '../../resource/fields.ts'

const amount = () => decimal(24, 2).present()

/** What a preview of a write that books says besides, as a dry run does. */
export const previewed = {
  postings: objects({
    accountNumber: int32().present(),
    currency: text(3).present(),
    amount: amount(),
    amountInBaseCurrency: amount(),
  }).describe('Of a preview: what the booking would do to each account; debit is positive'),
}
