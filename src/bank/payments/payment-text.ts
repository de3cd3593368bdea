/*
 * Texts as banks take them in files of payments: letters of Western Europe, digits and some signs. A bank refuses a
 * file with any other.
 */

/** Signs that stand for others: what a reader takes them for. */
const INSTEAD: Readonly<Record<string, string>> = {
  '&': '+',
  '@': '(a)',
  _: '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  ';': ',',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Œ: 'OE',
  œ: 'oe',
  ẞ: 'SS',
  '€': 'EUR',
}

const TAKEN = /^[A-Za-z0-9 /?:().,'+À-ÖØ-öø-ÿ-]$/u

function taken(sign: string): string {
  if (TAKEN.test(sign)) return sign
  if (/^[\s\p{Cc}]$/u.test(sign)) return ' '
  const instead = INSTEAD[sign]
  if (instead !== undefined) return instead
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && [...plain].every((one) => TAKEN.test(one)) ? plain : '.'
}

/**
 * A text of at most `max` characters as banks take it: without accents that they do not know, `.` for what has no such
 * form. It begins and ends with no slash, and has no two beside each other. Empty where nothing is left.
 */
export function paymentText(text: string | null, max: number): string {
  const signs = [...(text ?? '').normalize('NFC').replace(/[\p{Cf}\p{Cs}\p{M}]/gu, '')]
  const plain = signs
    .map(taken)
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
  return plain
    .replace(/^[\s/]+/, '')
    .slice(0, max)
    .replace(/[\s/]+$/, '')
}
