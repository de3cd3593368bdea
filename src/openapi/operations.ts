import { CURSOR_PAGE_SIZE, PAGED_REACH } from '../limits.ts'
import {
  type Group,
  isTriable,
  isTriableInPart,
  type Operation,
  type StandardOperation,
} from '../resource/operations.ts'
import { bodyFields, isResource, type Resource } from '../resource/resource.ts'
import { inWords } from './meanings/index.ts'
import { literals } from './names.ts'

/** What an operation does, in a line. */
export function summaryOf(group: Group, operation: Operation): string {
  if (operation.summary !== undefined) return operation.summary
  const items = inWords(group.name.replaceAll(' ', ''))
  const item = inWords(isResource(group) ? group.schema : group.name)
  switch (operation.kind) {
    case 'cursor':
      return `List ${items} by cursor`
    case 'paged':
      return `List ${items} by pages`
    case 'count':
      return `Count ${items}`
    case 'single':
      return `Read ${withArticle(item)}`
    case 'create':
      return `Create ${withArticle(item)}`
    case 'update':
      return `Update ${withArticle(item)}`
    case 'delete':
      return `Delete ${withArticle(item)}`
    case 'bulkCreate':
      return `Create several ${items}, all or none`
    case 'bulkUpdate':
      return `Update several ${items}, all or none`
    case 'upload':
      return `Attach a file as ${withArticle(item)}`
    case 'file':
      return `Read the file of ${withArticle(item)}`
    case 'query':
    case 'action':
      return `${group.name}: ${operation.method} ${literals(operation.path)}`
  }
}

const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** What callers of an operation have to know: what it takes, what it answers, who may call it. */
export function descriptionOf(group: Group, operation: Operation): string {
  const parts = [
    ...whatItDoes(group, operation),
    ...(operation.method === 'GET' ? [] : [REPEATS, ...tries(operation)]),
    ...(operation.deprecated ? ['Kept for old clients.'] : []),
    ...rights(group, operation),
  ]
  return parts.join('\n\n')
}

const tries = (operation: Operation): string[] => {
  if (!isTriable(operation))
    return [
      'It acts outside the database, or in several transactions: with `Daybook-Dry-Run` it is refused (DryRunNotPossible).',
    ]
  if (!isTriableInPart(operation)) return []
  const what =
    operation.kind === 'upload' ? `a file of more than ${operation.dryRunBytesMax!} bytes` : 'more than one batch'
  return [`With \`Daybook-Dry-Run\` ${what} is refused (DryRunNotPossible).`]
}

const REPEATS = 'Send an `Idempotency-Key` header, and the call can be repeated safely: it does nothing twice.'
const ALL_OR_NONE =
  'Either all items are written, or none; the answer names everything that is wrong, by its place in the list.'
const REPLACES =
  'It replaces the item: a property that is left out is cleared. Send the `objectVersion` that you read; if somebody changed the item since, the answer is an error with the code ObjectVersionMismatch, and nothing is written.'

function whatItDoes(group: Group, operation: Operation): string[] {
  switch (operation.kind) {
    case 'cursor':
      return [
        `Answers up to ${CURSOR_PAGE_SIZE.toLocaleString('en')} items in the order of ${orderOf(group)}. Send the cursor of the answer with the next call; the last answer has none. This is the way to read everything.`,
        ...filters(group),
      ]
    case 'paged':
      return [
        `Answers one page of items, sorted as asked. Only the first ${PAGED_REACH.toLocaleString('en')} items can be reached; use the cursor list to read more.`,
        ...filters(group),
        ...sorts(group),
      ]
    case 'count':
      return ['Answers how many items match the filter, as a bare number.', ...filters(group)]
    case 'single':
      return [
        isUpdated(group) ? 'Answers the item with its `objectVersion`, which an update needs.' : 'Answers the item.',
      ]
    case 'create':
      return [created(operation), ...required(group)]
    case 'bulkCreate':
      return [
        'Answers the identifiers in the order of the list; the `Location` header is a link to a list that has them.',
        ALL_OR_NONE,
        ...required(group),
      ]
    case 'update':
      return [REPLACES]
    case 'bulkUpdate':
      return [REPLACES, ALL_OR_NONE]
    case 'delete':
      return [deleted(group)]
    case 'upload':
      return [
        `Takes a form with the file, of at most ${operation.file.maxBytes.toLocaleString('en')} bytes; names of its parts are matched without regard to case.`,
        'Answers the identifier; the `Location` header is a link to the item.',
        `Needed: ${named([...Object.keys(operation.form).filter((name) => operation.form[name]!.facts.required), operation.file.name])}.`,
      ]
    case 'file':
      return [
        'Answers the file, whole or the range that `Range` asks for; with `If-None-Match` and the `ETag` that was read, nothing where it is the same.',
      ]
    case 'query':
      return [`${asSentence(summaryOf(group, operation))} It changes nothing.`]
    case 'action':
      return [`${asSentence(summaryOf(group, operation))} Everything happens in one transaction, or nothing does.`]
  }
}

/** What the items of a cursor list are ordered by. */
export const orderOf = (group: Group): string =>
  isResource(group) && group.orderedBy !== undefined ? `\`${group.orderedBy}\`` : 'their identifier'

/** Whether items of the group are updated, and so their `objectVersion` is needed. */
function isUpdated(group: Group): boolean {
  const hasVersion = propertiesThat(group, ({ facts }) => facts.type === 'version').length > 0
  return hasVersion && group.operations.some(({ kind }) => kind === 'update' || kind === 'bulkUpdate')
}

function created({ answersNothing, withoutLocation }: StandardOperation): string {
  if (answersNothing) return 'The `Location` header is a link to what was created.'
  const link = withoutLocation ? '' : '; the `Location` header is a link to it'
  return `Answers the identifier of what was created${link}.`
}

function deleted(group: Group): string {
  const plain = 'Deletes the item, unless something else refers to it.'
  if (!isResource(group) || group.softDelete === undefined) return plain
  return `${plain} Reads still have it, with \`${group.softDelete}\`.`
}

const asSentence = (summary: string): string => `${summary}.`

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

function propertiesThat(group: Group, has: (field: Resource['fields'][string]) => boolean): string[] {
  const fields = isResource(group) ? Object.entries(bodyFields(group)) : []
  return fields.filter(([, field]) => has(field)).map(([name]) => name)
}

function filters(group: Group): string[] {
  const names = propertiesThat(group, ({ facts }) => facts.filter.length > 0)
  return names.length > 0 ? [`Filters: ${named(names)}.`] : []
}

function sorts(group: Group): string[] {
  const names = propertiesThat(group, ({ facts }) => facts.sortable)
  return names.length > 0 ? [`Sorts: ${named(names)}.`] : []
}

function required(group: Group): string[] {
  const names = propertiesThat(
    group,
    ({ facts }) =>
      (facts.required && !facts.readOnly && facts.type !== 'boolean') || (facts.neededOn?.includes('create') ?? false),
  )
  return names.length > 0 ? [`Needed: ${named(names)}.`] : []
}

function rights(group: Group, operation: Operation): string[] {
  const roles = operation.roles ?? group.roles
  const role = roles.length > 0 ? `The grant needs the role ${roles.join(' or ')}.` : 'Any grant will do.'
  return [group.module ? `${role} The agreement needs the module ${group.module}.` : role]
}
