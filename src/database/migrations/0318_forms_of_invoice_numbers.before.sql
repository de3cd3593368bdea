CREATE TABLE open_item (
  agreement              int NOT NULL,
  entry_number           int NOT NULL,
  customer_number        int,
  supplier_number        int,
  invoice_number         text,
  date                   date NOT NULL,
  remainder              numeric(20, 2) NOT NULL,
  currency               text NOT NULL,
  remainder_in_currency  numeric(20, 2) NOT NULL,
  PRIMARY KEY (agreement, entry_number),
  CHECK (num_nonnulls(customer_number, supplier_number) = 1),
  CONSTRAINT open_item_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
ALTER TABLE open_item ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE open_item IS
  'What is still open of a booked entry that carries a party, with the entry''s sign, in its currency and in base '
  'currency. The sum per party equals the party''s balance: a settlement takes the same amount from a debit and from '
  'a credit.';
COMMENT ON COLUMN open_item.remainder IS 'In base currency.';

CREATE INDEX open_item_customer ON open_item (agreement, customer_number, invoice_number)
  WHERE (remainder <> 0 OR remainder_in_currency <> 0) AND customer_number IS NOT NULL;
CREATE INDEX open_item_supplier ON open_item (agreement, supplier_number, invoice_number)
  WHERE (remainder <> 0 OR remainder_in_currency <> 0) AND supplier_number IS NOT NULL;
-- What is open: as lists have it, and by how much.
CREATE INDEX open_item_open ON open_item (agreement, entry_number) WHERE remainder <> 0;
CREATE INDEX open_item_remainder ON open_item (agreement, remainder, entry_number) WHERE remainder <> 0;
