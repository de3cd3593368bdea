import { F1, F1L, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { type Operation, standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { salesAccount } from './accounts.ts'
import { sql } from '../../resource/sql.ts'

const GROUP = '/productgroups/{productGroupNumber}'

/**
 * Product groups: the accounts for sales of their products, by zone. The domestic account is the row of zone 1 (rule
 * 11.3).
 */
export const productGroups = resource('ProductGroups', {
  logsBodies: true,
  schema: 'ProductGroup',
  table: 'product_group',
  key: ['id'],
  inPath: { number: 'id' },
  roles: ['Sales', 'SuperUser'],
  fields: {
    id: int32(1).column('number').required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    domesticAccountId: int32(1)
      .column('domestic_account_number')
      .required()
      .references('account.number', 'AccountDoesNotExist'),
    objectVersion: objectVersion(),
  },
  operations: standard('/productgroups', 'number'),
  rules: salesAccount('domesticAccountId', 'domestic_account_number'),
})

/** The accounts of a group by zone. The row of zone 1 cannot be deleted. */
export const zones = resource('Zones', {
  logsBodies: true,
  schema: 'Zone',
  table: 'product_group_zone',
  key: ['productGroupNumber', 'id'],
  inPath: { number: 'id' },
  roles: ['Sales', 'SuperUser'],
  fields: {
    productGroupNumber: int32()
      .required()
      .references('product_group.number', 'ProductGroupDoesNotExist', { cascades: true })
      .hidden(),
    id: int32(1)
      .column('zone')
      .required()
      .references('vat_zone.number', 'VatZoneDoesNotExist')
      .unique('NumberAlreadyInUse', 'productGroupNumber')
      .filter(F1)
      .sortable(),
    accountId: int32(1)
      .column('account_number')
      .required()
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .sortable(),
    objectVersion: objectVersion(),
  },
  operations: standard(`${GROUP}/zones`, 'number'),
  rules: [
    ...salesAccount('accountId', 'account_number'),
    { property: 'id', code: 'VatZoneStays', on: ['delete'], brokenWhen: (_, old) => sql`${old.zone} = 1` },
  ],
})

const ofGroup = (path: string): Operation[] => [
  { kind: 'single', method: 'GET', path },
  { kind: 'update', method: 'PUT', path },
]
const productGroupNumber = int32(1).column('number').required().hidden()

/** The account of the group's sales that are spread over months. */
export const accrualSettings = resource('AccrualSettings', {
  logsBodies: true,
  schema: 'AccrualSettings',
  table: 'product_group',
  key: ['productGroupNumber'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    productGroupNumber,
    accrualAccountId: int32(1).column('accrual_account_number').references('account.number', 'AccountDoesNotExist'),
    objectVersion: objectVersion(),
  },
  operations: ofGroup(`${GROUP}/accrualsettings`),
  rules: salesAccount('accrualAccountId', 'accrual_account_number'),
})

/** Whether projects sell the group's products: then the account is the row of zone 5. */
export const projectSettings = resource('ProjectSettings', {
  logsBodies: true,
  schema: 'ProjectSettings',
  table: 'product_group',
  key: ['productGroupNumber'],
  roles: ['ProjectEmployee', 'Sales', 'SuperUser'],
  fields: {
    productGroupNumber,
    isInProject: flag(),
    projectAccountId: int32(1).column('project_account_number').references('account.number', 'AccountDoesNotExist'),
    objectVersion: objectVersion(),
  },
  operations: ofGroup(`${GROUP}/projectsettings`),
  rules: [
    ...salesAccount('projectAccountId', 'project_account_number'),
    {
      property: 'isInProject',
      code: 'ProjectAccountMismatch',
      on: ['update'],
      always: true,
      brokenWhen: (r) => sql`coalesce(${r.is_in_project}, false) <> (${r.project_account_number} IS NOT NULL)`,
    },
  ],
})
