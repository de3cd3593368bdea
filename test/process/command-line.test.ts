import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { findGrant } from '../../src/access/grant.ts'
import { pristineContent } from '../../src/templates/pristine.ts'
import type { TestDatabase } from '../database/harness.ts'
import { COMPANY, companyDatabase, emptyDatabase, testDatabase } from '../database/harness.ts'
import { isLong } from '../long.ts'
import { answerHere, commandHere } from './here.ts'
import { answerOf, command, type Start } from './program.ts'

let base: TestDatabase
let how: Start
beforeAll(async () => {
  base = await testDatabase()
  how = { environment: { DATABASE_URL: base.url, PORT: '8123' } }
})
afterAll(async () => {
  await base.drop()
})

test('what cannot be understood is explained on stderr, with exit code 2', async () => {
  const cases: [string, RegExp][] = [
    ['', /Give a command[\s\S]*agreement create/],
    ['tidy', /Unknown command 'tidy'/],
    ['agreement', /there is agreement create, agreement list/],
    ['grant make', /Unknown command 'grant make'; there is grant create, grant list, grant revoke/],
    ['serve --port 1', /Unknown option '--port'\. See daybook serve --help/],
    ['serve now', /daybook serve does not take 'now'/],
    ['sandbox reset', /daybook sandbox reset needs --agreement/],
    ['sandbox rest', /daybook sandbox does not take 'rest'/],
    ['app create', /daybook app create needs --name/],
    ['grant create --app 1', /needs --agreement and --roles/],
    ['grant revoke --grant x', /--grant is 'x'; give a number/],
    ['import saf-t --agreement 1', /needs FILE/],
    ['agreement allow 1', /Give --product-renumbering or --request-log/],
    ['agreement allow 1 --request-log some', /--request-log is 'some'; give one of off, faults, all/],
    ['agreement allow 1 --product-renumbering yes', /--product-renumbering is 'yes'; give on or off/],
    ['agreement create --name A --template swiss', /--template is 'swiss'; give one of empty, danish, demo/],
  ]
  for (const [line, told] of cases) {
    const { code, stdout, stderr } = await commandHere(line.split(' ').filter(Boolean), how)
    expect(stderr).toMatch(told)
    expect([line, code, stdout]).toEqual([line, 2, ''])
  }
  const [line, told] = cases[0]!
  expect(await command([], how), line).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(told) as string,
  })
})

test('an argument that is empty, and a path that leads to no file, are explained before anything is done', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-paths-'))
  const stays = join(root, 'null')
  await symlink('/dev/null', stays)
  const cases: [string[], number, string][] = [
    [['backup', ''], 2, 'daybook backup needs FILE'],
    [['agreement', 'export', '1', ''], 2, 'daybook agreement export needs FILE'],
    [['backup', root], 1, `${root} cannot be written: it is a directory.`],
    [['backup', stays], 1, `${stays} cannot be written: it is no regular file.`],
    [['restore', root], 1, `${root} cannot be read: it is a directory.`],
    [['restore', '/dev/null'], 1, '/dev/null cannot be read: it is no regular file.'],
    [['agreement', 'import', root], 1, `${root} cannot be read: it is a directory.`],
    [['agreement', 'import', root, '--secret-key', root], 1, `${root} cannot be read: EISDIR`],
    [['agreement', 'delete', '1', '--exported', root], 1, `${root} cannot be read: it is a directory.`],
    [['import', 'saf-t', root, '--agreement', '1'], 1, `${root} cannot be read: it is a directory.`],
  ]
  for (const [args, wanted, told] of cases) {
    const { code, stdout, stderr } = await commandHere(args, how)
    expect([code, stdout, stderr]).toEqual([wanted, '', expect.stringContaining(told)])
    expect(stderr).not.toContain('    at ')
  }
  expect(await readdir(root)).toEqual(['null'])
  await rm(root, { recursive: true })
})

const DAYS = ['--from', '2026-01-01', '--to', '2026-12-31']

test('a disk that takes no more is told with the file that was to be written', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-full-'))
  const [backup, sample] = [join(root, 'a.backup'), 'test/saf-t/samples/minimal-1.30.xml']
  const agreement = String((await answerHere(['agreement', 'create', '--name', 'Full'], how)).agreementNumber)
  // Where agreements are spread over servers, the whole database has no backup of ours.
  const isSpread = inject('databaseWorkers').length > 0
  const whole: [string[], string][] = [[['backup', backup], `daybook: The file ${backup} cannot be written: E`]]
  const cases: [string[], string][] = [
    ...(isSpread ? [] : whole),
    [['agreement', 'export', agreement, backup], `daybook: The file ${backup} cannot be written: E`],
    [
      ['export', 'saf-t', backup, '--agreement', agreement, ...DAYS],
      `daybook: The file ${backup} cannot be written: E`,
    ],
    [['import', 'saf-t', sample, '--agreement', agreement], `The temporary directory ${root} (TMPDIR) cannot keep`],
  ]
  for (const [args, told] of cases) {
    // No file may have a single byte.
    const { code, stdout, stderr } = await command(args, {
      environment: { ...how.environment, TMPDIR: root },
      wrapper: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
    })
    expect([args[0], code, stdout, stderr]).toEqual([args[0], 1, '', expect.stringContaining(told)])
    expect(stderr).not.toContain('    at ')
  }
  expect(await readdir(root)).toEqual([])
  await rm(root, { recursive: true })
})

test('distribute says that Citus is missing before it brings the database up to date', async () => {
  const { url, database, drop } = await emptyDatabase()
  const { code, stderr } = await commandHere(['distribute'], { environment: { DATABASE_URL: url } })
  expect([code, stderr]).toEqual([1, expect.stringContaining('The database has no Citus.')])
  expect(await database.rows(`SELECT to_regclass('migration')::text AS made`)).toEqual([{ made: null }])
  await drop()
})

test('a setting that cannot be used is named', async () => {
  const { code, stderr } = await command(['serve'], { environment: { PORT: '99999' } })
  expect([code, stderr]).toEqual([2, "daybook: PORT is '99999'; give a whole number from 0 to 65535.\n"])
})

test('--help tells of every command and its options', async () => {
  const overview = await commandHere(['--help'], how)
  expect(overview.code).toBe(0)
  for (const name of ['serve', 'sandbox', 'agreement create', 'app create', 'grant create', 'grant revoke', 'verify']) {
    expect(overview.stdout).toContain(name)
  }
  const one = await commandHere(['grant', 'create', '--help'], how)
  expect(one.code).toBe(0)
  expect(one.stdout).toContain('daybook grant create --app NUMBER --agreement NUMBER --roles A,B')
})

test('migrations are the business of the role that owns the tables; who may not make them says so', async () => {
  const { url, serviceUrl, drop } = await emptyDatabase()
  const asService = { environment: { DATABASE_URL: serviceUrl } }
  const both = { environment: { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url } }
  const refused = await commandHere(['migrate'], asService)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /^daybook: The database has to be brought up to date, which role \w+ may not do\. Set DATABASE_OWNER_URL /,
  )
  const other = await emptyDatabase()
  const mistaken = { environment: { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: other.url } }
  const elsewhere = await commandHere(['migrate'], mistaken)
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining('DATABASE_OWNER_URL leads to another database'),
  ])
  expect(await other.database.rows(`SELECT to_regclass('migration')::text AS made`)).toEqual([{ made: null }])
  await other.drop()
  const { migrated } = await answerHere(['migrate'], both)
  expect((migrated as string[])[0]).toBe('0199_baseline.sql')
  expect(await answerHere(['migrate'], asService)).toEqual({ migrated: [] })
  expect((await commandHere(['migrate'], asService)).stdout).toBe('The database is up to date.\n')
  await drop()
})

test('what works as the owner of the tables refuses an owner of another database', async () => {
  const [here, other] = [await emptyDatabase(), await emptyDatabase()]
  const mistaken = { environment: { DATABASE_URL: here.url, DATABASE_OWNER_URL: other.url } }
  const file = fileURLToPath(import.meta.url)
  for (const args of [['restore', file], ['agreement', 'import', file], ['agreement', 'delete', '1'], ['distribute']]) {
    const { code, stderr } = await commandHere(args, mistaken)
    expect([args, code, stderr]).toEqual([
      args,
      1,
      expect.stringContaining('DATABASE_OWNER_URL leads to another database than DATABASE_URL'),
    ])
  }
  await Promise.all([here.drop(), other.drop()])
})

test('an agreement, an app and a grant are made, and the grant is ended', async () => {
  const make = ['agreement', 'create', '--name', 'Smørrebrød ApS', '--template', 'danish', '--modules', 'Projects']
  const { agreementNumber } = await answerOf(make, how)
  const { appNumber, appSecretToken } = await answerHere(['app', 'create', '--name', 'Kasse'], how)
  const [agreement, app] = [String(agreementNumber), String(appNumber)]
  const grant = ['grant', 'create', '--app', app, '--agreement', agreement, '--roles', 'Bookkeeping,Sales']
  const { grantNumber, agreementGrantToken } = await answerHere(grant, how)
  const find = () => findGrant(base.database, String(appSecretToken), String(agreementGrantToken))
  expect(await find()).toEqual({
    agreement: agreementNumber,
    app: appNumber,
    grantNumber,
    roles: ['Bookkeeping', 'Sales'],
    modules: ['Projects'],
    isDemo: false,
    isSandbox: false,
    requestLog: 'faults',
    baseCurrency: 'DKK',
  })
  const ended = await commandHere(['grant', 'revoke', '--grant', String(grantNumber)], how)
  expect([ended.code, ended.stdout]).toEqual([
    0,
    `grantNumber: ${String(grantNumber)}\nagreementNumber: ${agreement}\nrevoked: true\n`,
  ])
  expect(await find()).toBeUndefined()
  const twice = await commandHere(['grant', 'revoke', '--grant', '123456'], how)
  expect([twice.code, twice.stderr]).toEqual([1, 'daybook: There is no grant 123456.\n'])
})

test('an agreement lets products change their numbers, or not', async () => {
  const { agreementNumber } = await answerHere(['agreement', 'create', '--name', 'Butik ApS'], how)
  const allow = (number: unknown, value: string) =>
    commandHere(['agreement', 'allow', String(number), '--product-renumbering', value, '--json'], how)
  const isAllowed = async () =>
    await base.database.rows('SELECT allows_product_renumbering AS allowed FROM agreement WHERE agreement = $1', [
      agreementNumber as number,
    ])
  expect(await isAllowed()).toEqual([{ allowed: false }])
  const { code, stdout } = await allow(agreementNumber, 'on')
  expect([code, JSON.parse(stdout)]).toEqual([0, { agreementNumber, productRenumbering: true }])
  expect(await isAllowed()).toEqual([{ allowed: true }])
  await allow(agreementNumber, 'off')
  expect(await isAllowed()).toEqual([{ allowed: false }])
  const logged = await commandHere(
    ['agreement', 'allow', String(agreementNumber), '--request-log', 'all', '--json'],
    how,
  )
  expect(JSON.parse(logged.stdout)).toEqual({ agreementNumber, requestLog: 'all' })
  const nowhere = await allow(7, 'on')
  expect([nowhere.code, nowhere.stderr]).toEqual([1, 'daybook: There is no agreement 7.\n'])
})

test('verify says whether the books are right', async () => {
  const { url, drop } = await testDatabase()
  expect(await answerHere(['verify'], { environment: { DATABASE_URL: url } })).toEqual({ ok: true, entries: 0 })
  await drop()
  const wrong = await commandHere(['verify', '--agreement', '7', '--json'], how)
  expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([
    1,
    { ok: false, entries: 0, fault: 'There is no agreement 7.' },
  ])
  const told = await commandHere(['verify', '--agreement', '7'], how)
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: 'There is no agreement 7.\n' })
})

test('subscriptions are run, and what would be done is told before', async () => {
  const { agreementNumber } = await answerHere(['agreement', 'create', '--name', 'Vagt ApS'], how)
  const run = ['subscriptions', 'run', '--agreement', String(agreementNumber), '--date', '2026-01-31']
  expect(await answerHere(run, how)).toEqual({ documents: [], skipped: [] })
  const told = await commandHere([...run, '--preview'], how)
  expect([told.code, told.stdout]).toEqual([0, '0 documents, 0 skipped\n'])
  const nowhere = await commandHere(['subscriptions', 'run', '--agreement', '7', '--date', '2026-01-31'], how)
  expect([nowhere.code, nowhere.stderr]).toEqual([1, 'daybook: There is no agreement 7.\n'])
  const never = await commandHere(['subscriptions', 'run', '--agreement', '7', '--date', '2026-02-30'], how)
  expect([never.code, never.stderr]).toContain("daybook: --date is '2026-02-30'; give a date such as 2026-01-31.\n")
})

test('a SAF-T file is imported with progress on stderr, and a wrong one refused with its line', async () => {
  const { agreementNumber } = await answerHere(['agreement', 'create', '--name', 'Leker AS'], how)
  const into = ['--agreement', String(agreementNumber), '--json']
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const missing = await commandHere(['import', 'saf-t', '/nowhere/books.xml', ...into], how)
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(missing.stderr).toContain('The file /nowhere/books.xml cannot be read')
  const wrong = await commandHere(['import', 'saf-t', file('../../package.json'), ...into], how)
  expect([wrong.code, wrong.stdout]).toEqual([1, ''])
  expect(wrong.stderr).toMatch(/^daybook: Line 1: .*not XML.*\n$/)
  const right = await commandHere(['import', 'saf-t', file('../saf-t/samples/minimal-1.30.xml'), ...into], how)
  expect(right.code).toBe(0)
  expect(right.stderr).toMatch(/^(reading: \d+ %\n)+(booking: \d+ %\n)+$/)
  expect((JSON.parse(right.stdout) as { entries: number }).entries).toBeGreaterThan(0)
})

test('what was made is listed, in tables and as JSON, and an app gets a new secret', async () => {
  const { agreementNumber } = await answerHere(['agreement', 'create', '--name', 'Liste ApS', '--country', 'SE'], how)
  const { appNumber } = await answerHere(['app', 'create', '--name', 'Liste'], how)
  const [agreement, app] = [String(agreementNumber), String(appNumber)]
  const grant = ['grant', 'create', '--app', app, '--agreement', agreement, '--roles', 'Sales,Bookkeeping']
  const { grantNumber } = await answerHere(grant, how)
  const { agreements } = (await answerHere(['agreement', 'list'], how)) as { agreements: object[] }
  expect(agreements).toContainEqual({
    agreementNumber,
    name: 'Liste ApS',
    baseCurrency: 'DKK',
    country: 'SE',
    modules: [],
    isDemo: false,
    isSandbox: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
  })
  const of = ['grant', 'list', '--agreement', agreement, '--app', app]
  const { grants } = (await answerHere(of, how)) as { grants: Record<string, unknown>[] }
  expect(grants).toMatchObject([
    { grantNumber, agreementNumber, appNumber, roles: ['Bookkeeping', 'Sales'], revokedAt: null },
  ])
  expect((await answerHere(['grant', 'list', '--agreement', '7'], how)).grants).toEqual([])
  const rotated = await answerHere(['app', 'rotate', '--app', app], how)
  expect(Object.keys(rotated)).toEqual(['appNumber', 'appSecretToken', 'previousSecretUntil'])
  const { apps } = (await answerHere(['app', 'list'], how)) as { apps: Record<string, unknown>[] }
  expect(apps).toContainEqual(
    expect.objectContaining({
      appNumber,
      name: 'Liste',
      previousSecretUntil: rotated.previousSecretUntil,
      compatibility: null,
    }),
  )
  const set = ['app', 'set', '--app', app, '--compatibility']
  expect(await answerHere([...set, 'strict'], how)).toEqual({ appNumber, compatibility: 'strict' })
  const after = (await answerHere(['app', 'list'], how)) as { apps: Record<string, unknown>[] }
  expect(after.apps).toContainEqual(expect.objectContaining({ appNumber, compatibility: 'strict' }))
  const { stdout } = await commandHere(of, how)
  const [heading, line, ...more] = stdout.trimEnd().split('\n')
  expect(heading).toMatch(
    /^grantNumber +agreementNumber +appNumber +person +mayNameActor +createdAt +revokedAt +roles$/,
  )
  expect([line!.endsWith('  -          Bookkeeping,Sales'), more]).toEqual([true, []])
})

/**
 * Keeps the company that is there as the one that sandboxes are copies of, as if one had been made today: filling
 * another takes seconds.
 */
async function keepCompany({ own }: TestDatabase): Promise<void> {
  const content = await pristineContent()
  await own.at(COMPANY).transaction(async (transaction) => {
    await transaction.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [COMPANY])
    expect(await transaction.rows('SELECT keep_pristine($1, $2) AS kept', [content, COMPANY])).toEqual([{ kept: true }])
  })
}

test('a sandbox is an agreement of one’s own with every right, also after it was made anew; without a service it says so', async () => {
  const own = await companyDatabase()
  onTestFinished(own.drop)
  if (!isLong && inject('databaseWorkers').length === 0) await keepCompany(own)
  const there = { environment: { ...how.environment, DATABASE_URL: own.url } }
  const { code, stdout, stderr } = await commandHere(['sandbox', '--json'], there)
  expect([code, stderr]).toEqual([0, 'daybook: No service runs on this database now; start one with: npm start\n'])
  const answer = JSON.parse(stdout) as Record<string, unknown>
  expect(Object.keys(answer)).toEqual(['baseUrl', 'agreementNumber', 'appSecretToken', 'agreementGrantToken'])
  expect(answer.baseUrl).toBe('http://127.0.0.1:8123')
  const find = () => findGrant(own.database, String(answer.appSecretToken), String(answer.agreementGrantToken))
  expect(await find()).toMatchObject({ agreement: answer.agreementNumber, roles: ['SuperUser'], isDemo: false })
  const anew = await answerHere(['sandbox', 'reset', '--agreement', String(answer.agreementNumber)], there)
  expect(anew).toEqual({
    agreementNumber: expect.any(Number) as number,
    previousAgreementNumber: answer.agreementNumber,
  })
  expect(anew.agreementNumber).not.toBe(answer.agreementNumber)
  expect(await find()).toMatchObject({ agreement: anew.agreementNumber, roles: ['SuperUser'] })
})
