import type { Database } from '../../src/database/connection.ts'
import { date, decimal, F1, F1L, F2, flag, int32, objectVersion, text } from '../../src/resource/fields.ts'
import { type BulkOperation, bulk, standard } from '../../src/resource/operations.ts'
import type { Api } from '../../src/resource/versions.ts'
import { resource } from '../../src/resource/resource.ts'
import { sql } from '../../src/resource/sql.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'

/**
 * The resources that tests of the machinery declare: shelves, things within them by every kind of key, and tags with
 * keys of their own.
 */

const ROLES = ['SuperUser'] as const
/** 1 to 500 of them in a body. */
const many = (path: string, schema: string, answer = 'numbers'): BulkOperation[] =>
  bulk(path, { list: 'items', schema, answer, max: 500 })

/** Numbered in the agreement. */
export const shelves = resource('Shelves', {
  schema: 'Shelf',
  table: 'shelf',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().counted().filter(F1).sortable(),
    name: text(50).required().unique('ExchangeRateAlreadyExists').filter(F1L).sortable(),
    objectVersion: objectVersion(),
  },
  operations: [...standard('/shelves', 'number'), ...many('/shelves/bulk', 'Shelves')],
  emits: 'SHELF_UPDATED',
})

/** Numbered in the agreement, and lying within a shelf: the shelf is a property of bodies, and no part of the key. */
export const books = resource('Books', {
  schema: 'Book',
  table: 'book',
  key: ['number'],
  roles: ROLES,
  inPath: { shelf: 'shelfNumber' },
  fields: {
    number: int32().counted().filter(F1).sortable(),
    shelfNumber: int32().required().references('shelf.number', 'SupplierDoesNotExist').filter(F1).sortable(),
    title: text(50).required().unique('SupplierContactNameAlreadyExists', 'shelfNumber').filter(F1L).sortable(),
    pages: int32(1, 5000).filter(F2).sortable(),
    price: decimal(9, 2),
    printed: date().filter(F2),
    isLent: flag().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/books', 'number'),
    ...many('/books/bulk', 'Books'),
    ...standard('/shelves/{shelf}/books', 'number').map((operation) => ({
      ...operation,
      differs: 'SupplierNumberMismatch' as const,
    })),
    ...many('/shelves/{shelf}/books/bulk', 'Books'),
  ],
  rules: [
    {
      property: 'pages',
      code: 'ValueOutOfRange',
      message: 'A book that is lent has at most 1,000 pages',
      on: ['create', 'update'],
      brokenWhen: (book) => sql`${book.is_lent} AND ${book.pages} > 1000`,
    },
  ],
  constraints: { book_price_whole: { code: 'ValueNotAllowed', property: 'price' } },
})

/** Numbered for each shelf: a key of two parts, the first of which stands in paths only. */
export const notes = resource('Notes', {
  schema: 'Note',
  table: 'note',
  key: ['shelfNumber', 'line'],
  roles: ROLES,
  inPath: { shelf: 'shelfNumber' },
  fields: {
    shelfNumber: int32().required().references('shelf.number', 'SupplierDoesNotExist').hidden(),
    line: int32().counted('shelfNumber').filter(F1).sortable(),
    words: text(50).required().filter(F1L).sortable(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/shelves/{shelf}/notes', 'line', ['cursor', 'paged', 'count', 'single', 'create', 'update']),
    ...many('/shelves/{shelf}/notes/bulk', 'Notes', 'lines'),
    { kind: 'delete', method: 'DELETE', path: '/shelves/{shelf}/notes', keyInBody: true },
  ],
  emits: 'NOTE_UPDATED',
  missing: 'JournalEntryDoesNotExist',
})

/** One for each shelf, named by the shelf alone, which bodies only read. */
export const plans = resource('Plans', {
  schema: 'Plan',
  table: 'plan',
  key: ['shelfNumber'],
  roles: ROLES,
  inPath: { shelf: 'shelfNumber' },
  fields: {
    shelfNumber: int32().readOnly().references('shelf.number', 'SupplierDoesNotExist').unique('NumberAlreadyInUse'),
    layers: int32(1, 9).required(),
    objectVersion: objectVersion(),
  },
  operations: [
    { kind: 'single', method: 'GET', path: '/shelves/{shelf}/plan' },
    { kind: 'create', method: 'POST', path: '/shelves/{shelf}/plan' },
    { kind: 'update', method: 'PUT', path: '/shelves/{shelf}/plan' },
    { kind: 'delete', method: 'DELETE', path: '/shelves/{shelf}/plan' },
  ],
})

/** Named by a text of the client's own. */
export const tags = resource('Tags', {
  schema: 'Tag',
  table: 'tag',
  key: ['code'],
  roles: ROLES,
  fields: {
    code: text(20).required().unique('SupplierGroupIdAlreadyExists').filter(F1).sortable(),
    family: text(10).fixed('SupplierNumberMismatch'),
    note: text(50).unique('SupplierContactNameAlreadyExists', 'family'),
    objectVersion: objectVersion(),
  },
  operations: [...standard('/tags', 'code'), ...many('/tags/bulk', 'Tags', 'codes')],
  constraints: { tag_note_legible: { code: 'ValueInvalidCharacter', property: 'note' } },
  emits: 'TAG_UPDATED',
})

/** Served at `/libraryapi/v1.0.0`. */
export const library: Api = {
  name: 'library',
  title: 'Library',
  prefix: '/libraryapi',
  version: '1.0.0',
  style: 'problem',
  groups: [shelves, books, notes, plans, tags],
}

/** Where it is served. */
export const LIBRARY = '/libraryapi/v1.0.0'

const ROW = `object_version bigint NOT NULL DEFAULT nextval('object_version')`
const OF_SHELF = 'FOREIGN KEY (agreement, shelf_number) REFERENCES shelf'

const TABLES = [
  `CREATE TABLE shelf (agreement int REFERENCES agreement, number int, name text NOT NULL, ${ROW}, PRIMARY KEY (agreement, number))`,
  `CREATE UNIQUE INDEX shelf_name_unique ON shelf (agreement, fold(name))`,
  `CREATE TABLE book (agreement int, number int, shelf_number int NOT NULL, title text NOT NULL, pages int,
     price numeric CONSTRAINT book_price_whole CHECK (price = trunc(price)), printed date, is_lent boolean NOT NULL, ${ROW},
     PRIMARY KEY (agreement, number), CONSTRAINT book_shelf_number_fk ${OF_SHELF})`,
  `CREATE UNIQUE INDEX book_title_unique ON book (agreement, shelf_number, fold(title))`,
  `CREATE TABLE note (agreement int, shelf_number int, line int, words text NOT NULL, ${ROW},
     PRIMARY KEY (agreement, shelf_number, line), CONSTRAINT note_shelf_number_fk ${OF_SHELF})`,
  `CREATE TABLE plan (agreement int, shelf_number int, layers int NOT NULL, ${ROW},
     PRIMARY KEY (agreement, shelf_number), CONSTRAINT plan_shelf_number_fk ${OF_SHELF})`,
  `CREATE TABLE tag (agreement int REFERENCES agreement, code text, family text,
     note text CONSTRAINT tag_note_legible CHECK (note !~ '[?]'), ${ROW}, PRIMARY KEY (agreement, code))`,
  `CREATE UNIQUE INDEX tag_note_unique ON tag (agreement, fold(family), fold(note))`,
]

/** Makes the library's tables. */
export async function makeLibrary(database: Database): Promise<void> {
  for (const table of TABLES) await database.rows(table)
}

/** A service that serves the library instead of the product, on a database of its own. */
export async function libraryService(apis: readonly Api[] = [library]): Promise<TestService> {
  const service = await testService({}, { apis, unseen: [] })
  await makeLibrary(service.database)
  return service
}

/** A client of a new agreement with shelves of the names given. */
export async function librarian(service: TestService, ...names: string[]): Promise<Client> {
  const client = await service.client()
  for (const name of names) await client.post(`${LIBRARY}/shelves`, { name })
  return client
}
