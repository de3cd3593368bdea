import type { Executor, Transaction } from '../database/connection.ts'
import { catalogue, type Fault } from '../errors/catalogue.ts'
import { type AskedRule, askedRules } from '../records/derived-rules.ts'
import {
  type BrokenRule,
  FAULTS,
  judgedSteps,
  sentRecords,
  type WriteRow,
  type WriteShape,
  writeText,
} from '../records/write-sql.ts'
import { type Fields, int32 } from '../resource/fields.ts'
import type { Item } from '../resource/operations.ts'
import { columnName, type Resource, resource, type Rule } from '../resource/resource.ts'
import { columnsOf, sql } from '../resource/sql.ts'
import { type Default, exchangeRate, lineDefaults, OF_CUSTOMER, OWED_BY_CLIENTS } from './defaults.ts'
import { documentFields, lineFields } from './document-fields.ts'
import { type DocumentKind, KINDS } from './kinds.ts'
import { lineRules, newDocumentRules, ofOwnValues } from './rules.ts'

/**
 * A line of a new document, named as the published draft invoice line: dates ISO, decimals as text. Without a product
 * it is only text.
 */
export interface NewLine {
  productNumber?: string | null
  description?: string | null
  quantity?: string | null
  unitNumber?: number | null
  /**
   * When left out, product and customer give it (rule 11.4); likewise unit, cost price, discount and recommended price.
   */
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
 * Makes draft invoices (or orders) with their lines in the caller's transaction, in a fixed number of statements,
 * however many there are. Defaults, rules, prices, amounts, numbers and events are those of the API. Skips a faulty
 * document and makes the others. Everything that a document names must exist: a broken foreign key aborts the
 * transaction. Answers in the order given.
 * @param isAsBooked whether the documents take up booked ones, and so may name what has been barred, closed or deleted
 * since.
 */
export async function makeDocuments(
  transaction: Transaction,
  agreement: number,
  documents: readonly NewDocument[],
  kind: DocumentKind = KINDS.draftInvoice,
  isAsBooked = false,
): Promise<MadeDocument[]> {
  if (documents.length === 0) return []
  const { headers, lines } = makings(kind, isAsBooked)
  const faults = new Map<number, Fault[]>()
  const { broken, first } = await run(transaction, agreement, headers, documents.map(headerOf))
  for (const { ordinal, ...rule } of inOrder(broken)) gather(faults, ordinal, headers, rule)
  const numbers = new Map<number, number>()
  for (const at of documents.keys()) if (!faults.has(at)) numbers.set(at, first! + numbers.size)
  const own = kind.hasStatus ? { documentStatus: 'drafts' } : {}
  const sent = linesOf(documents, numbers, own)
  gatherOfLines(faults, lines, sent, (await run(transaction, agreement, lines, sent.lists)).broken)
  const [written, bad] = [[...numbers], [...numbers].filter(([at]) => faults.has(at))]
  if (bad.length > 0) await transaction.rows(gone(kind), [agreement, JSON.stringify(bad.map(([, number]) => number))])
  const left = written.flatMap(([at, number]) => (faults.has(at) ? [] : number))
  if (kind.event !== undefined && left.length > 0)
    await transaction.rows(told(kind.event), [agreement, JSON.stringify(left)])
  return answers(documents, faults, numbers)
}

/** As `makeDocuments`, and writes nothing: the number of a document without faults is its place in the list. */
export async function checkDocuments(
  executor: Executor,
  agreement: number,
  documents: readonly NewDocument[],
  kind: DocumentKind = KINDS.draftInvoice,
): Promise<MadeDocument[]> {
  if (documents.length === 0) return []
  const { headers, lines } = makings(kind, false)
  const faults = new Map<number, Fault[]>()
  const [checked] = await executor.rows<{ faults: string | null; documents: string }>(headers.check, [
    agreement,
    recordsOf(headers, documents.map(headerOf)),
  ])
  for (const { ordinal, ...rule } of inOrder(brokenIn(checked!.faults))) gather(faults, ordinal, headers, rule)
  const numbers = new Map([...documents.keys()].filter((at) => !faults.has(at)).map((at) => [at, at]))
  const sent = linesOf(documents, numbers, {})
  const values = [agreement, recordsOf(lines, sent.lists), checked!.documents]
  const [found] = await executor.rows<{ faults: string | null }>(lines.check, values)
  gatherOfLines(faults, lines, sent, brokenIn(found!.faults))
  return answers(documents, faults, numbers)
}

const headerOf = ({ lines: _, ...header }: NewDocument): Item[] => [header as unknown as Item]

/** The lines of the documents that have a number, a list for each of them, and whose line each is. */
interface SentLines {
  lists: Item[][]
  places: (readonly [document: number, line: number])[]
}

function linesOf(documents: readonly NewDocument[], numbers: ReadonlyMap<number, number>, own: Item): SentLines {
  const lists = [...numbers].map(([at, documentId]) =>
    documents[at]!.lines.map((line): Item => ({ ...line, documentId, ...own })),
  )
  const places = [...numbers.keys()].flatMap((at) => documents[at]!.lines.map((_, line) => [at, line] as const))
  return { lists, places }
}

const answers = (
  documents: readonly NewDocument[],
  faults: ReadonlyMap<number, Fault[]>,
  numbers: ReadonlyMap<number, number>,
): MadeDocument[] =>
  documents.map((_, at) => {
    const found = faults.get(at)
    return found ? { faults: found } : { number: numbers.get(at)! }
  })

/**
 * How documents or their lines are written: what they are, when they are at fault, and the statements that write or
 * only check them.
 */
interface Making {
  resource: Resource
  rules: readonly AskedRule[]
  write: string
  check: string
}

/** The items of each list as the statements take them: written whole or not at all. */
function recordsOf({ resource }: Making, lists: readonly (readonly Item[])[]): string {
  const requests = lists.map((items) => ({ caller: NOBODY, items: items.map((item) => ({ item, faults: [] })) }))
  return sentRecords('create', resource, requests)
}

/** The transaction has named who writes. */
const NOBODY = { agreement: 0, baseCurrency: '', app: 0, grantNumber: 0, roles: [], modules: [] }

async function run(
  executor: Executor,
  agreement: number,
  making: Making,
  lists: readonly (readonly Item[])[],
): Promise<{ broken: BrokenRule[]; first: number | null }> {
  const [row] = await executor.rows<WriteRow>(making.write, [agreement, recordsOf(making, lists)])
  return { broken: brokenIn(row!.faults), first: row!.first }
}

const brokenIn = (faults: string | null): BrokenRule[] => JSON.parse(faults ?? '[]') as BrokenRule[]

/** By item, and of an item in the order of the rules. */
const inOrder = (broken: readonly BrokenRule[]): BrokenRule[] =>
  broken.toSorted((a, b) => a.ordinal - b.ordinal || a.rule - b.rule)

/** Adds a broken rule to the faults of a document, of its line where one is given. */
function gather(
  faults: Map<number, Fault[]>,
  document: number,
  { rules }: Making,
  { property, code, rule }: Omit<BrokenRule, 'ordinal'>,
  line?: number,
): void {
  const list = faults.get(document) ?? []
  faults.set(document, list)
  const place = line === undefined ? property : `lines[${line}].${property}`
  list.push({ code, property: place, message: rules[rule]!.message ?? catalogue[code].message })
}

function gatherOfLines(
  faults: Map<number, Fault[]>,
  making: Making,
  { places }: SentLines,
  broken: readonly BrokenRule[],
): void {
  for (const { ordinal, ...rule } of inOrder(broken))
    gather(faults, places[ordinal]![0], making, rule, places[ordinal]![1])
}

const made = new Map<string, Record<'headers' | 'lines', Making>>()

/** How documents of a kind are made; put together once. */
function makings(kind: DocumentKind, isAsBooked: boolean): Record<'headers' | 'lines', Making> {
  const key = `${kind.table} ${isAsBooked}`
  const known = made.get(key)
  if (known) return known
  const kept = (rules: readonly Rule[]): readonly Rule[] => (isAsBooked ? ofOwnValues(rules) : rules)
  const both = { headers: headersOf(kind, kept(newDocumentRules)), lines: lineMaking(kind, kept(lineRules(kind))) }
  made.set(key, both)
  return both
}

/** The fields that are written: neither computed, nor kept by the service. */
const written = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { facts }]) => {
      const { type, ignored, readOnly, counted, expression } = facts
      return type !== 'version' && !ignored && !expression && (!readOnly || counted)
    }),
  )

const no: Default = () => sql`false`

/** The columns of a document that its lines are completed and judged by. */
const SEEN_BY_LINES = {
  number: 'int',
  customer_number: 'int',
  currency_code: 'text',
  exchange_rate: 'numeric',
  vat_zone_number: 'int',
  is_vat_included: 'boolean',
}

/**
 * A document is given what a client would have to send, and then what the customer has. A default that others need
 * comes before them.
 */
function headersOf(kind: DocumentKind, rules: readonly Rule[]): Making {
  const documents = resource('Documents', {
    schema: 'Document',
    table: kind.table,
    key: ['number'],
    roles: [],
    operations: [],
    fields: { ...written(documentFields(kind)), [kind.people]: int32().countedBy('take_document_numbers') },
  })
  const shape: WriteShape = {
    defaults: [
      { ...OWED_BY_CLIENTS, isVatIncluded: no },
      { ...OF_CUSTOMER, exchangeRate },
    ],
    isUnnamed: true,
  }
  const { number: _, ...seen } = SEEN_BY_LINES
  const asked = askedRules([...rules, ...demanded()])
  return {
    resource: documents,
    rules: asked,
    write: writeText('create', documents, asked, NOT_HELD, shape),
    // A document that is not written has its place for a number.
    check: `WITH ${judgedSteps('create', documents, asked, NOT_HELD, shape).join(',\n')}
    SELECT ${FAULTS} AS faults, coalesce((SELECT json_agg(d)
      FROM (SELECT g.ordinal AS number, ${columnsOf('g', Object.keys(seen))} FROM good g) d), '[]')::text AS documents`,
  }
}

/** What documents name is held by whoever makes them. */
const NOT_HELD = { steps: [], condition: '' }

/** Faults of required values that neither the caller nor the customer gives. Over the API the fields require them. */
const demanded = (): Rule[] =>
  Object.keys(OWED_BY_CLIENTS).map((property) => ({
    property,
    code: 'ValueRequired',
    message: `The document has no ${property}, and neither has the customer.`,
    always: true,
    brokenWhen: (document) => sql`${document[columnName(property)]} IS NULL`,
  }))

/**
 * Lines, with their keys of dimensions. Where they are only checked, their documents are those of `$3`, and not the
 * table's rows.
 */
function lineMaking(kind: DocumentKind, rules: readonly Rule[]): Making {
  const { documentStatus, ...fields } = written(lineFields(kind, true))
  const lines = resource('Lines', {
    schema: 'Line',
    table: kind.linesTable,
    key: ['documentId', 'number'],
    roles: [],
    operations: [],
    fields: {
      documentId: int32(),
      ...fields,
      departmentalDistributionNumber: int32(),
      dimension2Key: int32(),
      dimension3Key: int32(),
      ...(documentStatus && { documentStatus }),
    },
  })
  const shape: WriteShape = { defaults: [{ ...lineDefaults(kind), accrue: no }], isUnnamed: true }
  const asked = askedRules(rules)
  const types = Object.entries(SEEN_BY_LINES).map((column) => column.join(' '))
  return {
    resource: lines,
    rules: asked,
    write: writeText('create', lines, asked, NOT_HELD, shape),
    check: `WITH ${kind.table} AS MATERIALIZED (SELECT $1::int AS agreement, d.*
      FROM json_to_recordset($3::json) AS d(${types.join(', ')})),
    ${judgedSteps('create', lines, asked, NOT_HELD, shape).join(',\n')} SELECT ${FAULTS} AS faults`,
  }
}

/** Takes the documents back whose lines are at fault: `$2` their numbers. */
const gone = ({ table }: DocumentKind): string =>
  `DELETE FROM ${table} d USING json_array_elements_text($2::json) AS n(number) WHERE d.agreement = $1::int
    AND d.number = n.number::int`

/** Tells of new documents: `$2` their numbers. */
const told = (event: string): string =>
  `SELECT emit_events($1::int, '${event}', array_agg(jsonb_build_object('OLDNUMBER', '', 'NEWNUMBER', n.number)
    ORDER BY n.number::int))
   FROM json_array_elements_text($2::json) AS n(number)`
