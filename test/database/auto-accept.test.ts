import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const BEFORE = `
  DROP VIEW request;
  ALTER TABLE request_log DROP COLUMN ordered_fault;
  ALTER TABLE bank_rule DROP COLUMN auto_accept, DROP COLUMN customer_number, DROP COLUMN supplier_number;
  ALTER TABLE bank_account DROP COLUMN auto_accept_entries, DROP COLUMN auto_accept_items;
  ALTER TABLE account DROP COLUMN standard_account_number;
  DELETE FROM migration WHERE file LIKE '041_\\_%' OR file LIKE '0470\\_%' OR file LIKE '0510\\_%'
    OR file LIKE '0370\\_%' OR file LIKE '%views/request.sql';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO request_log (agreement, number, slot, request_id, started_at, milliseconds, method, path, status, app,
      grant_number, faults)
    VALUES (1, 7, 0, 'own', '2026-01-01', 1.5, 'GET', '/own', 404, 1, 1, '[{"code": "NotFound"}]');
  INSERT INTO account (agreement, number, name, type) VALUES (1, 5820, 'Bank', 2);
  INSERT INTO bank_account (agreement, number, account_number, name) VALUES (1, 1, 5820, 'Drift');
  INSERT INTO bank_rule (agreement, number, text_like, account_number) VALUES (1, 1, 'netto*', 1310)`
const FILES = [
  '0370_faults_in_the_log.sql',
  '0410_rules_that_are_followed.sql',
  '0411_sure_suggestions_that_are_accepted.sql',
  '0470_standard_accounts.sql',
  '0510_parties_of_bank_rules.sql',
  'workshop/views/request.sql',
]

test('rules and bank accounts of before carry nothing out by themselves (0410, 0411), rules are of no party (0510), accounts are not mapped (0470), and no fault was ordered for what was logged (0370)', () =>
  upgraded(BEFORE, FILES, async (database) => {
    expect(
      await database.rows(`SELECT b.name, r.text_like AS rule, r.auto_accept AS followed, coalesce(r.customer_number, r.supplier_number) AS party, b.auto_accept_entries AS entries, b.auto_accept_items AS items
        FROM bank_account b JOIN bank_rule r ON r.agreement = b.agreement`),
    ).toEqual([{ name: 'Drift', rule: 'netto*', followed: null, party: null, entries: null, items: null }])
    expect(await database.rows('SELECT name, standard_account_number AS standard FROM account')).toEqual([
      { name: 'Bank', standard: null },
    ])
    const logged = `SELECT q.request_id AS id, q.status, q.faults #>> '{0,code}' AS code, q.ordered_fault AS ordered FROM request_log q`
    expect(await database.rows(logged)).toEqual([{ id: 'own', status: 404, code: 'NotFound', ordered: null }])
  }))
