import { execFile, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillAgreement } from '../../src/templates/templates.ts'
import { isLong } from '../long.ts'
import { sharedService } from '../service/shared.ts'
import { blocksOf } from '../tidy/documents.ts'
import { eventually } from '../patience.ts'
import { dataDirectory, endProcess, postgresProcesses } from './program.ts'

const run = promisify(execFile)
const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))

/** An empty project of somebody else's, with the package and its dependencies. Nothing else of ours is there. */
let project: string
let place: Awaited<ReturnType<typeof dataDirectory>>
let packed: string[]
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  place = await dataDirectory()
  project = join(place.root, 'project')
  const [modules, temporary] = [join(project, 'node_modules'), join(place.root, 'tmp')]
  for (const directory of [join(modules, '.bin'), temporary]) await mkdir(directory, { recursive: true })
  const { PATH } = process.env
  environment = { PATH, HOME: '/nonexistent', TMPDIR: temporary, XDG_CACHE_HOME: join(place.root, 'cache') }
  const pack = ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', place.root]
  const { stdout } = await run('npm', pack, { cwd: CHECKOUT })
  const file = join(place.root, stdout.trim().split('\n').at(-1)!)
  await run('tar', ['-xzf', file, '-C', modules])
  packed = (await run('tar', ['-tzf', file])).stdout.trim().split('\n')
  await run('mv', [join(modules, 'package'), join(modules, 'daybook')])
  const { dependencies, bin } = JSON.parse(await readFile(join(modules, 'daybook/package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  for (const name of Object.keys(dependencies!)) await link(name)
  await symlink(join('../daybook', bin!.daybook!), join(modules, '.bin/daybook'))
  await writeFile(join(project, 'package.json'), '{"name": "shop", "type": "module"}')
})
afterAll(() => place.remove())

async function link(name: string): Promise<void> {
  const there = join(project, 'node_modules', name)
  await mkdir(dirname(there), { recursive: true })
  await symlink(await realpath(join(CHECKOUT, 'node_modules', name)), there)
}

/** Where services for tests have their data: gone with them. */
const leftOver = async (): Promise<string[]> =>
  (await readdir(environment.TMPDIR!)).filter((name) => name.startsWith('daybook-testing-'))

test('the package holds compiled JavaScript, its types, and the documents', async () => {
  const sources = packed.filter((path) => /\.ts$/.test(path) && !path.endsWith('.d.ts'))
  expect(sources).toEqual([])
  expect(packed).toEqual(
    expect.arrayContaining([
      'package/lib/daybook/main.js',
      'package/lib/daybook/parser.js',
      'package/lib/daybook/testing.d.ts',
      'package/README.md',
    ]),
  )
  const { stdout } = await run('npx', ['--no-install', 'daybook', '--help'], { cwd: project, env: environment })
  expect(stdout).toContain('daybook COMMAND [--json] [--help]')
})

/** A program that uses `daybook/testing`. */
const TRIES = `import { startDaybook, type Sandbox } from 'daybook/testing'
const { baseUrl, sandbox, stop } = await startDaybook({ settings: { DAYBOOK_COMPATIBILITY: 'lenient' } })
const made: Sandbox[] = [await sandbox(), await sandbox({ template: 'empty', compatibility: 'strict' })]
const told: string = baseUrl + made[0]!.appSecretToken
// @ts-expect-error there is no such template
await sandbox({ template: told })
await stop()`
/** One that uses `daybook/client`. */
const CALLS = `import { Daybook, DaybookError, type customers, type ErrorCode } from 'daybook/client'
const daybook = new Daybook({ url: 'http://127.0.0.1:8080' })
const { name, objectVersion }: { name: string | null; objectVersion: string } = await daybook.apis.customers.customers.get(1)
const customer: customers.Customer = await daybook.apis.customers.customers.get(1)
const code: ErrorCode = 'ObjectVersionMismatch'
for await (const { number } of daybook.suppliers.list()) await daybook.suppliers.update(number, { name })
await daybook.request('GET', '/daybookapi/v1.0.0/customers/{number}', { path: { number: 1 } })
// @ts-expect-error a name is needed
await daybook.customers.create({ number: 1 })
// @ts-expect-error there is no such code
new DaybookError(null!).has('NoSuchCode')
// @ts-expect-error assets are only read
await daybook.assets.create({})
console.log(objectVersion, customer.customerNumber, code)`

test('its types say what startDaybook gives; those of the client what is always there and what a write needs, under strict', async () => {
  const programs = { 'tries.ts': TRIES, 'calls.ts': CALLS }
  for (const [name, text] of Object.entries(programs)) await writeFile(join(project, name), text)
  const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [] }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(programs) }))
  const tsc = join(CHECKOUT, 'node_modules/typescript/bin/tsc')
  const said = await run(process.execPath, [tsc], { cwd: project }).catch((error: { stdout: string }) => error)
  expect(said.stdout).toBe('')
})

test('the recipe of the client runs as it stands, from the package', async () => {
  const service = await sharedService()
  const client = await service.client()
  await service.database.transaction((transaction) => fillAgreement(transaction, client.agreement, 'danish'))
  await writeFile(join(project, 'start.mjs'), blocksOf('docs/recipes/client.md', 'js')[0]!)
  const tokens = {
    baseUrl: service.baseUrl,
    appSecretToken: client.headers['x-appsecrettoken'],
    agreementGrantToken: client.headers['x-agreementgranttoken'],
  }
  const { stdout } = await run(process.execPath, ['start.mjs'], { cwd: project, env: { ...environment, ...tokens } })
  expect(stdout).toBe(blocksOf('docs/recipes/client.md', 'console').at(-1))
})

const [example] = blocksOf('docs/integrators.md', 'js')

// Making the first data directory takes as long as any ten other files: `npm run test:long` does.
test.runIf(isLong)('the example of the document passes with node:test, from an empty project', async () => {
  expect(example).toContain("from 'daybook/testing'")
  await writeFile(join(project, 'books.test.mjs'), example!)
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'books.test.mjs'], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toContain('\n# pass 1\n# fail 0\n')
  await eventually(async () => (await leftOver()).length === 0)
})

test.runIf(isLong)(
  'several sandboxes at once are each another company, and all is gone with the process that is killed',
  async () => {
    const program = `
    import { startDaybook } from 'daybook/testing'
    const { baseUrl, sandbox } = await startDaybook()
    const made = await Promise.all(['demo', 'danish', 'empty'].map((template) => sandbox({ template })))
    console.log(JSON.stringify({ baseUrl, made }))
    process.stdin.resume()`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await eventually(() => said.endsWith('\n'))
    const { baseUrl, made } = JSON.parse(said) as { baseUrl: string; made: Record<string, string>[] }
    expect(new Set(made.map(({ agreementNumber }) => agreementNumber)).size).toBe(3)
    const counts = made.map(async (one) => {
      const headers = {
        'X-AppSecretToken': one.appSecretToken!,
        'X-AgreementGrantToken': one.agreementGrantToken!,
      }
      return Number(await (await fetch(`${baseUrl}/daybookapi/v1.0.0/customers/count`, { headers })).text())
    })
    expect(await Promise.all(counts)).toEqual([120, 0, 0])
    const [directory] = await leftOver()
    const data = join(environment.TMPDIR!, directory!, 'data')
    expect((await postgresProcesses(data)).length).toBeGreaterThan(0)
    endProcess(child.pid!)
    await eventually(async () => (await leftOver()).length === 0)
    expect(await postgresProcesses(data)).toEqual([])
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow('fetch failed')
  },
)

test.runIf(isLong)('a sandbox asked of a service that has just ended is refused, and nothing else ends', async () => {
  const program = `
    import { execFileSync } from 'node:child_process'
    import { startDaybook } from 'daybook/testing'
    const ps = (...options) => execFileSync('ps', options).toString()
    const { sandbox, stop } = await startDaybook()
    const [host] = ps('-A', '-o', 'pid=,ppid=,args=').split('\\n').map((line) => line.trim().split(/ +/))
      .find(([, parent, ...program]) => Number(parent) === process.pid && program.join(' ').includes('testing-host'))
    process.kill(Number(host))
    while (!ps('-o', 'state=', '-p', host).startsWith('Z'));
    await sandbox().catch(({ message }) => console.log(message))
    await stop()
    console.log('went on')`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toBe('Daybook has ended.\nwent on\n')
  await eventually(async () => (await leftOver()).length === 0)
})

test('a setting that there is not is refused, with the nearest name', async () => {
  const program = `
    import { startDaybook } from 'daybook/testing'
    await startDaybook({ settings: { DAYBOOK_CORS_ORIGIN: '*' } }).catch(({ message }) => console.log(message))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toMatch(/There is no setting DAYBOOK_CORS_ORIGIN\. .*DAYBOOK_CORS_ORIGINS/)
})

test.runIf(isLong)('webhooks of a sandbox come to the test, their signatures checked', async () => {
  await writeFile(join(project, 'hooks.mjs'), blocksOf('docs/recipes/webhooks-in-tests.md', 'js').join('\n'))
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'hooks.mjs'], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toContain('\n# pass 2\n# fail 0\n')
})

test('what is wrong with a setting is told by who starts it', async () => {
  const program = `
    import { startDaybook } from 'daybook/testing'
    await startDaybook({ settings: { DAYBOOK_LENIENT: '2' } }).catch(({ message }) => console.log(message))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toBe("Daybook does not start: DAYBOOK_LENIENT is '2'; give one of 0, 1.\n")
  await eventually(async () => (await leftOver()).length === 0)
})

test.runIf(isLong)('the example passes with vitest', async () => {
  await link('vitest')
  const imports = "import { afterAll as after, beforeAll as before, test } from 'vitest'"
  await writeFile(join(project, 'shop.test.js'), example!.replace(/^import .* from 'node:test'$/m, imports))
  const vitest = join(CHECKOUT, 'node_modules/vitest/vitest.mjs')
  const { stdout } = await run(process.execPath, [vitest, 'run', '--hookTimeout=60000', 'shop.test.js'], {
    cwd: project,
    env: environment,
  })
  expect(stdout).toMatch(/1 passed/)
  await eventually(async () => (await leftOver()).length === 0)
})
