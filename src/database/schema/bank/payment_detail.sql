CREATE TABLE payment_detail (
  agreement        int NOT NULL REFERENCES agreement,
  supplier_number  int NOT NULL,
  invoice_number   text NOT NULL CHECK (length(invoice_number) <= 100),
  payment_type     int NOT NULL CHECK (payment_type IN (-1, 1, 2, 5, 7, 10, 14, 17)),
  account          text CHECK (length(account) <= 100),
  message          text CHECK (length(message) <= 250),
  PRIMARY KEY (agreement, supplier_number, invoice_number),
  CONSTRAINT payment_detail_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier
    ON DELETE CASCADE
);
ALTER TABLE payment_detail ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE payment_detail IS
  'How an invoice of a supplier is to be paid, as its draft entry said when it was booked. The latest booking of the '
  'invoice counts.';
COMMENT ON COLUMN payment_detail.invoice_number IS 'Folded, as open items have it.';
COMMENT ON COLUMN payment_detail.payment_type IS 'As supplier_payment_type of draft entries.';
COMMENT ON COLUMN payment_detail.account IS 'A creditor number, a registration number and account number, or an IBAN.';
