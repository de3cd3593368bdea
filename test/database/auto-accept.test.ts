import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const BEFORE = `
  ALTER TABLE bank_rule DROP COLUMN auto_accept, DROP COLUMN customer_number, DROP COLUMN supplier_number;
  ALTER TABLE bank_account DROP COLUMN auto_accept_entries, DROP COLUMN auto_accept_items;
  ALTER TABLE account DROP COLUMN standard_account_number;
  DELETE FROM migration WHERE file LIKE '041_\\_%' OR file LIKE '0470\\_%' OR file LIKE '0510\\_%';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO account (agreement, number, name, type) VALUES (1, 5820, 'Bank', 2);
  INSERT INTO bank_account (agreement, number, account_number, name) VALUES (1, 1, 5820, 'Drift');
  INSERT INTO bank_rule (agreement, number, text_like, account_number) VALUES (1, 1, 'netto*', 1310)`
const FILES = [
  '0410_rules_that_are_followed.sql',
  '0411_sure_suggestions_that_are_accepted.sql',
  '0470_standard_accounts.sql',
  '0510_parties_of_bank_rules.sql',
]

test('rules and bank accounts of before carry nothing out by themselves (0410, 0411), rules are of no party (0510), and accounts are not mapped (0470)', () =>
  upgraded(BEFORE, FILES, async (database) => {
    expect(
      await database.rows(`SELECT b.name, r.text_like AS rule, r.auto_accept AS followed, coalesce(r.customer_number, r.supplier_number) AS party, b.auto_accept_entries AS entries, b.auto_accept_items AS items
        FROM bank_account b JOIN bank_rule r ON r.agreement = b.agreement`),
    ).toEqual([{ name: 'Drift', rule: 'netto*', followed: null, party: null, entries: null, items: null }])
    expect(await database.rows('SELECT name, standard_account_number AS standard FROM account')).toEqual([
      { name: 'Bank', standard: null },
    ])
  }))
