import type { Executor, Transaction } from '../database/connection.ts'
import type { ErrorCode, Fault } from '../errors/catalogue.ts'
import { catalogue } from '../errors/catalogue.ts'
import { brokenWhen } from '../records/derived-rules.ts'
import type { Rule } from '../resource/resource.ts'
import { sentList } from '../resource/sent-list.ts'
import { type Default, exchangeRate, lineDefaults, OF_CUSTOMER, OWED_BY_CLIENTS } from './defaults.ts'
import { DOCUMENT_SERIES, type DocumentKind, KINDS, LINE_SERIES } from './kinds.ts'
import { lineRules, newDocumentRules, ofOwnValues } from './rules.ts'
import { itemRow, sql } from '../resource/sql.ts'

/** A line of a new document, named as the published draft invoice line: dates ISO, decimals as text. Without a product it is only text. */
export interface NewLine {
  productNumber?: string | null
  description?: string | null
  quantity?: string | null
  unitNumber?: number | null
  /** When left out, product and customer give it (rule 11.4); likewise unit, cost price, discount and recommended price. */
  unitNetPrice?: string | null
  unitCostPrice?: string | null
  discountPercentage?: string | null
  recommendedPrice?: string | null
  departmentNumber?: number | null
  departmentalDistributionNumber?: number | null
  dimension2Key?: number | null
  dimension3Key?: number | null
  quantity2?: string | null
  unit2Number?: number | null
  accrue?: boolean
  accrueStartDate?: string | null
  accrueEndDate?: string | null
}

/** A new document. Properties left out come from the customer, as over the API. */
export interface NewDocument {
  customerNumber: number
  /** ISO day. */
  date: string
  lines: readonly NewLine[]
  customerName?: string | null
  currencyCode?: string | null
  exchangeRate?: string | null
  layoutNumber?: number | null
  termOfPaymentNumber?: number | null
  /** Used only when the payment term leaves the due date to the caller. */
  dueDate?: string | null
  vatZoneNumber?: number | null
  isVatIncluded?: boolean
  projectNumber?: number | null
  otherReference?: string | null
  heading?: string | null
  textLine1?: string | null
  textLine2?: string | null
  ourReferenceNumber?: number | null
  ourReference2Number?: number | null
  deliveryLocationNumber?: number | null
  deliveryAddress?: string | null
  deliveryPostalCode?: string | null
  deliveryCity?: string | null
  deliveryCountry?: string | null
  deliveryTerms?: string | null
  deliveryDate?: string | null
  attentionNumber?: number | null
  yourReferenceNumber?: number | null
  externalId?: string | null
}

/** The result for one document: its number for life, which paths use, or all its faults. */
export type MadeDocument = { number: number; faults?: undefined } | { number?: undefined; faults: readonly Fault[] }

/**
 * Makes draft invoices (or orders) with their lines in the caller's transaction, in a fixed number of statements, however many there are. Defaults,
 * rules, prices, amounts, numbers and events are those of the API. Skips a faulty document and makes the others. Everything that a document names
 * must exist: a broken foreign key aborts the transaction. Answers in the order given.
 * @param isAsBooked whether the documents take up booked ones, and so may name what has been barred, closed or deleted since.
 */
export async function makeDocuments(
  transaction: Transaction,
  agreement: number,
  documents: readonly NewDocument[],
  kind: DocumentKind = KINDS.draftInvoice,
  isAsBooked = false,
): Promise<MadeDocument[]> {
  const { headers, fill } = statements(kind, isAsBooked)
  return await inTwo(transaction, agreement, documents, [headers, fill])
}

/** As `makeDocuments`, and writes nothing: the number of a document without faults is its place in the list. */
export async function checkDocuments(
  executor: Executor,
  agreement: number,
  documents: readonly NewDocument[],
  kind: DocumentKind = KINDS.draftInvoice,
): Promise<MadeDocument[]> {
  const { headersCheck: headers, linesCheck: fill } = statements(kind, false)
  return await inTwo(executor, agreement, documents, [headers, fill])
}

/** Documents by one statement, and their lines by another. */
async function inTwo(
  executor: Executor,
  agreement: number,
  documents: readonly NewDocument[],
  [headers, fill]: readonly [headers: string, fill: string],
): Promise<MadeDocument[]> {
  if (documents.length === 0) return []
  const faults = new Map<number, Fault[]>()
  const sent = documents.map(({ lines: _, ...header }, ordinal) => ({ ordinal, ...header }))
  const [made] = await executor.rows<Written>(headers, [agreement, JSON.stringify(sent)])
  gather(faults, made!.faults)
  const numbers = new Map(
    (JSON.parse(made!.numbers) as [number, number][]).map(([ordinal, number]) => [ordinal, number]),
  )
  const lines = [...numbers].flatMap(([ordinal, documentId]) =>
    documents[ordinal]!.lines.map((line, place) => ({ ...line, documentId, ordinal, place })),
  )
  const known = made!.documents ?? JSON.stringify([...numbers.values()])
  const [filled] = await executor.rows<Written>(fill, [agreement, JSON.stringify(lines), known])
  gather(faults, filled!.faults)
  return documents.map((_, ordinal) => {
    const found = faults.get(ordinal)
    return found ? { faults: found } : { number: numbers.get(ordinal)! }
  })
}

interface Written {
  /** A list of `Told` as JSON. */
  faults: string | null
  /** `[[ordinal, number], …]` as JSON. */
  numbers: string
  /** Of a check: the documents as their lines see them, as JSON. */
  documents?: string
}

/** One fault: the document, the property, the code, its own message, and the place of the line. */
type Told = [ordinal: number, property: string, code: ErrorCode, message: string | null, line: number | null]

function gather(faults: Map<number, Fault[]>, told: string | null): void {
  for (const [ordinal, property, code, message, line] of JSON.parse(told ?? '[]') as Told[]) {
    const list = faults.get(ordinal) ?? []
    faults.set(ordinal, list)
    const fault = { code, property: line === null ? property : `lines[${line}].${property}` }
    list.push({ ...fault, message: message ?? catalogue[code].message })
  }
}

/** Properties of a document that the caller may give, with the types of their columns. */
const HEADER: Readonly<Record<Exclude<keyof NewDocument, 'lines'> | keyof typeof OF_CUSTOMER, string>> = {
  customerNumber: 'int',
  customerName: 'text',
  date: 'date',
  currencyCode: 'text',
  exchangeRate: 'numeric',
  layoutNumber: 'int',
  termOfPaymentNumber: 'int',
  dueDate: 'date',
  vatZoneNumber: 'int',
  isVatIncluded: 'boolean',
  projectNumber: 'int',
  customerAddress: 'text',
  customerPostalCode: 'text',
  customerCity: 'text',
  customerCountry: 'text',
  otherReference: 'text',
  heading: 'text',
  textLine1: 'text',
  textLine2: 'text',
  ourReferenceNumber: 'int',
  ourReference2Number: 'int',
  deliveryLocationNumber: 'int',
  deliveryAddress: 'text',
  deliveryPostalCode: 'text',
  deliveryCity: 'text',
  deliveryCountry: 'text',
  deliveryTerms: 'text',
  deliveryDate: 'date',
  attentionNumber: 'int',
  yourReferenceNumber: 'int',
  debtorEan: 'text',
  publicEntryNumber: 'text',
  cvr: 'text',
  pNr: 'text',
  nemHandelReceiverType: 'int',
  debitorMobilePhone: 'text',
  externalId: 'text',
}
const LINE: Readonly<Record<keyof NewLine, string>> = {
  productNumber: 'text',
  description: 'text',
  quantity: 'numeric',
  unitNumber: 'int',
  unitNetPrice: 'numeric',
  unitCostPrice: 'numeric',
  discountPercentage: 'numeric',
  recommendedPrice: 'numeric',
  departmentNumber: 'int',
  departmentalDistributionNumber: 'int',
  dimension2Key: 'int',
  dimension3Key: 'int',
  quantity2: 'numeric',
  unit2Number: 'int',
  accrue: 'boolean',
  accrueStartDate: 'date',
  accrueEndDate: 'date',
}

const column = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columns = (properties: Readonly<Record<string, string>>): string => Object.keys(properties).map(column).join(', ')

/** SQL: rows of the sent properties, named as the table's columns, with the `own` columns before them. */
const sentAs = (properties: Readonly<Record<string, string>>, own: readonly string[], parameter: string): string => {
  const declared = Object.entries(properties).map(([property, type]) => `"${property}" ${type}`)
  const named = Object.keys(properties).map((property) => `s."${property}" AS ${column(property)}`)
  const names = own.map((one) => `s.${one.split(' ')[0]}`)
  return `SELECT ${[...names, ...named].join(', ')} FROM ${sentList(parameter, [...own, ...declared].join(', '))} AS s`
}

/** The item of a statement here, and the default of a flag. */
const item = itemRow('r')
const no: Default = () => sql`false`

/** SQL: the row `r`, with defaults for properties left out. A default that others need must come from an earlier call. */
const withDefaults = (
  source: string,
  properties: Readonly<Record<string, string>>,
  own: readonly string[],
  defaults: Readonly<Record<string, Default>>,
): string => {
  const values = Object.keys(properties).map((property) => {
    const given = defaults[property]
    return given === undefined
      ? `r.${column(property)}`
      : `coalesce(r.${column(property)}, ${given(item).text}) AS ${column(property)}`
  })
  return `SELECT ${[...own.map((one) => `r.${one}`), ...values].join(', ')} FROM ${source} r`
}

/** SQL: a row for each rule that an `r` breaks, as `gather` reads it. */
function faultsOf(rules: readonly Rule[], line: string): string {
  const asked = rules.map((rule) => {
    const { property, code, message, always } = rule
    const present = always ? '' : `r.${column(property)} IS NOT NULL AND `
    const told = message === undefined ? 'NULL' : `'${message.replaceAll("'", "''")}'`
    return `SELECT r.ordinal, '${property}' AS property, '${code}' AS code, ${told}::text AS message, ${line}::int AS line
      FROM r WHERE ${present}(${brokenWhen(rule).text})`
  })
  return asked.join('\nUNION ALL ')
}

const FAULTS = `(SELECT json_agg(json_build_array(f.ordinal, f.property, f.code, f.message, f.line) ORDER BY f.ordinal, f.line) FROM fault f)::text`

type Statements = Record<'headers' | 'fill' | 'headersCheck' | 'linesCheck', string>
const made = new Map<string, Statements>()

/** The statements of a kind, made once. */
function statements(kind: DocumentKind, isAsBooked: boolean): Statements {
  const key = `${kind.table} ${isAsBooked}`
  const known = made.get(key)
  if (known) return known
  const kept = (rules: readonly Rule[]): readonly Rule[] => (isAsBooked ? ofOwnValues(rules) : rules)
  const both = {
    headers: headersStatement(kind, kept(newDocumentRules)),
    fill: linesStatement(kind, kept(lineRules(kind))),
    headersCheck: headersCheck(kept(newDocumentRules)),
    linesCheck: linesCheck(kind, kept(lineRules(kind))),
  }
  made.set(key, both)
  return both
}

/** SQL: the sent documents `r` with their defaults, their faults, and those `good` that have none: `$1` the agreement, `$2` the documents. */
const headersOf = (
  rules: readonly Rule[],
): string => `WITH sent AS MATERIALIZED (${sentAs(HEADER, ['ordinal int'], '$2')}),
    owed AS MATERIALIZED (${withDefaults('sent', HEADER, ['ordinal'], { ...OWED_BY_CLIENTS, isVatIncluded: no })}),
    r AS MATERIALIZED (${withDefaults('owed', HEADER, ['ordinal'], { ...OF_CUSTOMER, exchangeRate })}),
    fault AS MATERIALIZED (${faultsOf([...rules, ...demanded()], 'NULL')}),
    good AS MATERIALIZED (SELECT r.*, row_number() OVER (ORDER BY r.ordinal)::int AS place FROM r
      WHERE NOT EXISTS (SELECT FROM fault f WHERE f.ordinal = r.ordinal))`

/** Writes the documents that break no rule. */
const headersStatement = (kind: DocumentKind, rules: readonly Rule[]): string => `${headersOf(rules)},
    taken AS MATERIALIZED (SELECT take_numbers($1::int, '${DOCUMENT_SERIES}', count(*)::int) AS first,
      take_document_numbers($1::int, '${kind.table}', count(*)::int) AS people FROM good HAVING count(*) > 0),
    written AS (INSERT INTO ${kind.table} (agreement, number, ${column(kind.people)}, ${columns(HEADER)})
      SELECT $1::int, t.first + g.place - 1, t.people[g.place], ${Object.keys(HEADER)
        .map((property) => `g.${column(property)}`)
        .join(', ')} FROM good g CROSS JOIN taken t ORDER BY g.place)
    SELECT ${FAULTS} AS faults,
      coalesce((SELECT json_agg(json_build_array(g.ordinal, t.first + g.place - 1) ORDER BY g.place) FROM good g CROSS JOIN taken t), '[]')::text AS numbers`

/** The columns of a document that its lines are completed and judged by. */
const SEEN_BY_LINES =
  'number int, customer_number int, currency_code text, exchange_rate numeric, vat_zone_number int, is_vat_included boolean'

/** As `headersStatement`, without writing: each document has its ordinal for a number. Answers what the lines need of the good ones. */
const headersCheck = (rules: readonly Rule[]): string => `${headersOf(rules)}
    SELECT ${FAULTS} AS faults, coalesce((SELECT json_agg(json_build_array(g.ordinal, g.ordinal) ORDER BY g.place) FROM good g), '[]')::text AS numbers,
      coalesce((SELECT json_agg(json_build_object('number', g.ordinal, 'customer_number', g.customer_number, 'currency_code', g.currency_code,
        'exchange_rate', g.exchange_rate, 'vat_zone_number', g.vat_zone_number, 'is_vat_included', g.is_vat_included)) FROM good g), '[]')::text AS documents`

/** Faults of required values that neither the caller nor the customer gives. Over the API the fields require them. */
const demanded = (): Rule[] =>
  Object.keys(OWED_BY_CLIENTS).map((property) => ({
    property,
    code: 'ValueRequired',
    message: `The document has no ${property}, and neither has the customer.`,
    always: true,
    brokenWhen: (r) => sql`${r[column(property)]} IS NULL`,
  }))

/** SQL: the sent lines `r` with their defaults, and their faults: `$1` the agreement, `$2` the lines. */
function linesOf(kind: DocumentKind, rules: readonly Rule[]): string {
  const own = ['document_id', 'ordinal', 'place']
  const columnsOfLines = [
    '"documentId" int',
    'ordinal int',
    'place int',
    ...Object.entries(LINE).map(([property, type]) => `"${property}" ${type}`),
  ].join(', ')
  const sent = `SELECT s."documentId" AS document_id, s.ordinal, s.place, ${Object.keys(LINE)
    .map((property) => `s."${property}" AS ${column(property)}`)
    .join(', ')} FROM ${sentList('$2', columnsOfLines)} AS s`
  return `sent AS MATERIALIZED (SELECT s.*, NULL::int AS number FROM (${sent}) s),
    r AS MATERIALIZED (${withDefaults('sent', LINE, [...own, 'number'], { ...lineDefaults(kind), accrue: no })}),
    fault AS MATERIALIZED (${faultsOf(rules, 'r.place')})`
}

/** As `linesStatement`, without writing: the documents are those that `headersCheck` has answered, in `$3`, instead of the table's rows. */
const linesCheck = (kind: DocumentKind, rules: readonly Rule[]): string => `WITH
    ${kind.table} AS MATERIALIZED (SELECT $1::int AS agreement, d.* FROM json_to_recordset($3::json) AS d(${SEEN_BY_LINES})),
    ${linesOf(kind, rules)} SELECT ${FAULTS} AS faults, '[]' AS numbers`

/** Writes the lines of documents without faulty lines, and deletes the other documents; `$3` the documents' numbers. */
function linesStatement(kind: DocumentKind, rules: readonly Rule[]): string {
  const status = kind.hasStatus
  return `WITH ${linesOf(kind, rules)},
    bad AS MATERIALIZED (SELECT DISTINCT r.document_id FROM r JOIN fault f ON f.ordinal = r.ordinal),
    gone AS (DELETE FROM ${kind.table} d USING bad b WHERE d.agreement = $1::int AND d.number = b.document_id),
    good AS MATERIALIZED (SELECT r.*, row_number() OVER (ORDER BY r.ordinal, r.place)::int AS nth FROM r
      WHERE NOT EXISTS (SELECT FROM bad b WHERE b.document_id = r.document_id)),
    taken AS MATERIALIZED (SELECT take_numbers($1::int, '${LINE_SERIES}', count(*)::int) AS first FROM good HAVING count(*) > 0),
    written AS (INSERT INTO ${kind.linesTable} (agreement, document_id, number, ${columns(LINE)}${status ? ', document_status' : ''})
      SELECT $1::int, g.document_id, t.first + g.nth - 1, ${Object.keys(LINE)
        .map((property) => `g.${column(property)}`)
        .join(', ')}${status ? `, 'drafts'` : ''} FROM good g CROSS JOIN taken t ORDER BY g.nth)${
        kind.event === undefined
          ? ''
          : `,
    told AS MATERIALIZED (SELECT emit_events($1::int, '${kind.event}', array_agg(jsonb_build_object('OLDNUMBER', '', 'NEWNUMBER', n.number) ORDER BY n.number::int))
      FROM json_array_elements_text($3::json) AS n(number) WHERE NOT EXISTS (SELECT FROM bad b WHERE b.document_id = n.number::int) HAVING count(*) > 0)`
      }
    SELECT ${FAULTS} AS faults, '[]' AS numbers${kind.event === undefined ? `, json_array_length($3::json)` : ', (SELECT count(*) FROM told)'}`
}
