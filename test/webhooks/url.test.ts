import { describe, expect, test } from 'vitest'
import { isInside } from '../../src/webhooks/address.ts'
import { isForwarded } from '../../src/webhooks/forward/place.ts'
import { targetOf, urlFault } from '../../src/webhooks/url.ts'
import { goodUrls, hostileUrls, insideAddresses, otherSchemes, publicAddresses } from './hostile-urls.ts'

const codesOf = (urls: readonly string[], allowedHosts: readonly string[] = []) =>
  Object.fromEntries(urls.map((url) => [url, urlFault(url, allowedHosts)?.code]))
const all = (urls: readonly string[], code: string | undefined) => Object.fromEntries(urls.map((url) => [url, code]))

describe('a webhook’s url', () => {
  test('leads to the public internet or is refused', () => {
    expect(hostileUrls.length).toBeGreaterThan(200)
    expect(codesOf(hostileUrls)).toEqual(all(hostileUrls, 'WebhookInvalidUrl'))
    expect(codesOf(goodUrls)).toEqual(all(goodUrls, undefined))
  })

  test('has the scheme https', () => {
    expect(codesOf(otherSchemes)).toEqual(all(otherSchemes, 'WebhookInvalidUrlScheme'))
    expect(urlFault('http://receiver.example/', [])!.message).toBe("The url's scheme is http; it must be https.")
  })

  test('may lead to a host that the operator allows, over https', () => {
    const allowed = ['127.0.0.1', '::1', 'localhost', 'receiver.test']
    const urls = [
      'https://127.0.0.1:8443/',
      'https://0x7f.1/',
      'https://[0:0::1]/',
      'https://LOCALHOST./',
      'https://receiver.test/',
    ]
    expect(codesOf(urls, allowed)).toEqual(all(urls, undefined))
    expect(codesOf(['https://127.0.0.2/', 'https://a.localhost/'], allowed)).toEqual(
      all(['https://127.0.0.2/', 'https://a.localhost/'], 'WebhookInvalidUrl'),
    )
    expect(urlFault('http://127.0.0.1/', allowed)!.code).toBe('WebhookInvalidUrlScheme')
    expect(urlFault('https://u@127.0.0.1/', allowed)!.code).toBe('WebhookInvalidUrl')
  })

  test('is that of `webhooks forward` by its whole host and port, not by how it begins', () => {
    const ours = ['', ':', ':443', ':00443', '.', '.:443'].map((end) => `https://forward.localhost${end}/a`)
    const capitals = ['HTTPS://Forward.LocalHost?a', 'https://forward.localhost#a', 'https://FORWARD.localhost']
    for (const url of [...ours, ...capitals]) {
      expect([url, urlFault(url, []), isForwarded(targetOf(url))]).toEqual([url, undefined, true])
    }
    const others = [':8443', ':44', ':4430', ':444', '.:8443'].map((end) => `https://forward.localhost${end}/`)
    const local = [...others, 'https://a.forward.localhost/', 'https://xforward.localhost/', 'https://localhost/']
    expect(codesOf(local)).toEqual(all(local, 'WebhookInvalidUrl'))
    const abroad = [
      'https://forward.localhost.evil.example/',
      'https://forward.localhost.evil.example:443/',
      'https://forward.localhost-evil.example/',
      'https://forward-localhost/',
      'https://forwardxlocalhost/',
      'https://evil.example/https://forward.localhost/',
      'https://evil.example?https://forward.localhost/',
    ]
    expect(codesOf(abroad)).toEqual(all(abroad, undefined))
    for (const url of [...local, ...abroad]) expect([url, isForwarded(targetOf(url))]).toEqual([url, false])
  })

  test('names a port that can be listened on, and a name that DNS can hold', () => {
    const wrong = [
      'a.example:0',
      'a.example:00',
      'a.example:65536',
      '-a.example',
      'a-.example',
      'a.-b.example',
      'a..example',
    ]
    const right = [
      'a.example:1',
      'a.example:65535',
      'a.example:',
      'a--b.example',
      '_a.example',
      'xn--rsted-uua.example',
    ]
    const urls = (hosts: string[]): string[] => hosts.map((host) => `https://${host}/`)
    expect(codesOf(urls(wrong))).toEqual(all(urls(wrong), 'WebhookInvalidUrl'))
    expect(codesOf(urls(right))).toEqual(all(urls(right), undefined))
  })

  test('is called as it was registered', () => {
    expect(targetOf('https://Receiver.Example./a/../b?x=1#part')).toEqual({
      host: 'receiver.example',
      port: 443,
      path: '/a/../b?x=1',
    })
    expect(targetOf('https://[2606:4700:0::1111]:8443?x')).toEqual({ host: '2606:4700::1111', port: 8443, path: '/?x' })
    expect(targetOf('https://receiver.example')).toEqual({ host: 'receiver.example', port: 443, path: '/' })
  })
})

test('an address is of the inside or of the public internet', () => {
  expect(insideAddresses.filter((address) => !isInside(address))).toEqual([])
  expect(publicAddresses.filter(isInside)).toEqual([])
})
