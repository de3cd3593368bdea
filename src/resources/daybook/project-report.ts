import { decimal, int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

/**
 * What differs between the lines of documents and the registrations on them: a line rounds the sum, each registration
 * itself.
 */
const DIFFERENCE = (table: string, quantity: string, group: string): string => `
  SELECT round(sum(t.${quantity}) * rate_of_hours(t.sales_rate, t.sales_price, t.${quantity}), 2) - sum(t.sales_price)
    AS cents
  FROM of JOIN ${table} t ON t.agreement = $1 AND t.project_number = of.number AND t.document_id IS NOT NULL
    AND is_document($1::int, t.document_id)
  GROUP BY t.document_id, ${group}, rate_of_hours(t.sales_rate, t.sales_price, t.${quantity})`

const REPORT = `
  WITH of AS MATERIALIZED (SELECT p.number FROM project p WHERE p.agreement = $1
    AND (p.number = $2 OR p.main_project_number = $2))
  SELECT json_build_object('number', p.number, 'name', p.name, 'costPrice', coalesce(sum(t.cost_price), 0),
    'salesPrice', coalesce(sum(t.sales_price), 0), 'invoicedTotal', coalesce(sum(t.invoiced_total), 0),
    'roundingDifference', coalesce((SELECT sum(d.cents) FROM (
      ${DIFFERENCE('time_entry', 'number_of_hours', 't.activity_number')}
        UNION ALL ${DIFFERENCE('mileage', 'distance', '0::int')}) d), 0))::text
  FROM project p CROSS JOIN of LEFT JOIN project_total t ON t.agreement = $1 AND t.project_number = of.number
  WHERE p.agreement = $1 AND p.number = $2 GROUP BY p.number, p.name`

/** What a project has cost, would be sold for and was invoiced for (rule 14.9). */
export const projectReport = operations('ProjectReport', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee', 'Sales'],
  module: 'Projects',
  parameters: { number: int32().references('project.number') },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/projects/{number}/report',
      summary: 'Cost, sales and invoiced total of a project, a main one with its sub-projects',
      answer: {
        number: int32().present(),
        name: text(100).present(),
        costPrice: decimal().present(),
        salesPrice: decimal().present(),
        invoicedTotal: decimal().present(),
        roundingDifference: decimal()
          .present()
          .describe('What the lines of invoices, drafts included, come to more than the registrations on them'),
      },
      statement: ({ agreement }, { path }) => ({ text: REPORT, values: [agreement, path.number as number] }),
    },
  ],
})
