import type { Statement } from '../../database/connection.ts'
import { CURSOR_PAGE_SIZE, INDEXED_REACH } from '../../limits.ts'
import type { Field, FilterOperator } from '../../resource/fields.ts'
import type { Caller } from '../../resource/operations.ts'
import type { Condition } from './filter.ts'
import { firstRows } from './first-pages.ts'
import type { Narrowing, ReadPlan, SortKey } from './plan.ts'
import type { Readable, ReadableProperty } from './readable.ts'

type Paged = Extract<ReadPlan, { kind: 'paged' }>

/** Collects the values of a statement; `add` answers the placeholder that stands for the value. */
class Values {
  readonly list: (string | number | null)[]
  constructor(agreement: number) {
    this.list = [agreement]
  }
  add(value: string | number | null, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

/**
 * The one statement of a read. Its only column is the text of rows for `of.render`, or the finished body of a count. No
 * row: the item does not exist. No value: the list is empty.
 */
export function readStatement(
  plan: ReadPlan,
  of: Readable,
  { agreement, app }: Pick<Caller, 'agreement' | 'app'>,
): Statement {
  const shape = shapeOf(plan)
  if (shape === undefined) {
    const values = new Values(agreement)
    const wide = { agreement, isShapedByClient: true }
    return { text: readText(plan, of, values, app), values: values.list, wide }
  }
  const wide = plan.kind === 'count' ? { wide: { agreement } } : undefined
  const known = of.texts.get(shape)
  if (known !== undefined) return { text: known, values: plainValues(plan, of, agreement, app), ...wide }
  const values = new Values(agreement)
  const text = readText(plan, of, values, app)
  of.texts.set(shape, text)
  return { text, values: values.list, ...wide }
}

/**
 * The one statement of several single reads. Its only column is the text of rows, each with its place in `wanted`
 * before its properties. All of `wanted` name the same properties.
 */
export function itemsStatement(
  wanted: readonly (readonly Narrowing[])[],
  of: Readable,
  { agreement, app }: Pick<Caller, 'agreement' | 'app'>,
): Statement {
  const list = wanted.map((narrowings, place) => ({ place, ...narrowings.map(({ value }) => value) }))
  const values: (string | number)[] = [agreement, JSON.stringify(list)]
  if (of.resource.ownedByApp) values.push(app)
  let text = of.texts.get('items')
  if (text === undefined) of.texts.set('items', (text = itemsText(wanted[0]!, of)))
  return { text, values }
}

function itemsText(narrowings: readonly Narrowing[], { resource, rowWithPlace }: Readable): string {
  const named = narrowings.map(({ property: { type } }, at) => `, "${at}" ${type}`).join('')
  const sought = narrowings.map(({ property: { sql } }, at) => ` AND ${sql} = k."${at}"`).join('')
  const own = resource.ownedByApp ? ' AND t.app = $3::int' : ''
  // One look-up for each: a plain join might read the whole table, whatever the length of the list.
  return `SELECT string_agg(${rowWithPlace}, '') FROM json_to_recordset($2::json) AS k(place int${named})
    CROSS JOIN LATERAL (SELECT t.* FROM ${resource.table} t WHERE t.agreement = $1${own}${sought} LIMIT 1) t`
}

/** The name of the text of a read, which is then made once; undefined where a filter or sort shapes it. */
function shapeOf(plan: ReadPlan): string | undefined {
  if (plan.kind === 'single') return 'single'
  if (plan.condition !== undefined || plan.narrowings.some(({ narrows }) => narrows !== undefined)) return undefined
  if (plan.kind === 'count') return 'count'
  if (plan.kind === 'cursor') return plan.from ? 'cursor from' : 'cursor'
  return plan.sort.length > 0 ? undefined : plan.offset > 0 ? 'later page' : 'first page'
}

/** The values of a read that no filter or sort shapes, in the order of its text. */
function plainValues(plan: ReadPlan, of: Readable, agreement: number, app: number): Statement['values'] {
  const values: (string | number)[] = [agreement]
  if (of.resource.ownedByApp) values.push(app)
  for (const { value } of plan.narrowings) values.push(value)
  if (plan.kind === 'cursor' && plan.from) values.push(...plan.from)
  if (plan.kind === 'paged') values.push(plan.limit, plan.offset)
  return values
}

function readText(plan: ReadPlan, of: Readable, values: Values, app: number): string {
  const { table, ownedByApp } = of.resource
  const own = ownedByApp ? ` AND t.app = ${values.add(app, 'int')}` : ''
  const condition = plan.kind === 'single' ? undefined : plan.condition
  const folded = foldedOnce(condition)
  const from = `FROM ${table} t${foldedSql(folded)}
    WHERE t.agreement = $1${own}${narrowingsSql(plan.narrowings, values)}`
  if (plan.kind === 'single') return `SELECT ${of.row} ${from}`
  const where = condition ? `${from} AND ${conditionSql(condition, { values, folded, present: new Set() })}` : from
  const isAll = condition === undefined && plan.narrowings.length === 0
  if (plan.kind === 'count')
    return `SELECT ${isAll && of.resource.isGapless ? betweenEnds(of) : 'count(*)'}::text ${where}`
  return plan.kind === 'paged' ? pageText(plan, of, where, values) : cursorText(plan.from, of, where, values)
}

/** The count of items without a gap: both ends are looked up in the key, however many are between. */
const betweenEnds = ({ keys: [key] }: Readable): string => `coalesce(max(${key!.sql}) - min(${key!.sql}) + 1, 0)`

const narrowingsSql = (narrowings: readonly Narrowing[], values: Values): string =>
  narrowings
    .map(({ property: { sql, type }, value, narrows }) =>
      narrows === 'among'
        ? ` AND ${values.add(value, type)} = ANY (${sql})`
        : ` AND ${sql} = ${values.add(value, type)}`,
    )
    .join('')

/** The order of a page that an index finds: nothing narrows the list, and its first property has an index. */
function indexedOrder(
  { condition, sort, narrowings, offset, limit }: Paged,
  { resource }: Readable,
): SortKey | undefined {
  const [first] = sort
  const isNarrowed = condition !== undefined || narrowings.length > 0 || resource.ownedByApp !== undefined
  if (isNarrowed || !first?.property.field.facts.isIndexed || first.alphabetical) return undefined
  return offset + limit <= INDEXED_REACH ? first : undefined
}

/**
 * Where items are skipped, a page is found by its identifiers alone: skipped items are not read as a whole. The
 * identifier decides between equals.
 */
function pageText(plan: Paged, of: Readable, where: string, values: Values): string {
  const { sort, offset, limit } = plan
  const { table } = of.resource
  const keys = of.keys.map(({ sql }) => sql)
  const order = [...sort.map((key) => orderSql(key, of)), ...keys].join(', ')
  const indexed = indexedOrder(plan, of)
  if (indexed) {
    const { property, descending } = indexed
    const rest = [...sort.slice(1).map((key) => orderSql(key, of)), ...keys].join(', ')
    const reach = values.add(offset + limit, 'int')
    const rows = firstRows({ property, value: sortedValue(property), descending, rest, from: where, reach })
    const page = `SELECT t.* FROM ${rows} t ORDER BY ${order}
      LIMIT ${values.add(limit, 'int')} OFFSET ${values.add(offset, 'int')}`
    return `SELECT string_agg(${of.row}, '') FROM (${page}) t`
  }
  const range = (): string => `LIMIT ${values.add(limit, 'int')} OFFSET ${values.add(offset, 'int')}`
  const sameKey = of.keys.map(({ sql }, at) => `${sql} = k.key${at}`).join(' AND ')
  const page =
    offset === 0
      ? `SELECT t.* ${where} ORDER BY ${order} ${range()}`
      : `SELECT t.* FROM (
           SELECT ${of.keys.map(({ sql }, at) => `${sql} AS key${at}`).join(', ')} ${where}
             ORDER BY ${order} ${range()}) k
         JOIN ${table} t ON t.agreement = $1 AND ${sameKey} ORDER BY ${order}`
  return `SELECT string_agg(${of.row}, '') FROM (${page}) t`
}

function cursorText(from: readonly string[] | undefined, of: Readable, where: string, values: Values): string {
  const order = of.keys.map(({ sql }) => sql).join(', ')
  const after = from
    ? ` AND (${order}) >= (${of.keys.map(({ type }, at) => values.add(from[at]!, type)).join(', ')})`
    : ''
  const page = `SELECT t.* ${where}${after} ORDER BY ${order} LIMIT ${CURSOR_PAGE_SIZE + 1}`
  return `SELECT string_agg(${of.rowWithKey}, '') FROM (${page}) t`
}

/**
 * Absent values come first ascending and last descending; text sorts without case; `~` sorts numbers as text. A
 * property that always has a value, as an identifier has, is ordered as its index is.
 */
function orderSql({ property, descending, alphabetical }: SortKey, { keys }: Readable): string {
  const { sql, field } = property
  const value = alphabetical ? ordered(`${sql}::text`) : sortedValue(property)
  if (!field.facts.nullable || keys.includes(property)) return descending ? `${value} DESC` : value
  return descending ? `${value} DESC NULLS LAST` : `${value} ASC NULLS FIRST`
}

/** Text in Danish order, without case; equality needs no order, and so can use an index on `fold`. */
const ordered = (text: string): string => inDanishOrder(`fold(${text})`)
const inDanishOrder = (folded: string): string => `${folded} COLLATE "da-x-icu"`

/** The value that a property is ordered by. */
const sortedValue = ({ sql, field }: ReadableProperty): string => (field.facts.type === 'string' ? ordered(sql) : sql)

/**
 * Names of folded values, for texts that a filter names so often that folding them each time would cost more than all
 * else.
 */
type FoldedTexts = ReadonlyMap<ReadableProperty, string>

/**
 * The predicates, or patterns, from which on a text is folded once. An index on it is of little use to so many, and of
 * none to patterns.
 */
const [PREDICATES, PATTERNS] = [5, 2]

function foldedOnce(condition: Condition | undefined): FoldedTexts {
  const all = comparisonsOf(condition).filter(({ property: { field } }) => field.facts.type === 'string')
  const often = [...new Set(all.map(({ property }) => property))].filter((property) => {
    const own = all.filter((one) => one.property === property)
    return own.length >= PREDICATES || own.filter(({ operator }) => operator === 'like').length >= PATTERNS
  })
  return new Map(often.map((property, at) => [property, `folded.text${at}`]))
}

function comparisonsOf(condition: Condition | undefined): Comparison[] {
  if (!condition) return []
  return condition.kind === 'comparison' ? [condition] : condition.terms.flatMap(comparisonsOf)
}

/** The folded texts of the row `t`; without OFFSET each would be folded again wherever it is named. */
const foldedSql = (folded: FoldedTexts): string =>
  folded.size === 0
    ? ''
    : ` CROSS JOIN LATERAL (SELECT ${[...folded]
        .map(
          ([{ sql }, name]) => `fold(${sql})
      AS ${name.split('.')[1]}`,
        )
        .join(', ')} OFFSET 0) folded`

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** What the SQL of a condition is made with. */
interface ConditionParts {
  values: Values
  folded: FoldedTexts
  /** Properties that have a value in all rows looked for. */
  present: ReadonlySet<ReadableProperty>
}

type Comparison = Extract<Condition, { kind: 'comparison' }>
type Beside = NonNullable<Field['facts']['beside']>

function conditionSql(condition: Condition, parts: ConditionParts): string {
  if (condition.kind === 'comparison') return comparisonSql(condition, parts)
  const { kind, terms } = condition
  const within = kind === 'and' ? { ...parts, present: new Set([...parts.present, ...terms.flatMap(demanded)]) } : parts
  return `(${terms.map((term) => conditionSql(term, within)).join(kind === 'and' ? ' AND ' : ' OR ')})`
}

/** The property that a term demands a value of. */
function demanded(term: Condition): ReadableProperty[] {
  if (term.kind !== 'comparison' || term.operator !== 'ne' || term.values[0] !== null) return []
  return [term.property]
}

function comparisonSql(comparison: Comparison, parts: ConditionParts): string {
  const { beside } = comparison.property.field.facts
  return beside && !holdsForAbsent(comparison, parts) ? besideSql(comparison, beside, parts) : ownSql(comparison, parts)
}

/** The comparison, as of a column of the row itself. */
function ownSql(comparison: Comparison, parts: ConditionParts): string {
  const { property, operator } = comparison
  if (operator === 'in' || operator === 'nin') return listSql(comparison.values, operator, property, parts)
  const { sql: column, type, field } = property
  const value = comparison.values[0]!
  if (value === null) return operator === 'eq' ? `${column} IS NULL` : `${column} IS NOT NULL`
  const { values, folded } = parts
  const isText = field.facts.type === 'string'
  // An index is in the order of lists; equality without one needs no order.
  const isOrdered = field.facts.isIndexed === true || !['eq', 'ne'].includes(operator)
  const inOrder = isText && operator !== 'like' && isOrdered
  const left = isText ? foldSql(property, folded) : column
  // Folded once for all rows, where texts of rows are folded once for all predicates.
  const foldedValue = (): string => (folded.has(property) ? `(SELECT ${fold(values, value)})` : fold(values, value))
  const right = isText ? foldedValue() : values.add(value, type)
  if (operator === 'like') return `${left} LIKE ${right}`
  const equal = `${inOrder ? inDanishOrder(left) : left} ${COMPARISONS[operator]} ${right}`
  const isSought = operator === 'eq' && field.facts.isHashed && !folded.has(property)
  const compared = isSought ? `(${hash(left)} = ${hash(right)} AND ${equal})` : equal
  // An absent value is not equal to any value.
  return operator === 'ne' && !parts.present.has(property) ? `(${compared} OR ${column} IS NULL)` : compared
}

function holdsForAbsent({ property, operator, values }: Comparison, { present }: ConditionParts): boolean {
  if (operator === 'ne') return values[0] !== null && !present.has(property)
  return operator === 'nin' || values.includes(null)
}

/** Finds rows by the value in the table beside them, which has the indexes. */
function besideSql(comparison: Comparison, { table, column, key }: Beside, parts: ConditionParts): string {
  const property = { ...comparison.property, sql: `b.${column}` }
  const condition = ownSql({ ...comparison, property }, { ...parts, present: new Set([property]) })
  // Follows from the condition anyway, and lets indexes of rows that are not 0 be used: no value is known where the
  // statement is planned.
  const notZero = excludesZero(comparison) ? ` AND ${property.sql} <> 0` : ''
  return `EXISTS (SELECT FROM ${table} b WHERE b.agreement = $1 AND b.${key} = t.${key} AND ${condition}${notZero})`
}

/** By operator, the signs of a value for which 0 does not fulfil the comparison. */
const EXCLUDES_ZERO: Readonly<Partial<Record<FilterOperator, (sign: -1 | 0 | 1) => boolean>>> = {
  eq: (sign) => sign !== 0,
  in: (sign) => sign !== 0,
  ne: (sign) => sign === 0,
  gt: (sign) => sign >= 0,
  gte: (sign) => sign > 0,
  lt: (sign) => sign <= 0,
  lte: (sign) => sign < 0,
}

function excludesZero({ property: { field }, operator, values }: Comparison): boolean {
  if (!['decimal', 'int32'].includes(field.facts.type)) return false
  const isExcluded = EXCLUDES_ZERO[operator] ?? (() => false)
  return values.every((value) => value !== null && isExcluded(signOf(value)))
}

const signOf = (digits: string): -1 | 0 | 1 => (!/[1-9]/.test(digits) ? 0 : digits.startsWith('-') ? -1 : 1)

/** The hash that an index on long texts has of them: few bytes, quick to compare. */
const hash = (folded: string): string => `hashtext(${folded})`

const fold = (values: Values, value: string): string => `fold(${values.add(value, 'text')})`
const foldSql = (property: ReadableProperty, folded: FoldedTexts): string =>
  folded.get(property) ?? `fold(${property.sql})`

function listSql(
  list: readonly (string | null)[],
  operator: 'in' | 'nin',
  property: ReadableProperty,
  { values, folded }: ConditionParts,
): string {
  const { sql: column, type, field } = property
  const isText = field.facts.type === 'string'
  const present = JSON.stringify(list.filter((value) => value !== null))
  const elements = `SELECT ${isText ? 'fold(v)' : `v::${type}`}
    FROM json_array_elements_text(${values.add(present, 'json')}) v`
  const left = isText ? foldSql(property, folded) : column
  const inList = `${field.facts.isIndexed && isText ? inDanishOrder(left) : left} = ANY (ARRAY(${elements}))`
  const orAbsent = list.includes(null) ? ` OR ${column} IS NULL` : ''
  // `$nin:` must be true or false for an absent value. `$in:` may be unknown, so that an index is of use.
  return operator === 'in' ? `(${inList}${orAbsent})` : `NOT (coalesce(${inList}, false)${orAbsent})`
}
