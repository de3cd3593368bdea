import { make, OURS, PRODUCTS, product, seller } from '../resources/sales.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'

export const DRAFTS = '/q2capi/v5.3.0/invoices/drafts'

/**
 * A client that sells. Product P-1 costs 100.00 and is booked on 1010 with 25 % VAT. Customer 201 pays in kroner, 202
 * in euro, both within 8 days. Account 6750 takes accruals. Zone 2 is booked on 1020 without VAT.
 */
export async function selling(service: TestService, modules = ['Accruals', 'Dimension', 'Projects']): Promise<Client> {
  const client = await seller(service, modules)
  for (const statement of SETUP) await service.database.rows(statement, [client.agreement])
  await make(client, `${PRODUCTS}/products`, product({ salesPrice: 100, costPrice: 60, unitId: 1 }))
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'OUT', salesPrice: 10, isAccessible: false }))
  return client
}

const SETUP = [
  `UPDATE account SET vat_code = 'U25' WHERE agreement = $1 AND number = 1010`,
  `INSERT INTO account (agreement, number, name, type) VALUES ($1, 1020, 'Salg, EU', 1), ($1, 6750, 'Periodiseret salg', 2), ($1, 5810, 'Kasse', 2)`,
  `UPDATE product_group SET accrual_account_number = 6750 WHERE agreement = $1 AND number = 1`,
  `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number) VALUES ($1, 1, 2, 1020)`,
  `UPDATE customer SET payment_term_number = 1 WHERE agreement = $1 AND number = 202`,
]

/** A draft invoice as a client creates it. */
export const draft = (more: object = {}): object => ({
  customerNumber: 201,
  customerName: 'Café Æblet',
  date: '2026-01-15',
  currencyCode: 'DKK',
  layoutNumber: 1,
  termOfPaymentNumber: 1,
  vatZoneNumber: 1,
  ...more,
})

/** Makes a draft with lines of product P-1, each with the given properties. @returns its number. */
export async function drafted(client: Client, lines: object[] = [{}], more: object = {}): Promise<number> {
  const { number } = (await make(client, DRAFTS, draft(more))) as { number: number }
  const sold = lines.map((line) =>
    'description' in line && !('productNumber' in line) && !('quantity' in line)
      ? line
      : { productNumber: 'P-1', description: 'Øl', quantity: 1, ...line },
  )
  if (sold.length > 0) await make(client, `${DRAFTS}/${number}/lines/bulk`, { lines: sold })
  return number
}

/** Books a draft. */
export const book = (client: Client, number: number): Promise<Reply> =>
  client.post(`${OURS}/draft-invoices/${number}/book`)

/**
 * The entries of an invoice's voucher in order: account, amount, amount in base currency, and more where an entry has
 * it.
 */
export async function entriesOf(service: TestService, { agreement }: Client, invoiceNumber: number): Promise<string[]> {
  const rows = await service.database.rows<{ told: string }>(
    `SELECT concat_ws(' ', account_number, amount, CASE WHEN amount <> amount_in_base_currency THEN amount_in_base_currency END, vat_code,
       'customer ' || customer_number, 'due ' || due_date, 'department ' || department_number, 'project ' || project_number,
       CASE WHEN type <> 1 THEN 'type ' || type END, CASE WHEN type = 9 THEN date END) AS told
     FROM booked_entry WHERE agreement = $1 AND journal_number IS NULL AND voucher_number = $2 ORDER BY entry_number`,
    [agreement, invoiceNumber],
  )
  return rows.map(({ told }) => told)
}
