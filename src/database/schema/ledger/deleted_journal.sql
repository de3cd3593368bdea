CREATE TABLE deleted_journal (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL,
  name                    text NOT NULL,
  next_voucher_number     int NOT NULL,
  minimum_voucher_number  int NOT NULL,
  maximum_voucher_number  int NOT NULL,
  deleted_at              timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE deleted_journal ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE deleted_journal IS
  'A journal that is deleted from use. Its booked vouchers stay, and are reversed on its next voucher numbers.';
