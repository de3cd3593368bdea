/*
 * Lines of payment slips in kroner, of type 71: 14 digits that name an invoice, and a check digit.
 */

const DIGITS = 14

/** What a payment slip calls an invoice. */
export function paymentIdOf(invoiceNumber: number): string {
  const digits = String(invoiceNumber).padStart(DIGITS, '0')
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10)
}

/** The number of the invoice that a payment id names, as text; undefined where the digits are none. */
export function invoiceOfPaymentId(digits: string): string | undefined {
  if (digits.length !== DIGITS + 1 || luhnSum(digits) % 10 !== 0) return undefined
  return digits.slice(0, -1).replace(/^0+(?=\d)/, '')
}

/**
 * By Luhn: from the right every other digit counts twice, two digits by their sum. With the check digit the sum is a
 * multiple of 10.
 */
export function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
}
