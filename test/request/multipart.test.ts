import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Form, readForm } from '../../src/request/protocol/multipart.ts'

const PART = { name: 'file', maxBytes: 1000 }

test('a form whose sender went before it was read ends at once', async () => {
  const server = createServer()
  const read = new Promise<Form>((resolve) => {
    server.once('request', (received) => {
      received.once('close', () => resolve(readForm(received, received.headers, PART, PART.maxBytes)))
      sent.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '500' }
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers }).on('error', () => {})
  sent.write('--b\r\nContent-Disposition: form-data; name="voucherNumber"\r\n\r\n5')
  await expect(read).rejects.toMatchObject({ code: 'RequestInvalid', message: 'The request ended too early.' })
  server.close()
})
