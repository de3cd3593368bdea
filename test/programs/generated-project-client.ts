import { expect } from 'vitest'
import type { Program } from './program.ts'

/**
 * `/api` 20.0.0, by a generated client whose model has every property, and so sends nulls, zeros and falses of those it
 * has no value for.
 */
export const generatedProjectClient: Program = {
  does: 'changes what it has read, with every property of its model in the body',
  lenient: 'its models send null for what is not set, and 0 and false for what is read only',
  async run({ read, send, all }) {
    const [activity] = await all('/api/v20.0.0/Activities')
    const whole = { costPriceMarkupPercentage: null, salesPriceBefore: null, salesPriceAfter: null, cutoffDate: null }
    const flags = { isAccessible: false, hideInSearch: false, inLieuCode: 0 }
    await send('PUT', '/api/v20.0.0/Activities', { ...whole, ...flags, ...activity, name: 'Renamed' })
    expect((await read(`/api/v20.0.0/Activities/${activity.number}`)).name).toBe('Renamed')
    const [project] = (await all('/api/v20.0.0/Projects')).filter(({ isClosed }) => isClosed !== true)
    const unset = { description: null, deliveryDate: null, contactPersonId: null, fixedPrice: null, closedDate: null }
    const readOnly = { isClosed: false, isBarred: false, isMainProject: false, isMileageInvoiced: false }
    await send('PUT', '/api/v20.0.0/Projects', { ...unset, ...readOnly, ...project, name: 'Other name' })
    expect((await read(`/api/v20.0.0/Projects/${project.number}`)).name).toBe('Other name')
  },
}

/** Customers 3.1.0 and journals 15.0.1, by a generated client of C#: what was read is sent back as it came. */
export const readAndSendBack: Program = {
  does: 'sends back what it has read, and forgets the version once',
  lenient: 'it sends the nulls that it was answered',
  async run({ read, send, call }) {
    const [customer] = await read('/customersapi/v3.1.0/Customers/paged?pageSize=1')
    await send('PUT', `/customersapi/v3.1.0/Customers/${customer.customerNumber}`, customer)
    const { objectVersion: _, ...without } = await read(`/customersapi/v3.1.0/Customers/${customer.customerNumber}`)
    const late = await call('PUT', `/customersapi/v3.1.0/Customers/${customer.customerNumber}`, { body: without })
    expect(late.status).toBe(409)
    const [journal] = await read('/journalsapi/v15.0.1/journals/paged?pageSize=1')
    await send('PUT', '/journalsapi/v15.0.1/journals', journal)
  },
}
