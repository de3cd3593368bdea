import { columnName, isResource } from '../../src/resource/resource.ts'
import { meaningOf } from '../../src/openapi/meanings/index.ts'
import { versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { ownSchema } from '../../src/database/migrate.ts'
import { partsOf, type Column, type Index, type Routine, type Table } from './parts.ts'
import { pictureOf } from './picture.ts'

/** What a room is about. */
const ROOMS: Readonly<Record<string, string>> = {
  service:
    'What the service itself keeps: numbers that are given, leases, answers to repeated requests, what was done to the schema.',
  access: 'Agreements, the apps that are let into them, and the company that sandboxes begin as.',
  references: 'Foreign keys of tables that take many rows at once, which are checked for each statement.',
  trail: 'Who changed which property of master data from what to what.',
  ledger: 'The books: the chart of accounts, years, journals, drafts, bookings, booked entries and their totals.',
  parties: 'Customers, suppliers, what is open of their entries, and what settles what.',
  'master-data': 'What drafts, documents and parties name: currencies, employees, payment terms, units.',
  dimensions: 'Dimensions with their values and distributions, and the keys that entries and lines have of them.',
  sales: 'Invoices, orders and quotes with their lines, and what they become.',
  products: 'Products, where their sales are booked, and what they cost whom.',
  subscriptions: 'Subscriptions, their lines, subscribers and runs.',
  projects: 'Projects, what is registered on them, and what they have cost, would be sold for and were invoiced for.',
  documents: 'Files of vouchers, each kept once, in pieces; and the log of what was attached.',
  inbox: 'Documents that came before their vouchers, what is shown of e-invoices, and approvals of draft vouchers.',
  bank: 'Accounts at banks, their statements and lines, and what of the ledger lines belong to.',
  workshop: 'What programs have asked and were answered, for three days.',
  webhooks: 'Where events are sent, and the outbox.',
}

/** A property that is declared for a column. */
interface Face {
  resource: string
  property: string
  meaning: string | undefined
  isAsked: boolean
}

/** The properties of each column, `table.column`, as the newest versions declare them. */
const faces = new Map<string, Face[]>()
for (const resource of apis.flatMap((api) => versionsOf(api)[0]!.groups.filter(isResource))) {
  for (const [property, field] of Object.entries(resource.fields)) {
    // Of a column that says the opposite the property's meaning would be wrong.
    if (field.facts.expression || field.facts.inverted) continue
    const at = `${resource.table}.${columnName(property, field)}`
    const isAsked = field.facts.filter.length > 0 || field.facts.sortable
    const face = {
      resource: resource.name,
      property,
      meaning: meaningOf(resource.schema, property, field.facts),
      isAsked,
    }
    faces.set(at, [...(faces.get(at) ?? []), face])
  }
}

const { tables, routines } = partsOf(await ownSchema(), new URL('../../src/database/schema/', import.meta.url))
const referring = tables.flatMap(({ references }) => references)
const roomOf = new Map(tables.map(({ name, room }) => [name, room]))
const ruleOf = new Map(routines.map(({ name, comment }) => [name, comment]))
const rooms = Object.keys(ROOMS)

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** The first sentence. */
const firstOf = (text: string): string => /^.*?[.;](?= |$)/.exec(text)?.[0].replace(/;$/, '.') ?? text

const linkTo = (name: string, from: string): string =>
  roomOf.get(name) === from ? `[${name}](#${name})` : `[${name}](${roomOf.get(name)}.md#${name})`

function columnRow({ key, name: of, references, room }: Table, { name, type, comment }: Column): string[] {
  const mark = key.includes(name) ? `**\`${name}\`**` : `\`${name}\``
  const named = references.filter(({ columns }) => columns.includes(name)).map(({ to }) => `→ ${linkTo(to, room)}`)
  const declared = faces.get(`${of}.${name}`)?.find(({ meaning }) => meaning !== undefined)?.meaning
  const meaning = comment || (named.length > 0 || COMMON[name] ? '' : (declared ?? ''))
  return [mark, type, cell([...new Set(named), COMMON[name] ?? meaning].filter((part) => part !== '').join('. '))]
}

/** Columns that mean the same everywhere. */
const COMMON: Readonly<Record<string, string>> = {
  agreement: 'Whose row it is.',
  object_version: 'Drawn anew by every change of the row.',
  last_updated: 'When it was last changed.',
}

/** Who needs an index: lists, whoever deletes what a column names, or a rule. */
function neededBy({ name, references }: Table, index: Index): string {
  const [first, second] = index.columns
  const column = first === 'agreement' ? (second ?? '') : (first ?? '')
  const asked = (faces.get(`${name}.${column}`) ?? []).filter(({ isAsked }) => isAsked)
  const lists = [...new Set(asked.map(({ resource, property }) => `lists of ${resource} by \`${property}\``))]
  const deletes = references
    .filter(({ columns }) => columns.includes(column))
    .map(({ to }) => `who deletes a row of ${to}`)
  return cell([...(index.note ? [index.note] : []), ...lists, ...new Set(deletes)].join('; '))
}

function tableText(one: Table): string {
  const { name, room } = one
  const from = referring.filter(({ to }) => to === name)
  const referred = [
    ...new Set(from.map((reference) => `${linkTo(reference.from, room)} by \`${reference.columns.join(', ')}\``)),
  ]
  const indexes = one.indexes.map((index) => [
    `\`${index.name}\`${index.isUnique ? ', unique' : ''}`,
    `\`${index.on}\``,
    neededBy(one, index),
  ])
  const triggers = one.triggers.map(({ name: trigger, when, calls }) => [
    `\`${trigger}\``,
    cell(when),
    `\`${calls}\`: ${cell(firstOf(ruleOf.get(calls) ?? ''))}`,
  ])
  const columns = one.columns.map((column) => columnRow(one, column))
  return [
    `## ${name}`,
    one.comment,
    ...(columns.length > 0 ? [table(['column', 'type', 'meaning'], columns)] : []),
    ...(referred.length > 0 ? [`Referred to by ${referred.join(', ')}.`] : []),
    ...(indexes.length > 0 ? [table(['index', 'on', 'for'], indexes)] : []),
    ...(triggers.length > 0 ? [table(['trigger', 'when', 'rule'], triggers)] : []),
    ...(one.trail === undefined ? [] : [`Its changes are recorded in ${linkTo('change', room)}, as ${one.trail}.`]),
  ].join('\n\n')
}

const routineTable = (head: string, all: readonly Routine[]): string[] =>
  all.length === 0
    ? []
    : [
        `## ${head}`,
        table(
          ['name', 'what it is'],
          all.map(({ name, comment }) => [`\`${name}\``, cell(comment)]),
        ),
      ]

/** A room's page. */
function roomText(room: string, generated: string): string {
  const own = tables.filter((one) => one.room === room)
  const [views, functions] = [true, false].map((isView) =>
    routines.filter((one) => one.room === room && one.isView === isView),
  )
  const picture =
    own.length > 1
      ? [
          `![The tables of the room, and what they refer to](${room}.svg)`,
          'Lines lead from columns to the tables that they name; grey are the names of tables of other rooms.',
        ]
      : []
  return [
    `# The schema: ${room.replace('-', ' ')}`,
    generated,
    ROOMS[room]!,
    ...picture,
    ...own.map(tableText),
    ...routineTable('Views', views!),
    ...routineTable('Functions', functions!),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

/** docs/schema.md: the rooms, and where every table is. */
function indexText(generated: string): string {
  const rows = rooms.map((room) => {
    const names = tables.filter((one) => one.room === room).map(({ name }) => `[${name}](schema/${room}.md#${name})`)
    return [`[${room}](schema/${room}.md)`, cell(ROOMS[room]!), names.join(' ')]
  })
  return [
    '# The schema',
    generated,
    [
      `${tables.length} tables and ${routines.length} functions and views, as \`src/database/schema\` has them ([how it is kept](../CONTRIBUTING.md#the-schema)). Of a table: its`,
      'columns (the key bold), who refers to it, its indexes and who needs them, its triggers and the rules that they carry out. A column without a',
      'comment is what its name says, or what the API says of the property.',
    ].join('\n'),
    table(['room', 'is about', 'tables'], rows),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

/** The pages and pictures of the schema, by path. */
export function schemaPages(generated: string): Record<string, () => string> {
  const listed = rooms.map((room) => [`docs/schema/${room}.md`, () => roomText(room, generated)] as const)
  const drawn = rooms
    .map((room) => [room, tables.filter((one) => one.room === room)] as const)
    .filter(([, own]) => own.length > 1)
    .map(([room, own]) => [`docs/schema/${room}.svg`, () => pictureOf(own)] as const)
  return Object.fromEntries([['docs/schema.md', () => indexText(generated)], ...listed, ...drawn])
}

/** Rooms of the schema that the pages do not know, and the other way round. */
export const unknownRooms = (): string[] => {
  const there = new Set([...tables, ...routines].map(({ room }) => room))
  return [...rooms.filter((room) => !there.has(room)), ...[...there].filter((room) => !rooms.includes(room))]
}
