/** What an item of an answer is in a body: without nulls, what must be given named, and what is read only left out. */
export type Body<Item, Needed extends keyof Item, ReadOnly extends keyof Item> = {
  [Name in Needed]: Exclude<Item[Name], null | undefined>
} & { [Name in Exclude<keyof Item, Needed | ReadOnly>]?: Exclude<Item[Name], null | undefined> | undefined }

/** What an update changes of an item. A property that is null or undefined is cleared. */
export type Changes<Item> = { [Name in keyof Item]?: Item[Name] | null | undefined }

/** What a list takes, besides what its own path names. */
export interface ListOptions {
  /** Predicates `property$operator:value`, chained with `$and:` and `$or:`. */
  filter?: string | undefined
  /** Begins after this, in the order of the list. */
  cursor?: string | undefined
  signal?: AbortSignal | undefined
}

/** What a page takes. Only the first 10,000 items can be reached; `list` reads all. */
export interface PageOptions {
  filter?: string | undefined
  /** Properties, separated by commas; a leading `-` sorts descending. */
  sort?: string | undefined
  pageSize?: number | undefined
  skipPages?: number | undefined
  signal?: AbortSignal | undefined
}

/** What a call takes besides what it says. */
export interface CallOptions {
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
  /** Of a write; one is made where it is left out, and kept over all attempts. */
  idempotencyKey?: string | undefined
}

/** A page of a cursor list. */
export interface CursorPage<Item> {
  items: Item[]
  cursor?: string
}

/** The items of a list, read page by page as they are asked for. */
export interface Listed<Item> extends AsyncIterable<Item> {
  /** The same by pages, each with the cursor of the next. */
  pages(): AsyncIterable<CursorPage<Item>>
  /** All of them, or the first `most`. */
  toArray(most?: number): Promise<Item[]>
}

/** What a resource's client takes and answers. */
export interface Shape {
  item: unknown
  key: unknown
  within?: unknown
  create?: unknown
  created?: unknown
  made?: unknown
}

type Within<S extends Shape> = S extends { within: infer W } ? W : unknown
/** An argument that may be left out where nothing in it is needed. */
type Given<T> = object extends T ? [given?: T] : [given: T]
type Keyed<S extends Shape> = S['key'] extends void ? [] : [key: S['key']]

/** Every method that a resource may have. */
export interface Methods<S extends Shape> {
  /** Reads all items, by cursor. */
  list(...given: Given<ListOptions & Within<S>>): Listed<S['item']>
  /** Reads one page of items, sorted as asked. */
  page(...given: Given<PageOptions & Within<S>>): Promise<S['item'][]>
  /** How many items match the filter. */
  count(...given: Given<Pick<ListOptions, 'filter' | 'signal'> & Within<S>>): Promise<number>
  /** Reads an item. @throws DaybookError of status 404 where it is not there. */
  get(...key: Keyed<S>): Promise<S['item']>
  /** Creates an item, and answers what identifies it. */
  create(item: S['create'], ...given: Given<CallOptions & Within<S>>): Promise<S['created']>
  /** Creates several items, all or none, and answers what identifies them, in their order. */
  createMany(items: readonly S['create'][], ...given: Given<CallOptions & Within<S>>): Promise<S['made']>
  /**
   * Reads an item, changes it and writes it, again if somebody else has changed it meanwhile. `change` gives what
   * changes, or changes the item that it gets; it may run several times.
   */
  update(
    ...given: [
      ...key: Keyed<S>,
      change: Changes<S['item']> | ((item: S['item']) => Changes<S['item']> | void),
      options?: CallOptions,
    ]
  ): Promise<void>
  /** Writes several items as they were read, changed, all or none. */
  updateMany(items: readonly S['item'][], ...given: Given<CallOptions & Within<S>>): Promise<void>
  /** Deletes an item. */
  delete(...given: [...key: Keyed<S>, options?: CallOptions]): Promise<void>
}

/** The client of a resource: those of the methods that it has. */
export type Of<S extends Shape, Names extends keyof Methods<Shape>> = Pick<Methods<S>, Names>
