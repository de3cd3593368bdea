import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPath, type ApiVersion, versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { isLong } from '../long.ts'
import { sharedService } from '../service/shared.ts'
import { blocksOf } from '../tidy/documents.ts'
import { ClientProject, run } from './client-project.ts'
import { documentOf } from './documents.ts'
import { type Walk, walkedOf, walkOf } from './walk.ts'

let project: ClientProject
beforeAll(async () => void (project = await ClientProject.make()))
afterAll(() => project.remove())

/** Writes the client of a version, under a name of its own. */
const generate = (version: ApiVersion, name: string): Promise<string> => project.generate(documentOf(version), name)

test('the quick start in TypeScript compiles, and creates, reads, lists, updates and deletes', async () => {
  const service = await sharedService()
  const client = await service.client()
  await service.database.transaction((transaction) => fillAgreement(transaction, client.agreement, 'danish'))
  const [example] = blocksOf('docs/recipes/typescript.md', 'ts')
  await project.write('start.ts', example!)
  const suppliers = apis.find(({ prefix }) => /suppliers/i.test(prefix))!
  const versions = versionsOf(suppliers)
  const clients = [await generate(versions[0]!, 'suppliers.ts'), await generate(versions.at(-1)!, 'oldest.ts')]
  expect(await project.compile([...clients, 'start.ts'])).toBe('')
  const environment = {
    PATH: process.env.PATH,
    baseUrl: service.baseUrl,
    appSecretToken: client.headers['x-appsecrettoken'],
    agreementGrantToken: client.headers['x-agreementgranttoken'],
  }
  const { stdout } = await run(process.execPath, ['start.js'], { cwd: project.folder, env: environment })
  expect(stdout).toBe('found Carriers and post\nrefused ObjectVersionMismatch\ngone 404\n')
})

const WHOLE = 'made 201, read 200, listed 200, listed 200, changed 204, gone 204'
/** What nothing can be made of: documents come as forms. */
const ONLY_READ = [
  '/accounting-years',
  '/bookedEntriesapi/v4.0.0',
  '/bookedEntriesapi/v1.0.0',
  '/documentsapi/v4.0.1',
  '/documentsapi/v1.0.0',
  '/q2capi/v1.0.0',
]
/** Versions that lack an operation, or answer writes with 200. */
const LESS: Readonly<Record<string, string>> = {
  '/accountsapi/v1.1.0': 'made 201, read 200, listed 200, listed 200, changed 200',
  '/accountingyearsapi/v2.0.1': 'made 201, read 200, listed 200',
  '/dimensionsapi/v4.0.0': 'made 200, read 200, listed 200, listed 200, changed 200, gone 204',
}

const served = apis.flatMap((api) => {
  const versions = versionsOf(api)
  return [...new Set([versions[0]!, versions.at(-1)!])]
})

test.runIf(isLong)(
  'clients of the oldest and the newest version of every API compile, create, read, list, update and delete',
  async () => {
    const service = await sharedService()
    const files: string[] = []
    const walks: { name: string; path: string; walk: Walk }[] = []
    for (const [at, version] of served.entries()) {
      files.push(await generate(version, `client-${at}.ts`))
      const subject = walkedOf(version)
      if (!subject) continue
      const walk = await walkOf(service, subject, `client-${at}`)
      walks.push({ name: `walk-${at}.js`, path: apiPath(version), walk })
      await project.write(`walk-${at}.ts`, walk.source)
      files.push(`walk-${at}.ts`)
    }
    expect(await project.compile(files)).toBe('')
    const done: Record<string, string> = {}
    for (const { name, path, walk } of walks) {
      const environment = {
        PATH: process.env.PATH,
        baseUrl: service.baseUrl,
        appSecretToken: walk.client.headers['x-appsecrettoken'],
        agreementGrantToken: walk.client.headers['x-agreementgranttoken'],
      }
      const { stdout } = await run(process.execPath, [name], { cwd: project.folder, env: environment })
      done[path] = stdout.trim().split('\n').join(', ')
    }
    const expected = served.map(apiPath).filter((path) => !ONLY_READ.includes(path))
    expect(done).toEqual(Object.fromEntries(expected.map((path) => [path, LESS[path] ?? WHOLE])))
  },
)
