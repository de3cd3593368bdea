import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, DRAFTS, bookkeeper, change, codeOf, finance } from './bookkeeping.ts'

const PROJECTS = '/daybookapi/v1.0.0/projects'
const COST_TYPES = '/daybookapi/v1.0.0/cost-types'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/**
 * The small books with the module Projects: main project 10 with sub-project 11, project 20 of a customer, cost type 1.
 */
async function projectBooks(): Promise<Client> {
  const client = await bookkeeper(service, ['Projects'])
  const made = [
    await client.post(PROJECTS, { number: 10, name: 'Havnen', isMainProject: true }),
    await client.post(PROJECTS, { number: 11, name: 'Havnen, mole', mainProjectNumber: 10 }),
    await client.post(PROJECTS, { number: 20, name: 'Café Æblet, ombygning', customerNumber: 201 }),
    await client.post(COST_TYPES, { number: 1, name: 'Materialer' }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  return client
}

/** Closes a project. */
const close = (client: Client, number: number): Promise<Reply> =>
  client.post(`${PROJECTS}/${number}/close`, { date: '2026-12-31' })

describe('projects', () => {
  test('are created, filtered, closed and deleted', async () => {
    const client = await projectBooks()
    expect((await client.get(`${PROJECTS}/20`)).json).toMatchObject({ customerNumber: 201, mainProjectNumber: null })
    expect((await close(client, 20)).status).toBe(204)
    const filtered = async (filter: string): Promise<number[]> =>
      (await client.get(`${PROJECTS}?filter=${encodeURIComponent(filter)}`)).json.items.map(
        ({ number }: { number: number }) => number,
      )
    expect(await filtered('isClosed$eq:true')).toEqual([20])
    expect(await filtered('mainProjectNumber$in:[10]')).toEqual([11])
    expect(await filtered('name$like:*ÆBLET*')).toEqual([20])
    expect(await filtered('isMainProject$eq:true$or:customerNumber$eq:201')).toEqual([10, 20])
    expect((await client.delete(`${PROJECTS}/20`)).status).toBe(204)
    expect(codeOf(await client.get(`${PROJECTS}/20`))).toEqual([404, 'NotFound', 'number'])
  })

  test.each([
    ['NumberAlreadyExists', 'number', { number: 10 }],
    ['CustomerNotFound', 'customerNumber', { customerNumber: 7 }],
    ['MainProjectNumberCannotBeSet', 'mainProjectNumber', { isMainProject: true, mainProjectNumber: 10 }],
    ['MainProjectNumberDoesNotExistOrInvalid', 'mainProjectNumber', { mainProjectNumber: 99 }],
    ['MainProjectNumberDoesNotExistOrInvalid', 'mainProjectNumber', { mainProjectNumber: 20 }],
    ['MainProjectNumberDoesNotExistOrInvalid', 'mainProjectNumber', { mainProjectNumber: 30 }],
  ])('ProjectCannotBeCreatedUpdated%s on %s for %j', async (code, property, more) => {
    const client = await projectBooks()
    const reply = await client.post(PROJECTS, { number: 30, name: 'Ny', ...more })
    expect(codeOf(reply)).toEqual([400, `ProjectCannotBeCreatedUpdated${code}`, property])
  })

  test('get no others under a main project that is closed, and those that it has stay', async () => {
    const client = await projectBooks()
    for (const number of [11, 10]) expect((await close(client, number)).status).toBe(204)
    const refused = [400, 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid', 'mainProjectNumber']
    expect(codeOf(await client.post(PROJECTS, { number: 30, name: 'Ny', mainProjectNumber: 10 }))).toEqual(refused)
    expect(await change(client, PROJECTS, 20, { mainProjectNumber: 10 })).toEqual(refused)
    expect(await change(client, PROJECTS, 11, { name: 'Slut' })).toEqual([204])
  })

  test('begin open; a main project with sub-projects stays one and stays', async () => {
    const client = await projectBooks()
    expect(codeOf(await client.post(PROJECTS, { number: 30, name: 'Ny', isClosed: true }))).toEqual([
      400,
      'ProjectCannotBeCreatedAsClosed',
      'isClosed',
    ])
    const hasSubs = [400, 'ProjectCannotBeMadeSubprojectHasSubProjects', 'isMainProject']
    expect(await change(client, PROJECTS, 10, { isMainProject: false })).toEqual(hasSubs)
    expect(await change(client, PROJECTS, 10, { isMainProject: undefined })).toEqual(hasSubs)
    expect(codeOf(await client.delete(`${PROJECTS}/10`))).toEqual([
      400,
      'ProjectCannotBeDeletedHasSubProjects',
      'number',
    ])
    expect(await change(client, PROJECTS, 11, { mainProjectNumber: undefined })).toEqual([204])
    expect(await change(client, PROJECTS, 10, { isMainProject: false })).toEqual([204])
  })

  test('a sub-project made while its main project becomes an ordinary one: one of the two is refused', async () => {
    const client = await bookkeeper(service, ['Projects'])
    for (let round = 1; round <= 8; round++) {
      const [main, sub] = [round * 2, round * 2 + 1]
      await client.post(PROJECTS, { number: main, name: 'Hoved', isMainProject: true })
      const { objectVersion } = (await client.get(`${PROJECTS}/${main}`)).json
      const replies = await Promise.all([
        client.put(PROJECTS, { number: main, name: 'Hoved', objectVersion }),
        client.post(PROJECTS, { number: sub, name: 'Under', mainProjectNumber: main }),
      ])
      const refused = replies.filter(({ status }) => status === 400)
      expect(refused, replies.map(({ text }) => text).join()).toHaveLength(1)
      expect(codeOf(refused[0]!)[1]).toMatch(/HasSubProjects$|DoesNotExistOrInvalid$/)
    }
  })

  test('a customer with a project stays', async () => {
    const client = await projectBooks()
    expect(codeOf(await client.delete('/daybookapi/v1.0.0/customers/201'))).toEqual([400, 'ItemInUse', 'number'])
  })

  test('need one of the roles SuperUser, Bookkeeping and ProjectEmployee', async () => {
    const [employee, seller] = [
      await service.client({ roles: ['ProjectEmployee'] }),
      await service.client({ roles: ['Sales'] }),
    ]
    for (const path of [PROJECTS, COST_TYPES]) {
      expect((await employee.get(path)).status).toBe(200)
      expect(codeOf(await seller.get(path))[1]).toBe('RoleMissing')
    }
  })
})

test('cost types are numbered by the client, renamed, barred and deleted', async () => {
  const client = await projectBooks()
  expect(codeOf(await client.post(COST_TYPES, { number: 1, name: 'x' }))).toEqual([400, 'NumberAlreadyInUse', 'number'])
  expect(await change(client, COST_TYPES, 1, { name: 'Rejser', isBarred: true })).toEqual([204])
  expect((await client.get(`${COST_TYPES}/1`)).json).toMatchObject({ name: 'Rejser', isBarred: true })
  expect((await client.delete(`${COST_TYPES}/1`)).status).toBe(204)
})

describe('draft entries', () => {
  test('carry project and cost type into the ledger, and are found by them', async () => {
    const client = await projectBooks()
    const numbers = []
    for (const more of [{ projectNumber: 20, costTypeNumber: 1 }, { projectNumber: 11 }, {}]) {
      numbers.push((await client.post(DRAFTS, finance(more))).json.entryNumber)
    }
    expect(numbers).toEqual([1, 2, 3])
    expect((await client.get(`${DRAFTS}/1`)).json).toMatchObject({ projectNumber: 20, costTypeNumber: 1 })
    expect((await client.get(`${DRAFTS}?filter=projectNumber$eq:20`)).json.items).toMatchObject([{ entryNumber: 1 }])
    expect(codeOf(await client.delete(`${PROJECTS}/20`))[1]).toBe('ProjectCannotBeDeletedHasDraftEntries')
    expect(codeOf(await client.delete(`${COST_TYPES}/1`))[1]).toBe('ItemInUse')

    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    const booked = (await client.get(`${BOOKED}?filter=projectNumber$in:[11,20]`)).json.items
    expect(booked.map((entry: Record<string, number>) => [entry.projectNumber, entry.amount])).toEqual([
      [20, 125],
      [20, -125],
      [11, 125],
      [11, -125],
    ])
    const stored = await service.database.rows(
      'SELECT cost_type_number AS n FROM booked_entry WHERE agreement = $1 ORDER BY entry_number',
      [client.agreement],
    )
    expect(stored.map(({ n }) => n)).toEqual([1, 1, null, null, null, null])
    expect(codeOf(await client.delete(`${PROJECTS}/20`))[1]).toBe('ProjectCannotBeDeletedHasBookedEntries')
    expect(codeOf(await client.delete(`${COST_TYPES}/1`))[1]).toBe('ItemInUse')
  })

  test.each([
    ['ProjectNotFound', 'projectNumber', { projectNumber: 99 }],
    ['ProjectSetIsMainProject', 'projectNumber', { projectNumber: 10 }],
    ['ProjectNotAccessible', 'projectNumber', { projectNumber: 21 }],
    ['ProjectSetIsClosed', 'projectNumber', { projectNumber: 22 }],
    ['CostTypeNotFound', 'costTypeNumber', { projectNumber: 20, costTypeNumber: 99 }],
    ['CostTypeNotAccessible', 'costTypeNumber', { projectNumber: 20, costTypeNumber: 2 }],
    ['ProjectCostTypeSetMismatch', 'costTypeNumber', { costTypeNumber: 1 }],
  ])('JournalEntry%s on %s for %j, created or changed', async (code, property, more) => {
    const client = await projectBooks()
    await client.post(PROJECTS, { number: 21, name: 'Spærret', isBarred: true })
    await client.post(PROJECTS, { number: 22, name: 'Lukket' })
    await client.post(COST_TYPES, { number: 2, name: 'Spærret', isBarred: true })
    expect((await close(client, 22)).status).toBe(204)
    const expected = [400, `JournalEntry${code}`, property]
    expect(codeOf(await client.post(DRAFTS, finance(more)))).toEqual(expected)
    await client.post(DRAFTS, finance())
    expect(await change(client, DRAFTS, 1, more)).toEqual(expected)
  })

  test('are checked again when they are booked, and keep their project open', async () => {
    const client = await projectBooks()
    await client.post(DRAFTS, finance({ projectNumber: 20, costTypeNumber: 1 }))
    const book = async (): Promise<unknown[]> => codeOf(await client.post(`${API}/journals/1/book`))
    expect(codeOf(await close(client, 20))).toEqual([400, 'ProjectHasDraftEntries', 'number'])
    await change(client, PROJECTS, 20, { isMainProject: true })
    expect(await book()).toEqual([400, 'JournalEntryProjectSetIsMainProject', 'projectNumber'])
    await change(client, PROJECTS, 20, { isMainProject: false, isBarred: true })
    expect(await book()).toEqual([400, 'JournalEntryProjectNotAccessible', 'projectNumber'])
    await change(client, PROJECTS, 20, { isBarred: false })
    await change(client, COST_TYPES, 1, { isBarred: true })
    expect(await book()).toEqual([400, 'JournalEntryCostTypeNotAccessible', 'costTypeNumber'])
    await change(client, COST_TYPES, 1, { isBarred: false })
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    expect((await close(client, 20)).status).toBe(204)
    expect(await change(client, PROJECTS, 20, { isClosed: false })).toEqual([400, 'PropertyReadOnly', 'isClosed'])
    expect(codeOf(await close(client, 20))).toEqual([400, 'ProjectIsClosedAlready', 'number'])
  })

  test('a project that is deleted while an entry is made on it: one of the two is refused', async () => {
    const client = await projectBooks()
    for (let number = 40; number < 48; number++) {
      await client.post(PROJECTS, { number, name: 'Kort' })
      const [made, deleted] = await Promise.all([
        client.post(DRAFTS, finance({ projectNumber: number })),
        client.delete(`${PROJECTS}/${number}`),
      ])
      expect([
        [201, 400],
        [400, 204],
      ]).toContainEqual([made.status, deleted.status])
      const code = made.status === 201 ? 'ProjectCannotBeDeletedHasDraftEntries' : 'JournalEntryProjectNotFound'
      expect(codeOf(made.status === 201 ? deleted : made)[1]).toBe(code)
    }
  })
})
