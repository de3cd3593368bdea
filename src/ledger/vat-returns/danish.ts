import type { Transaction } from '../../database/connection.ts'
import { lockLedger } from '../lock.ts'

/**
 * Declares the boxes of what is as the Danish template made it, and declares none yet: for agreements that are older
 * than boxes. Accounts and codes are known by number or code, and by name; others are left alone. The account of
 * settlement is named, too.
 * @returns the numbers and codes that declare a box now.
 */
export async function declareDanishBoxes(
  transaction: Transaction,
  agreement: number,
): Promise<{ accounts: number[]; codes: string[] }> {
  await lockLedger(transaction, agreement)
  const accounts = await transaction.rows<{ number: number }>(ACCOUNTS, [agreement])
  const codes = await transaction.rows<{ code: string }>(CODES, [agreement])
  await transaction.rows(SETTLEMENT, [agreement])
  const sorted = accounts.map(({ number }) => number).toSorted((a, b) => a - b)
  return { accounts: sorted, codes: codes.map(({ code }) => code).toSorted() }
}

const ACCOUNTS = `
  UPDATE account a SET vat_box = t.box, object_version = nextval('object_version'), last_updated = now()
  FROM (VALUES (6902, 'Salgsmoms', 'salesTax'), (6903, 'Moms af varekøb uden for EU', 'goodsAbroadTax'),
    (6904, 'Moms af varekøb i EU', 'goodsAbroadTax'), (6905, 'Moms af ydelseskøb i udlandet', 'servicesAbroadTax'),
    (6906, 'Købsmoms', 'purchaseTax'), (6907, 'Moms af køb med omvendt betalingspligt', 'salesTax'),
    (6910, 'Elafgift', 'electricityDuty')) AS t(number, name, box)
  WHERE a.agreement = $1 AND a.number = t.number AND a.name = t.name AND a.type = 2 AND a.vat_box IS NULL
    AND NOT EXISTS (SELECT FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone)
  RETURNING a.number`

/** Of an older IY25 the template could not tell whether the services came from the EU. */
const CODES = `
  UPDATE vat_code v SET report = t.report, object_version = nextval('object_version'), last_updated = now()
  FROM (VALUES ('IV25', 'Varekøb i EU, omvendt betalingspligt', 'aGoods'), ('UEUV', 'Varesalg til EU', 'bGoods'),
    ('UEUY', 'Ydelsessalg til EU', 'bServices'), ('UEXP', 'Salg uden for EU', 'c'),
      ('UEXP', 'Varesalg uden for EU', 'c'),
    ('UYXP', 'Ydelsessalg uden for EU', 'c'), ('UABR', 'Salg i Danmark med omvendt betalingspligt', 'c'),
      ('U0', 'Salg uden moms', 'c'),
    ('IY25', 'Ydelseskøb i EU, omvendt betalingspligt', 'aServices')) AS t(code, name, report)
  WHERE v.agreement = $1 AND v.code = t.code AND v.name = t.name AND v.report IS NULL
    AND NOT EXISTS (SELECT FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone)
  RETURNING v.code`

const SETTLEMENT = `
  INSERT INTO system_account (agreement, purpose, account_number)
  SELECT $1, 'vatSettlement', a.number FROM account a
  WHERE a.agreement = $1 AND a.number = 6950 AND a.name = 'Momsafregning' AND a.type = 2 AND NOT a.is_barred
    AND NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = $1 AND s.account_number = a.number)
  ON CONFLICT DO NOTHING`
