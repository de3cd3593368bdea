CREATE TABLE payment_term (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL,
  name                    text NOT NULL,
  type                    int NOT NULL CHECK (type BETWEEN 1 AND 9),
  days                    int NOT NULL CHECK (days BETWEEN 0 AND 365),
  last_updated            timestamptz NOT NULL DEFAULT now(),
  object_version          bigint NOT NULL DEFAULT nextval('object_version'),
  is_barred               boolean NOT NULL DEFAULT false,
  contra_account_number   int,
  contra_account2_number  int,
  contra_account_percent  numeric CHECK (contra_account_percent > 0 AND contra_account_percent < 100),
  card_customer_number    int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT payment_term_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT payment_term_contra_account2_number_fk FOREIGN KEY (agreement, contra_account2_number) REFERENCES account
);
-- Each of the two tables refers to the other.
ALTER TABLE payment_term
  ADD CONSTRAINT payment_term_card_customer_number_fk FOREIGN KEY (agreement, card_customer_number) REFERENCES customer;
ALTER TABLE payment_term ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE payment_term IS 'When an invoice falls due, or how it is paid at once.';
COMMENT ON COLUMN payment_term.type IS
  '1 net: days after the invoice date. 2 invoice month: days after its last day. 3 paid in cash, 4 prepaid, 5 due '
  'date, 6 factoring, 7 invoice week starting Sunday, 8 invoice week starting Monday, 9 credit card.';
COMMENT ON COLUMN payment_term.contra_account_number IS
  'Paid in cash and factoring: what an invoice is settled against at once. Of factoring the first account takes the '
  'per cent, the second the rest.';
COMMENT ON COLUMN payment_term.card_customer_number IS 'Credit card: the customer that stands for the card company.';

CREATE INDEX payment_term_of_contra_account ON payment_term (agreement, contra_account_number)
  WHERE contra_account_number IS NOT NULL;
CREATE INDEX payment_term_of_contra_account2 ON payment_term (agreement, contra_account2_number)
  WHERE contra_account2_number IS NOT NULL;
CREATE INDEX payment_term_of_card_customer ON payment_term (agreement, card_customer_number)
  WHERE card_customer_number IS NOT NULL;

SELECT keep_trail('payment_term', 'PaymentTerms', '{number}');
