import { afterAll, expect, test } from 'vitest'
import { everyVersion } from '../../src/resource/versions.ts'
import { isResource } from '../../src/resource/resource.ts'
import { Relations } from '../../src/resource/relations.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import type { Executor, Transaction } from '../../src/database/connection.ts'
import { catalogueExceptions } from './catalogue-exceptions.ts'
import { checkDifferences, untoldCodes } from './check-differences.ts'
import { columnDifferences } from './column-differences.ts'
import { declaredTables } from './declared.ts'
import { type Exception, type Catalogues, unexcused } from './difference.ts'
import { testDatabase } from './harness.ts'
import { indexDifferences } from './index-differences.ts'
import { keyDifferences } from './key-differences.ts'
import { referenceDifferences } from './reference-differences.ts'
import { readSchema } from './schema.ts'

const { database, drop } = await testDatabase()
afterAll(drop)

// Older versions are other faces of the same tables.
const versions = everyVersion(apis).filter(({ isNewest }) => isNewest)
const declared = declaredTables(versions)
const relations = new Relations(
  versions.flatMap(({ groups }) => groups.filter(isResource)),
  unseenReferences,
)

/** The differences left to mend, as the executor sees the database. */
async function differences(
  executor: Executor,
  exceptions: readonly Exception[] = catalogueExceptions,
): Promise<string[]> {
  const catalogues: Catalogues = { schema: await readSchema(executor), declared, relations }
  const found = [
    ...columnDifferences(catalogues),
    ...keyDifferences(catalogues),
    ...referenceDifferences(catalogues),
    ...(await checkDifferences(executor, catalogues)),
    ...indexDifferences(catalogues),
  ]
  return [...unexcused(found, exceptions), ...untoldCodes(declared, exceptions)]
}

test('the database is as the declarations have it', async () => {
  expect(await differences(database)).toEqual([])
})

/** The differences reported after the change to the database. Undoes the change. */
async function afterwards(change: string, exceptions?: readonly Exception[]): Promise<string[]> {
  const undone = new Error('undone')
  let told: string[] = []
  const work = async (transaction: Transaction): Promise<void> => {
    await transaction.script(change)
    told = await differences(transaction, exceptions)
    throw undone
  }
  await expect(database.transaction(work)).rejects.toBe(undone)
  return told
}

const CHANGES: readonly [what: string, change: string, ...told: (string | RegExp)[]][] = [
  [
    'a changed type',
    'ALTER TABLE payment_term ALTER COLUMN days TYPE bigint',
    'payment_term.days (type): daybook 1.0.0 PaymentTerms.days is declared as integer; there is bigint',
  ],
  [
    'a dropped NOT NULL',
    'ALTER TABLE customer ALTER COLUMN name DROP NOT NULL',
    'customer.name (may be null): daybook 1.0.0 Customers.name is declared to always have a value; there it is not NOT NULL',
  ],
  [
    'a NOT NULL too many',
    'ALTER TABLE customer ALTER COLUMN email SET NOT NULL',
    'customer.email (never null): customers 3.1.0 Customers.email is declared as one that clients may leave out; there it is NOT NULL',
  ],
  [
    'rows without an agreement',
    'ALTER TABLE journal DROP CONSTRAINT journal_pkey CASCADE; ALTER TABLE journal ALTER COLUMN agreement DROP NOT NULL',
    'journal.agreement (may be null): every row says whose it is; there it is not NOT NULL',
    'journal (key): its key is declared as (agreement, number); there is no primary key',
  ],
  [
    'a missing column',
    'ALTER TABLE customer DROP COLUMN phone',
    'customer.phone (no column): customers 3.1.0 Customers.phone is declared; there is no such column',
  ],
  [
    'a column too many',
    'ALTER TABLE customer ADD COLUMN mood text',
    'customer.mood (no property): there is a column of text; no property is declared for it',
  ],
  [
    'a missing table',
    'ALTER TABLE cost_type RENAME TO type_of_cost',
    'cost_type (no table): CostTypes is declared; there is no such table',
  ],
  [
    'a missing key',
    'ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_pkey',
    'webhook_delivery (key): its key is declared as (agreement, number); there is no primary key',
  ],
  [
    'a key without the agreement',
    'ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_pkey, ADD PRIMARY KEY (number)',
    'webhook_delivery (key): its key is declared as (agreement, number); there is (number)',
  ],
  [
    'a missing unique index',
    'DROP INDEX supplier_contact_name_unique',
    'supplier_contact.name (unique): no two rows may share it: a unique index supplier_contact_name_unique on ' +
      '(agreement, supplier_number, fold(name)) WHERE (NOT is_deleted); there is none',
  ],
  [
    'a unique index that tells capitals apart',
    'DROP INDEX vat_code_code_unique; CREATE UNIQUE INDEX vat_code_code_unique ON vat_code (agreement, lower(code))',
    'vat_code.code (unique): no two rows may share it: a unique index vat_code_code_unique on (agreement, fold(code)); there is ' +
      '(agreement, lower(code))',
  ],
  [
    'an order that may be shared',
    'ALTER TABLE accounting_period DROP CONSTRAINT accounting_period_agreement_date_from_key',
    'accounting_period.date_from (order): lists are ordered by it; there is no unique index on (agreement, date_from)',
  ],
  [
    'a missing foreign key',
    'ALTER TABLE customer DROP CONSTRAINT customer_payment_term_number_fk',
    'customer.payment_term_number (reference): it is declared to name payment_term.number; there is no customer_payment_term_number_fk, ' +
      'neither a foreign key nor a set reference',
  ],
  [
    'a foreign key that no declaration tells',
    'ALTER TABLE project ADD COLUMN group_number int, ADD CONSTRAINT project_group_number_fk ' +
      'FOREIGN KEY (agreement, group_number) REFERENCES customer_group',
    /^project\.project_group_number_fk \(reference\): there is a key to customer_group; no field/,
  ],
  [
    'a foreign key to another table',
    'ALTER TABLE customer DROP CONSTRAINT customer_group_number_fk, ADD CONSTRAINT customer_group_number_fk ' +
      'FOREIGN KEY (agreement, group_number) REFERENCES supplier_group',
    'customer.group_number (reference): it is declared to name customer_group.number; there customer_group_number_fk holds ' +
      'agreement = supplier_group.agreement and group_number = supplier_group.number',
  ],
  [
    'a foreign key without the agreement',
    'ALTER TABLE customer_group ADD CONSTRAINT bare UNIQUE (number); ALTER TABLE customer DROP CONSTRAINT customer_group_number_fk, ' +
      'ADD CONSTRAINT customer_group_number_fk FOREIGN KEY (group_number) REFERENCES customer_group (number)',
    'customer.group_number (reference): it is declared to name customer_group.number; there customer_group_number_fk does not begin ' +
      'with the agreement',
  ],
  [
    'a foreign key that takes rows along',
    'ALTER TABLE customer DROP CONSTRAINT customer_group_number_fk, ADD CONSTRAINT customer_group_number_fk ' +
      'FOREIGN KEY (agreement, group_number) REFERENCES customer_group ON DELETE CASCADE',
    /^customer\.group_number \(reference\): .* there customer_group_number_fk takes rows along$/,
  ],
  [
    'a foreign key that exempts what was there',
    'ALTER TABLE customer DROP CONSTRAINT customer_group_number_fk, ADD CONSTRAINT customer_group_number_fk ' +
      'FOREIGN KEY (agreement, group_number) REFERENCES customer_group NOT VALID',
    /^customer\.group_number \(reference\): .* there customer_group_number_fk is not in force for every row$/,
  ],
  [
    'a set reference whose trigger is off',
    'ALTER TABLE journal DISABLE TRIGGER draft_entry_keeps_journal',
    /^draft_entry\.journal_number \(reference\): .* there draft_entry_journal_number_fk is not in force for every row$/,
  ],
  [
    'a set reference that is no more',
    `SELECT hold_references('draft_entry', VARIADIC array_agg(format('%s %s.%s', own_column, target, target_column)))
      FROM held_reference WHERE referring = 'draft_entry' AND own_column <> 'unit1_number'`,
    /^draft_entry\.unit1_number \(reference\): .* there is no draft_entry_unit1_number_fk/,
  ],
  [
    'booked references that the entries do not tell',
    'ALTER TABLE booked_entry DISABLE TRIGGER booked_entry_refers',
    /^booked_entry\.account_number \(reference\): .* there booked_entry_account_number_fk is not in force for every row$/,
    /^booked_entry\.vat_code \(reference\)/,
  ],
  [
    'a condition narrower than a value that is declared',
    'ALTER TABLE payment_term ADD CONSTRAINT payment_term_net CHECK (type = 1)',
    /^payment_term\.payment_term_net \(narrower\): daybook 1\.0\.0 PaymentTerms\.type is declared to take .*"2".*; there \(type = 1\) refuses it$/,
  ],
  [
    'a length shorter than what is declared',
    'ALTER TABLE payment_term ADD CONSTRAINT payment_term_name_length CHECK (length(name) <= 40)',
    /^payment_term\.payment_term_name_length \(narrower\): .* declared to take a text of \d+ characters; there \(length\(name\) <= 40\) refuses it$/,
  ],
  [
    'a condition on several columns',
    `ALTER TABLE customer ADD CONSTRAINT customer_reachable CHECK (email IS NOT NULL OR phone IS NOT NULL)`,
    /^customer\.customer_reachable \(narrower\): there is .*, on several columns; no declaration of one property says so$/,
  ],
  [
    'fewer digits than are declared',
    'ALTER TABLE draft_entry ALTER COLUMN quantity1 TYPE numeric(10, 4)',
    /^draft_entry\.quantity1 \(narrower\): .*\.quantity1 is declared with \d+ digits, \d+ of them decimals at most; there is numeric\(10,4\)$/,
  ],
  [
    'a missing index of a reference',
    'DROP INDEX customer_of_group',
    /^customer\.group_number \(not found by reference\): it names rows of customer_group, .* there are indexes on \(agreement, .*\)$/,
  ],
  [
    'a missing index of a filter',
    'DROP INDEX customer_name',
    /^customer\.name \(not found by filter\): .* lists filter on, by \(agreement, fold\(name\)\); there are indexes on .*$/,
  ],
  [
    'an index that has not all rows',
    'DROP INDEX customer_name; CREATE INDEX customer_name ON customer (agreement, fold(name)) WHERE is_barred',
    /^customer\.name \(not found by filter\)/,
  ],
  [
    'an index on texts that do not fit it',
    'CREATE INDEX account_intervals ON account (agreement, total_intervals)',
    'account.account_intervals (too long for its index): texts of 1000 characters are declared; an entry of the index takes 2640 bytes',
  ],
]

test.each(CHANGES)('%s is told', async (_, change, ...wanted) => {
  const told = await afterwards(change)
  for (const line of wanted) expect(told).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line))
})

test('an exception that nothing needs any more is told, and one whose code no rule has', async () => {
  const [one, other] = [
    { reason: 'it was so', kinds: ['type'], at: ['customer.name'] },
    { reason: 'a rule says so', kinds: ['narrower'], at: ['payment_term.net'], code: 'AccountInUse' },
  ] as const
  const change = 'ALTER TABLE payment_term ADD CONSTRAINT net CHECK (type = 1)'
  expect(await afterwards(change, [...catalogueExceptions, one, other])).toEqual([
    'customer.name: needs no exception (it was so)',
    "payment_term.net: AccountInUse is what clients are told, and no rule of the table's resources has it",
  ])
})

test('triggers ask name_of_table for the name of their table: on a part of a table it has a number behind it', async () => {
  const careless = await database.rows(
    `SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
       AND replace(p.prosrc, 'name_of_table(TG_TABLE_NAME)', '') LIKE '%TG\\_TABLE\\_NAME%'`,
  )
  expect(careless).toEqual([])
})
