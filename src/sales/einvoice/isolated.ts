const OPENS_ISOLATE = /[\u2066-\u2068]/
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/
const POP_EMBEDDING = '\u202C'
const POP_ISOLATE = '\u2069'

/**
 * A text whose bidirectional controls end with it (Unicode 16, annex 9): what it opens it closes, and it closes nothing
 * else. So whoever prints it beside others shows these in their own order. Hebrew and Arabic need no controls, and stay
 * as they are.
 */
export function isolated(text: string): string {
  if (!CONTROLS.test(text)) return text
  const open: string[] = []
  let kept = ''
  for (const sign of text) {
    if (!CONTROLS.test(sign)) kept += sign
    else if (sign === POP_EMBEDDING || sign === POP_ISOLATE) {
      if (open.at(-1) === sign) kept += open.pop()!
    } else {
      open.push(OPENS_ISOLATE.test(sign) ? POP_ISOLATE : POP_EMBEDDING)
      kept += sign
    }
  }
  return kept + open.reverse().join('')
}
