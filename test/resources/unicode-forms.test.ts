import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { testDatabase } from '../database/harness.ts'
import { seedBooks } from '../service/books.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { CUSTOMERS, OURS, product, PRODUCTS, seller } from './sales.ts'

const ITEMS = `${PRODUCTS}/products`
const CONTACTS = `${CUSTOMERS}/Contacts`
/** As keyboards send it: é is one character. And as some file systems and programs do: e, and an accent. */
const COMPOSED = 'Café'.normalize('NFC')
const DECOMPOSED = 'Café'.normalize('NFD')
const FORMS = [COMPOSED, DECOMPOSED]

test('a text is found and refused in either form, and comes back as it was sent', async () => {
  const service = await sharedService()
  for (const [sent, other] of [FORMS, FORMS.toReversed()]) {
    const client = await seller(service)
    const made = await client.post(ITEMS, product({ productNumber: sent, name: sent }))
    expect(made.json).toEqual({ productNumber: sent })
    const again = await client.post(ITEMS, product({ productNumber: other!.toUpperCase() }))
    expect(codeOf(again)).toEqual([400, 'ProductNumberAlreadyExists', 'productNumber'])
    const contact = (name: string): object => ({ customerNumber: 201, name })
    expect((await client.post(CONTACTS, contact(sent!))).json).toEqual({ number: 1 })
    expect(codeOf(await client.post(CONTACTS, contact(other!)))).toEqual([
      400,
      'CustomerContactNameAlreadyExists',
      'name',
    ])
    const code = { name: 'Moms', type: 1, rate: 25, accountNumber: 6902 }
    expect((await client.post(`${OURS}/vat-codes`, { ...code, code: sent })).status).toBe(201)
    expect((await client.post(`${OURS}/vat-codes`, { ...code, code: other })).status).toBe(400)
    for (const filter of [`name$eq:${other}`, `name$like:caf*`, `name$like:*${other!.slice(3)}`]) {
      const found = await client.get(`${ITEMS}?filter=${encodeURIComponent(filter)}`)
      expect([filter, found.json.items?.map(({ name }: { name: string }) => name)]).toEqual([filter, [sent]])
    }
    // One item of a list is the double of another.
    const both = FORMS.map((one) => product({ productNumber: `${one} 2` }))
    expect((await client.post(`${ITEMS}/bulk`, { products: both })).status).toBeGreaterThanOrEqual(400)
  }
})

test('of two requests at once in both forms one is taken', async () => {
  const client = await seller(await sharedService())
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(
      FORMS.map((one) => client.post(ITEMS, product({ productNumber: `${one} ${round}` }))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400])
  }
})

/** Takes a database back to before the rule. */
const AS_BEFORE = [
  `CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(value COLLATE "und-x-icu")`,
  `DELETE FROM migration WHERE file LIKE '031__forms_of_%' OR file LIKE '%/fold.sql' OR file LIKE '%/product.sql' OR hash = 'set'`,
  `DROP TRIGGER product_unique_made ON product`,
  `DROP INDEX product_number_unique, customer_contact_name_unique`,
  `CREATE UNIQUE INDEX product_number_unique ON product (agreement, fold(number))`,
  `CREATE UNIQUE INDEX customer_contact_name_unique ON customer_contact (agreement, customer_number, fold(name)) WHERE NOT is_deleted`,
]

// Migrations of before a database is spread over servers run on one.
test.skipIf(inject('databaseWorkers').length > 0)(
  'an upgrade leaves doubles, names them, and finds what is there in either form',
  async () => {
    const { database, drop } = await testDatabase()
    onTestFinished(drop)
    for (const statement of AS_BEFORE) await database.rows(statement)
    await database.rows(`INSERT INTO agreement (agreement, name) VALUES (1, 'Own')`)
    await seedBooks(database, 1)
    await database.rows(
      `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES (1, 1, 'Varer', 1010)`,
    )
    await database.transaction(async (transaction) => {
      const insert = `INSERT INTO product (agreement, number, product_group_number, name) VALUES (1, $1, 1, $2)`
      for (const form of FORMS) await transaction.rows(insert, [form, 'Kop'])
      await transaction.rows(insert, ['KOP', DECOMPOSED])
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows(
        `INSERT INTO open_item (agreement, entry_number, supplier_number, date, currency, remainder, remainder_in_currency, invoice_number)
       VALUES (1, 1, 1, '2026-01-01', 'DKK', 1, 1, lower($1))`,
        [DECOMPOSED],
      )
    })
    const applied = await migrate(database)
    // 0312_forms_of_products.sql, 0313_forms_of_vat_codes.sql, 0314_forms_of_customer_contacts.sql,
    // 0315_forms_of_supplier_contacts.sql, 0316_forms_of_product_special_prices.sql,
    // 0317_forms_of_product_sales_prices.sql and 0318_forms_of_invoice_numbers.sql
    expect(applied.filter((file) => file.includes('_forms_of_'))).toHaveLength(7)
    await database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL enable_seqscan = off')
      const found = `SELECT p.number FROM product p WHERE p.agreement = 1 AND fold(p.number) = fold($1) ORDER BY p.number COLLATE "C"`
      const named = `SELECT p.number FROM product p WHERE p.agreement = 1 AND fold(p.name) = fold($1)`
      for (const form of FORMS) {
        expect(await transaction.rows(found, [form])).toEqual(FORMS.toReversed().map((number) => ({ number })))
        expect(await transaction.rows(named, [form])).toEqual([{ number: 'KOP' }])
      }
    })
    const items = `SELECT o.invoice_number AS number FROM open_item o`
    expect(await database.rows(items)).toEqual([{ number: COMPOSED.toLowerCase() }])
    await database.rows('DELETE FROM open_item')
    const note = `Agreement 1: product ${JSON.stringify(DECOMPOSED)} is there in two Unicode forms: rename or remove one.`
    expect(await verify(database, 1)).toMatchObject({ ok: true, notes: [note] })
    // Doubles stay, and can be written. No other one comes to be.
    await database.rows(`UPDATE product SET is_barred = true WHERE agreement = 1`)
    await expect(database.rows(`UPDATE product SET number = 'k' || number WHERE agreement = 1`)).rejects.toMatchObject({
      constraint_name: 'product_number_unique',
    })
  },
)
