import { expect, onTestFinished, test } from 'vitest'
import { sharedService } from '../service/shared.ts'
import { api, changeFlat, DAYBOOK, ok, projectManager, registered } from './project-books.ts'
import { WEBHOOKS, webhook } from './webhooks.ts'

test('a project is told of when it is created, changed, closed and deleted, in either API; entries on it are not', async () => {
  const service = await sharedService()
  onTestFinished(() => service.stop())
  const client = await projectManager(service)
  await ok(client.post(WEBHOOKS, webhook({ eventType: 'PROJECT_UPDATED', isDisabled: true })))
  const told = async (): Promise<unknown[]> =>
    (
      await service.database.rows<{ fields: string }>(
        `WITH told AS (DELETE FROM webhook_delivery WHERE agreement = $1 RETURNING number, event_type, fields)
         SELECT concat_ws(' ', event_type, (fields ->> 'OLDNUMBER') || '>' || (fields ->> 'NEWNUMBER')) AS fields FROM told ORDER BY number`,
        [client.agreement],
      )
    ).map(({ fields }) => fields)
  await ok(client.post(api('/projects'), { number: 30, name: 'Broen', projectGroupNumber: 1 }))
  await ok(client.post(`${DAYBOOK}/projects`, { number: 31, name: 'Broen' }))
  expect(await changeFlat(client, '/projects', 30, { name: 'Den nye bro' })).toEqual([204])
  const { objectVersion } = (await client.get(`${DAYBOOK}/projects/31`)).json
  await ok(client.put(`${DAYBOOK}/projects`, { number: 31, name: 'Færgen', objectVersion }))
  const event = 'PROJECT_UPDATED'
  expect(await told()).toEqual([`${event} >30`, `${event} >31`, `${event} 30>30`, `${event} 31>31`])
  const number = await registered(client, { projectNumber: 30, activityNumber: 12 })
  await ok(client.post(api('/timeentries/approve'), { numbers: [number] }))
  expect(await told()).toEqual([])
  await ok(client.post(`${DAYBOOK}/projects/30/close`, { date: '2026-12-31' }))
  await ok(client.delete(`${api('/projects')}/31`))
  expect(await told()).toEqual([`${event} 30>30`, `${event} 31>`])
})
