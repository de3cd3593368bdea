-- Changes attached_document. Vouchers of no journal may have the same number: an invoice, an opening, and what the service books.
ALTER TABLE attached_document ADD COLUMN source text;
-- A document was that of every voucher of the number: it goes to the one that people know by its number.
UPDATE attached_document d SET source = CASE
  WHEN d.journal_number IS NOT NULL THEN 'journal'
  WHEN EXISTS (SELECT FROM booked_invoice i JOIN booked_entry e ON e.agreement = i.agreement AND e.booking = i.booking
    AND e.voucher_number = i.invoice_number AND e.journal_number IS NULL
    WHERE i.agreement = d.agreement AND i.invoice_number = d.voucher_number AND e.accounting_year = d.accounting_year) THEN 'invoice'
  WHEN EXISTS (SELECT FROM booked_entry e WHERE e.agreement = d.agreement AND e.voucher_number = d.voucher_number
    AND e.journal_number IS NULL AND e.accounting_year = d.accounting_year AND e.type IN (7, 8)) THEN 'opening'
  ELSE 'system' END;
ALTER TABLE attached_document ALTER source SET NOT NULL;
ALTER TABLE attached_document ADD CONSTRAINT attached_document_source CHECK (source IN ('journal', 'invoice', 'opening', 'system'));
DROP INDEX attached_document_of_voucher;
CREATE UNIQUE INDEX attached_document_of_voucher
  ON attached_document (agreement, accounting_year, voucher_number, source, coalesce(journal_number, 0));
