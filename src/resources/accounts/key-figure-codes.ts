import { F1, F2L, flag, int32, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** The lines of the key figure report, which group accounts. They are the same for all agreements. */
export const keyFigureCodes = resource('KeyFigureCodes', {
  logsBodies: true,
  schema: 'KeyFigureCode',
  table: 'key_figure_code',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().required().filter(F1).sortable(),
    name: text(50, 1).required().filter(F2L).sortable(),
    sumFrom1: int32()
      .required()
      .filter(F1)
      .sortable()
      .column('sum_from1')
      .describe('The first line of a sum that is printed after this line; 0 for none'),
    sum1Text: text(50, 1).required().column('sum1_text'),
    sumFrom2: int32().required().filter(F1).sortable().column('sum_from2'),
    sum2Text: text(50, 1).required().column('sum2_text'),
    isBalance: flag(),
  },
  operations: standard('/KeyFigureCodes', 'number', ['cursor', 'paged', 'count', 'single']),
})
