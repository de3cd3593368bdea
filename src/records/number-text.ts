/** A number of a body that a JavaScript number would not give back digit for digit, kept as the text it was sent as. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The number without exponent: `1.5e2` is `150`. Undefined when that would take more than 40 digits. */
  plain(): string | undefined {
    // No longer text has as few digits; the expression below would need stack for each of them.
    if (this.text.length > 80) return undefined
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(this.text)
    if (!match) return undefined
    const [, sign, whole, fraction = '', exponent = '0'] = match as unknown as [
      string,
      string,
      string,
      string?,
      string?,
    ]
    const shift = Number(exponent)
    if (shift === 0) return this.text.length > 60 ? undefined : this.text.replace(/[eE].*$/, '')
    if (Math.abs(shift) > 40 || whole.length + fraction.length > 60) return undefined
    const digits = (whole + fraction).padStart(Math.max(1, 1 - shift + fraction.length), '0')
    const point = digits.length - fraction.length + shift
    const padded = digits.padEnd(point, '0')
    const head = padded.slice(0, point) || '0'
    const tail = padded.slice(point)
    return `${sign}${head}${tail && `.${tail}`}`
  }
}

/** The digits of a number as a body has it; undefined for what is no number. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return value instanceof NumberText ? value.text : undefined
}

/** The number without exponent; undefined for what is no number, and for one of more than 40 digits. */
export function plainNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return value instanceof NumberText ? value.plain() : undefined
}

/** Whether a value of a body is a number. */
export const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof NumberText
