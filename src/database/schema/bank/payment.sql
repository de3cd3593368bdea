CREATE TABLE payment (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL CHECK (number >= 1),
  proposal_number   int NOT NULL,
  supplier_number   int NOT NULL,
  invoice_number    text NOT NULL CHECK (length(invoice_number) <= 100),
  due_date          date NOT NULL,
  currency          text NOT NULL,
  amount            numeric(20, 2) NOT NULL CHECK (amount > 0),
  end_to_end_id     text NOT NULL CHECK (end_to_end_id ~ '^[A-Za-z0-9]{1,35}$'),
  payment_type      int NOT NULL CHECK (payment_type IN (1, 2, 5, 7, 10, 14, 17)),
  account           text NOT NULL CHECK (account ~ '^[A-Z0-9]{1,34}$'),
  bic               text CHECK (bic ~ '^[A-Z0-9]{8,11}$'),
  message           text CHECK (length(message) <= 140),
  payee_name        text NOT NULL CHECK (length(payee_name) BETWEEN 1 AND 70),
  payee_street      text CHECK (length(payee_street) <= 70),
  payee_postal_code text CHECK (length(payee_postal_code) <= 16),
  payee_city        text CHECK (length(payee_city) <= 35),
  payee_country     text CHECK (payee_country ~ '^[A-Z]{2}$'),
  match_number      int,
  cancelled_at      timestamptz,
  PRIMARY KEY (agreement, number),
  CONSTRAINT payment_proposal_number_fk FOREIGN KEY (agreement, proposal_number) REFERENCES payment_proposal,
  CONSTRAINT payment_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier,
  CONSTRAINT payment_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT payment_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match
);
ALTER TABLE payment ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE payment IS
  'A payment of an open item that a bank is asked for. Until a line of the bank settles it, or it is cancelled, no '
  'other payment takes the item.';
COMMENT ON COLUMN payment.invoice_number IS
  'As the supplier wrote it; open items are known by it without regard to case.';
COMMENT ON COLUMN payment.end_to_end_id IS 'What the payment is called, at both banks and on their statements.';
COMMENT ON COLUMN payment.payment_type IS 'As supplier_payment_type of draft entries: how it is paid.';
COMMENT ON COLUMN payment.account IS 'Of the payee: a creditor number, the 14 digits of a Danish account, or an IBAN.';
COMMENT ON COLUMN payment.message IS 'What the payee is told: a payment id where it is a payment slip.';
COMMENT ON COLUMN payment.match_number IS 'Of the lines of the bank that it was settled by.';

CREATE UNIQUE INDEX payment_item_unique ON payment (agreement, supplier_number, fold(invoice_number))
  WHERE match_number IS NULL AND cancelled_at IS NULL;
CREATE INDEX payment_proposal_number ON payment (agreement, proposal_number);
CREATE INDEX payment_supplier_number ON payment (agreement, supplier_number);
CREATE INDEX payment_currency ON payment (agreement, currency);
CREATE INDEX payment_match_number ON payment (agreement, match_number) WHERE match_number IS NOT NULL;
CREATE INDEX payment_due_date ON payment (agreement, due_date);
CREATE INDEX payment_invoice_number ON payment (agreement, fold(invoice_number));
-- What the bank has not carried out yet, however much has been paid.
CREATE INDEX payment_waiting ON payment (agreement, number) WHERE match_number IS NULL AND cancelled_at IS NULL;

SELECT keep_trail('payment', 'Payments', '{number}');
