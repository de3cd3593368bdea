import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES, ROLES } from '../../src/access/roles.ts'
import { isResource } from '../../src/resource/resource.ts'
import { apiPath, everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { type SharedService, sharedService } from '../service/shared.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** The roles of the specification (spec 1, Authentication 5), by the table of what it names. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  webhook: ['SuperUser'],
  supplier_contact: ['Bookkeeping', 'SuperUser'],
  supplier_group: ['Bookkeeping', 'SuperUser'],
  subscriber: ['Sales', 'SuperUser'],
  subscription_line: ['Sales', 'SuperUser'],
  draft_entry: ['Bookkeeping', 'SuperUser'],
  draft_entry_accrual: ['Bookkeeping', 'SuperUser'],
  activity: ['ProjectEmployee', 'SuperUser'],
  activity_group: ['ProjectEmployee', 'SuperUser'],
  cost_type_group: ['ProjectEmployee', 'SuperUser'],
}

/** Every resource of those tables, in whichever API and version. */
const served = everyVersion(apis).flatMap((api) =>
  api.groups.filter(isResource).flatMap((resource) => {
    const roles = SPECIFIED[resource.table]
    return roles ? [{ api, path: apiPath(api), name: resource.name, resource, roles }] : []
  }),
)

test('each table is served, cost type groups and draft entries twice', () => {
  expect([...new Set(served.map(({ resource }) => resource.table))].sort()).toEqual(Object.keys(SPECIFIED).sort())
  const ours = served.filter(({ api }) => api.name === 'daybook').map(({ resource }) => resource.table)
  expect(ours).toEqual(expect.arrayContaining(['cost_type_group', 'draft_entry', 'webhook']))
})

test.each(served)('$path $name has the roles of the specification, whichever API it is in', ({ resource, roles }) => {
  expect([...resource.roles].sort()).toEqual(roles)
  const others = resource.operations.flatMap(({ roles: own }) => own ?? [])
  expect(others.filter((role) => !roles.includes(role))).toEqual([])
})

test('cost type groups of both APIs are open to the same grants', async () => {
  for (const role of ROLES) {
    const client = await service.client({ roles: [role], modules: [...MODULES] })
    const status = SPECIFIED.cost_type_group!.includes(role) ? 200 : 403
    for (const path of ['/daybookapi/v1.0.0/cost-type-groups', '/api/v20.0.1/costtypegroups/paged'])
      expect([role, path, (await client.get(path)).status]).toEqual([role, path, status])
  }
})
