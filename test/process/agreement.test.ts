import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OURS, webhook, WEBHOOKS } from '../resources/webhooks.ts'
import { answerOf, command, dataDirectory, joinDatabase, serve, withoutDemo } from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
let other: Awaited<ReturnType<typeof dataDirectory>>
beforeAll(async () => {
  place = await dataDirectory()
  other = await dataDirectory()
})
afterAll(async () => {
  await place.remove()
  await other.remove()
})

/** A service on a data directory, without a demo company. */
async function running({ data }: typeof place) {
  const { database, close } = await joinDatabase(data)
  await withoutDemo(database)
  await close()
  return await serve({ environment: { DAYBOOK_DATA: data } })
}

test('a company moves to an installation with another key while both run, keeps its tokens and secrets, and goes where it came from', async () => {
  const [here, there] = [place, other].map(({ data }) => ({ environment: { DAYBOOK_DATA: data } })) as [never, never]
  const [source, target] = await Promise.all([running(place), running(other)])
  const { agreementNumber } = await answerOf(['agreement', 'create', '--name', 'Butik', '--template', 'danish'], here)
  const number = String(agreementNumber)
  const { appNumber, appSecretToken } = await answerOf(['app', 'create', '--name', 'Kasse'], here)
  const given = ['--app', String(appNumber), '--agreement', number, '--roles', 'SuperUser']
  const { agreementGrantToken } = await answerOf(['grant', 'create', ...given], here)
  const headers = {
    'X-AppSecretToken': String(appSecretToken),
    'X-AgreementGrantToken': String(agreementGrantToken),
    'Content-Type': 'application/json',
  }
  const made = await fetch(source.url + WEBHOOKS, { method: 'POST', headers, body: JSON.stringify(webhook()) })
  expect(made.status).toBe(201)
  const secretAt = async (url: string): Promise<unknown> =>
    await (await fetch(`${url}${OURS}/webhook-secrets/CUSTOMER_UPDATED`, { headers })).json()
  const secret = await secretAt(source.url)
  const file = join(place.root, 'butik.daybook')
  const exported = await answerOf(['agreement', 'export', number, file], here)
  await answerOf(['agreement', 'create', '--name', 'Has that number'], there)

  const taken = await command(['agreement', 'import', file], there)
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(`Agreement ${number} is here already`)])
  const elsewhere = ['agreement', 'import', file, '--as', '200001']
  const unknown = await command(elsewhere, there)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--secret-key FILE')])
  const wrong = await command([...elsewhere, '--secret-key', join(other.data, 'secret.key')], there)
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('is not the one')])
  const imported = await answerOf([...elsewhere, '--secret-key', join(place.data, 'secret.key')], there)
  expect(imported).toMatchObject({
    agreementNumber: 200_001,
    tables: exported.tables,
    rows: exported.rows,
    webhookSecrets: 'moved',
    ok: true,
    entries: 0,
    apps: [{ name: 'Kasse', isNew: true, appThere: appNumber }],
  })
  expect(await secretAt(target.url)).toEqual(secret)

  const kept = await command(['agreement', 'delete', number], here)
  expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('is no sandbox')])
  expect(await answerOf(['agreement', 'delete', number, '--exported', file], here)).toMatchObject({
    rows: exported.rows,
  })
  const { agreements } = await answerOf(['agreement', 'list'], here)
  expect((agreements as { agreementNumber: number }[]).map((one) => one.agreementNumber)).toEqual([100_000])
  expect(await answerOf(['verify'], here)).toMatchObject({ ok: true })
  for (const service of [source, target]) {
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  }
  expect((await command(['agreement', 'export', 'no-number', file], here)).code).toBe(2)
})
