CREATE OR REPLACE FUNCTION sales_vat_rate(agreement_number int, product text, zone_number int) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN v.contra_account_number IS NULL THEN v.rate ELSE 0 END
  FROM product p
  JOIN product_group_zone z ON z.agreement = agreement_number AND z.product_group_number = p.product_group_number
    AND z.zone = zone_number
  JOIN account a ON a.agreement = agreement_number AND a.number = z.account_number
  JOIN vat_code v ON v.agreement = agreement_number AND v.code = a.vat_code
  WHERE p.agreement = agreement_number AND p.number = product
$$;

COMMENT ON FUNCTION sales_vat_rate(int, text, int) IS
  'The VAT that sales of a product to a zone carry: of the code of the account that the zone picks. A code of '
  'reverse charge puts none on the document.';
