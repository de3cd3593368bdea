import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const BEFORE = `
  ALTER TABLE supplier DROP COLUMN iban, DROP COLUMN bic;
  DELETE FROM migration WHERE file LIKE '0420\\_%';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO supplier (agreement, number, name, group_number, currency, bank_account) VALUES (1, 501, 'Ørsted', 1, 'DKK', '1234 5678')`

test('suppliers of before have no IBAN, and keep their account (0420)', () =>
  upgraded(BEFORE, ['0420_ibans_of_suppliers.sql'], async (database) => {
    expect(await database.rows('SELECT s.name, s.bank_account, s.iban, s.bic FROM supplier s')).toEqual([
      { name: 'Ørsted', bank_account: '1234 5678', iban: null, bic: null },
    ])
  }))
