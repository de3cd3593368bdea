-- Changes vat_code. What an e-invoice calls the VAT of a code; those of the Danish template say it, and their trail with
-- them, others go by the zone.
ALTER TABLE vat_code ADD COLUMN category text CONSTRAINT vat_code_category_check CHECK (category IN ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'));
DO $$
DECLARE
  v record;
  next int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  FOR v IN
    SELECT c.agreement, c.code, k.category FROM vat_code c
    JOIN (VALUES ('UEUV', 'K'), ('UEUY', 'AE'), ('UEXP', 'G'), ('UYXP', 'O')) AS k(code, category) ON k.code = c.code
    WHERE c.type = 1 AND c.rate = 0 ORDER BY c.agreement, c.code
  LOOP
    UPDATE vat_code SET category = v.category WHERE agreement = v.agreement AND code = v.code;
    SELECT c.number + 1, c.seal INTO next, previous FROM change c WHERE c.agreement = v.agreement ORDER BY c.number DESC LIMIT 1;
    next := coalesce(next, 1);
    INSERT INTO change (agreement, number, resource, key, property, before, after, changed_at, app, seal)
    VALUES (v.agreement, next, 'VatCodes', v.code, 'category', NULL, v.category, moment, NULL,
      sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || convert_to('[' || next || ',"VatCodes",' || to_json(v.code) || ',"category",null,'
        || to_json(v.category) || ',"' || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",null]', 'UTF8')));
    INSERT INTO counter AS k (agreement, name, value) VALUES (v.agreement, 'change', next)
    ON CONFLICT (agreement, name) DO UPDATE SET value = excluded.value;
  END LOOP;
END
$$;
