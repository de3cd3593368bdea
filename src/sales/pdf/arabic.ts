/**
 * The forms of a letter: alone, at the end of a word, at its beginning, within it. Letters that do not join what
 * follows have two, or one.
 */
type Forms = readonly string[]

/** Lam with an alef is one sign. */
const LAM = '\u0644'
/** Joins what stands on both of its sides, and has one form. */
const TATWEEL = '\u0640'
const JOINER = '\u200D'
/**
 * Has no form within a word in Arabic, though Unicode has one for other languages; NFKC takes that for one of the
 * letter's.
 */
const FOREIGN = ['\uFBE8', '\uFBE9']

/**
 * Unicode's blocks of Arabic presentation forms, in which the forms of a letter follow each other in the order of
 * `Forms`.
 */
const BLOCKS = [
  [0xfb50, 0xfbff],
  [0xfe80, 0xfefc],
] as const

/** The forms of each letter, and of lam with each alef, by what Unicode says that each form stands for. */
const FORMS: ReadonlyMap<string, Forms> = formsOfLetters()

function formsOfLetters(): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  for (const [first, last] of BLOCKS) {
    for (let code = first; code <= last; code += 1) {
      const form = String.fromCharCode(code)
      const letter = form.normalize('NFKC')
      const isOne = letter.length === 1 || (letter.length === 2 && letter.startsWith(LAM))
      if (letter === form || !isOne || FOREIGN.includes(form)) continue
      forms.set(letter, [...(forms.get(letter) ?? []), form])
    }
  }
  return forms
}

/** Whether a sign joins the one before it, and whether it joins the one after it. */
const joinsBefore = (sign: string | undefined): boolean =>
  sign === TATWEEL || sign === JOINER || (FORMS.get(sign ?? '')?.length ?? 0) > 1
const joinsAfter = (sign: string | undefined): boolean =>
  sign === TATWEEL || sign === JOINER || FORMS.get(sign ?? '')?.length === 4

/**
 * Gives the letters of Arabic script the forms that they have beside each other (Unicode 16, 9.2), in the order of the
 * text. Fonts of PDFs have a sign for each form; marks above and below letters have none. A text that has its forms
 * stays as it is.
 */
export function shaped(text: string): string {
  const signs = [...text.replace(/\p{M}/gu, '')]
  let out = ''
  for (let at = 0; at < signs.length; at += 1) {
    const pair = signs[at]! + (signs[at + 1] ?? '')
    const letter = pair.length === 2 && FORMS.has(pair) ? pair : signs[at]!
    const forms = FORMS.get(letter)
    if (!forms) {
      out += signs[at]!
      continue
    }
    const isEnd = forms.length > 1 && joinsAfter(signs[at - 1])
    const isBegin = forms.length === 4 && joinsBefore(signs[at + 1])
    out += forms[(isBegin ? 2 : 0) + (isEnd ? 1 : 0)]!
    at += letter.length - 1
  }
  return out
}
