import { describe, expect, test } from 'vitest'
import type { Api } from '../../src/resource/versions.ts'
import { suppliersApi } from '../../src/resources/suppliers/index.ts'
import { differencesOf, missingOf } from './compare.ts'
import { contract, type ContractApi } from './contract.ts'

const suppliers = contract.find(({ api }) => api === 'suppliers')!
const CONTACTS = 'suppliers GET /Contacts'

/** The contract of suppliers as it would be after a change. */
function changed(change: (contract: ContractApi) => void): ContractApi {
  const copy = structuredClone(suppliers)
  change(copy)
  return copy
}

const group = ({ resources }: ContractApi, name: string): ContractApi['resources'][number] =>
  resources.find(({ resource }) => resource === name)!

describe('the comparison notices', () => {
  test('nothing where there is nothing', () => {
    expect(differencesOf(suppliersApi, suppliers)).toEqual([])
  })

  test.each<[string, (contract: ContractApi) => void]>([
    ['suppliers version', (c) => (c.version = '2.0.1')],
    ['suppliers prefix', (c) => (c.prefix = '/suppliers')],
    ['suppliers Contact.phone', (c) => delete c.schemas.Contact!.phone],
    ['suppliers Contact.fax', (c) => (c.schemas.Contact!.fax = { type: 'string' })],
    ['suppliers Contact.phone type', (c) => (c.schemas.Contact!.phone!.type = 'date')],
    ['suppliers Contact.phone maxLength', (c) => (c.schemas.Contact!.phone!.maxLength = 51)],
    ['suppliers Contact.phone minLength', (c) => (c.schemas.Contact!.phone!.minLength = 2)],
    ['suppliers Contact.phone nullable', (c) => delete c.schemas.Contact!.phone!.nullable],
    ['suppliers Contact.phone filter', (c) => (c.schemas.Contact!.phone!.filter = ['eq'])],
    ['suppliers Contact.email filter', (c) => c.schemas.Contact!.email!.filter!.pop()],
    ['suppliers Contact.email sortable', (c) => (c.schemas.Contact!.email!.sortable = true)],
    [
      'suppliers Contact.name required',
      (c) => (c.schemas.Contact!.name = { ...c.schemas.Contact!.name!, required: false, minLength: 1 }),
    ],
    ['suppliers Contact.supplierNumber min', (c) => (c.schemas.Contact!.supplierNumber!.min = 0)],
    ['suppliers Contact.supplierNumber max', (c) => delete c.schemas.Contact!.supplierNumber!.max],
    ['suppliers Contact.userInterfaceNumber enum', (c) => (c.schemas.Contact!.userInterfaceNumber!.enum = [1, 2])],
    ['suppliers Contact.userInterfaceNumber enum', (c) => (c.schemas.Contact!.userInterfaceNumber!.pattern = '1|2')],
    ['suppliers Contact.active readOnly', (c) => delete c.schemas.Contact!.active!.readOnly],
    ['suppliers Contacts errorCode Other', (c) => group(c, 'Contacts').errorCodes!.push('Other')],
    ['suppliers Contacts errorCode SupplierContactIsInUse', (c) => group(c, 'Contacts').errorCodes!.shift()],
    [`${CONTACTS}/paged style`, (c) => delete group(c, 'Contacts').operations[0]!.style],
    [`${CONTACTS}/paged response`, (c) => (group(c, 'Contacts').operations[0]!.response = 'Contact')],
    ['suppliers POST /Contacts status', (c) => (group(c, 'Contacts').operations[2]!.status = 200)],
    ['suppliers POST /Contacts body', (c) => (group(c, 'Contacts').operations[2]!.body = 'Group')],
    ['suppliers POST /Contacts response', (c) => (c.schemas.CreatedResult = { id: { type: 'int32' } })],
    ['suppliers PUT /Contacts path', (c) => (group(c, 'Contacts').operations[3]!.path = '/contacts')],
    ['suppliers DELETE /Contacts/{number}', (c) => group(c, 'Contacts').operations.pop()],
    [
      'suppliers DELETE /Contacts/{number} parameter number',
      (c) => (group(c, 'Contacts').operations[6]!.parameters![0]!.type = 'string'),
    ],
  ])('%s', (at, change) => {
    expect(differencesOf(suppliersApi, changed(change)).map((found) => found.at)).toContain(at)
  })

  test('a role too many, in every operation of the group', () => {
    const found = differencesOf(
      suppliersApi,
      changed((c) => group(c, 'Groups').roles!.push('Sales')),
    )
    expect(found).toHaveLength(group(suppliers, 'Groups').operations.length)
    expect(found[0]).toEqual({
      at: 'suppliers GET /Groups roles',
      ours: '["Bookkeeping","SuperUser"]',
      contract: '["Bookkeeping","Sales","SuperUser"]',
    })
  })
})

describe('what is missing is named', () => {
  const without = (keep: (path: string, method: string) => boolean): Api => ({
    ...suppliersApi,
    groups: suppliersApi.groups.map((group) => ({
      ...group,
      operations: group.operations.filter(({ path, method }) => keep(path, method)),
    })),
  })

  test.each<[string, readonly Api[], string[]]>([
    ['nothing', [suppliersApi], []],
    ['an API', [], ['api suppliers']],
    ['a resource', [without((path) => !path.startsWith('/Groups'))], ['resource suppliers Groups']],
    [
      'an operation',
      [without((path, method) => !(path.startsWith('/Groups') && method === 'PUT'))],
      ['operation suppliers PUT /Groups'],
    ],
  ])('%s', (_, apis, names) => {
    expect(missingOf(apis, [suppliers])).toEqual(names)
  })
})
