import { capital } from '../period.ts'
import { propertyWords } from '../properties.ts'
import { type Fault, Refusal } from '../refusal.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { BESIDES, CODES, PATTERNS, type Said } from './words.ts'

/** Properties that name no field: the request itself, and whose it is. */
const WHOLE = ['', 'request', 'agreement', 'body']

const inLanguage = ([da, en]: Said): string => (language.value === 'da' ? da : en)

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .replace(/ \./g, '.')

/** The property that a fault is about, as people say it at the beginning of a sentence; of lines with its place. */
function whatOf(property = ''): string {
  const [last = ''] = property.split('.').slice(-1)
  const place = /^lines\[(\d+)\]/.exec(property)?.[1]
  const name = last.replace(/\[\d+\]$/, '')
  const what = WHOLE.includes(name) ? t('faultIt') : capital(propertyWords(name))
  return place === undefined ? what : `${t('faultPlace', { n: Number(place) + 1 })}: ${what}`
}

/** What the API's sentence says that no words for its code can: values, bounds, what there is instead. */
function besides(message: string): string[] {
  return BESIDES.flatMap(([pattern, said]) => {
    const found = pattern.exec(message)
    return found ? [filled(inLanguage(said), Object.fromEntries(found.entries()))] : []
  })
}

const figuresIn = (text: string): string[] => text.match(/\d+/g) ?? []

/**
 * A fault in the words of the reader, from its code and property. English readers have the API's own sentence where
 * the words leave out a figure of it; everybody where there are no words for the code.
 */
export function faultInWords(fault: Fault): Fault {
  const { errorCode, property, message, voucher } = fault
  const own = Object.hasOwn(CODES, errorCode) ? CODES[errorCode] : undefined
  const said = own ?? PATTERNS.find(([pattern]) => pattern.test(errorCode))?.[1]
  if (said === undefined) return fault
  const value = /\((?:\w|[[\].])+ ([^()]+)\)/.exec(message)?.[1] ?? ''
  const values = {
    what: whatOf(property),
    property: property ?? '',
    value,
    voucher: String(voucher?.voucherNumber ?? ''),
  }
  const words = [filled(inLanguage(said), values), ...besides(message)].join(' ')
  const says = figuresIn(words)
  const isShort = language.value === 'en' && figuresIn(message).some((figure) => !says.includes(figure))
  return isShort ? fault : { ...fault, message: words }
}

/** A refusal in the words of the reader, each of its faults; and that the sandbox ordered it. */
export function refusalInWords({ status, message, faults, trace, ordered }: Refusal): Refusal {
  const said = faults.map(faultInWords)
  const isWorded = said.some((one, at) => one !== faults[at])
  const all = isWorded ? said.map((one) => one.message).join(' ') : message
  if (ordered === undefined) return new Refusal(status, all, said, trace)
  const [first = { errorCode: '', message }, ...rest] = said
  const told = { ...first, message: `${first.message} ${t('orderedAnswer', { fault: ordered })}` }
  return new Refusal(status, all, [told, ...rest], trace, ordered)
}
