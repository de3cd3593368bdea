CREATE OR REPLACE FUNCTION decimals_of_credit(agreement_number int, currency text, invoice int) RETURNS int
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN decimals_of(currency) = 0 AND invoice IS NOT NULL AND EXISTS (
    SELECT FROM booked_invoice i JOIN booked_invoice_line l ON l.agreement = agreement_number
      AND l.document_id = i.number
    WHERE i.agreement = agreement_number AND (i.number = invoice OR i.credited_document_id = invoice)
      AND i.currency_code = currency
      AND (l.total_net_amount <> trunc(l.total_net_amount) OR l.vat_amount <> trunc(l.vat_amount))
  ) THEN 2 ELSE decimals_of(currency) END
$$;

COMMENT ON FUNCTION decimals_of_credit(int, text, int) IS
  'The decimals of an invoice and of what credits it: those of its currency. One booked when documents were not '
  'rounded to whole units has 2, so that it can be credited to nothing.';
