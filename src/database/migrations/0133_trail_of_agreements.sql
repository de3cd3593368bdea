-- The base currency, the country and the modules of an agreement are in its trail, like all master data.

SELECT keep_trail('agreement', 'Agreements', '{}', '{name,is_demo,is_sandbox,created_at,allows_product_renumbering}');
DO $$
DECLARE
  known record;
BEGIN
  FOR known IN SELECT a.agreement, a.base_currency, a.country, to_jsonb(a.modules)::text AS modules FROM agreement a ORDER BY a.agreement LOOP
    PERFORM record_changes(known.agreement, 'Agreements', ARRAY['', '', ''], ARRAY['baseCurrency', 'country', 'modules'], ARRAY[NULL, NULL, NULL]::text[],
      ARRAY[known.base_currency, known.country, known.modules]);
  END LOOP;
END
$$;
