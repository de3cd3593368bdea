import { PROFIT_AND_LOSS, STATUS } from './account-types.ts'

/**
 * The version of the Danish standard chart that accounts are mapped to. Numbers of the one before it mean other lines.
 */
export const CHART_VERSION = '20260101'

const FIRST_OF_STATUS = 5000

/** The type of the accounts that are mapped to a line of the standard chart. */
export const typeOfStandard = (number: number): typeof PROFIT_AND_LOSS | typeof STATUS =>
  number < FIRST_OF_STATUS ? PROFIT_AND_LOSS : STATUS
