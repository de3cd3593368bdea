import { parse as parseLossless } from 'lossless-json'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { BODY_DEPTH_MAX } from '../../limits.ts'
import { NumberText } from './number-text.ts'

/**
 * Query parameters by lower-case name: names are matched without regard to case (contract note 1).
 * @throws ApiError 400 for a parameter that is unknown (unless `ignoreUnknown`), or stands twice.
 */
export function parseQuery(search: string, known: readonly string[], ignoreUnknown: boolean): Map<string, string> {
  const byName = new Map<string, string>()
  const names = new Map(known.map((name) => [name.toLowerCase(), name]))
  const faults: Fault[] = []
  for (const [name, value] of new URLSearchParams(search)) {
    const lower = name.toLowerCase()
    if (!names.has(lower)) {
      if (ignoreUnknown) continue
      const choice = known.length > 0 ? `This path takes ${known.join(', ')}.` : 'This path takes none.'
      faults.push({
        code: 'QueryParameterUnknown',
        property: name,
        message: `There is no query parameter '${clip(name)}' here. ${choice}`,
      })
    } else if (byName.has(lower)) {
      faults.push({ code: 'QueryParameterRepeated', property: names.get(lower)! })
    } else {
      byName.set(lower, value)
    }
  }
  throwFaults(faults)
  return byName
}

/**
 * The JSON value of a body; numbers keep their text, so no decimal becomes a float.
 * @throws ApiError 400 with the position of what cannot be read.
 */
export function parseBody(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError({ code: 'InvalidJson', property: 'body', message: 'The body is not UTF-8.' })
  }
  if (text.trim() === '') throw new ApiError({ code: 'BodyRequired', property: 'body' })
  checkDepth(text)
  try {
    return parseLossless(text, null, { parseNumber: (number) => new NumberText(number) })
  } catch (error) {
    throw new ApiError({
      code: 'InvalidJson',
      property: 'body',
      message: `The body is not valid JSON: ${clip((error as Error).message)}`,
    })
  }
}

function checkDepth(text: string): void {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inText) {
      if (character === 0x5c) at++
      else if (character === 0x22) inText = false
    } else if (character === 0x22) inText = true
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > BODY_DEPTH_MAX) {
        throw new ApiError({
          code: 'BodyTooDeep',
          property: 'body',
          message: `The body is nested more than ${BODY_DEPTH_MAX} deep at position ${at}.`,
        })
      }
    } else if (character === 0x7d || character === 0x5d) depth--
  }
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
