import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { createApp, createGrant } from '../../src/access/issue.ts'
import { migrate } from '../../src/database/migrate.ts'
import { beginning, type Crafted, made, taken, textIn, withText } from '../backup/crafted.ts'
import { OURS, webhook, WEBHOOKS } from '../resources/webhooks.ts'
import { commandHere } from './here.ts'
import { madeDirectory } from './made.ts'
import { answerOf, type command, type dataDirectory, joinDatabase, serve } from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
let other: Awaited<ReturnType<typeof dataDirectory>>
beforeAll(async () => {
  place = await madeDirectory()
  other = await madeDirectory()
})
afterAll(async () => {
  await place.remove()
  await other.remove()
})

/** A service on a data directory that has a company and no demo company, with tokens of the company. */
async function running({ data }: typeof place) {
  const { database, close } = await joinDatabase(data)
  await migrate(database)
  const agreement = await createAgreement(database, { name: 'Butik', template: 'empty', modules: [] })
  const { app, appSecretToken } = await createApp(database, 'Kasse')
  const { agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['SuperUser'] })
  await close()
  const headers = {
    'X-AppSecretToken': appSecretToken,
    'X-AgreementGrantToken': agreementGrantToken,
    'Content-Type': 'application/json',
  }
  return { ...(await serve({ environment: { DAYBOOK_DATA: data } })), headers, app }
}

test('a company moves to an installation with another key while both run, keeps its tokens and secrets, and goes where it came from', async () => {
  const [here, there] = [place, other].map(({ data }) => ({ environment: { DAYBOOK_DATA: data } })) as [never, never]
  const [source, target] = await Promise.all([running(place), running(other)])
  const { headers } = source
  const hook = await fetch(source.url + WEBHOOKS, { method: 'POST', headers, body: JSON.stringify(webhook()) })
  expect(hook.status).toBe(201)
  const secretAt = async (url: string): Promise<unknown> =>
    await (await fetch(`${url}${OURS}/webhook-secrets/CUSTOMER_UPDATED`, { headers })).json()
  const secret = await secretAt(source.url)
  const file = join(place.root, 'butik.daybook')
  const exported = await answerOf(['agreement', 'export', '100001', file], here)

  const elsewhere = ['agreement', 'import', file, '--as', '200001']
  const unknown = await commandHere(elsewhere, there)
  const kept = await commandHere(['agreement', 'delete', '100001'], here)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--secret-key FILE')])
  expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('is no sandbox')])
  const key = join(place.data, 'secret.key')
  await expectNoSecretsOf(file, (words) => commandHere(words, there), ['--as', '200001', '--secret-key', key])
  await expectNoSecretsOf(file, (words) => commandHere(words, here), ['--as', '200002'])
  const imported = await answerOf([...elsewhere, '--secret-key', key], there)
  expect(imported).toMatchObject({
    agreementNumber: 200_001,
    tables: exported.tables,
    rows: exported.rows,
    webhookSecrets: 'moved',
    ok: true,
    entries: 0,
    apps: [{ name: 'Kasse', isNew: true, appThere: source.app }],
  })
  expect(await secretAt(target.url)).toEqual(secret)
  const removed = await answerOf(['agreement', 'delete', '100001', '--exported', file], here)
  expect(removed).toMatchObject({ rows: exported.rows })
  expect((await fetch(`${source.url}${OURS}/webhook-secrets/CUSTOMER_UPDATED`, { headers })).status).toBe(401)
  for (const service of [source, target]) {
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  }
})

/**
 * Tries files in which a stranger says otherwise of secrets than their rows do: beside the company that they are of,
 * and elsewhere.
 */
async function expectNoSecretsOf(
  file: string,
  run: (words: string[]) => ReturnType<typeof command>,
  options: string[],
): Promise<void> {
  const good = taken(await readFile(file))
  const stranger = `${file}.stranger`
  const refusalOf = async (crafted: Crafted, more: string[]): Promise<string> => {
    await writeFile(stranger, made(crafted))
    const { code, stderr } = await run(['agreement', 'import', stranger, ...more])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/(^|%\n)daybook: [^\n]*\n$/) as string])
    return stderr
  }
  // Without grants, whose tokens are there already.
  const told = { numbers: { 'access_grant.number': [] }, hasSecrets: false }
  const ungranted = withText(
    beginning(good, (note) => ({ ...note, ...told })),
    'access_grant',
    '',
  )
  if (options.length === 2) {
    expect(await refusalOf(ungranted, options)).toContain('is here with its own secrets, and nobody else is given them')
    return
  }
  expect(await refusalOf(ungranted, options.slice(0, 2))).toContain('--secret-key FILE')
  const sealed = textIn(ungranted, 'webhook').replace(/drawn:[^\t\n]*/, `sealed:${'00'.repeat(40)}`)
  expect(await refusalOf(withText(ungranted, 'webhook', sealed), options)).toContain(
    'was not encrypted with the key given',
  )
}
