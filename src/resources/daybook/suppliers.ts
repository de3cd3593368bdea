import { isBic, isIban } from '../../bank/iban.ts'
import { F1L, F2L, int32, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { EMPLOYEE_NUMBER_MAX, NUMBER_MAX } from '../../limits.ts'
import { isNotSummary, keepsGroup, partyConstraints } from '../summary-accounts.ts'
import { party, partyEnd } from './party.ts'
import { FOR_SHARE, rowsOf, sql } from '../../resource/sql.ts'

const { number, ...rest } = party('supplier_group')

/** Suppliers of the agreement. Contacts and groups are in the suppliers API. */
export const suppliers = resource('Suppliers', {
  logsBodies: true,
  schema: 'Supplier',
  table: 'supplier',
  isPrivate: true,
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: number!,
    name: text(255).required().filter(F1L).sortable(),
    ...rest,
    corporateIdentificationNumber: text(40).filter(F1L),
    vatNumber: text(20).filter(F1L),
    email: text(255).filter(F1L),
    phone: text(50),
    address: text(510),
    postalCode: text(30).filter(F2L),
    city: text(50).filter(F2L),
    country: text(50).filter(F2L),
    bankAccount: text(50).describe('Where it is paid: a Danish account, as 0040 0440116243, or an IBAN'),
    iban: text(34).describe('Where it is paid, without spaces; taken before bankAccount'),
    bic: text(11).describe('Of the bank that the IBAN is at (ISO 9362)'),
    attentionNumber: int32(1, NUMBER_MAX)
      .references('supplier_contact.number')
      .describe('The supplier contact to address.'),
    ourReferenceNumber: int32(1, EMPLOYEE_NUMBER_MAX)
      .references('employee.number', 'EmployeeDoesNotExist')
      .describe('The employee whom the supplier can contact.'),
    ...partyEnd,
  },
  check: ({ iban, bic }) => [
    ...(typeof iban !== 'string' || isIban(iban) ? [] : [{ code: 'IbanInvalid' as const, property: 'iban' }]),
    ...(typeof bic !== 'string' || isBic(bic) ? [] : [{ code: 'BicInvalid' as const, property: 'bic' }]),
  ],
  codes: ['BicInvalid', 'IbanInvalid'],
  operations: standard('/suppliers', 'number'),
  rules: [
    isBookable('contraAccountNumber'),
    isNotSummary('contraAccountNumber'),
    keepsGroup('supplier'),
    {
      property: 'attentionNumber',
      code: 'ContactDoesNotBelongToSupplier',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('supplier_contact')} x WHERE x.agreement = $1
        AND x.number = ${r.attention_number}
        AND x.supplier_number = ${r.number} AND NOT x.is_deleted ${FOR_SHARE})`,
    },
  ],
  constraints: {
    ...partyConstraints('supplier'),
    supplier_attention_number_fk: { code: 'ContactDoesNotBelongToSupplier', property: 'attentionNumber' },
  },
})
