CREATE TABLE journal (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL,
  name                      text NOT NULL,
  entry_type_restricted_to  int NOT NULL DEFAULT 0,
  balancing_behavior        boolean NOT NULL DEFAULT false,
  auto_approve              boolean NOT NULL DEFAULT false,
  is_standing_journal       boolean NOT NULL DEFAULT false,
  require_admin_approval    boolean NOT NULL DEFAULT false,
  lock_vat_codes            boolean NOT NULL DEFAULT false,
  next_voucher_number       int NOT NULL DEFAULT 1,
  minimum_voucher_number    int NOT NULL DEFAULT 1 CHECK (minimum_voucher_number BETWEEN 0 AND 999999999),
  maximum_voucher_number    int NOT NULL DEFAULT 999999999,
  customer_contra_account   int,
  supplier_contra_account   int,
  customer_payment_text     text,
  supplier_payment_text     text,
  priority                  int,
  allow_partial_booking     boolean NOT NULL DEFAULT false,
  require_balance_per_voucher_id boolean NOT NULL DEFAULT false,
  repeat_text               boolean NOT NULL DEFAULT false,
  payment_message_text      text,
  default_department        int,
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  first_of_version          int NOT NULL,
  PRIMARY KEY (agreement, number),
  CHECK (maximum_voucher_number BETWEEN minimum_voucher_number AND 999999999),
  CONSTRAINT journal_customer_contra_account_fk FOREIGN KEY (agreement, customer_contra_account) REFERENCES account,
  CONSTRAINT journal_supplier_contra_account_fk FOREIGN KEY (agreement, supplier_contra_account) REFERENCES account,
  CONSTRAINT journal_default_department_fk FOREIGN KEY (agreement, default_department) REFERENCES department
);
ALTER TABLE journal ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE journal IS 'A journal: where vouchers are drafted and booked from, with its voucher numbers.';
COMMENT ON COLUMN journal.balancing_behavior IS 'false: vouchers balance by date. true: by month.';
COMMENT ON COLUMN journal.first_of_version IS
  'What the next number was when the version began: see begin_journal_version.';

CREATE OR REPLACE TRIGGER journal_version BEFORE INSERT OR UPDATE OF object_version ON journal
  FOR EACH ROW EXECUTE FUNCTION begin_journal_version();
CREATE OR REPLACE TRIGGER journal_deleted AFTER DELETE ON journal REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_journals();
-- Draft entries take voucher numbers from it all the time.
SELECT keep_trail('journal', 'Journals', '{number}', '{first_of_version}', '{next_voucher_number}');
