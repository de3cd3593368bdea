-- VAT is booked right behind each net that it is the tax of, so each part of it is rounded in base currency by itself: what rounding leaves of a
-- document follows that (src/sales/invoice-postings.ts).
DO $do$
DECLARE
  kind text;
  was text;
  now_is text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['draft_invoice', 'sales_order', 'sales_quote'] LOOP
    was := pg_get_functiondef(format('recalculate_%s', kind)::regproc);
    now_is := replace(was, 'p.exchange_rate, p.vat_code',
      'p.exchange_rate, p.account_number, p.vat_code, p.department_number, p.accrue_start, p.accrue_end');
    IF now_is = was THEN
      RAISE EXCEPTION 'recalculate_% is not as it was', kind;
    END IF;
    EXECUTE now_is;
  END LOOP;
END
$do$;
