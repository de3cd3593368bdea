CREATE OR REPLACE FUNCTION credited_line(agreement_number int, invoice int, zone_number int, product text)
  RETURNS TABLE (account_number int, project_close_account int, vat_code text)
  LANGUAGE sql STABLE AS $$
  SELECT (SELECT a.number FROM account a WHERE a.agreement = agreement_number AND NOT a.is_barred
      AND a.number = CASE WHEN p.is_closed THEN coalesce(l.project_close_account, l.booked_account)
        ELSE l.booked_account END),
    (SELECT a.number FROM account a WHERE a.agreement = agreement_number AND a.number = l.project_close_account
      AND NOT a.is_barred),
    l.vat_code
  FROM booked_invoice i
  JOIN booked_invoice_line l ON l.agreement = agreement_number AND l.document_id = i.number
    AND l.product_number = product
  LEFT JOIN project p ON p.agreement = agreement_number AND p.number = i.project_number
  WHERE i.agreement = agreement_number AND i.number = invoice AND i.vat_zone_number = zone_number
  ORDER BY l.number LIMIT 1
$$;

COMMENT ON FUNCTION credited_line(int, int, int, text) IS
  'How a booked invoice sold a product: what a credit note of it is booked on, with which VAT code. A closed '
  'project''s net is on the account that took it when the project closed. An account that has been barred since '
  'takes no entries: it is NULL, as for the invoice of another zone. No row where the invoice did not sell the '
  'product to the zone.';
