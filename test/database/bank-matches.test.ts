import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const freed = (table: string): string => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_match_number_fk,
  ADD CONSTRAINT ${table}_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match
    ON DELETE SET NULL (match_number);`
const BEFORE = `
  ${freed('bank_line')} ${freed('payment')}
  DELETE FROM migration WHERE file LIKE '050_\\_%';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO bank_match (agreement, number, bank_account_number, matched_at) VALUES (1, 1, 1, now());
  INSERT INTO bank_line (agreement, number, bank_account_number, statement_number, place, date, value_date, amount, text, match_number)
    VALUES (1, 1, 1, 1, 1, '2026-02-01', '2026-02-01', 10, 'Netto', 1)`

test('a match of before does not go while a line has it (0500, 0501)', () =>
  upgraded(BEFORE, ['0500_matches_of_bank_lines.sql', '0501_matches_of_payments.sql'], async (database) => {
    const undo = (): Promise<object[]> =>
      database.rows('DELETE FROM bank_match m WHERE m.agreement = 1 RETURNING m.number')
    await expect(undo()).rejects.toMatchObject({ constraint_name: 'bank_line_match_number_fk' })
    await database.rows('UPDATE bank_line SET match_number = NULL WHERE agreement = 1')
    expect(await undo()).toEqual([{ number: 1 }])
  }))
