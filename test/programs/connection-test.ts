import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Customers 3.1.0: what a program in C# does before it saves its settings. */
export const connectionTest: Program = {
  does: 'tries its tokens with customers?pageSize=1, in lower case and with a slash at the end',
  async run({ read, call }) {
    expect((await read('/customersapi/v3.1.0/customers?pageSize=1')).items.length).toBeGreaterThan(0)
    expect((await read('/customersapi/v3.1.0/customers/?pageSize=1')).items.length).toBeGreaterThan(0)
    const wrong = await call('GET', '/customersapi/v3.1.0/customers?pageSize=1', {
      headers: { 'x-agreementgranttoken': 'wrong' },
    })
    expect(wrong.status).toBe(401)
    const zipped = await call('GET', '/customersapi/v3.1.0/customers?pageSize=1', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([zipped.status, zipped.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  },
}
