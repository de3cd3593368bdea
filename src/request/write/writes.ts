import { nameCaller } from '../../resource/caller.ts'
import type { Database, Pool, Transaction } from '../../database/connection.ts'
import type { ApiError, ErrorCode, Fault } from '../../errors/catalogue.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type {
  ActionOperation,
  ActionResult,
  Bulk,
  Caller,
  Item,
  Renumbering,
  Settings,
  Work,
} from '../../resource/operations.ts'
import type { Relations } from '../../resource/relations.ts'
import {
  bodyFields,
  type ItemReading,
  type Resource,
  type SentItem,
  type WriteRequest,
} from '../../resource/resource.ts'
import type { KeyedRequest } from '../protocol/idempotency.ts'
import type { Reading } from '../protocol/reading.ts'
import { parseBody } from '../protocol/json-body.ts'
import { type Answer, created, errorAnswer, noContent, ok, type Trace } from '../protocol/respond.ts'
import { faultsOf } from '../../records/placed-faults.ts'
import { carriedOut, type Change } from './carry-out.ts'
import { constraintCodes } from '../../records/constraints.ts'
import { isPreview, notGiven } from './dry-run.ts'
import { GroupCommit, requestOf, type WriteTogether } from './group-commit.ts'
import { itemReader, keyReader, listReader } from './items.ts'
import { nameKnownValues } from '../../records/known-values.ts'
import { inOrder, refusal, refuse } from './refuse.ts'
import { sharedWrite } from '../../records/write.ts'
import { holdText } from '../../records/write-sql.ts'
import type { WaitingRoom } from './waiting-room.ts'
import { written } from './written.ts'

/** What a write needs of the world. */
export interface WriteWorld {
  database: Database
  settings: Settings
  /** Of the creates of all resources. */
  room: WaitingRoom
}

/** One write as it comes: who, where, and what. */
export interface WriteInput {
  caller: Caller
  trace: Trace
  /** How what the client sends is read. */
  reading: Reading
  /** The values of the path's parameters, by property. */
  path: Item
  body: Buffer
  keyed: KeyedRequest | undefined
  /** Whether it only asks what it would do. */
  isDry?: boolean | undefined
}

/** Carries a write out. @throws ApiError, and internal errors unchanged. */
export type HandleWrite = (input: WriteInput) => Promise<Answer>

/**
 * The path for `Location` of 201, where created items can be read: of the first item as it was sent, and the
 * identifiers that all got.
 */
export type LocationOf = (sent: Item, keys: readonly Item[]) => string

/**
 * The items of a write. `faults` are those of the body itself; the first item gets them too, so that none is written.
 */
interface Sent {
  items: SentItem[]
  faults: Fault[]
}

/** The write of items by their declaration, or the resource's own, of one request or several at once. */
function writeOf(kind: 'create' | 'update', { resource, relations, path, ...renumbering }: ItemWrite): WriteTogether {
  const own = resource[kind]
  const shared = own ? undefined : sharedWrite(kind, resource, relations, path, renumbering)
  const around = kind === 'update' ? resource.aroundUpdate : undefined
  return {
    needsTransaction: own !== undefined || around !== undefined || shared!.locksFirst,
    async write(executor, agreement, requests, end) {
      let isOver = false
      const over = end && ((): void => ((isOver = true), end()))
      const written = around
        ? await around(executor as Transaction, requests, () => shared!(executor, agreement, requests))
        : shared
          ? await shared(executor, agreement, requests)
          : await own!(executor as Transaction, requests, resource, over)
      if (!isOver && written.includes(undefined))
        await nameKnownValues(executor, agreement, resource, relations, requests)
      return written
    },
  }
}

/** What is particular about a create or update. */
interface ItemWrite {
  resource: Resource
  relations: Relations
  /** Properties that the path names. */
  path: readonly string[]
  bulk: Bulk | undefined
  /** The code of a body that differs from its path. */
  differs: ErrorCode | undefined
  /** When the body of an update may differ from its path. */
  renumbers?: Renumbering | undefined
  /** The answer is 200 with the identifier. */
  answersOk?: true | undefined
}

/** How the body of a create or update is read, and in what order its faults are told. */
function bodyOf(
  kind: 'create' | 'update',
  { resource, bulk, differs, renumbers }: ItemWrite,
  { settings }: WriteWorld,
) {
  const fields = bodyFields(resource)
  const order: Fields = bulk ? { [bulk.list]: new Field({ type: 'list', items: fields }) } : fields
  const readItem = bulk ? undefined : itemReader(resource, kind)
  const readList = bulk && listReader(resource, kind, bulk)
  const read = (body: Buffer, item: Item, reading: Reading): Sent => {
    const path = Object.keys(item).length > 0 ? { item, differs, renumbers: renumbers !== undefined } : undefined
    const value = parseBody(body)
    const sent = readList ? readList(value, reading, path) : { items: [readItem!(value, reading, path)], faults: [] }
    if (sent.items.length === 0) refuse(sent.faults, order)
    const read: ItemReading = { isStrict: !reading.leeway.mends, note: (done, name) => reading.note(done, name) }
    for (const one of sent.items) {
      one.read = read
      if (resource.check) one.faults.push(...resource.check(one.item, settings, read))
    }
    sent.items[0]!.faults.push(...sent.faults)
    return sent
  }
  const refusalOf = (request: WriteRequest, { faults }: Sent): ApiError =>
    refusal(faultsOf(request, bulk?.list, faults), order)
  return { read, refusalOf }
}

const listOf = (bulk: Bulk | undefined, { length }: readonly SentItem[]): Change['list'] =>
  bulk && { name: bulk.list, length }

/** Makes the answer's body: the identifier of the item, or those of a list. */
function identifiersOf(bulk: Bulk | undefined, property: string): (keys: readonly Item[]) => string {
  const name = JSON.stringify(bulk?.answer ?? property)
  return (keys) => `{${name}:${JSON.stringify(bulk ? keys.map((key) => key[property]) : keys[0]![property])}}`
}

/** Creates, one item or many: those of an agreement that come at once are written together. */
export function createHandler(
  particulars: ItemWrite,
  world: WriteWorld,
  locationOf: LocationOf | undefined,
  answers: string | undefined,
): HandleWrite {
  const { resource, relations, bulk, answersOk } = particulars
  const { read, refusalOf } = bodyOf('create', particulars, world)
  const together = writeOf('create', particulars)
  const constraints = constraintCodes('create', resource, relations)
  const groupCommit = new GroupCommit(world.database, resource, together, world.room)
  const identifiers = answers === undefined ? undefined : identifiersOf(bulk, answers)
  const answerIn =
    (isDry: boolean) =>
    (keys: readonly Item[], { items }: WriteRequest): Answer => {
      const told = isDry && answers !== undefined ? notGiven(keys, items, answers) : keys
      const answered = created(identifiers?.(told), isDry ? undefined : locationOf?.(items[0]!.item, keys))
      return answersOk ? { ...answered, status: 200 } : answered
    }
  return async ({ caller, trace, path, body, keyed, reading, isDry = false }) => {
    const answer = answerIn(isDry)
    const sent = read(body, path, reading)
    const { items } = sent
    const own = { caller, items }
    const change: Change = {
      isFaulty: items.some((item) => item.faults.length > 0),
      isOneStatement: !together.needsTransaction,
      constraints,
      list: listOf(bulk, items),
      async carryOut(executor, count, end) {
        const request = requestOf(own, count)
        const [keys] = await together.write(executor, caller.agreement, [request], end)
        if (!keys) throw refusalOf(request, sent)
        return answer(keys, request)
      },
    }
    const alone = (): Promise<Answer> =>
      carriedOut(world.database.of(caller.agreement), change, {
        agreement: caller.agreement,
        keyed,
        trace,
        isTried: isDry,
      })
    if (isDry || (keyed && change.isFaulty)) return await alone()
    return await groupCommit.submit({
      ...own,
      bytes: body.length,
      keyed,
      answerOf: (keys, request) => (keys ? answer(keys, request) : errorAnswer(refusalOf(request, sent), trace)),
      alone,
    })
  }
}

/** Updates, one item or many. */
export function updateHandler(particulars: ItemWrite, world: WriteWorld): HandleWrite {
  const { resource, relations, bulk, answersOk, renumbers } = particulars
  const { read, refusalOf } = bodyOf('update', particulars, world)
  const { needsTransaction, write } = writeOf('update', particulars)
  const constraints = constraintCodes('update', resource, relations, renumbers)
  const identifiers = identifiersOf(bulk, resource.key.at(-1)!)
  return async ({ caller, trace, path, body, keyed, reading, isDry }) => {
    const sent = read(body, path, reading)
    const { items } = sent
    const own = { caller, items }
    const change: Change = {
      isFaulty: items.some((item) => item.faults.length > 0),
      isOneStatement: !needsTransaction,
      constraints,
      list: listOf(bulk, items),
      async carryOut(executor, count) {
        const request = requestOf(own, count)
        const [keys] = await write(executor, caller.agreement, [request])
        if (!keys) throw refusalOf(request, sent)
        return answersOk ? ok(identifiers(keys)) : noContent
      },
    }
    return await carriedOut(world.database.of(caller.agreement), change, {
      agreement: caller.agreement,
      keyed,
      trace,
      isTried: isDry,
    })
  }
}

/** What is particular about a delete. */
interface ItemDelete extends Omit<ItemWrite, 'bulk'> {
  keyInBody: true | undefined
  asStored: readonly string[] | undefined
}

/** Deletes, by the identifier in the path or, where it is not there, in the body. */
export function deleteHandler(
  { resource, relations, path: named, differs, keyInBody, asStored = [] }: ItemDelete,
  { database }: WriteWorld,
): HandleWrite {
  const write = sharedWrite('delete', resource, relations, named, { asStored })
  const hold = resource.softDelete === undefined ? undefined : holdText(resource)
  const constraints = constraintCodes('delete', resource, relations)
  const readKey = keyReader(resource, asStored)
  const readBody = emptyBodyReader()
  return async ({ caller, trace, path, body, keyed, reading, isDry }) => {
    const sent: SentItem = keyInBody
      ? readKey(parseBody(body), reading, { item: path, differs })
      : { item: path, faults: readBody(body, reading) }
    const change: Change = {
      isFaulty: sent.faults.length > 0,
      isOneStatement: hold === undefined,
      constraints,
      async carryOut(executor) {
        const request = requestOf({ caller, items: [sent] })
        // No foreign key refuses to mark a row as deleted. So waits for writes that are naming the row, and then sees
        // them.
        if (hold)
          await executor.rows(hold, [caller.agreement, ...resource.key.map((name) => sent.item[name] as number)])
        const [keys] = await write(executor, caller.agreement, [request])
        if (!keys) throw refusal(faultsOf(request), resource.fields)
        return noContent
      },
    }
    return await carriedOut(database.of(caller.agreement), change, {
      agreement: caller.agreement,
      keyed,
      trace,
      isTried: isDry,
    })
  }
}

/**
 * A write that takes no body may be sent an empty object, or what libraries make of nothing: null, `[]` (PHP) or an
 * empty text.
 */
function emptyBodyReader(): (body: Buffer, reading: Reading) => Fault[] {
  const read = itemReader({ fields: {}, key: [] }, 'create')
  return (bytes, reading) => {
    if (bytes.length === 0) return []
    const body = parseBody(bytes)
    const isNothing = body === null || body === '' || (Array.isArray(body) && body.length === 0)
    if (!reading.leeway.mends || !isNothing) return read(body, reading).faults
    reading.note('is ignored', 'body')
    return []
  }
}

/** The pool, whose transactions are the caller's. */
const named = (pool: Pool, caller: Caller): Pool => ({
  ...pool,
  transaction: (work) =>
    pool.transaction(async (transaction) => {
      void nameCaller(transaction, caller)
      return await work(transaction)
    }),
})

/** Actions: a function of typed input and transaction. */
export function actionHandler(
  operation: ActionOperation,
  { database, settings }: WriteWorld,
  base: string,
  constraints: Change['constraints'],
): HandleWrite {
  const fields = operation.body ?? {}
  const read = itemReader({ fields, key: [] }, 'create')
  const readNothing = emptyBodyReader()
  const answered = (result: ActionResult): Answer => {
    if (result.status === 204) return noContent
    if (result.status === 201) return created(result.body, base + result.location)
    return ok('told' in result ? written(operation.answer!, result.told) : result.body)
  }
  return async ({ caller, trace, path, body, keyed, reading, isDry }) => {
    const { item, faults } = operation.body
      ? read(parseBody(body), reading)
      : { item: {}, faults: readNothing(body, reading) }
    if (operation.runInParts) {
      refuse(faults, fields)
      const work = { caller, database: named(database.of(caller.agreement), caller), keyed, settings }
      const run = isDry ? operation.dryRun! : operation.runInParts
      return answered(await run(work, { path, body: item }))
    }
    const change: Change = {
      isFaulty: faults.length > 0,
      isOneStatement: false,
      constraints,
      async carryOut(executor) {
        if (!operation.runsWhenFaulty) refuse(faults, fields)
        const found: Fault[] = [...faults]
        const note: Work['note'] = (done, name) => reading.note(done, name)
        const work = { caller, transaction: executor as Transaction, settings, note }
        void nameCaller(executor, caller)
        return answered(await inOrder(operation.run(work, { path, body: item, faults: found }), found, fields))
      },
    }
    const { agreement } = caller
    const isTried = isDry === true || isPreview(operation.body, item)
    return await carriedOut(database.of(agreement), change, { agreement, keyed, trace, isTried }, operation.given)
  }
}
