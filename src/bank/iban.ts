/** Whether a text is an IBAN: capitals and digits without spaces, whose check digits are right (ISO 13616). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(text)) return false
  const turned = text.slice(4) + text.slice(0, 4)
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** Whether a text is the BIC of a bank: eight or eleven capitals and digits (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
