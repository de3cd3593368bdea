import process from 'node:process'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The minimal server: what a competent engineer writes in an afternoon for the same data. It has no tokens, roles,
 * rules, error codes, client-made filters or log. It uses Fastify and node-postgres, a pool of 16, named prepared
 * statements, and JSON.stringify for rows. It answers the 14 properties that most draft entries have a value of.
 *
 * It is JavaScript, because node runs that without a loader, which would be measured too.
 */

// Keeps days as text: a Date would only be converted back.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

const PAGE = 20
const CURSOR_PAGE = 1000

const DRAFT = `entry_number AS "entryNumber", entry_type_number AS "entryTypeNumber", voucher_number AS "voucherNumber",
  journal_number AS "journalNumber", date, account_number AS "accountNumber", vat_code AS "vatCode", amount, currency,
  contra_account_number AS "contraAccountNumber", text, customer_number AS "customerNumber",
  supplier_number AS "supplierNumber", object_version AS "objectVersion"`

const BOOKED = `entry_number AS "entryNumber", account_number AS "accountNumber", amount,
  amount_in_base_currency AS "amountInBaseCurrency", currency AS "currencyCode", date, due_date AS "dueDate", text, type,
  vat_code AS "vatAccountNumber", voucher_number AS "voucherNumber", customer_number AS "customerNumber",
  supplier_number AS "supplierNumber"`

/** The columns of a written draft entry: property, column, type. */
const WRITTEN = [
  ['entryTypeNumber', 'entry_type_number', 'int'],
  ['journalNumber', 'journal_number', 'int'],
  ['accountingYear', 'accounting_year', 'text'],
  ['date', 'date', 'date'],
  ['amount', 'amount', 'numeric'],
  ['currency', 'currency', 'text'],
  ['exchangeRate', 'exchange_rate', 'numeric'],
  ['accountNumber', 'account_number', 'int'],
  ['contraAccountNumber', 'contra_account_number', 'int'],
  ['vatCode', 'vat_code', 'text'],
  ['contraVatCode', 'contra_vat_code', 'text'],
  ['text', 'text', 'text'],
  ['projectNumber', 'project_number', 'int'],
  ['costTypeNumber', 'cost_type_number', 'int'],
  ['customerNumber', 'customer_number', 'int'],
  ['customerInvoiceNumber', 'customer_invoice_number', 'text'],
  ['supplierNumber', 'supplier_number', 'int'],
  ['supplierInvoiceNumber', 'supplier_invoice_number', 'text'],
  ['dueDate', 'due_date', 'date'],
]
const COLUMNS = WRITTEN.map(([, column]) => column).join(', ')

const SINGLE = {
  name: 'single',
  text: `SELECT ${DRAFT} FROM minimal.draft_entry WHERE agreement = $1 AND entry_number = $2`,
}
const PAGED = {
  name: 'page',
  text: `SELECT ${DRAFT} FROM minimal.draft_entry WHERE agreement = $1 AND journal_number = $2
    ORDER BY entry_number LIMIT ${PAGE} OFFSET $3`,
}
const CURSOR = {
  name: 'cursor',
  text: `SELECT ${DRAFT} FROM minimal.draft_entry WHERE agreement = $1 AND entry_number >= $2
    ORDER BY entry_number LIMIT ${CURSOR_PAGE + 1}`,
}
const FILTERED = {
  name: 'filter',
  text: `SELECT ${BOOKED} FROM minimal.booked_entry
    WHERE agreement = $1 AND text ILIKE $2 AND entry_number >= $3 AND entry_number < $4
    ORDER BY entry_number LIMIT ${PAGE}`,
}
const COUNT = { name: 'count', text: 'SELECT count(*)::int AS count FROM minimal.draft_entry WHERE agreement = $1' }
const CREATE = {
  name: 'create',
  text: `INSERT INTO minimal.draft_entry (agreement, ${COLUMNS})
    VALUES ($1, ${WRITTEN.map((_, index) => `$${index + 2}`).join(', ')}) RETURNING entry_number AS "entryNumber"`,
}
const BULK = {
  name: 'bulk',
  text: `INSERT INTO minimal.draft_entry (agreement, ${COLUMNS})
    SELECT $1, ${WRITTEN.map(([name]) => `e."${name}"`).join(', ')}
    FROM json_to_recordset($2::json) AS e(${WRITTEN.map(([name, , type]) => `"${name}" ${type}`).join(', ')})
    RETURNING entry_number`,
}

const withDefaults = (entry) => ({ exchangeRate: 100, ...entry, accountingYear: entry.date.slice(0, 4) })

function serve(pool) {
  const app = Fastify({ logger: false, bodyLimit: 4 * 1024 * 1024 })
  const rows = async (statement, ...values) => (await pool.query({ ...statement, values })).rows

  app.get('/health', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/:agreement/draft-entries', async ({ params, query }) => {
    const found = await rows(CURSOR, params.agreement, query.cursor ?? 0)
    const next = found[CURSOR_PAGE]
    return next ? { cursor: next.entryNumber, items: found.slice(0, CURSOR_PAGE) } : { items: found }
  })
  app.get('/:agreement/draft-entries/paged', ({ params, query }) =>
    rows(PAGED, params.agreement, query.journal, (query.skipPages ?? 0) * PAGE),
  )
  app.get('/:agreement/draft-entries/count', async ({ params }) => (await rows(COUNT, params.agreement))[0].count)
  app.get('/:agreement/draft-entries/:entryNumber', async ({ params }, reply) => {
    const [found] = await rows(SINGLE, params.agreement, params.entryNumber)
    return found ?? reply.code(404).send({ message: 'There is no such draft entry.' })
  })
  app.get('/:agreement/booked-entries/paged', ({ params, query }) =>
    rows(FILTERED, params.agreement, `%${query.word}%`, query.from, query.to),
  )
  app.post('/:agreement/draft-entries', async ({ params, body }, reply) => {
    const entry = withDefaults(body)
    const [created] = await rows(CREATE, params.agreement, ...WRITTEN.map(([name]) => entry[name] ?? null))
    return reply.code(201).send(created)
  })
  app.post('/:agreement/draft-entries/bulk', async ({ params, body }, reply) => {
    const created = await rows(BULK, params.agreement, JSON.stringify(body.entries.map(withDefaults)))
    return reply.code(201).send({ entryNumbers: created.map(({ entry_number }) => entry_number) })
  })
  return app
}

/**
 * A child process of the bench: receives a database address, connects to it, and sends back its port; ends with the
 * bench.
 */
process.on('disconnect', () => process.exit())
process.once('message', (connection) => {
  const app = serve(new pg.Pool({ ...connection, max: 16 }))
  app.listen({ host: '127.0.0.1', port: 0 }, (error) => {
    if (error) throw error
    process.send(app.server.address())
  })
})
