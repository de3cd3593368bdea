/**
 * A JSON value as it is written: numbers as their texts, objects as lists of members, so that nothing is lost or
 * merged.
 */
export type Written =
  | { kind: 'number'; text: string }
  | { kind: 'literal'; value: string | boolean | null }
  | { kind: 'list'; elements: Written[] }
  | { kind: 'object'; members: [name: string, value: Written][] }

/** Reads JSON by the grammar of RFC 8259, rule by rule. @throws SyntaxError */
export function readWritten(text: string): Written {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`at ${at}`)
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const blanks = (): void => void take(/[ \t\r\n]*/y)
  const separated = (end: RegExp, one: () => void): void => {
    blanks()
    if (take(end) !== undefined) return
    do {
      blanks()
      one()
      blanks()
    } while (take(/,/y) !== undefined)
    if (take(end) === undefined) fail()
  }
  const string = (): string => {
    // oxlint-disable-next-line no-control-regex -- the grammar names them
    const quoted = take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y) ?? fail()
    return JSON.parse(quoted) as string
  }
  const value = (): Written => {
    if (take(/\[/y) !== undefined) {
      const elements: Written[] = []
      separated(/\]/y, () => elements.push(value()))
      return { kind: 'list', elements }
    }
    if (take(/\{/y) !== undefined) {
      const members: [string, Written][] = []
      separated(/\}/y, () => {
        const name = string()
        blanks()
        if (take(/:/y) === undefined) fail()
        blanks()
        members.push([name, value()])
      })
      return { kind: 'object', members }
    }
    const number = take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y)
    if (number !== undefined) return { kind: 'number', text: number }
    const word = take(/true|false|null/y)
    if (word !== undefined) return { kind: 'literal', value: JSON.parse(word) as boolean | null }
    return { kind: 'literal', value: string() }
  }
  blanks()
  const whole = value()
  blanks()
  return at === text.length ? whole : fail()
}

/** Whether an object in it names a property twice. */
export function hasRepeats(written: Written): boolean {
  if (written.kind === 'list') return written.elements.some(hasRepeats)
  if (written.kind !== 'object') return false
  const names = written.members.map(([name]) => name)
  return new Set(names).size < names.length || written.members.some(([, value]) => hasRepeats(value))
}

/** The number as whole digits times a power of ten, both in the shortest form. */
export function exactly(text: string): { digits: bigint; exponent: number } {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text)!
  let digits = BigInt(whole! + fraction)
  let exponent = Number(power) - fraction.length
  if (digits === 0n) return { digits, exponent: 0 }
  while (digits % 10n === 0n) {
    digits /= 10n
    exponent++
  }
  return { digits: sign === '-' ? -digits : digits, exponent }
}
