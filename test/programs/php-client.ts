import { expect } from 'vitest'
import type { Body, Program } from './program.ts'

/** `/api` 16.0.0, suppliers, products 1.1.0, customers 1.1.1, by a client library of PHP. */
export const phpClient: Program = {
  does: 'walks every list page by page, with parameters in the other API’s case',
  async run({ read }) {
    const walk = async (path: string, size: string, skip: string): Promise<Body[]> => {
      const items: Body[] = []
      for (let page = 0; ; page++) {
        const some = await read(`${path}?${size}=50&${skip}=${page}`)
        expect(Array.isArray(some), path).toBe(true)
        items.push(...some)
        if (some.length < 50) return items
      }
    }
    expect((await walk('/api/v16.0.0/Projects', 'PageSize', 'SkipPages')).length).toBeGreaterThan(0)
    expect((await walk('/api/v16.0.0/Employees', 'pageSize', 'skipPages')).length).toBeGreaterThan(0)
    expect(Array.isArray(await walk('/suppliersapi/v2.0.0/Contacts/paged', 'PageSize', 'SkipPages'))).toBe(true)
    expect((await walk('/suppliersapi/v2.0.0/Groups/paged', 'pageSize', 'skipPages')).length).toBeGreaterThan(0)
    expect((await walk('/productsapi/v1.1.0/productgroups/paged', 'pageSize', 'skipPages')).length).toBeGreaterThan(0)
    const customers = await walk('/customersapi/v1.1.1/Customers/paged', 'pageSize', 'skipPages')
    expect(customers.length).toBe(await read('/customersapi/v1.1.1/Customers/count'))
  },
}

/** `/api` 12.0.0: lists are bare arrays. */
export const projectImporter: Program = {
  does: 'imports projects, activities and employees, from bare arrays',
  async run({ read }) {
    for (const resource of ['Projects', 'Activities', 'Employees', 'ActivityGroups', 'ProjectGroups']) {
      const items = await read(`/api/v12.0.0/${resource}?PageSize=100&SkipPages=0`)
      expect([resource, Array.isArray(items), items.length > 0]).toEqual([resource, true, true])
    }
  },
}
