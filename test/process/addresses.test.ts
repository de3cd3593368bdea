import { expect, test } from 'vitest'
import { forBrowsers } from '../../src/cli/addresses.ts'
import { isLoopback } from '../../src/loopback.ts'

test('a loopback address is one by its whole host', () => {
  const hostOf = (url: string): string => new URL(url).hostname
  for (const url of ['http://localhost:1/', 'http://127.0.0.1/', 'http://127.9.9.9:8080/', 'http://[::1]:3000/'])
    expect([url, isLoopback(hostOf(url))]).toEqual([url, true])
  const others = [
    'localhost.evil.example',
    'localhost-1',
    '127.evil.example',
    '127.0.0.1.evil.example',
    '[::11]',
    '128.0.0.1',
  ]
  for (const host of others) expect([host, isLoopback(hostOf(`http://${host}/`))]).toEqual([host, false])
})

test('addresses of this machine are told for browsers by name, and others as they are', () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '[::1]', '[::]'])
    expect(forBrowsers(`http://${host}:8080`)).toBe('http://localhost:8080')
  for (const other of ['http://127.0.0.1.evil.example:80', 'http://192.168.1.5:8080', 'https://127.0.0.1'])
    expect(forBrowsers(other)).toBe(other)
})
