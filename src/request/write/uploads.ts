import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { nameCaller } from '../../resource/caller.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type { Caller, Item, UploadOperation, Work } from '../../resource/operations.ts'
import type { FileRoom } from '../protocol/file-room.ts'
import type { KeyedRequest } from '../protocol/idempotency.ts'
import { bytesOfForm, checkFormType, type Form, readForm } from '../protocol/multipart.ts'
import type { Reading } from '../protocol/reading.ts'
import { NumberText } from '../../records/number-text.ts'
import { type Answer, created, ok, type Trace } from '../protocol/respond.ts'
import { carriedOut, type Change } from './carry-out.ts'
import { isPreview, refuseDryRunOf } from './dry-run.ts'
import { itemReader } from './items.ts'
import { inOrder, refuse } from './refuse.ts'
import type { WriteWorld } from './writes.ts'

/** An upload as it comes: who, and the body that is still on its way. */
export interface UploadInput {
  caller: Caller
  trace: Trace
  /** How what the client sends is read. */
  reading: Reading
  headers: IncomingHttpHeaders
  body: Readable
  /** The request under its Idempotency-Key, once its content is known; undefined where it has no key. */
  keyed(content: string): KeyedRequest | undefined
  /** Whether it only asks what it would do. */
  isDry?: boolean | undefined
  /** Told the SHA-256 of the file, in hex. */
  received?(hash: string): void
}

/** Carries an upload out. @throws ApiError, and internal errors unchanged. */
export type HandleUpload = (input: UploadInput) => Promise<Answer>

/**
 * Uploads. The form is read as it comes, into a buffer that there is room for. Its file is looked through, and then all
 * of it is written in one transaction.
 */
export function uploadHandler(
  operation: UploadOperation,
  { database, settings, files }: WriteWorld & { files: FileRoom },
  base: string,
  constraints: Change['constraints'],
): HandleUpload {
  const { file: part } = operation
  const order: Fields = { ...operation.form, [part.name]: new Field({ type: 'string', required: true }) }
  const texts = Object.entries(operation.form).filter(([, { facts }]) => !facts.ignored)
  const names = new Map(Object.keys(operation.form).map((name) => [name.toLowerCase(), name]))
  const read = itemReader({ fields: Object.fromEntries(texts), key: [] }, 'create')
  const readForms = ({ texts: sent, files: all, faults }: Form, reading: Reading): { item: Item; faults: Fault[] } => {
    const given = [...sent].flatMap(([key, value]): [string, unknown][] => {
      const name = names.get(key) ?? key
      const field = Object.hasOwn(order, name) ? order[name] : undefined
      return field?.facts.ignored ? [] : [[name, valueOf(field, value)]]
    })
    const values = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const { item, faults: ofItem } = read(values, reading)
    const told = faults.map((fault): Fault => {
      const isOfFile = fault.property === part.name
      return isOfFile
        ? { ...fault, code: part.code }
        : { ...fault, property: names.get(fault.property!) ?? fault.property! }
    })
    told.push(...fileFaults(part, all, told))
    return { item, faults: [...ofItem, ...told] }
  }
  return async ({ caller, trace, reading, headers, body, keyed, isDry, received }) => {
    checkFormType(headers)
    const room = bytesOfForm(headers, part)
    const leave = await files.take(caller.agreement, room)
    try {
      operation.announced?.()
      const form = await readForm(body, headers, part, room)
      const { item, faults } = readForms(form, reading)
      refuse(faults, order)
      const isTried = isDry === true || isPreview(operation.form, item)
      if (isTried) refuseDryRunOf(operation, form.files[0]!.bytes)
      const pool = database.of(caller.agreement)
      const sent = { body: item, database: pool, files: form.files }
      const file = await operation.receive(caller, form.files[0]!.bytes, sent)
      received?.(file.hash)
      const change: Change = {
        isFaulty: false,
        isOneStatement: false,
        constraints,
        async carryOut(executor) {
          const found: Fault[] = []
          const note: Work['note'] = (done, name) => reading.note(done, name)
          const work = { caller, transaction: executor as Transaction, settings, note }
          void nameCaller(executor, caller)
          const result = await inOrder(file.write(work, { body: item, faults: found }), found, order)
          if (!('body' in result)) throw new Error('An upload tells what it made.')
          return result.status === 200 ? ok(result.body) : created(result.body, base + result.location)
        },
      }
      const key = isTried ? undefined : keyed(JSON.stringify([item, file.hash]))
      const carrying = { agreement: caller.agreement, keyed: key, trace, isTried }
      return await carriedOut(pool, change, carrying, operation.given)
    } finally {
      leave()
    }
  }
}

/** What is wrong where a form has no file, or one of nothing that nothing else is told of. */
function fileFaults({ name, code }: UploadOperation['file'], files: Form['files'], told: readonly Fault[]): Fault[] {
  if (files.length === 0) return [{ code: 'ValueRequired', property: name, message: `${name} is required.` }]
  const isTold = told.some(({ property }) => property === name)
  if (isTold || files.every(({ bytes }) => bytes.length > 0)) return []
  return [{ code, property: name, message: `${name} is empty.` }]
}

/** A text of a form as a body would have it; a number that is left empty is left out. */
function valueOf(field: Field | undefined, text: string): unknown {
  if (field?.facts.type === 'boolean')
    return ({ true: true, false: false, '': undefined } as Record<string, unknown>)[text.trim()] ?? text
  if (field?.facts.type !== 'int32') return text
  if (text.trim() === '') return undefined
  return /^-?\d{1,20}$/.test(text.trim()) ? new NumberText(text.trim()) : text
}
