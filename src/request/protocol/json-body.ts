import { isUtf8 } from 'node:buffer'
import { parse as parseLossless } from 'lossless-json'
import { ApiError } from '../../errors/catalogue.ts'
import { BODY_DEPTH_MAX } from '../../limits.ts'
import { NumberText } from '../../records/number-text.ts'

/**
 * The JSON value of a body. No decimal becomes a float: a number that a JavaScript number would not give back digit for
 * digit is a `NumberText`.
 * @throws ApiError 400 with the position of what cannot be read.
 */
export function parseBody(bytes: Buffer): unknown {
  const text = textOf(bytes)
  if (text.trim() === '') throw new ApiError({ code: 'BodyRequired', property: 'body' })
  const { isExact, members } = scan(text)
  const value = (isExact ? parsePlain(text) : undefined) ?? parseExactly(text)
  // Fewer members than were written: one stood twice.
  if (membersOf(value) < members) throw repeated(text)
  return value
}

const BYTE_ORDER_MARK = 0xfeff

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new ApiError({ code: 'InvalidJson', property: 'body', message: 'The body is not UTF-8.' })
  }
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

/** Undefined where the text is no JSON: `parseExactly` says better what is wrong with it. */
function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parseExactly(text: string): unknown {
  try {
    // `parseBody` refuses two equal names, whatever their values.
    return parseLossless(text, null, {
      parseNumber: (number) => new NumberText(number),
      onDuplicateKey: ({ newValue }) => newValue,
    })
  } catch (error) {
    throw invalid(`${clip((error as Error).message)}.`)
  }
}

const invalid = (reason: string): ApiError =>
  new ApiError({ code: 'InvalidJson', property: 'body', message: `The body is not valid JSON: ${reason}` })

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

/**
 * One look at the text before it is parsed: its depth, how many members its objects have, and whether JavaScript
 * numbers keep its numbers.
 */
function scan(text: string): { isExact: boolean; members: number } {
  let depth = 0
  let members = 0
  let isExact = true
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfText(text, at)
    else if (character === COLON) members++
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > BODY_DEPTH_MAX) throw tooDeep(at)
    } else if (character === 0x7d || character === 0x5d) depth--
    else if (character === MINUS || isDigit(character)) {
      const end = endOfNumber(text, at)
      isExact &&= isKept(text, at, end)
      at = end - 1
    }
  }
  return { isExact, members }
}

function tooDeep(at: number): ApiError {
  return new ApiError({
    code: 'BodyTooDeep',
    property: 'body',
    message: `The body is nested more than ${BODY_DEPTH_MAX} deep at position ${at}.`,
  })
}

/** Where the text that begins at `start` has its closing quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return at
    at += character === BACKSLASH ? 2 : 1
  }
  return at
}

const isDigit = (character: number): boolean => character >= 0x30 && character <= 0x39

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    const isPart = isDigit(character) || character === POINT || character === 0x65 || character === 0x45
    if (!isPart && character !== 0x2b && character !== MINUS) return at
  }
  return at
}

/** Digits that every JavaScript number keeps. */
const KEPT_DIGITS = 15

/** Whether a JavaScript number, written as text again, has the same digits. */
function isKept(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start
  if (end - first > KEPT_DIGITS) return false
  let point = -1
  for (let at = first; at < end; at++) {
    const character = text.charCodeAt(at)
    if (character === POINT && point < 0) point = at
    else if (!isDigit(character)) return false
  }
  const beginsWithZero = text.charCodeAt(first) === ZERO
  // -0 would become 0, and 01 is no number.
  if (point < 0) return !beginsWithZero || (first === start && end - first === 1)
  // Trailing zeros are digits too. JavaScript writes very small numbers with an exponent.
  const isSmall = beginsWithZero && text.startsWith('00000', point + 1)
  return point > first && text.charCodeAt(end - 1) !== ZERO && point < end - 1 && !isSmall
}

/** What follows a text that is a name. */
const IS_NAME = /\s*:/y

/** The error of a body, otherwise sound, in which an object names a property twice. */
function repeated(text: string): ApiError {
  const open: Set<unknown>[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 0x7b || character === 0x5b) open.push(new Set())
    else if (character === 0x7d || character === 0x5d) open.pop()
    else if (character === QUOTE) {
      const end = endOfText(text, at)
      IS_NAME.lastIndex = end + 1
      if (IS_NAME.test(text)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string
        const names = open.at(-1)!
        if (names.has(name)) return invalid(`The property '${clip(name)}' stands a second time at position ${at}.`)
        names.add(name)
      }
      at = end
    }
  }
  return invalid('A property stands twice.')
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (const element of value) members += membersOf(element)
    return members
  }
  for (const key of Object.keys(value)) members += 1 + membersOf((value as Record<string, unknown>)[key])
  return members
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
