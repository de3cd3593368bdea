CREATE OR REPLACE FUNCTION seal_of_closed_year(agreement_number int, closed_year text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(kept.line, E'\n' ORDER BY kept.line COLLATE "C"), ''), 'UTF8')),
    'hex')
  FROM (
    SELECT json_build_array('account', a.number, a.name, a.type, a.is_credit, a.total_from_account_number,
      a.total_intervals, a.key_figure_code_number)::text AS line
    FROM closed_account a WHERE a.agreement = agreement_number AND a.accounting_year = closed_year
    UNION ALL
    SELECT CASE WHEN v.deductible_percentage = 100
      THEN json_build_array('vat', v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number)
      ELSE json_build_array('vat', v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number,
        v.deductible_percentage)
      END::text
    FROM closed_vat_code v WHERE v.agreement = agreement_number AND v.accounting_year = closed_year
    UNION ALL
    SELECT json_build_array(p.party, p.number, p.date_to, p.name)::text
    FROM closed_party p WHERE p.agreement = agreement_number AND p.accounting_year = closed_year
  ) AS kept
$$;

COMMENT ON FUNCTION seal_of_closed_year(int, text) IS
  'What the chart, the VAT codes and the names of a closed year hash to.';
