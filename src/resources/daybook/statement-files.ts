import { ApiError } from '../../errors/catalogue.ts'
import { NUMBER_MAX, STATEMENT_LINES_MAX } from '../../limits.ts'
import { int32 } from '../../resource/fields.ts'
import type { FileOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { printedStatement } from '../../sales/statements/printed-statement.ts'
import { printedFile } from './printed-file.ts'
import { daysFaults, daysOf, FORMAT, movementParameters, noSuchParty } from './report-parameters.ts'

const statementPdf: FileOperation = {
  kind: 'file',
  method: 'GET',
  path: '/statements/customers/{number}/pdf',
  summary: "A customer's statement as a letter, with what is overdue at the end of the last day",
  contentType: 'application/pdf',
  query: movementParameters.filter((parameter) => parameter !== FORMAT),
  codes: ['QueryParameterInvalid'],
  check: (query) => daysFaults(query, ['from', 'to']),
  async find({ agreement }, database, { number }, query) {
    const found = await printedStatement(database, agreement, { number: number as number, days: daysOf(query) })
    if (found === undefined) {
      throw new ApiError(noSuchParty(query, 'customer', number, { code: 'NotFound', property: 'number' }))
    }
    if (found === 'tooLong') {
      const property = query.year === undefined ? 'to' : 'year'
      const message = `A statement is printed with ${STATEMENT_LINES_MAX} entries at most. Ask for fewer days.`
      throw new ApiError({ code: 'QueryParameterInvalid', property, message })
    }
    return printedFile(`statement-${number as number}.pdf`, found, async () => {
      const { statementPdf: printed } = await import('../../sales/pdf/statement-pdf.ts')
      return await printed(found)
    })
  },
}

/** Statements to send to customers. */
export const statementFiles = operations('StatementFiles', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: { number: int32(1, NUMBER_MAX).describe('The number of the customer.') },
  operations: [statementPdf],
})
