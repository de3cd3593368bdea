import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerHere, commandHere } from './here.ts'
import { madeDirectory } from './made.ts'
import { answerOf, command, dataDirectory, health, postgresProcesses, serve } from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
let other: Awaited<ReturnType<typeof dataDirectory>>
beforeAll(async () => {
  place = await madeDirectory()
  other = await dataDirectory()
})
afterAll(async () => {
  await place.remove()
  await other.remove()
})

test('a backup of a running service is restored into a new data directory, and served with its key', async () => {
  const [here, there] = [place, other].map(({ data }) => ({ environment: { DAYBOOK_DATA: data } }))
  const service = await serve(here!)
  await answerHere(['agreement', 'create', '--name', 'Butik', '--template', 'danish'], here!)
  const file = join(place.root, 'daybook.backup')
  const told = await answerOf(['backup', file], here!)
  const books = await answerHere(['verify'], here!)
  // It would go on with the key of secrets that its database had.
  const beside = await commandHere(['restore', file], here!)
  expect([beside.code, beside.stderr]).toEqual([
    1,
    `daybook: A service runs on this database, at ${service.url}: stop it, then restore.\n`,
  ])
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)

  const restored = await answerOf(['restore', file], there!)
  expect(restored).toMatchObject({
    tables: told.tables,
    rows: told.rows,
    secretKey: 'missing',
    ok: true,
    entries: books.entries,
  })
  const again = await commandHere(['restore', file], there!)
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toMatch(/^daybook: The database has content \(1 agreement\)/m)

  const refused = await command(['serve'], there!)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('secret.key back')])
  await copyFile(join(place.data, 'secret.key'), join(other.data, 'secret.key'))
  const next = await serve(there!)
  expect(await health(next.url)).toBe(200)
  next.child.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
  for (const { data } of [place, other]) expect(await postgresProcesses(data)).toEqual([])
  await rm(file)
})

test('what cannot be written or read is said before anything is done', async () => {
  const how = { environment: { DAYBOOK_DATA: join(other.root, 'unmade') } }
  const missing = await commandHere(['restore', '/nowhere/daybook.backup'], how)
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringContaining('The file /nowhere/daybook.backup cannot be read'),
  ])
  const unwritable = await commandHere(['backup', '/nowhere/daybook.backup'], how)
  expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringContaining('cannot be written')])
  expect((await commandHere(['backup'], how)).code).toBe(2)
})
