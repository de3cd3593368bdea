import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Customers 3.1.0 with projects 1.1.0 under their newer name. */
export const customersWithProjects: Program = {
  does: 'makes a customer and a project for it, and reads both back',
  async run({ all, read, send }) {
    const [like] = await read('/customersapi/v3.1.0/Customers/paged?pageSize=1&sort=customerNumber')
    const number = 987_001
    await send('POST', '/customersapi/v3.1.0/Customers', {
      customerNumber: number,
      name: 'Nordvind Service ApS',
      customerGroupNumber: like.customerGroupNumber,
      zone: like.zone,
      currency: '',
      paymentTermId: like.paymentTermId,
      access: true,
    })
    const customer = await read(`/customersapi/v3.1.0/Customers/${number}`)
    expect(customer.name).toBe('Nordvind Service ApS')
    const [group] = await all('/projectsapi/v1.1.0/ProjectGroups')
    const made = await send('POST', '/projectsapi/v1.1.0/Projects', {
      name: 'New hall',
      projectGroupNumber: group.number,
      customerNumber: number,
      mileage: 1.0,
    })
    const project = await read(`/projectsapi/v1.1.0/Projects/${made.json.number}`)
    expect(project).toMatchObject({ name: 'New hall', customerNumber: number })
    const mine = await all(`/projectsapi/v1.1.0/Projects?filter=customerNumber$eq:${number}`)
    expect(mine.map((one) => one.number)).toEqual([made.json.number])
  },
}
