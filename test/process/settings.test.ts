import { expect, test } from 'vitest'
import { requestConnections } from '../../src/cli/store.ts'
import { ConfigError, readConfig } from '../../src/config.ts'

const REFUSED: readonly [name: string, value: string, told: RegExp][] = [
  ['PORT', '80a', /'80a'.*from 0 to 65535/],
  ['PORT', '65536', /from 0 to 65535/],
  ['PORT', '-1', /from 0 to 65535/],
  ['DAYBOOK_WORKERS', '0', /from 1 to/],
  ['DAYBOOK_DATABASE_CONNECTIONS', '3', /from 4 to 200/],
  ['DAYBOOK_RATE_LIMIT', '10000', /calls\/seconds/],
  ['DAYBOOK_RATE_LIMIT', '0/60', /calls\/seconds/],
  ['DAYBOOK_RATE_LIMIT', '2/60', /at least the 3 that a call takes/],
  ['DAYBOOK_UNKNOWN_PROPERTIES', 'keep', /refuse, ignore/],
  ['DAYBOOK_COMPATIBILITY', 'loose', /default, lenient, strict/],
  ['DAYBOOK_LOG_LEVEL', 'loud', /info/],
  ['DAYBOOK_WEBHOOK_ALLOWED_HOSTS', 'a.test,https://b.test', /'https:\/\/b.test'.*without port/],
  ['DAYBOOK_SECRET_KEY', 'abc', /64 hexadecimal digits/],
  ['DATABASE_URL', 'mysql://me:secret@host/db', /postgres:\/\//],
  ['DATABASE_URL', 'postgres://me:secret@db', /names no database/],
  ['DATABASE_URL', 'postgres://me:secret@one,two:5433/', /names no database/],
  ['DATABASE_URL', 'postgres://db?sslmode=require', /names no database/],
  ['DATABASE_URL', 'postgres://db?sslrootcert=/etc/ca.pem', /names no database/],
  ['DATABASE_READ_URL', 'mysql://me:secret@host/db', /postgres:\/\//],
  ['DATABASE_READ_URL', 'postgres://db/books', /DATABASE_URL is not/],
  ['DATABASE_OWNER_URL', 'postgres://db/books', /DATABASE_URL is not/],
  ['DAYBOOK_READ_LAG', '0', /from 1 to 3600/],
]

test('DAYBOOK_LENIENT=1 is the old name of DAYBOOK_COMPATIBILITY=lenient', () => {
  const read = (settings: Record<string, string>) => readConfig(settings).compatibility
  expect(read({})).toBe('default')
  expect(read({ DAYBOOK_COMPATIBILITY: 'strict', DAYBOOK_LENIENT: '0' })).toBe('strict')
  expect(read({ DAYBOOK_LENIENT: '1' })).toBe('lenient')
  expect(read({ DAYBOOK_LENIENT: '1', DAYBOOK_COMPATIBILITY: 'lenient' })).toBe('lenient')
  expect(() => read({ DAYBOOK_LENIENT: '1', DAYBOOK_COMPATIBILITY: 'strict' })).toThrow(/give the latter alone/)
})

test.each(REFUSED)('%s=%s is refused with what would be right', (name, value, told) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} `))
  expect(read).toThrow(told)
})

test.each([
  ...[
    'secret?1',
    'secret/1',
    'secret#1',
    '12?secret',
    '12/secret',
    '12#secret',
    'a@secret/1',
    'a@secret#1',
    'a@secret?1',
  ],
  ...['secret/1?b=c', 'secret?b=c', 'secret%', 'secret%zz', 'secret%ff'],
])('a password %s in DATABASE_URL is to be percent-encoded, and not shown', (password) => {
  const read = (url: string) => () => readConfig({ DATABASE_URL: url })
  for (const servers of ['host:5433', 'one:1,two:2', '[::1]']) {
    const refused = read(`postgres://me:${password}@${servers}/db`)
    expect(refused).toThrow(/^DATABASE_URL cannot be read as a URL.*%2F, %3F/)
    expect(refused).not.toThrow(/secret/)
    expect(read(`postgres://me:${encodeURIComponent(password)}@${servers}/db`)).not.toThrow()
  }
})

test.each([
  'postgres://host/db?user=me@example.com&password=a@b',
  'postgres://me:a@b@host/db',
  'postgres://me:a,b@one:1,two:2/db',
  'postgresql:///db?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/db',
])('the DATABASE_URL %s is taken', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('a refused DATABASE_URL is not shown, as it may hold a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@host/db' })).not.toThrow(/secret/)
  expect(() => readConfig({ DAYBOOK_SECRET_KEY: 'abc123' })).not.toThrow(/abc123/)
})

test('the connections of a service are shared by its processes, whose share is never too small', () => {
  const three = { DAYBOOK_WORKERS: '3' }
  expect(readConfig(three).databaseConnections).toBe(3 * readConfig({}).databaseConnections + 2)
  expect(() => readConfig({ ...three, DAYBOOK_DATABASE_CONNECTIONS: '13' })).toThrow(/from 14 to 602/)
  const shared = { ...three, DAYBOOK_DATABASE_CONNECTIONS: '31' }
  // Two for the process that supervises the others. Of the nine of each, two are apart.
  expect(requestConnections(readConfig(shared))).toBe(7)
  expect(requestConnections(readConfig({ DAYBOOK_DATABASE_CONNECTIONS: '4' }))).toBe(2)
})

test('the edges of a setting are taken', () => {
  expect(readConfig({ DAYBOOK_RATE_LIMIT: '3/60' }).rateLimit).toEqual({ calls: 3, seconds: 60 })
  expect(readConfig({ PORT: '65535', DAYBOOK_DATABASE_CONNECTIONS: '4' })).toMatchObject({
    port: 65_535,
    databaseConnections: 4,
  })
  const hosts = readConfig({ DAYBOOK_WEBHOOK_ALLOWED_HOSTS: 'Receiver.Test, ::1,,127.0.0.1' }).webhookAllowedHosts
  expect(hosts).toEqual(['receiver.test', '::1', '127.0.0.1'])
})
