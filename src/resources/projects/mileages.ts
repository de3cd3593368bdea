import { KILOMETRES_MAX } from '../../limits.ts'
import { day, decimal, F1, F2, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import {
  dateRules,
  employeeNumber,
  keptOnceApproved,
  projectNumber,
  registeringConstraints,
  registeringRules,
  withinBounds,
} from './registering.ts'
import { OF_PROJECTS } from './roles.ts'

const IN_CLOSED = 'MileageCannotBeCreatedUpdatedDateIsInClosedBarredAccountingPeriod'

/** Kilometres that employees have driven for projects. The properties are in the order of their checks. */
export const mileages = resource('Mileage entries', {
  logsBodies: true,
  schema: 'Mileage',
  table: 'mileage',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().counted().filter(F1).sortable(),
    employeeNumber: employeeNumber(),
    projectNumber: projectNumber(),
    date: day().required('MileageCannotBeCreatedUpdatedDateIsNotSet').filter(F2),
    distance: decimal(18, 6).measure().required().describe('Kilometres; a negative distance corrects what is approved'),
    from: text(250).column('from_place'),
    to: text(250).column('to_place'),
    isApproved: flag().readOnly().filter(F2),
    includeApprove: flag().computed('(NOT t.is_approved)').filter(F2).describe('It can be approved'),
    objectVersion: objectVersion(),
  },
  operations: standard('/mileages', 'number', ['single', 'delete', 'paged', 'cursor', 'create', 'update', 'count']),
  rules: [
    keptOnceApproved('MileageCannotBeUpdatedAlreadyApproved'),
    ...registeringRules,
    ...dateRules({
      notSet: 'MileageCannotBeCreatedUpdatedDateIsNotSet',
      noYear: 'MileageCannotBeCreatedUpdatedDateIsNotInAccountingPeriod',
      barred: IN_CLOSED,
      closed: IN_CLOSED,
    }),
    withinBounds('distance', 'distance', KILOMETRES_MAX),
  ],
  constraints: registeringConstraints('mileage'),
  // Codes of the approval and of the setup. Those of activities never occur, because a mileage has none.
  codes: [
    'CannotBeApprovedActivityIsBarred',
    'CannotBeApprovedActivityNotFound',
    'CannotBeApprovedActivityNotPartOfProject',
    'CannotBeApprovedEmployeeIsBarred',
    'CannotBeApprovedEmployeeNotFound',
    'CannotBeApprovedForCompletedActivity',
    'EmployeeHasNoAccessToActivity',
    'MileageAccountingPeriodIsBarredOrClosed',
    'MileageAccountingPeriodIsClosed',
    'MileageApprovalFailedBaseCurrencyIsNotSet',
    'MileageIsAlreadyApproved',
    'MileageIsNotFound',
    'MileageIsNotInAccountingPeriod',
    'MileageNumberListCannotBeEmpty',
    'MileageOnBarredProjectCannotBeApproved',
    'MileageSetupCannotBeCreatedUpdatedContraAccountNotExists',
    'MileageSetupCannotBeCreatedUpdatedCostAccountClosedNotExists',
    'MileageSetupCannotBeCreatedUpdatedCostAccountNotExists',
  ],
})

/** Cost and sales price of mileages: by the current rates, or after approval by the rates of that time. */
export const mileagePrices = resource('Mileage entry prices', {
  logsBodies: true,
  schema: 'MileagePrices',
  table: 'mileage',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().present().filter(F1).sortable(),
    costPrice: decimal().readOnly(),
    costRate: decimal().readOnly(),
    salesPrice: decimal().readOnly(),
    salesRate: decimal().readOnly(),
  },
  operations: standard('/mileageprices', 'number', ['single', 'paged', 'cursor']),
})
