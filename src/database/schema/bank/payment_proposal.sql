CREATE TABLE payment_proposal (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  bank_account_number  int NOT NULL,
  payment_date         date NOT NULL,
  message_id           text NOT NULL CHECK (message_id ~ '^[A-Za-z0-9]{1,35}$'),
  payer_name           text NOT NULL CHECK (length(payer_name) BETWEEN 1 AND 70),
  payer_account        text NOT NULL CHECK (payer_account ~ '^[A-Z0-9]{1,34}$'),
  payer_bic            text CHECK (payer_bic ~ '^[A-Z0-9]{8,11}$'),
  payer_currency       text NOT NULL CHECK (payer_currency ~ '^[A-Z]{3}$'),
  proposed_at          timestamptz NOT NULL,
  app                  int,
  grant_number         int,
  person               text,
  is_person_claimed    boolean NOT NULL DEFAULT false,
  cancelled_at         timestamptz,
  PRIMARY KEY (agreement, number),
  CONSTRAINT payment_proposal_bank_account_number_fk FOREIGN KEY (agreement, bank_account_number)
    REFERENCES bank_account
);
ALTER TABLE payment_proposal ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE payment_proposal IS
  'Payments of open items of suppliers that go to a bank in one file. Who pays stands here as it was then, so that the '
  'file is the same for ever.';
COMMENT ON COLUMN payment_proposal.payment_date IS 'The day on which the bank is to pay.';
COMMENT ON COLUMN payment_proposal.message_id IS 'What the file is called at the bank.';
COMMENT ON COLUMN payment_proposal.payer_account IS 'An IBAN, or the 14 digits of a Danish account.';
COMMENT ON COLUMN payment_proposal.cancelled_at IS 'When all of it was cancelled that was not settled.';

CREATE INDEX payment_proposal_bank_account_number ON payment_proposal (agreement, bank_account_number);
CREATE INDEX payment_proposal_payment_date ON payment_proposal (agreement, payment_date);
CREATE INDEX payment_proposal_proposed_at ON payment_proposal (agreement, proposed_at);

SELECT keep_trail('payment_proposal', 'PaymentProposals', '{number}');
