import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../faults/lasting-port.ts'
import { untilPasses } from '../patience.ts'
import { sharedService } from '../service/shared.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const fileOf = (name: string): Promise<string> => readFile(join(DEPLOY, name), 'utf8')
const sourceOf = (path: string): Promise<string> => readFile(join(DEPLOY, '../src', path), 'utf8')
const lacks = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-deploy-'))
  // nginx's workers are another user.
  await chmod(directory, 0o755)
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

test('every setting and metric that is named there exists', async () => {
  const [unit, compose, container, alerts] = await Promise.all(
    ['daybook.service', 'compose.yaml', 'Containerfile', 'alerts.yml'].map(fileOf),
  )
  const config = await sourceOf('config.ts')
  const settings = `${unit}${compose}${container}`.match(/\b(?:DAYBOOK|DATABASE)_[A-Z_]*[A-Z]\b/g)!
  expect(settings.length).toBeGreaterThan(4)
  expect(settings.filter((name) => !config.includes(`\`${name}\``))).toEqual([])
  const told = await sourceOf('cli/metrics.ts')
  const metrics = alerts!.match(/\bdaybook_[a-z_]+/g)!.map((name) => name.replace(/_bucket$/, ''))
  expect(metrics.length).toBeGreaterThan(4)
  expect(metrics.filter((name) => !told.includes(`'${name}'`))).toEqual([])
})

test('it is started as npm start does', async () => {
  const { scripts } = JSON.parse(await sourceOf('../package.json')) as { scripts: { start: string } }
  const [, flags] = /^exec node (.*) build\/start\.js serve$/.exec(scripts.start)!
  const [unit, container, testing] = await Promise.all([
    fileOf('daybook.service'),
    fileOf('Containerfile'),
    sourceOf('testing/testing.ts'),
  ])
  expect(unit).toContain(`/usr/bin/node ${flags} build/start.js serve`)
  expect(container).toContain(`ENTRYPOINT ["node", "${flags}", "build/start.js"]`)
  expect(testing).toContain(`execArgv: ['${flags}']`)
})

// Only where systemd is installed: continuous integration does not install it for this.
test.skipIf(lacks('systemd-analyze'))('systemd takes the unit, and finds it closed', async () => {
  const path = join(await temporary(), 'daybook.service')
  await writeFile(path, (await fileOf('daybook.service')).replace('/usr/bin/node', process.execPath))
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path])
  expect(security.status, security.stdout.toString()).toBe(0)
})

// Only where nginx and openssl are installed: continuous integration does not install them for this.
test.skipIf(lacks('nginx') || lacks('openssl'))('behind nginx clients speak TLS, and links say so', async () => {
  const directory = await temporary()
  const service = await sharedService()
  const [port, pid] = [await freePort(), join(directory, 'nginx.pid')]
  const certificate = ['-keyout', `${directory}/key.pem`, '-out', `${directory}/cert.pem`, '-subj', '/CN=localhost']
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate])
  expect(made.status, made.stderr.toString()).toBe(0)
  const site = (await fileOf('nginx.conf'))
    .replace('server 127.0.0.1:8080', `server ${new URL(service.baseUrl).host}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/daybook/fullchain.pem', `${directory}/cert.pem`)
    .replace('/etc/ssl/daybook/privkey.pem', `${directory}/key.pem`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${directory}/${of};`)
  await writeFile(
    join(directory, 'nginx.conf'),
    `daemon off; pid ${pid}; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${site} }`,
  )
  const nginx = spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx.conf')])
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null) await once(nginx, 'close')
  })
  const client = await service.client()
  const year = { dateFrom: '2026-01-01', dateTo: '2026-12-31' }
  expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
  const get = (path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false as const }
      const sent = request({ ...options, headers: { ...client.headers, host: 'books.example' } }, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode!, text }), reject)
      })
      sent.once('error', reject).end()
    })
  await untilPasses(async () => expect(await get('/live')).toMatchObject({ status: 200 }))
  const linked = await get('/accounting-years/2026')
  expect([linked.status, linked.text]).toEqual([200, expect.stringContaining('"https://books.example/')])
  const long = Array.from({ length: 1_500 }, () => 'name$ne:x').join('$and:')
  const filtered = await get(`/suppliersapi/v1.0.1/suppliers?filter=${encodeURIComponent(long)}`)
  expect(filtered.text).not.toContain('<html')
  expect(long.length).toBeGreaterThan(16_000)
})

test('the script of the roles is one that a shell understands', () => {
  expect(spawnSync('sh', ['-n', join(DEPLOY, 'roles.sh')]).status).toBe(0)
})
