import type { Rule } from '../resource/resource.ts'
import {
  BY_KEY,
  isBaseCurrency,
  isNotBarred,
  isOpenDepartment,
  type Keeper,
  lacksModule,
  unlessKept,
  WRITTEN,
} from '../resource/rules.ts'
import { exchangeRate } from './defaults.ts'
import { type DocumentKind, wentFurther } from './kinds.ts'
import { FOR_SHARE, type Row, rowsOf, sql, type Sql } from '../resource/sql.ts'

/*
 * Rules of a document and its lines, beyond those of their fields (rule 12.1).
 */

const isOfCustomer = (
  r: Row,
  table: string,
  column: string,
  living: string,
): Sql => sql`NOT EXISTS (SELECT FROM ${rowsOf(table)} x
  WHERE x.agreement = $1 AND x.number = ${r[column]} AND x.customer_number = ${r.customer_number}
    AND ${living} ${FOR_SHARE})`
const contact = (property: string, column: string): Rule => ({
  property,
  code: 'ContactIsNotOfCustomer',
  on: WRITTEN,
  brokenWhen: (r) => isOfCustomer(r, 'customer_contact', column, 'NOT x.is_deleted'),
})

/** The agreement has the module that the property needs. */
export const needsModule = (property: string, module: string, code: Rule['code']): Rule => ({
  property,
  code,
  on: WRITTEN,
  brokenWhen: () => lacksModule(module),
})

/** Refuses a project that is closed or barred. */
export const needsOpenProject = (code: Rule['code']): Rule => ({
  property: 'projectNumber',
  code,
  on: WRITTEN,
  brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('project')} x
    WHERE x.agreement = $1 AND x.number = ${r.project_number} AND (x.is_closed OR x.is_barred) ${BY_KEY})`,
})

/** SQL: the document `document` credits an invoice that has the same value in the column. */
export const asInvoiced = (document: string, column: string): string => `EXISTS (SELECT FROM booked_invoice i
  WHERE i.agreement = $1 AND i.number = ${document}.credited_document_id AND i.${column} = ${document}.${column})`

/**
 * Of the rules, those that ask only whether the document's own values are complete and fit together, not what they
 * name.
 */
export const ofOwnValues = (rules: readonly Rule[]): Rule[] => rules.filter(({ always }) => always)

/** Rules of what a document names and may not be given anew when it is barred or closed, or the module is gone. */
const GIVEN = [
  isNotBarred('customerNumber', 'customer', 'CustomerIsBarred'),
  isNotBarred('termOfPaymentNumber', 'payment_term', 'PaymentTermIsBarred'),
  isNotBarred('layoutNumber', 'layout', 'LayoutIsBarred'),
  needsModule('projectNumber', 'Projects', 'ProjectsModuleMissing'),
  needsOpenProject('ProjectIsClosedOrBarred'),
]
const LOCATION: Rule = {
  property: 'deliveryLocationNumber',
  code: 'DeliveryLocationIsNotOfCustomer',
  on: WRITTEN,
  brokenWhen: (r) => isOfCustomer(r, 'delivery_location', 'delivery_location_number', 'NOT x.is_barred'),
}

/** Rules of the rest of a document. */
const OTHERS: readonly Rule[] = [
  {
    property: 'vatZoneNumber',
    code: 'ValueNotAllowed',
    message: 'Zone 5 is that of projects, and no customer is there.',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.vat_zone_number} = 5`,
  },
  {
    property: 'dueDate',
    code: 'DocumentDueDateInvalid',
    on: WRITTEN,
    always: true,
    brokenWhen: (
      r,
    ) => sql`(${r.due_date} IS NULL OR ${r.due_date} < ${r.date}) AND EXISTS (SELECT FROM ${rowsOf('payment_term')} x
      WHERE x.agreement = $1 AND x.number = ${r.term_of_payment_number} AND x.type = 5)`,
  },
  {
    property: 'exchangeRate',
    code: 'DocumentExchangeRateMissing',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`${r.exchange_rate} IS NULL AND ${exchangeRate(r)} IS NULL
      AND EXISTS (SELECT FROM ${rowsOf('currency')} x WHERE x.agreement = $1 AND x.code = ${r.currency_code})`,
  },
  {
    property: 'exchangeRate',
    code: 'ValueOutOfRange',
    message: 'A rate is above 0, and that of the base currency is 100.',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.exchange_rate} <= 0 OR ${r.exchange_rate} >= 1000000000000 OR ${r.exchange_rate} <> 100
      AND ${isBaseCurrency(r.currency_code!)}`,
  },
  contact('attentionNumber', 'attention_number'),
  contact('yourReferenceNumber', 'your_reference_number'),
  {
    property: 'nemHandelReceiverType',
    code: 'ValueNotAllowed',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.nem_handel_receiver_type} NOT BETWEEN 1 AND 4`,
  },
]

/** Rules of documents that are new. */
export const newDocumentRules: readonly Rule[] = [...GIVEN, LOCATION, ...OTHERS]

/**
 * Rules of documents of the kind. One that has what was barred or closed since keeps it, and can be changed otherwise
 * (rule 12.1).
 */
export const documentRules = ({ table }: DocumentKind): readonly Rule[] => {
  const document: Keeper = { table, key: ['number'] }
  return [
    ...GIVEN.map((rule) => unlessKept(rule, document)),
    unlessKept(LOCATION, document, 'customer_number'),
    ...OTHERS,
  ]
}

/**
 * An archived order or quote stays as it is (rule 12.5). It can be taken up again, by another status, when nothing that
 * was made of it is there any more.
 */
export const staysArchived = (kind: DocumentKind): Rule => ({
  property: 'status',
  code: 'DocumentIsArchived',
  on: ['update'],
  always: true,
  brokenWhen: (r, old) =>
    sql`${old.status} = 'archived' AND (coalesce(${r.status}, ${old.status}) = 'archived'
      OR ${wentFurther(kind, old)})`,
})

/**
 * An order of a run stays archived once the invoice made of it was deleted: the next run invoices its periods anew
 * (rule 13.3).
 */
export const staysSuperseded: Rule = {
  property: 'status',
  code: 'DocumentIsArchived',
  message: 'The order is archived, and the next run of its subscribers invoices its periods anew',
  on: ['update'],
  brokenWhen: (r, old) => sql`${old.is_superseded} AND ${r.status} <> 'archived'`,
}

/**
 * The lines of an archived document stay, and it gets no others. Locks the document, so that it is not archived
 * meanwhile.
 */
export const linesStayArchived = ({ table }: DocumentKind): Rule => {
  const document = (r: Row): Sql => sql`FROM ${rowsOf(table)} d WHERE d.agreement = $1 AND d.number = ${r.document_id}`
  return {
    property: 'documentId',
    code: 'DocumentIsArchived',
    on: ['create', 'update', 'delete'],
    brokenWhen: (r) =>
      sql`EXISTS (SELECT ${document(r)}) AND NOT EXISTS (SELECT ${document(r)} AND d.status <> 'archived'
        FOR NO KEY UPDATE)`,
  }
}

const textOnly = (property: string, column: string): Rule => ({
  property,
  code: 'LineWithoutProduct',
  on: WRITTEN,
  brokenWhen: (r) => sql`${r.product_number} IS NULL AND ${r[column]} IS NOT NULL`,
})
const ofProduct = (property: string, column: string): Rule => ({
  property,
  code: 'ValueRequired',
  message: 'A line with a product has description and quantity.',
  on: WRITTEN,
  always: true,
  brokenWhen: (r) => sql`${r.product_number} IS NOT NULL AND ${r[column]} IS NULL`,
})
const accrualRules: readonly Rule[] = [
  {
    property: 'accrue',
    code: 'AccrualsModuleMissing',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.accrue} AND ${lacksModule('Accruals')}`,
  },
  {
    property: 'accrueEndDate',
    code: 'LineAccrualInvalid',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`${r.accrue} AND (${r.product_number} IS NULL OR ${r.accrue_start_date} IS NULL
      OR ${r.accrue_end_date} IS NULL
      OR ${r.accrue_end_date} < ${r.accrue_start_date})`,
  },
  {
    property: 'accrue',
    code: 'LineAccrualAccountMissing',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.accrue} AND EXISTS (SELECT FROM ${rowsOf('product')} p JOIN ${rowsOf('product_group')} g
      ON g.agreement = $1 AND g.number = p.product_group_number
      WHERE p.agreement = $1 AND p.number = ${r.product_number} AND g.accrual_account_number IS NULL)`,
  },
]

/** Rules of the lines of documents of a kind. */
export const lineRules = ({ linesTable }: DocumentKind): readonly Rule[] => {
  const line: Keeper = { table: linesTable, key: ['document_id', 'number'] }
  return [
    unlessKept(isNotBarred('productNumber', 'product', 'ProductIsBarred'), line),
    ofProduct('description', 'description'),
    ofProduct('quantity', 'quantity'),
    textOnly('quantity', 'quantity'),
    textOnly('unitNetPrice', 'unit_net_price'),
    textOnly('discountPercentage', 'discount_percentage'),
    {
      property: 'discountPercentage',
      code: 'ValueOutOfRange',
      message: 'A discount is from 0 to 100 per cent.',
      on: WRITTEN,
      brokenWhen: (r) => sql`${r.discount_percentage} NOT BETWEEN 0 AND 100`,
    },
    needsModule('departmentNumber', 'Dimension', 'DimensionModuleMissing'),
    isOpenDepartment('DepartmentIsBarred', line),
    needsModule('quantity2', 'Dimension', 'DimensionModuleMissing'),
    needsModule('unit2Number', 'Dimension', 'DimensionModuleMissing'),
    ...accrualRules,
  ]
}
