import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '../../src/resource/operations.ts'
import { apiPath } from '../../src/resource/versions.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { expectProblem, faultsOf } from './replies.ts'
import {
  itemPath,
  keyOf,
  type OperationKind,
  operationOf,
  pathOf,
  groups,
  type Subject,
  subjectsOf,
} from './subjects.ts'
import { changed, createItem, fill, freshBody, worldClient } from './world.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const LISTS: readonly OperationKind[] = ['cursor', 'paged', 'count']

/** Everything an agreement sees of a subject in lists. */
async function seen(client: Client, subject: Subject): Promise<string[]> {
  const kinds = LISTS.filter((kind) => operationOf(subject, kind))
  return await Promise.all(kinds.map(async (kind) => (await client.get(pathOf(subject, kind))).text))
}

describe.each(subjectsOf('lists').filter((subject) => LISTS.some((kind) => operationOf(subject, kind))))(
  'lists of $name',
  (subject) => {
    test('show nothing of another agreement', async () => {
      const [owner, other] = [await worldClient(service, subject), await worldClient(service, subject)]
      const before = await seen(other, subject)
      await fill(service.database, owner.agreement, subject, 1, 20)
      if (operationOf(subject, 'create')) await createItem(owner, subject)
      expect(await seen(other, subject)).toEqual(before)
      expect(await seen(owner, subject)).not.toEqual(before)
    })
  },
)

describe.each(subjectsOf('isolation', 'create', 'single'))('items of $name', (subject) => {
  const { style } = subject.api
  let owner: Client
  let other: Client
  let item: Item

  beforeAll(async () => {
    owner = await worldClient(service, subject)
    other = await worldClient(service, subject)
    item = await createItem(owner, subject)
  })

  const unchanged = async (): Promise<void> => {
    expect((await owner.get(itemPath(subject, item))).json).toEqual(item)
  }

  test('cannot be read, changed or deleted from another agreement', async () => {
    await expectProblem(service, await other.get(itemPath(subject, item)), { status: 404, style })
    if (operationOf(subject, 'update')) {
      const reply = await other.put(pathOf(subject, 'update'), changed(subject, item))
      await expectProblem(service, reply, { status: 404, style })
      await unchanged()
    }
    const [deletion] = subject.resource.operations.filter(({ method }) => method === 'DELETE')
    if (!deletion) return
    const path = apiPath(subject.api) + deletion.path.replace(/\{(\w+)\}/g, (_, name: string) => String(item[name]))
    const reply = await other.delete(path, deletion.path.includes('{') ? {} : { body: keyOf(subject, item) })
    await expectProblem(service, reply, { status: 404, style })
    await unchanged()
  })

  test('cannot be referred to from another agreement', async () => {
    const { refersTo = [] } = subject.fixture
    const bare = await service.client()
    const reply = await bare.post(pathOf(subject, 'create'), freshBody(bare, subject))
    if (refersTo.length === 0) return
    expect([400, 404], reply.text).toContain(reply.status)
    await expectProblem(service, reply, { status: reply.status, style })
    expect(faultsOf(reply).map(({ property }) => property)).toEqual(expect.arrayContaining([...refersTo]))
  })
})

describe.each(groups.filter(({ fixture }) => fixture.parameters))('operations of $name', (subject) => {
  test('find nothing of another agreement', async () => {
    const [owner, bare] = [await worldClient(service, subject), await service.client()]
    for (const { method, path } of subject.group.operations) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(subject.fixture.parameters![name]))
      const body = method === 'GET' ? {} : { body: subject.fixture.actions?.[path] ?? {} }
      const reply = await bare.call(method, apiPath(subject.api) + filled, body)
      await expectProblem(service, reply, { status: 404, style: subject.api.style })
      const known = await owner.call(method, apiPath(subject.api) + filled, body)
      // What the owner is told may still be a refusal, but not that there is no such thing.
      expect(known.json?.errorCode, `${method} ${filled}: ${known.text}`).not.toBe(reply.json.errorCode)
    }
  })
})
