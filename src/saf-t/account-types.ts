/** Account types that take entries (rule 5.5). */
export const PROFIT_AND_LOSS = 1
export const STATUS = 2
