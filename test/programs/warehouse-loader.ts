import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Sales 5.0.0: every parameter that it has for any of its sources is sent to each. */
export const warehouseLoader: Program = {
  does: 'loads booked invoice lines into a data warehouse, with pageSize=1000&demo=true on every list',
  async run({ all, read, call }) {
    const path = '/q2capi/v5.0.0/invoices/booked/lines'
    const lines = await all(`${path}?pageSize=1000&demo=true`)
    expect(lines.length).toBe(await read(`${path}/count?demo=true`))
    const reply = await call('GET', `${path}?pageSize=1000&demo=true`)
    const notice = reply.headers.get('daybook-notice')
    expect(notice).toContain('pageSize')
    expect(notice).toContain('demo')
  },
}
