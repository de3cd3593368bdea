import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const BEFORE = `
  ALTER TABLE voucher_reversal ALTER journal_number SET NOT NULL;
  DELETE FROM migration WHERE file LIKE '0550\\_%';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES (1, '2026', '2026-01-01', '2026-12-31');
  INSERT INTO voucher_reversal (agreement, number, journal_number, accounting_year, voucher_number,
    reversing_accounting_year, reversing_voucher_number, date) VALUES (1, 1, 2, '2026', 3, '2026', 4, '2026-02-01')`

test('reversals of before keep their journals, and one of no journal is taken (0550)', () =>
  upgraded(BEFORE, ['0550_reversals_of_system_vouchers.sql'], async (database) => {
    await database.rows(`INSERT INTO voucher_reversal (agreement, number, accounting_year, voucher_number,
      reversing_accounting_year, reversing_voucher_number, date) VALUES (1, 2, '2026', 900000001, '2026', 900000002, '2026-02-01')`)
    expect(await database.rows('SELECT r.journal_number AS journal FROM voucher_reversal r ORDER BY r.number')).toEqual(
      [{ journal: 2 }, { journal: null }],
    )
  }))
