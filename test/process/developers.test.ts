import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { psqlCall } from '../../src/cli/sql.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { answerHere, commandHere } from './here.ts'
import { answerOf, type Start } from './program.ts'

let base: TestDatabase
let how: Start
let agreement: string
beforeAll(async () => {
  base = await testDatabase()
  how = { environment: { DATABASE_URL: base.url } }
  agreement = String(await createAgreement(base.own, { name: 'Looked at', template: 'danish', modules: [] }))
})
afterAll(() => base.drop())

test('routes are listed with operation and roles, those of older versions when asked for', async () => {
  interface Routes {
    routes: { method: string; path: string; operation: string; roles: string[] }[]
  }
  const { routes } = (await answerOf(['routes'], how)) as unknown as Routes
  expect(routes).toContainEqual(
    expect.objectContaining({ method: 'GET', operation: 'cursor', path: '/accountsapi/v7.0.1/Accounts' }),
  )
  expect(routes.every(({ roles }) => Array.isArray(roles))).toBe(true)
  const all = (await answerHere(['routes', '--all'], how)) as unknown as Routes
  expect(all.routes.length).toBeGreaterThan(routes.length)
})

test('explain shows what a read sends, its values and its plan', async () => {
  const path = '/accountsapi/v6.0.0/Accounts?filter=name$like:salg'
  const { status, statements } = (await answerHere(['explain', 'GET', path, '--agreement', agreement], how)) as {
    status: number
    statements: { text: string; values: unknown[]; plan: string[] }[]
  }
  expect(status).toBe(200)
  expect(statements).toHaveLength(1)
  const [{ text, values, plan }] = statements as [(typeof statements)[0]]
  expect(text).toContain('account')
  expect(text).not.toContain('salg')
  expect(JSON.stringify(values)).toContain('salg')
  expect(values.map(String)).toContain(agreement)
  expect(plan.join('\n')).toMatch(/Scan .*account.*cost=/)
})

test.each([
  ['POST /accountsapi/v6.0.0/Accounts', 2, /explain takes GET/],
  ['GET /nowhere', 2, /daybook routes/],
])('explain %s is refused', async (words, code, says) => {
  const ended = await commandHere(['explain', ...words.split(' '), '--agreement', agreement], how)
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(says)])
})

test('sql reads, and writes only when told to', async () => {
  const count = `SELECT name FROM agreement WHERE agreement = ${agreement}`
  const rename = `UPDATE agreement SET name = 'Renamed' WHERE agreement = ${agreement}`
  const refused = await commandHere(['sql', '--command', rename], how)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/Give --write/)])
  expect(await answerHere(['sql', '--command', count], how)).toEqual({ rows: [{ name: 'Looked at' }] })
  const wrong = await commandHere(['sql', '--command', 'SELEC'], how)
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/syntax error/)])
  await commandHere(['sql', '--write', '--command', rename], how)
  expect((await commandHere(['sql', '--command', count], how)).stdout).toBe('name\nRenamed\n')
})

test('no argument of psql has the password, and it reads only unless told', () => {
  const call = psqlCall({ url: 'postgres://me:p%40ss@db:6432/books?sslmode=require' }, false)
  expect(call).toEqual({
    words: ['postgres://me@db:6432/books?sslmode=require'],
    environment: { PGOPTIONS: '-c default_transaction_read_only=on', PGPASSWORD: 'p@ss' },
  })
  expect(psqlCall({ socketDirectory: '/s', port: 5, user: 'u', database: 'd' }, true)).toEqual({
    words: ['-h', '/s', '-p', '5', '-U', 'u', '-d', 'd'],
    environment: {},
  })
})
