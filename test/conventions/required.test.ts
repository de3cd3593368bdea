import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '../../src/resource/operations.ts'
import { resolve } from '../openapi/conforms.ts'
import { documentOf } from '../openapi/documents.ts'
import { someOf } from '../long.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { operationOf, type Subject, subjectsWith } from './subjects.ts'
import { createItem, freshBody, namedIn, pathFor, placeOf, sendable, type WorldClient, worldClient } from './world.ts'

let service: SharedService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** The properties that the document says a write of the subject demands. */
function demandedOf({ api, ...subject }: Subject, kind: 'create' | 'update'): string[] {
  const { path, method } = operationOf({ api, ...subject }, kind)!
  const document = documentOf(api)
  const { schema } = document.paths[path][method.toLowerCase()].requestBody.content['application/json']
  return resolve(document, schema).required ?? []
}

async function clientOf(subject: Subject): Promise<WorldClient> {
  const made = await worldClient(service, subject)
  return { ...made, ...inProcess(service, made) }
}

const without = (body: Item, name: string): Item => ({ ...body, [name]: undefined })

const only = (body: Item, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

const refusal = ({ status, json, text }: Reply): string =>
  `${status} ${json?.errorCode ?? text} ${json?.errors?.[0]?.property ?? json?.property ?? ''}`

/** At length all; else two, which an empty body lacks beside the others (creates.test.ts). */
const pickedOf = (all: readonly string[]): readonly string[] => someOf(all, all.length)

/** Whether a write is refused because it lacks the property. */
const isRefusedFor = (name: string, { status, text }: Reply): boolean => status === 400 && text.includes(`"${name}"`)

/**
 * Why a create with nothing but what the document demands is refused: a rule wants one of several properties, which no
 * list of them can say.
 */
const MORE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['daybook/DraftEntries', 'journals/DraftEntries', 'journals 1.0.0/DraftEntries'].map((name) => [
      name,
      'an entry names an account or a party, from which its currency follows, or its currency (JournalEntryCurrencyNotSet)',
    ]),
  ),
  'customers/Customers':
    'the group of a customer has a default in the setup of the agreement, and this agreement has none',
  'daybook/RecordingRules': 'a rule forbids a project, an activity, or both',
  ...Object.fromEntries(
    ['daybook/Orders', 'daybook/Quotes', 'sales/DraftInvoices'].map((name) => [
      name,
      'the payment term that the body names is of type 5, whose due date the caller gives',
    ]),
  ),
}

describe.each(subjectsWith('create'))('what creates of $name demand', (subject) => {
  test('is what their document says', async () => {
    const client = await clientOf(subject)
    const demanded = demandedOf(subject, 'create')
    const post = (body: Item, place: Item): Promise<Reply> =>
      client.post(pathFor(client, subject, 'create', placeOf(client, subject, place)), body)
    const whole = freshBody(client, subject)
    const inBody = demanded.filter((name) => name in whole)
    const taken: string[] = []
    for (const name of pickedOf(inBody)) {
      const reply = await post(without(whole, name), whole)
      if (!isRefusedFor(name, reply)) taken.push(`${name}: ${refusal(reply)}`)
    }
    expect(taken).toEqual([])
    const body = freshBody(client, subject)
    const reply = await post(only(body, demanded), body)
    if (MORE[subject.name] === undefined) expect(reply.status, refusal(reply)).toBeLessThan(300)
    else expect(reply.status, 'it is taken: there is no reason any more').toBe(400)
  })
})

describe.each(subjectsWith('create', 'update'))('what updates of $name demand', (subject) => {
  test('is what their document says', async () => {
    const client = await clientOf(subject)
    const demanded = demandedOf(subject, 'update')
    const made = freshBody(client, subject)
    const least =
      MORE[subject.name] === undefined
        ? only(made, [...demandedOf(subject, 'create'), ...namedIn(subject, operationOf(subject, 'create')!)])
        : made
    const item = sendable(await createItem(client, subject, least))
    const taken: string[] = []
    // What a path names, lists of updates have in each item.
    const inPath = namedIn(subject, operationOf(subject, 'update')!)
    for (const name of pickedOf(demanded.filter((one) => one in item && !inPath.includes(one)))) {
      // The path has the name of the item, whatever the body says.
      const path = pathFor(client, subject, 'update', item)
      const reply = await client.put(path, without(item, name))
      if (!isRefusedFor(name, reply)) taken.push(`${name}: ${refusal(reply)}`)
    }
    expect(taken).toEqual([])
  })
})
