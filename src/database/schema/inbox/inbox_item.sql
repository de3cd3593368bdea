CREATE TABLE inbox_item (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number >= 1),
  kind               text NOT NULL CHECK (kind IN ('pdf', 'jpeg', 'png', 'einvoice')),
  hash               bytea NOT NULL,
  file_name          text CHECK (length(file_name) <= 255),
  note               text CHECK (length(note) <= 250),
  received_at        timestamptz NOT NULL,
  app                int,
  grant_number       int,
  person             text,
  is_person_claimed  boolean NOT NULL DEFAULT false,
  sender             text CHECK (length(sender) <= 200),
  supplier_name      text CHECK (length(supplier_name) <= 255),
  invoice_number     text CHECK (length(invoice_number) <= 100),
  invoice_date       date,
  due_date           date,
  currency           text CHECK (currency ~ '^[A-Z]{3}$'),
  amount             numeric(20, 2),
  einvoice           text CHECK (length(einvoice::jsonb::text) > 0),
  rejected_reason    text CHECK (length(rejected_reason) BETWEEN 1 AND 250),
  accounting_year    text,
  source             text CHECK (source IN ('journal', 'invoice', 'opening', 'system')),
  journal_number     int,
  voucher_number     int CHECK (voucher_number >= 0),
  was_drafted        boolean,
  PRIMARY KEY (agreement, number),
  CONSTRAINT inbox_item_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file,
  CONSTRAINT inbox_item_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT inbox_item_voucher_is_whole
    CHECK (num_nulls(accounting_year, source, voucher_number, was_drafted) IN (0, 4)),
  CONSTRAINT inbox_item_journal_is_of_voucher CHECK (journal_number IS NULL OR voucher_number IS NOT NULL),
  CONSTRAINT inbox_item_is_rejected_or_used CHECK (rejected_reason IS NULL OR voucher_number IS NULL),
  CONSTRAINT inbox_item_einvoice_is_whole CHECK (kind <> 'einvoice' OR num_nulls(sender, supplier_name, invoice_number,
    invoice_date, currency, amount, einvoice) = 0)
);
ALTER TABLE inbox_item ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE inbox_item IS
  'A file that came before its voucher: a receipt, a photo, an e-invoice. It stays once there is a voucher.';
COMMENT ON COLUMN inbox_item.hash IS 'Of the file as it came.';
COMMENT ON COLUMN inbox_item.sender IS
  'Of an e-invoice: what its supplier is known by. One invoice of a sender is there once.';
COMMENT ON COLUMN inbox_item.amount IS
  'Of an e-invoice: what it comes to, before what is paid already. Of a credit note it is negative.';
COMMENT ON COLUMN inbox_item.einvoice IS 'What was read of an e-invoice, as JSON.';
COMMENT ON COLUMN inbox_item.rejected_reason IS 'Why it becomes no voucher.';
COMMENT ON COLUMN inbox_item.voucher_number IS 'Of the voucher that was drafted from it, or that it was attached to.';
COMMENT ON COLUMN inbox_item.journal_number IS 'NULL for vouchers of no journal.';
COMMENT ON COLUMN inbox_item.was_drafted IS
  'Whether the voucher was drafted from it. Else it was attached to one that was there.';

CREATE UNIQUE INDEX inbox_item_hash_unique ON inbox_item (agreement, hash) WHERE rejected_reason IS NULL;
CREATE UNIQUE INDEX inbox_item_invoice_unique ON inbox_item (agreement, sender, fold(invoice_number))
  WHERE rejected_reason IS NULL AND sender IS NOT NULL;
CREATE INDEX inbox_item_hash ON inbox_item (agreement, hash);
CREATE INDEX inbox_item_accounting_year ON inbox_item (agreement, accounting_year);
CREATE INDEX inbox_item_voucher_number ON inbox_item (agreement, voucher_number);
CREATE INDEX inbox_item_received_at ON inbox_item (agreement, received_at);
CREATE INDEX inbox_item_supplier_name ON inbox_item (agreement, fold(supplier_name));
CREATE INDEX inbox_item_invoice_number ON inbox_item (agreement, fold(invoice_number));
-- What waits for a bookkeeper, however much has come before.
CREATE INDEX inbox_item_waiting ON inbox_item (agreement, number) WHERE voucher_number IS NULL
  AND rejected_reason IS NULL;

SELECT keep_trail('inbox_item', 'Inbox', '{number}', '{einvoice,hash,sender}');
