import type { Statement } from '../../database/connection.ts'
import type { ReportFormat } from '../reports/render.ts'
import { CUSTOMER_OF_VOUCHER, LINES } from './lines.ts'
import { euSalesDeadline, type VatPeriod } from './periods.ts'

/**
 * The sales to the EU without VAT of a period, by the customer's VAT number (MONTH.md 2): the bases of the codes that
 * report `bGoods` and `bServices`, late ones as in returns. Whole kroner are shared out by the largest remainder, so
 * that they sum to the boxes of the return, `missing` among them: sales whose voucher has no single customer, or whose
 * customer has no VAT number of a country.
 *
 * CSV is the authority's file: records 0, 2 and 10 of nine fields, each with CR and LF but the last. No row where the
 * company has no CVR number, or a sale has no VAT number.
 */
export function euSalesList(agreement: number, period: VatPeriod, format: ReportFormat): Statement {
  const days = [agreement, period.from, period.to]
  if (format === 'csv') return { text: FILE, values: days }
  return { text: LIST, values: [...days, period.name, euSalesDeadline(period)] }
}

/** SQL: the number with the letters of its country; NULL where it tells none. Greece has EL. */
const WITH_COUNTRY = `CASE WHEN n.number ~ '^GR' THEN 'EL' || substr(n.number, 3) WHEN n.number ~ '^[A-Z]{2}.'
  THEN n.number
        WHEN n.number <> '' AND upper(c.country) ~ '^[A-Z]{2}$'
          THEN CASE upper(c.country) WHEN 'GR' THEN 'EL' ELSE upper(c.country) END || n.number END`

const SHARES = `${LINES}, sold AS MATERIALIZED (
    SELECT x.report, ${WITH_COUNTRY} AS vat_number, o.customer_number, -x.base AS amount
    FROM taxed x ${CUSTOMER_OF_VOUCHER}
    LEFT JOIN customer c ON c.agreement = $1 AND c.number = o.customer_number
    CROSS JOIN LATERAL (SELECT regexp_replace(upper(coalesce(c.vat_number, '')), '[^A-Z0-9]', '', 'g') AS number) AS n
    WHERE x.report IN ('bGoods', 'bServices')
  ), party AS MATERIALIZED (
    SELECT s.report, s.vat_number, CASE WHEN s.vat_number IS NULL THEN s.customer_number END AS customer_number,
      sum(s.amount) AS amount
    FROM sold s GROUP BY 1, 2, 3
  ), share AS MATERIALIZED (
    SELECT p.*, floor(p.amount) + CASE WHEN row_number() OVER (PARTITION BY p.report
          ORDER BY p.amount - floor(p.amount) DESC, p.vat_number COLLATE "C", p.customer_number)
        <= round(sum(p.amount) OVER w) - sum(floor(p.amount)) OVER w THEN 1 ELSE 0 END AS kroner
    FROM party p WINDOW w AS (PARTITION BY p.report)
  ), item AS MATERIALIZED (
    SELECT s.vat_number, s.customer_number, coalesce(sum(s.kroner) FILTER (WHERE s.report = 'bGoods'), 0) AS goods,
      coalesce(sum(s.kroner) FILTER (WHERE s.report = 'bServices'), 0) AS services, sum(s.amount) AS amount
    FROM share s GROUP BY s.vat_number, s.customer_number
  )`

const sumOf = (column: string): string => `(SELECT coalesce(sum(i.${column}), 0) FROM item i)`

const LIST = `WITH ${SHARES}
  SELECT json_build_object('period', $4::text, 'from', $2::date, 'to', $3::date, 'deadline', $5::date,
    'items', (SELECT coalesce(json_agg(json_build_object('vatNumber', i.vat_number, 'goods', i.goods, 'services',
      i.services, 'amount', i.amount)
      ORDER BY i.vat_number COLLATE "C"), '[]') FROM item i WHERE i.vat_number IS NOT NULL),
    'missing', (SELECT coalesce(json_agg(json_build_object('customerNumber', i.customer_number, 'goods', i.goods,
      'services', i.services, 'amount', i.amount)
      ORDER BY i.customer_number), '[]') FROM item i WHERE i.vat_number IS NULL),
    'goods', ${sumOf('goods')}, 'services', ${sumOf('services')})::text`

/** Triangular trade, the eighth field, is always 0: no code tells of it. */
const FILE = `WITH ${SHARES}, record AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY i.vat_number COLLATE "C") AS place, i.* FROM item i WHERE i.goods <> 0
      OR i.services <> 0
  ), own_number AS (
    SELECT c.corporate_identification_number AS cvr FROM company c WHERE c.agreement = $1
      AND c.corporate_identification_number ~ '^[0-9]{8}$'
  )
  SELECT concat_ws(E'\\r\\n', '0,' || n.cvr || ',LISTE,,,,,,',
    (SELECT string_agg(concat_ws(',', '2', r.place, $3::date, n.cvr, left(r.vat_number, 2), substr(r.vat_number, 3),
      r.goods, 0, r.services), E'\\r\\n'
      ORDER BY r.place) FROM record r),
    (SELECT '10,' || count(*) || ',' || coalesce(sum(r.goods + r.services), 0) || ',,,,,,' FROM record r)) || E'\\r\\n'
  FROM own_number n WHERE NOT EXISTS (SELECT FROM item i WHERE i.vat_number IS NULL)`
