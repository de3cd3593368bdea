import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { readUrl, serversOf } from '../../src/database/driver/hosts.ts'
import { openProxy } from '../faults/proxy.ts'
import { eventually } from '../patience.ts'
import { testDatabase } from './harness.ts'

test.each([
  ['postgres://me:a%40b@db:6432/books?sslmode=require', 'postgres://me:a%40b@db:6432/books?sslmode=require', false],
  ['postgres://db/books?target_session_attrs=read-write', 'postgres://db/books', true],
  ['postgres://db/books?target_session_attrs=any&sslmode=require', 'postgres://db/books?sslmode=require', false],
])('%s is one host', (text, url, isPrimary) => {
  expect(readUrl(text)).toEqual({ url, hosts: undefined, isPrimary })
})

test.each([
  ['postgres://me:pass@word@db:6432/books', 'db:6432'],
  ['postgres://me:pass@word@one,two/books', 'one,two'],
  ['postgres://me:pass/word@db/books', '…'],
  ['postgres://me:1234?word@db/books', '…'],
  ['postgres://me:pass@wo/rd@db/books', '…'],
])('no message names a part of the password of %s', (text, told) => {
  expect(serversOf(text)).toBe(told)
})

test('several hosts are taken in turn, by whoever is at the one that failed', () => {
  const { url, hosts, isPrimary } = readUrl(
    'postgresql://me:pw@one:1,two,[::1]:3/books?target_session_attrs=read-write&a=b',
  )
  expect([url, isPrimary, hosts!.count]).toEqual(['postgresql://me:pw@one:1/books?a=b', true, 3])
  expect(readUrl('postgres://me:p@w@one,two/books').hosts!.now).toEqual({ host: 'one', port: 5432 })
  expect(serversOf('postgresql://me:pw@one:1,two/books')).toBe('one:1,two')
  const first = hosts!.now
  expect(first).toEqual({ host: 'one', port: 1 })
  hosts!.leave(first)
  hosts!.leave(first)
  expect(hosts!.now).toEqual({ host: 'two', port: 5432 })
  hosts!.leave(hosts!.now)
  expect(hosts!.now).toEqual({ host: '::1', port: 3 })
  hosts!.leave(hosts!.now)
  expect(hosts!.now).toBe(first)
})

test('a database that is at the second host is found at the start, and when the first is gone meanwhile', async () => {
  const base = await testDatabase()
  const [one, other] = [await openProxy(base.url), await openProxy(base.url)]
  const both = new URL(base.url)
  const url = both.href.replace(both.host, `${new URL(one.url).host},${new URL(other.url).host}`)
  await one.cut()
  const database = openDatabase({ url: `${url}?target_session_attrs=read-write` }, 2)
  expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await one.mend()
  await other.cut()
  await eventually(() =>
    database.rows('SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  expect(one.open()).toBeGreaterThan(0)
  await database.close()
  for (const proxy of [one, other]) await proxy.close()
  await base.drop()
})
